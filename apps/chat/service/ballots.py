"""What there is to choose in polls, and who chose it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from workworld.apps.chat.models import Message, Poll, PollOption, PollVote
from workworld.context import Context
from workworld.database import constant, given, plain_rows, rows_of

# Built once: building a statement takes about as long as running it.
_polls, _options, _votes = Poll.__table__.c, PollOption.__table__.c, PollVote.__table__.c
_POLLS = constant(
    select(Poll.__table__).where(
        _polls.channel_id == bindparam("in_channel"), _polls.ts.in_(given("stamps"))
    )
)
_OPTIONS = constant(
    select(_options.ts, _options.position, _options.text)
    .where(_options.channel_id == bindparam("in_channel"), _options.ts.in_(given("stamps")))
    .order_by(_options.ts, _options.position)
)
_VOTES = constant(
    select(_votes.ts, _votes.position, _votes.person_id)
    .where(_votes.channel_id == bindparam("in_channel"), _votes.ts.in_(given("stamps")))
    .order_by(_votes.voted_us, _votes.person_id)
)
_STAMPS = constant(select(_polls.ts).where(_polls.channel_id == bindparam("in_channel")))


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose, and the ids of those who chose it, first come first."""

    position: int
    text: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ballot:
    """A poll with its options. The poll is to be read."""

    poll: Poll
    options: tuple[Option, ...]

    @property
    def people(self) -> frozenset[str]:
        """The ids of all who voted."""
        return frozenset(who for option in self.options for who in option.people)


def below(ctx: Context, channel_id: str, stamps: Sequence[str]) -> dict[str, Ballot]:
    """The polls among these messages of a channel, by ts."""
    values = {"in_channel": channel_id, "stamps": [*stamps]}
    polls = plain_rows(ctx.session, Poll, _POLLS, values)
    if not polls:
        return {}
    chosen: dict[tuple[str, int], tuple[str, ...]] = {}
    for ts, position, person_id in rows_of(ctx.session, _VOTES, values):
        chosen[ts, position] = (*chosen.get((ts, position), ()), person_id)
    options: dict[str, list[Option]] = {}
    for ts, position, text in rows_of(ctx.session, _OPTIONS, values):
        option = Option(position, text, chosen.get((ts, position), ()))
        options.setdefault(ts, []).append(option)
    return {row.ts: Ballot(row, tuple(options[row.ts])) for row in polls}


def is_poll(ctx: Context, message: Message) -> bool:
    """Whether a message asks something by a poll."""
    return message.ts in ctx.remembered(
        (_STAMPS, message.channel_id), lambda: _stamps_in(ctx, message.channel_id)
    )


def _stamps_in(ctx: Context, channel_id: str) -> frozenset[str]:
    found = rows_of(ctx.session, _STAMPS, {"in_channel": channel_id})
    return frozenset(row.ts for row in found)
