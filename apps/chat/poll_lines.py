"""Polls as the messages of a page show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from workworld.apps.chat import times
from workworld.apps.chat.block_lines import with_emoji
from workworld.apps.chat.service.ballots import Ballot, Option
from workworld.context import Context
from workworld.directory.models import Person
from workworld.links.addresses import rendered
from workworld.permissions import can

_MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class OptionLine:
    """Something to choose."""

    position: int
    html: Markup
    count: int
    is_mine: bool
    who: str
    """The names of those who chose it, or "" if nobody is to be shown."""


@dataclass(frozen=True, slots=True)
class PollLine:
    """A poll, as its reader sees it."""

    question: str
    html: Markup
    """The question with its emoji."""
    options: tuple[OptionLine, ...]
    voters: int
    is_multiple: bool
    is_anonymous: bool
    is_closed: bool
    closes: str
    """When it closes by itself; empty for never, and once it is closed."""
    closes_iso: str
    may_vote: bool
    may_close: bool
    may_reopen: bool


def poll_line(ctx: Context, ballot: Ballot, known: Mapping[str, Person]) -> PollLine:
    """The line of a poll.

    Args:
        ctx: says who reads.
        ballot: the poll.
        known: those who voted, by id.
    """
    poll = ballot.poll
    is_to_close = poll.closes is not None and poll.closed is None
    closes, iso = times.moment_in_words(ctx, poll.closes or 0) if is_to_close else ("", "")
    question = rendered(ctx, poll.question)
    return PollLine(
        question,
        with_emoji(ctx, question),
        tuple(_option(ctx, each, known, is_open=not poll.is_anonymous) for each in ballot.options),
        len(ballot.people),
        poll.is_multiple,
        poll.is_anonymous,
        poll.closed is not None,
        closes,
        iso,
        can(ctx, "chat.polls.vote", poll),
        poll.closed is None and can(ctx, "chat.polls.close", poll),
        poll.closed is not None and can(ctx, "chat.polls.reopen", poll),
    )


def _option(
    ctx: Context, option: Option, known: Mapping[str, Person], *, is_open: bool
) -> OptionLine:
    me = ctx.actor.person_id
    mine_first = sorted(option.people, key=lambda who: who != me)
    names = ["You" if who == me else known[who].display_name for who in mine_first]
    return OptionLine(
        option.position,
        with_emoji(ctx, rendered(ctx, option.text)),
        len(names),
        me in option.people,
        _in_words(names) if is_open else "",
    )


def _in_words(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join([*names[:_MOST_NAMED], *([f"{more} more"] if more > 0 else [])])
