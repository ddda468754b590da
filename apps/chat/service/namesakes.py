"""Whom, and which conversations, somebody means by what they typed into a search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import select

from workworld.apps.chat.models import Channel
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.context import Context
from workworld.database import constant, rows_of
from workworld.directory.models import Person
from workworld.directory.words import folded
from workworld.permissions import sight_of, visible
from workworld.richtext.nodes import mentioned, referred

_people, _channels = Person.__table__.c, Channel.__table__.c
_PEOPLE = constant(select(_people.id, _people.handle, _people.display_name, _people.name))


@dataclass(frozen=True, slots=True)
class Room:
    """A conversation that the caller may see."""

    id: str
    name: str
    kind: str
    party: frozenset[str]
    """Who is in a direct one; of channels, nobody."""


def rooms(ctx: Context) -> list[Room]:
    """All conversations that the caller may see."""
    found = rows_of(ctx.session, _all_rooms(), sight_of(ctx))
    return [
        Room(row.id, row.name, row.kind, frozenset((row.party or "").split(",")) - {""})
        for row in found
    ]


@cache
def _all_rooms() -> Any:
    columns = _channels.id, _channels.name, _channels.kind, _channels.party
    return constant(visible(Channel).with_only_columns(*columns))


def people_called(ctx: Context, said: str) -> frozenset[str]:
    """The people of an id, a reference, a handle or, if it is none, of a name or first name.

    ``me`` is the caller.
    """
    if said.lower().removeprefix("@") == "me":
        return frozenset({ctx.actor.person_id})
    bare = _bare(said, "@")
    wanted = folded(bare)
    everybody = ctx.remembered(_PEOPLE, lambda: rows_of(ctx.session, _PEOPLE, {}))
    exact = {row.id for row in everybody if bare == row.id or wanted == folded(row.handle)}
    if exact:
        return frozenset(exact)
    return frozenset(row.id for row in everybody if wanted in _names(row.display_name, row.name))


def all_called(ctx: Context, said: Iterable[str]) -> frozenset[str]:
    """The people of any of some names."""
    return frozenset[str]().union(*(people_called(ctx, each) for each in said))


def rooms_called(ctx: Context, there: Sequence[Room], said: str) -> frozenset[str]:
    """Those of some conversations that have an id or a name, or that are with a person."""
    bare = _bare(said, "#")
    wanted = folded(bare)
    found = {room.id for room in there if bare == room.id or (wanted and wanted == room.name)}
    if found or said.startswith(("#", "<#")):
        return frozenset(found)
    return with_people(ctx, there, people_called(ctx, said))


def with_people(
    ctx: Context, there: Sequence[Room], people: Iterable[str], kinds: Sequence[str] = ("dm",)
) -> frozenset[str]:
    """Those of some direct conversations that any of these people is in.

    With oneself is what one writes to oneself: nobody else is in it.
    """
    me = ctx.actor.person_id
    wanted = frozenset(people)
    return frozenset(
        room.id
        for room in there
        if room.kind in kinds
        and (wanted & (room.party - {me}) or (me in wanted and room.party == {me}))
    )


def _names(display_name: str, name: str) -> tuple[str, ...]:
    return folded(display_name), folded(name), folded(name.partition(" ")[0])


def _bare(said: str, mark: str) -> str:
    """A name without its mark, or the id in a reference such as ``<#C…>``."""
    doc = from_mrkdwn(said)
    ids = [*mentioned(doc), *referred(doc)]
    return ids[0] if ids else said.removeprefix(mark)
