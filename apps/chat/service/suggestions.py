"""What a query may go on with: modifiers, and the people and conversations that they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated

from pydantic import Field

from workworld.apps.chat.service import channels, queries, search, titles, users
from workworld.apps.chat.types import CHANNELS
from workworld.context import Context, Surface
from workworld.directory.words import folded
from workworld.operations import Effect, operation

_MOST = 8
_MODIFIERS = {
    "from:": "Written by somebody",
    "in:": "In a channel, or in messages with somebody",
    "to:": "Direct messages to somebody",
    "with:": "Threads and direct messages with somebody",
    "has:": "With a link, a file, a reaction …",
    "hasmy:": "With a reaction of yours",
    "is:": "Threads, direct messages, unread …",
    "type:": "With a file of a type",
    "before:": "Before a day",
    "after:": "After a day",
    "on:": "On a day",
    "during:": "In a month or year",
}
_PEOPLE = ("from", "to", "with", "in")
_TIMES = (
    "today", "yesterday",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    "january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december",
)  # fmt: skip
_VALUES = {
    "has": (*queries.HAVING, ":+1:", ":eyes:", ":tada:"),
    "hasmy": (":+1:", ":eyes:", ":tada:"),
    "is": queries.BEING,
    "type": queries.TYPES,
    "before": _TIMES,
    "after": _TIMES,
    "on": _TIMES,
    "during": _TIMES[9:],
}


@dataclass(frozen=True, slots=True)
class Completion:
    """A query that goes on from what was typed."""

    query: str
    note: str
    icon: str = "search"
    person_id: str = ""
    person_name: str = ""


# The field that it completes is a page's.
@operation(Effect.READ, scope="search:read", doors=(Surface.UI,))
def suggest(
    ctx: Context,
    *,
    text: Annotated[str, Field(description="What was typed so far.", max_length=1000)] = "",
) -> Sequence[Completion]:
    """Complete the last word of a query: to a modifier, or to what a modifier names."""
    before, _, last = text.rpartition(" ")
    start = f"{before} " if before else ""
    denied = "-" if last.startswith("-") else ""
    last = last.removeprefix("-")
    name, colon, value = last.partition(":")
    found = _values(ctx, name.lower(), value) if colon else _modifiers(name.lower())
    some = islice(found, _MOST)
    return [replace(each, query=f"{start}{denied}{each.query}") for each in some]


def _modifiers(begun: str) -> Iterator[Completion]:
    for name, note in _MODIFIERS.items():
        if begun and name.startswith(begun) and name != begun:
            yield Completion(name, note, "list-filter")


def _values(ctx: Context, name: str, value: str) -> Iterator[Completion]:
    bare = value.lstrip('@#"')
    if name == "in" and not value.startswith("@"):
        yield from _channels(ctx, folded(bare))
    if name in _PEOPLE and not value.startswith("#"):
        yield from _people(ctx, name, bare)
    for known in _VALUES.get(name, ()):
        if known.startswith(value.lower()) and known != value.lower():
            note = _when(ctx, known) if name in queries.DAYS else ""
            yield Completion(f"{name}:{known}", note, "list-filter")


def _when(ctx: Context, value: str) -> str:
    """Which day or month is meant: ``2026-03-13``, ``2026-03``."""
    days = queries.days_of(value, search.today(ctx))
    if days is None:
        return ""
    return days.first.isoformat() if days.first == days.last else days.first.isoformat()[:7]


def _channels(ctx: Context, begun: str) -> Iterator[Completion]:
    words = [begun] if begun else []
    found = channels.list(ctx, kinds=CHANNELS, words=words, limit=200).items
    joined = channels.joined(ctx, [row.id for row in found])
    named = [row for row in found if begun in row.name]
    for row in sorted(
        named, key=lambda row: (not row.name.startswith(begun), row.id not in joined)
    ):
        yield Completion(f"in:#{row.name}", row.topic, titles.icon_of(row))


def _people(ctx: Context, name: str, begun: str) -> Iterator[Completion]:
    if "me".startswith(begun.lower()) and name != "in":
        yield Completion(f"{name}:me", "You", "user")
    for person in users.search(ctx, words=[begun] if begun else [], limit=_MOST).items:
        query = f"{name}:@{person.handle}"
        yield Completion(query, person.name, "user", person.id, person.name)
