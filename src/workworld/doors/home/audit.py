"""The audit log's page, for those who administer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

import flask

from workworld import loading
from workworld.audit import entries
from workworld.audit.entries import Change, Entry
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.dates import past_day_from
from workworld.directory import people
from workworld.doors.times import clock_time, day_name
from workworld.doors.web import Avatar, page, today
from workworld.files.tables import as_csv
from workworld.journal import DONE
from workworld.links.addresses import rendered
from workworld.paging import Page

BLUEPRINT = flask.Blueprint("audit", __name__)

PAGE_SIZE = 30
SURFACES = {"ui": "Browser", "rest": "API", "mcp": "Tools", "system": "Automation"}
_VERBS = {"insert": "Added", "update": "Changed", "delete": "Removed"}
_FILTERS = ("person", "app", "through", "operation", "since", "until")
_MOST_SAVED = 5_000
_COLUMNS = ("when", "who", "through", "operation", "refused", "what")
_FIRST, _LAST = date(1970, 1, 2), date(2200, 1, 1)
"""Days that the log can tell."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What happened to rows of one kind, in words."""

    text: str
    """``Added message``, ``Added 3 messages``."""
    subject: str
    """What the row is called; empty where that is not told."""
    url: str
    """Where it lies; empty where nothing is left to be seen."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry, in the viewer's time zone."""

    day: str
    time: str
    iso: str
    actor: str
    avatar: Avatar
    surface: str
    operation: str
    refusal: str
    """Why it was refused; empty if it was not."""
    deeds: tuple[Deed, ...]


@BLUEPRINT.get("/audit")
def show() -> str:
    """The log, newest first; nothing at all for those who may not read it."""
    asked = _Asked.read()
    found = asked.page_of(flask.request.args.get("cursor", ""), PAGE_SIZE)
    return flask.render_template(
        "audit.html",
        lines=found.items,
        older=found.next_cursor,
        filters={name: value for name, value in asked.given.items() if value},
        given=asked.given,
        unread=asked.unread,
        app_choices=[("", "All", ""), *((app.id, app.title, "") for app in loading.apps())],
        surface_choices=[("", "Any", ""), *((each, title, "") for each, title in SURFACES.items())],
    )


@BLUEPRINT.get("/audit/entries.csv")
def save() -> flask.Response:
    """The same entries as a table to be saved, the newest five thousand."""
    content = as_csv(_COLUMNS, map(_cells, _saved(_Asked.read())))
    response = flask.Response(content, mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="audit.csv"'
    response.headers["Cache-Control"] = "no-store"
    return response


@dataclass(frozen=True, slots=True)
class _Asked:
    """The filters of an address."""

    given: dict[str, str]
    unread: tuple[str, ...]
    """Which days cannot be told."""
    days: dict[str, Any]

    @classmethod
    def read(cls) -> _Asked:
        """What this request asks for; a door that there is not counts as none."""
        given = {name: flask.request.args.get(name, "") for name in _FILTERS}
        given["through"] = given["through"] if given["through"] in SURFACES else ""
        typed = {name: given[name].strip() for name in ("since", "until") if given[name].strip()}
        told = {name: past_day_from(text, today()) for name, text in typed.items()}
        days = {name: min(max(day, _FIRST), _LAST).isoformat() for name, day in told.items() if day}
        return cls(given, tuple(name for name in typed if name not in days), days)

    def page_of(self, cursor: str, size: int) -> Page[Line]:
        """Some of the entries that fit."""
        found: Page[Line] = page(
            entries.list,
            _lines,
            person=self.given["person"],
            app_id=self.given["app"],
            surface=self.given["through"],
            operation=self.given["operation"],
            limit=size,
            cursor=cursor,
            **self.days,
        )
        return found


def _saved(asked: _Asked) -> Iterator[Line]:
    """The newest entries that fit, page after page."""
    cursor: str | None = ""
    left = _MOST_SAVED
    while cursor is not None and left > 0:
        found = asked.page_of(cursor, entries.LARGEST_PAGE)
        yield from found.items
        cursor, left = found.next_cursor, left - len(found.items)


def _cells(line: Line) -> list[str]:
    deeds = "; ".join(f"{deed.text} {deed.subject}".strip() for deed in line.deeds)
    return [line.iso, line.actor, line.surface, line.operation, line.refusal, deeds]


def _lines(ctx: Context, found: Page[Entry]) -> Page[Line]:
    zone = people.my_zone(ctx)
    return Page([_line(ctx, entry, zone) for entry in found.items], found.next_cursor)


def _line(ctx: Context, entry: Entry, zone: ZoneInfo) -> Line:
    moment = from_microseconds(entry.time_us).astimezone(zone)
    return Line(
        day=day_name(moment.date(), ctx.clock.now().astimezone(zone).date()),
        time=clock_time(moment),
        iso=moment.isoformat(timespec="seconds"),
        actor=entry.actor,
        avatar=Avatar.of(entry.actor_id, entry.actor),
        surface=SURFACES[entry.surface],
        operation=entry.operation,
        refusal="" if entry.outcome == DONE else entry.outcome.replace("_", " "),
        deeds=tuple(_deed(ctx, change) for change in entry.changes),
    )


def _deed(ctx: Context, change: Change) -> Deed:
    what = change.noun if change.count == 1 else f"{change.count} {change.noun}s"
    text = f"{_VERBS[change.kind]} {what}"
    if change.subject is None:
        return Deed(text, "", "")
    is_left = change.kind != "delete"
    url = rendered(ctx, change.subject.url) if is_left else ""
    return Deed(text, change.subject.name, url)
