"""Filters above what was found: read from the text of a query, and written back into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from lark import Token
from pydantic import Field

from workworld.apps.chat.service import channels, namesakes, queries
from workworld.apps.chat.types import ChannelId, UserId
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.operations import Effect, operation

_WITHOUT_BOTS = "-is:bot"
_FILTERED = ("from", "in", "after", "before")


@dataclass(frozen=True, slots=True)
class Filters:
    """What of a query the filters show; whatever else it says stands in its text alone."""

    people: Sequence[tuple[str, str]]
    """Ids and names of those who wrote it."""
    places: Sequence[tuple[str, str]]
    """Ids and names of conversations."""
    after: str
    before: str
    without_bots: bool


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a query, and what it is for the filters."""

    text: str
    name: str = ""
    value: str = ""
    """An id, or a day; nothing if no filter can show it."""


def filters_of(ctx: Context, text: str) -> Filters:
    """The filters that a query's text stands for."""
    parts = _parts(ctx, text)
    found = {
        name: [part.value for part in parts if part.name == name and part.value]
        for name in _FILTERED
    }
    known = people.by_ids(ctx.session, found["from"])
    named = channels.visible_labels(ctx, found["in"])
    return Filters(
        people=[(each, known[each].name) for each in dict.fromkeys(found["from"])],
        places=[(each, named[each]) for each in dict.fromkeys(found["in"])],
        after=next(iter(found["after"]), ""),
        before=next(iter(found["before"]), ""),
        without_bots=any(part.text.lower() == _WITHOUT_BOTS for part in parts),
    )


# The filters are a page's; who calls a method or a tool writes the query.
@operation(Effect.READ, scope="search:read", doors=(Surface.UI,))
def refine(
    ctx: Context,
    *,
    query: Annotated[str, Field(description="What was asked so far.", max_length=4000)],
    person_ids: Annotated[
        Sequence[UserId], Field(description="By whom it was written.", max_length=20)
    ] = (),
    channel_ids: Annotated[
        Sequence[ChannelId], Field(description="In which conversations.", max_length=20)
    ] = (),
    after: Annotated[date | None, Field(description="After this day.")] = None,
    before: Annotated[date | None, Field(description="Before this day.")] = None,
    without_bots: Annotated[bool, Field(description="Leave out what bots wrote.")] = False,
) -> str:
    """Say a query anew, with these filters instead of those that it had."""
    kept = [part.text for part in _parts(ctx, query) if not _is_filter(part)]
    known = people.by_ids(ctx.session, person_ids)
    kept += [f"from:@{known[each].handle}" for each in person_ids if each in known]
    seen = {room.id: room for room in namesakes.rooms(ctx) if room.id in channel_ids}
    kept += [_place(ctx, seen[each]) for each in channel_ids if each in seen]
    kept += [f"after:{after.isoformat()}"] if after else []
    kept += [f"before:{before.isoformat()}"] if before else []
    return " ".join([*kept, *([_WITHOUT_BOTS] if without_bots else [])])


def _is_filter(part: _Part) -> bool:
    return bool(part.value) or part.text.lower() == _WITHOUT_BOTS


def _place(ctx: Context, room: namesakes.Room) -> str:
    """A conversation as a query names it: after the other one in it, or else by its id."""
    if not room.party:
        return f"in:#{room.name}"
    others = people.by_ids(ctx.session, room.party - {ctx.actor.person_id})
    if len(others) != 1:
        return f"in:{room.id}" if others else "in:me"
    return f"in:@{next(iter(others.values())).handle}"


def _parts(ctx: Context, text: str) -> list[_Part]:
    there = namesakes.rooms(ctx)
    return [_part(ctx, there, token) for token in queries.tokens(text)]


def _part(ctx: Context, there: Sequence[namesakes.Room], token: Token) -> _Part:
    said = str(token)
    name, _, value = said.partition(":")
    name, value = name.lower(), value.strip('"')
    if token.type != "MODIFIER" or name not in _FILTERED:
        return _Part(said)
    if name in ("after", "before"):
        days = queries.days_of(
            value.lower(), ctx.clock.now().astimezone(people.my_zone(ctx)).date()
        )
        is_day = days is not None and days.first == days.last
        return _Part(said, name, days.first.isoformat() if days and is_day else "")
    if name == "from":
        meant = namesakes.people_called(ctx, value)
    else:
        meant = namesakes.rooms_called(ctx, there, value)
    return _Part(said, name, next(iter(meant)) if len(meant) == 1 else "")
