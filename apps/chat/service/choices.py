"""What people choose for themselves: which channels matter, and of what they are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import bindparam, delete, select

from workworld.apps.chat.models import Channel, ChannelChoice, Keyword, PersonChoice
from workworld.apps.chat.service import channels, standing, users
from workworld.apps.chat.types import ChannelId, UserIds
from workworld.context import Context, Event, Surface
from workworld.database import constant, given, plain_rows, rows_of
from workworld.directory.words import folded
from workworld.errors import Forbidden, Invalid, Problem
from workworld.events import on
from workworld.operations import Effect, operation

ALL, MENTIONS, NOTHING = "all", "mentions", "nothing"
MOST_KEYWORDS = 50
_LONGEST_KEYWORD = 80
_DAY = 24 * 60
_choices, _persons = ChannelChoice.__table__.c, PersonChoice.__table__.c
_MINE = constant(select(ChannelChoice.__table__).where(_choices.person_id == bindparam("whose")))
_IN_CHANNEL = constant(
    select(ChannelChoice.__table__).where(
        _choices.channel_id == bindparam("of"), _choices.person_id.in_(given("whom"))
    )
)
_OF_PEOPLE = constant(select(PersonChoice.__table__).where(_persons.person_id.in_(given("whom"))))
_WORDS = constant(
    select(Keyword.word).where(Keyword.person_id == bindparam("whose")).order_by(Keyword.word)
)

Level = Literal["all", "mentions", "nothing"]
Minute = Annotated[int, Field(ge=0, le=_DAY)]


@dataclass(frozen=True, slots=True)
class Choices:
    """What the caller chose for all channels."""

    level: str = MENTIONS
    thread_replies: bool = True
    keywords: Sequence[str] = ()
    days: str = ""
    """On which days notices may come: ``every``, ``weekdays``, or "" for always."""
    starts: int = 9 * 60
    ends: int = 18 * 60
    exceptions: Sequence[str] = ()
    """Ids of people whose messages come through all the same."""


@operation(Effect.READ, scope="users:read", doors=(Surface.MCP, Surface.UI))
def info(ctx: Context) -> Choices:
    """Look up of what the caller wants to be told."""
    row = ctx.session.get(PersonChoice, ctx.actor.person_id)
    words = rows_of(ctx.session, _WORDS, {"whose": ctx.actor.person_id})
    keywords = [each.word for each in words]
    if row is None:
        return Choices(keywords=keywords)
    return Choices(
        row.level, row.thread_replies, keywords, row.days, row.starts, row.ends, row.exceptions
    )


@operation(Effect.WRITE, scope="users:write", doors=(Surface.MCP, Surface.UI))
def set(
    ctx: Context,
    *,
    level: Annotated[Level | None, Field(description="Of what to tell in every channel.")] = None,
    thread_replies: Annotated[
        bool | None, Field(description="Whether to tell of replies in followed threads.")
    ] = None,
    keywords: Annotated[
        Sequence[str] | None, Field(description="Words that count as a mention.")
    ] = None,
    days: Annotated[
        Literal["", "weekdays", "every"] | None,
        Field(description="On which days notices may come; empty for always."),
    ] = None,
    starts: Annotated[Minute | None, Field(description="From which minute of the day on.")] = None,
    ends: Annotated[Minute | None, Field(description="Until which minute of the day.")] = None,
    exceptions: Annotated[
        UserIds | None, Field(description="Whose messages come through all the same.")
    ] = None,
) -> Choices:
    """Choose of what to be told; whatever is left out stays as it is."""
    row = ctx.session.get(PersonChoice, ctx.actor.person_id)
    if row is None:
        row = PersonChoice(person_id=ctx.actor.person_id, starts=9 * 60, ends=18 * 60)
        ctx.session.add(row)
    wanted = {
        "level": level,
        "thread_replies": thread_replies,
        "days": days,
        "starts": starts,
        "ends": ends,
        "exceptions": None if exceptions is None else _people(ctx, exceptions),
    }
    for name, value in wanted.items():
        if value is not None:
            setattr(row, name, value)
    if keywords is not None:
        _put_keywords(ctx, keywords)
    ctx.session.flush()  # so that what is usual stands in it
    if row.days and row.starts >= row.ends:
        raise Invalid("invalid_arguments", problems=[Problem("must be after its start", "ends")])
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    return info(ctx)


@operation(Effect.WRITE, scope="channels:write", doors=(Surface.MCP, Surface.UI))
def set_for_channel(
    ctx: Context,
    *,
    channel_id: ChannelId,
    is_muted: Annotated[
        bool | None, Field(description="Grey it out, and count nothing but direct mentions.")
    ] = None,
    level: Annotated[
        Literal["", "all", "mentions", "nothing"] | None,
        Field(description="Of what to tell; empty for the same as everywhere."),
    ] = None,
    thread_replies: Annotated[
        bool | None, Field(description="Whether to tell of replies in followed threads.")
    ] = None,
) -> Channel:
    """Choose what matters in one channel; whatever is left out stays as it is."""
    channel = channels.known(ctx, channel_id)
    row = of_channel(ctx, channel)
    wanted = {"is_muted": is_muted, "level": level, "thread_replies": thread_replies}
    for name, value in wanted.items():
        if value is not None:
            setattr(row, name, value)
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    return channel


# How a page looks to somebody is no concern of programs.
@operation(Effect.WRITE, scope="channels:write", doors=(Surface.UI,))
def fold(
    ctx: Context,
    *,
    channel_id: ChannelId,
    is_folded: Annotated[bool, Field(description="Whether they are folded up.")],
) -> Channel:
    """Fold up the files and previews in a conversation, for the caller alone, or unfold them."""
    channel = channels.known(ctx, channel_id)
    of_channel(ctx, channel).is_folded = is_folded
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    return channel


def is_folded(ctx: Context, channel_id: str) -> bool:
    """Whether the caller has files and previews in a channel folded up."""
    choice = in_channel(ctx, channel_id, [ctx.actor.person_id]).get(ctx.actor.person_id)
    return choice is not None and bool(choice.is_folded)


def of_channel(ctx: Context, channel: Channel) -> ChannelChoice:
    """What the caller chose for a channel that they are in: a row to be changed.

    Raises:
        Forbidden: ``not_in_channel``.
    """
    if not standing.is_member(ctx, channel):
        raise Forbidden("not_in_channel", "Only members choose how a channel concerns them.")
    row = ctx.session.get(ChannelChoice, (ctx.actor.person_id, channel.id))
    if row is None:
        row = ChannelChoice(person_id=ctx.actor.person_id, channel_id=channel.id, level="")
        row.is_starred = row.is_muted = row.is_folded = False
        ctx.session.add(row)
    return row


def mine(ctx: Context) -> Mapping[str, ChannelChoice]:
    """What the caller chose for channels, by id: rows to be read."""
    rows = plain_rows(ctx.session, ChannelChoice, _MINE, {"whose": ctx.actor.person_id})
    return {row.channel_id: row for row in rows}


def in_channel(
    ctx: Context, channel_id: str, person_ids: Sequence[str]
) -> Mapping[str, ChannelChoice]:
    """What people chose for a channel, by their ids: rows to be read."""
    values = {"of": channel_id, "whom": [*person_ids]}
    rows = plain_rows(ctx.session, ChannelChoice, _IN_CHANNEL, values)
    return {row.person_id: row for row in rows}


def of_people(ctx: Context, person_ids: Sequence[str]) -> Mapping[str, PersonChoice]:
    """What people chose for all channels, by their ids: rows to be read."""
    rows = plain_rows(ctx.session, PersonChoice, _OF_PEOPLE, {"whom": [*person_ids]})
    return {row.person_id: row for row in rows}


@on("chat.member_left")
def _forget(ctx: Context, event: Event) -> None:
    """Whoever comes back begins anew."""
    theirs = ChannelChoice.person_id == event.facts["person_id"]
    here = ChannelChoice.channel_id == event.facts["channel_id"]
    ctx.session.execute(delete(ChannelChoice).where(theirs, here))


def _people(ctx: Context, person_ids: Sequence[str]) -> list[str]:
    return [users.known(ctx, person_id).id for person_id in dict.fromkeys(person_ids)]


def _put_keywords(ctx: Context, words: Sequence[str]) -> None:
    wanted = sorted({folded(word) for word in words} - {""})
    too_long = any(len(word) > _LONGEST_KEYWORD for word in wanted)
    if too_long or len(wanted) > MOST_KEYWORDS or any("\x00" in word for word in wanted):
        said = f"at most {MOST_KEYWORDS} words or phrases of {_LONGEST_KEYWORD} characters"
        raise Invalid("invalid_arguments", problems=[Problem(said, "keywords")])
    ctx.session.execute(delete(Keyword).where(Keyword.person_id == ctx.actor.person_id))
    ctx.session.add_all(Keyword(person_id=ctx.actor.person_id, word=word) for word in wanted)
