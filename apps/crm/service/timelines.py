"""The timeline of a record: its tasks, calls, meetings, messages and notes in their order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from workworld.apps.crm.service import people, reading, refusals
from workworld.apps.crm.service.timeline_items import (
    CALL,
    EVENT,
    KINDS,
    SOURCES,
    TASK,
    Asked,
    Item,
)
from workworld.context import Context

_TIME = re.compile(r"[0-9]{1,17}")


@dataclass(frozen=True, slots=True)
class Month:
    """The activities of a month."""

    name: str
    """``2026-03``."""
    items: Sequence[Item]


@dataclass(frozen=True, slots=True)
class Timeline:
    """The activities of a record."""

    upcoming: Sequence[Item]
    """Overdue ones first, then by day; those without a day last."""
    past: Sequence[Month]
    """The newest first."""
    more: str | None
    """What to ask for next; None if that was all."""


def of_record(
    ctx: Context,
    record_id: str,
    *,
    kinds: Sequence[str] = (),
    owner_id: str | None = None,
    limit: int = 50,
    before: str | None = None,
) -> Timeline:
    """The activities of a record that the caller sees.

    Args:
        ctx: who looks.
        record_id: of 18 characters.
        kinds: which ones; all by default.
        owner_id: whose alone.
        limit: how many that are past.
        before: what the last answer had as ``more``.

    Raises:
        RecordRefused: ``INVALID_FIELD``: there is no such kind, or ``before`` is none of ours.
    """
    if unknown := [each for each in kinds if each not in KINDS]:
        said = f"There is no kind of activity called {unknown[0][:40]}"
        raise refusals.refused("INVALID_FIELD", said, "kinds")
    place = _place(before)
    items: list[Item] = []
    today = people.today(ctx)
    for source in SOURCES:
        if kinds and not set(source.kinds) & set(kinds):
            continue
        items += source.read(ctx, Asked(record_id, tuple(kinds), owner_id, limit, place, today))
    items = _named(ctx, items)
    ahead = [each for each in items if _is_ahead(ctx, each)] if before is None else []
    behind = [each for each in items if not _is_ahead(ctx, each)]
    behind.sort(key=lambda each: (each.at_us or 0, each.id), reverse=True)
    shown = behind[:limit]
    more = f"{shown[-1].at_us}-{shown[-1].id}" if len(behind) > limit else None
    return Timeline(sorted(ahead, key=_soonest), _months(shown), more)


def _named(ctx: Context, items: Sequence[Item]) -> list[Item]:
    """The same with the names of owners and of whom and what they are about."""
    ids = {each for item in items for each in (item.owner_id, item.who_id, item.what_id) if each}
    names = reading.names(ctx, ids)
    return [
        replace(
            item,
            owner=names.get(item.owner_id, ""),
            who=names.get(item.who_id or "", ""),
            what=names.get(item.what_id or "", ""),
        )
        for item in items
    ]


def _is_ahead(ctx: Context, item: Item) -> bool:
    if item.kind in (TASK, CALL):
        return not item.is_done
    return item.kind == EVENT and item.details["end_us"] >= ctx.clock.now_us()


def _soonest(item: Item) -> tuple[bool, str, int, str]:
    return (item.day is None, item.day or "", item.at_us or 0, item.id)


def _months(items: Sequence[Item]) -> Sequence[Month]:
    found: dict[str, list[Item]] = {}
    for each in items:
        found.setdefault((each.day or "")[:7], []).append(each)
    return [Month(name, held) for name, held in found.items()]


def _place(before: str | None) -> tuple[int, str] | None:
    if before is None:
        return None
    at_us, _, last = before.partition("-")
    if not _TIME.fullmatch(at_us) or not last:
        raise refusals.refused("INVALID_FIELD", "That is no place in a timeline", "before")
    return int(at_us), last
