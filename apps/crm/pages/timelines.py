"""What was done and is to be done about a record: the activity tab of its page."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from workworld.apps.crm.pages import composers, entries, moments, portions, values
from workworld.apps.crm.pages.blueprint import record_url
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.known_records import Known
from workworld.apps.crm.pages.records import Asked, part
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import access_levels, activities, people, sight
from workworld.apps.crm.service.timeline_items import CALL, EMAIL, EVENT, KINDS, NOTE, TASK, Item
from workworld.context import Context

_PAST, _UPCOMING = 15, 15
_PLACE = re.compile(r"\d{1,17}-[0-9A-Za-z]{18}")
_NAMES = {TASK: "Tasks", CALL: "Calls", EVENT: "Events", EMAIL: "E-mails", NOTE: "Notes"}
_ICONS = {
    TASK: ("Task", "square-check"),
    CALL: ("Case", "headset"),
    EVENT: ("Event", "calendar"),
    EMAIL: ("Account", "mail"),
    NOTE: ("Opportunity", "sticky-note"),
}
_OBJECTS = {TASK: "Task", CALL: "Task", EVENT: "Event", EMAIL: "EmailMessage", NOTE: "Note"}


@dataclass(frozen=True, slots=True)
class ShownItem:
    """An activity."""

    id: str
    kind: str
    mark: tuple[str, str]
    subject: str
    when: str
    iso: str
    note: str
    """Who did it or is to do it, with whom."""
    text: str
    facts: Sequence[tuple[str, str, str]]
    """Label, text and address of what else there is to say."""
    url: str
    is_done: bool
    is_overdue: bool
    may_complete: bool


@dataclass(frozen=True, slots=True)
class ShownMonth:
    """The activities of a month."""

    name: str
    note: str
    items: Sequence[ShownItem]


@dataclass(frozen=True, slots=True)
class ShownTimeline:
    """The activity tab."""

    upcoming: Sequence[ShownItem]
    past: Sequence[ShownMonth]
    filters: Sequence[tuple[str, str, bool]]
    mine: tuple[str, bool]
    """Where to see only one's own or all, and whether it is only one's own."""
    more_url: str
    is_narrowed: bool
    rest: int
    """How many of what is to come are not shown yet."""
    whole_url: str


@part("activity")
def activity_tab(ctx: Context, found: Known, asked: Asked) -> Mapping[str, Any]:
    """What there is to do about a record, and the forms to add to it."""
    kind = entries.one(asked.values, "kind")
    is_mine = entries.one(asked.values, "whose") == "mine"
    before = entries.one(asked.values, "before")
    before = before if _PLACE.fullmatch(before) else ""
    told = activities.timeline(
        ctx,
        record_id=found.id,
        kinds=(kind,) if kind in KINDS else (),
        owner_id=people.me(ctx).id if is_mine else None,
        before=before or None,
        limit=_PAST,
    )
    is_whole = portions.is_whole()
    upcoming = told.upcoming if is_whole else told.upcoming[:_UPCOMING]
    url = record_url(found.sobject.name, found.id)
    today = moments.today(ctx)
    items = [*upcoming, *(item for month in told.past for item in month.items)]
    open_to_me = _finishable(ctx, items)
    shown = ShownTimeline(
        [item_of(ctx, found, each, open_to_me) for each in upcoming],
        [
            ShownMonth(
                _month(each.name),
                _age(each.name, today),
                [item_of(ctx, found, item, open_to_me) for item in each.items],
            )
            for each in told.past
        ],
        [
            (_at(url, asked.values, kind=name), text, name == (kind if kind in KINDS else ""))
            for name, text in (("", "All"), *_NAMES.items())
        ],
        (_at(url, asked.values, whose="" if is_mine else "mine"), is_mine),
        _at(url, asked.values, before=told.more) if told.more else "",
        bool(kind or is_mine or before),
        len(told.upcoming) - len(upcoming),
        _at(url, asked.values, **{portions.ROWS: portions.ALL}),
    )
    return {
        "timeline": shown,
        "composer": composers.composer_of(ctx, found, asked.values, asked.refusal),
    }


def _finishable(ctx: Context, items: Sequence[Item]) -> frozenset[str]:
    """The open tasks among activities that the reader may change."""
    task = objects.of_name("Task")
    ids = [each.id for each in items if each.kind in (TASK, CALL) and not each.is_done]
    if not ids or not sight.may(ctx, task, "edit"):
        return frozenset()
    levels = access_levels.of(ctx, task, ids)
    return frozenset(each for each, level in levels.items() if level != access_levels.READ)


def item_of(ctx: Context, found: Known, item: Item, finishable: Collection[str]) -> ShownItem:
    """An activity as the timeline of a record shows it.

    Args:
        ctx: who reads.
        found: the record.
        item: the activity.
        finishable: the tasks that the reader may mark as done.
    """
    others = [
        name
        for key, name in ((item.who_id, item.who), (item.what_id, item.what))
        if name and key != found.id
    ]
    verb = {CALL: "logged a call", EMAIL: "wrote", NOTE: "noted this"}.get(item.kind, "")
    if item.kind == EMAIL and item.details["incoming"]:
        note = f"{item.details['from_name'] or item.details['from'] or 'Somebody'} wrote"
    elif item.kind in (TASK, EVENT):
        note = item.owner
    else:
        note = f"{item.owner} {verb}".strip()
    return ShownItem(
        item.id,
        item.kind,
        _ICONS[item.kind],
        item.subject or "(no subject)",
        _when(ctx, item),
        item.day or "",
        note + (f" · {', '.join(others)}" if others else ""),
        item.text,
        _facts(ctx, found, item),
        record_url(_OBJECTS[item.kind], item.id),
        item.is_done,
        item.is_overdue,
        item.id in finishable,
    )


def _when(ctx: Context, item: Item) -> str:
    if item.at_us is None or item.day is None:
        return "No due date"
    day = moments.near_day(ctx, date.fromisoformat(item.day))
    if item.kind in (TASK, CALL) and not item.is_done:
        return f"Overdue: {day}" if item.is_overdue else day
    if item.kind == EVENT and item.details["all_day"]:
        return day
    return moments.near_moment(ctx, item.at_us)


def _facts(ctx: Context, found: Known, item: Item) -> list[tuple[str, str, str]]:
    facts: list[tuple[str, str, str]] = []
    for label, key, name in (
        ("Name", item.who_id, item.who),
        ("Related to", item.what_id, item.what),
    ):
        if key and name and key != found.id:
            facts.append((label, name, values.url_of(key)))
    said = item.details
    if item.kind in (TASK, CALL):
        facts += [("Status", str(said["status"]), ""), ("Priority", str(said["priority"]), "")]
    if item.kind == CALL:
        minutes = -(-said["call_seconds"] // 60) if said["call_seconds"] else 0
        facts += [
            ("Call type", str(said["call_type"] or ""), ""),
            ("Duration", f"{minutes} min" if minutes else "", ""),
            ("Result", str(said["result"] or ""), ""),
        ]
    if item.kind == EVENT:
        facts += [
            ("Ends", moments.near_moment(ctx, said["end_us"]), ""),
            ("Location", str(said["location"] or ""), ""),
        ]
    if item.kind == EMAIL:
        facts += [("From", str(said["from"] or ""), ""), ("To", str(said["to"] or ""), "")]
    if item.kind == NOTE and said["private"]:
        facts.append(("Visible", "Only to you", ""))
    return [each for each in facts if each[1]]


def _at(url: str, given: Form, **changed: str | None) -> str:
    kept = {name: entries.one(given, name) for name in ("kind", "whose")}
    wanted = {"tab": "activity", **kept, **changed}
    return f"{url}?{urlencode({name: value for name, value in wanted.items() if value})}"


def _month(name: str) -> str:
    if not name:
        return "Without a day"
    first = date.fromisoformat(f"{name}-01")
    return f"{first:%B} {first.year}"


def _age(name: str, today: date) -> str:
    if not name:
        return ""
    first = date.fromisoformat(f"{name}-01")
    months = (today.year - first.year) * 12 + today.month - first.month
    if months <= 1:
        return ("This month", "Last month")[months] if months >= 0 else ""
    return f"{months} months ago"
