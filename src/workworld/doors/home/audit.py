"""The audit log's page, for those who administer."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

import flask

from workworld import loading
from workworld.audit import entries
from workworld.audit.entries import Change, Entry
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.times import clock_time, day_name
from workworld.doors.web import Avatar, page
from workworld.journal import DONE
from workworld.links.addresses import rendered
from workworld.paging import Page

BLUEPRINT = flask.Blueprint("audit", __name__)

PAGE_SIZE = 30
SURFACES = {"ui": "Browser", "rest": "API", "mcp": "Tools", "system": "Automation"}
_VERBS = {"insert": "Added", "update": "Changed", "delete": "Removed"}
_FILTERS = ("person", "app", "through", "operation")


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
    given = {name: flask.request.args.get(name, "") for name in _FILTERS}
    surface = given["through"] if given["through"] in SURFACES else ""
    found: Page[Line] = page(
        entries.list,
        _lines,
        person=given["person"],
        app_id=given["app"],
        surface=surface,
        operation=given["operation"],
        limit=PAGE_SIZE,
        cursor=flask.request.args.get("cursor", ""),
    )
    filters = {name: value for name, value in given.items() if value}
    return flask.render_template(
        "audit.html",
        lines=found.items,
        older=found.next_cursor,
        filters=filters,
        given=given | {"through": surface},
        app_choices=[("", "All", ""), *((app.id, app.title, "") for app in loading.apps())],
        surface_choices=[("", "Any", ""), *((each, title, "") for each, title in SURFACES.items())],
    )


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
