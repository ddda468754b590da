"""One's own calendar by month, week or day, and the same as a file for other calendars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import flask

from workworld.apps.crm.pages import calendar_grids, entries, moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.calendar_grids import HOURS, Meeting, ShownEntry, may_move
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import calendars, records, sight
from workworld.apps.crm.service.calendars import Entry
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.doors.web import nothing, page, today
from workworld.files import content_lines
from workworld.files.content_lines import escaped

_VIEWS = {"month": "Month", "week": "Week", "day": "Day"}
_WEEK = 7
_DECEMBER = 12


@dataclass(frozen=True, slots=True)
class ShownDay:
    """A day, what there is on it, and where one adds a meeting."""

    iso: str
    number: int
    words: str
    is_outside: bool
    is_today: bool
    items: Sequence[ShownEntry]
    """Of a month all; else what has no time: tasks, and what takes the whole day."""
    meetings: Sequence[Meeting]
    """In the hours of a week or a day."""
    new_url: str


@dataclass(frozen=True, slots=True)
class CalendarView:
    """The page."""

    title: str
    view: str
    date: str
    views: Sequence[tuple[str, str, bool]]
    weeks: Sequence[Sequence[ShownDay]]
    before: str
    after: str
    today: str
    ics: str
    new_url: str
    """Empty for those who may not add meetings."""
    hours: Sequence[str]


@BLUEPRINT.get("/calendar")
def calendar_page() -> str:
    """The reader's meetings and open tasks."""
    view, day = _asked()
    first, days = _span(view, day)

    def present(ctx: Context, found: Sequence[Entry]) -> CalendarView:
        return _shown(ctx, found, view, day)

    calendar = page(calendars.show, present, first=first.isoformat(), days=days)
    return framed("calendar.html", calendar=calendar, dialog="")


@BLUEPRINT.post("/calendar/<event_id>/move")
def move_meeting(event_id: str) -> Any:
    """Let a meeting take place at another time, or take longer."""
    form = entries.entered(flask.request.form)
    page(records.get, nothing, sobject="Event", record_id=event_id)
    given = {"sobject": "Event", "record_id": event_id, "form": form}
    page(records.update, nothing, accept=calendar_grids.moved, **given)
    where = {"view": entries.one(form, "view"), "date": entries.one(form, "date")}
    return flask.redirect(at("/calendar", where), 303)


@BLUEPRINT.get("/calendar.ics")
def calendar_file() -> Any:
    """The same meetings as a file in the format of calendars."""
    view, day = _asked()
    first, days = _span(view, day)
    found = page(calendars.show, lambda _ctx, it: it, first=first.isoformat(), days=days)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Workworld//CRM//EN"]
    for each in found:
        lines += _lines(each)
    body = content_lines.written([*lines, "END:VCALENDAR"])
    headers = {"Content-Disposition": f'attachment; filename="calendar-{first.isoformat()}.ics"'}
    return body, 200, {**headers, "Content-Type": "text/calendar; charset=utf-8"}


def _lines(entry: Entry) -> list[str]:
    """A meeting in the words of RFC 5545; tasks are left out."""
    if entry.start_us is None or entry.end_us is None:
        return []
    starts, ends = from_microseconds(entry.start_us), from_microseconds(entry.end_us)
    if entry.is_all_day:
        last = ends.date() + timedelta(days=1)
        times = [f"DTSTART;VALUE=DATE:{starts:%Y%m%d}", f"DTEND;VALUE=DATE:{last:%Y%m%d}"]
    else:
        times = [f"DTSTART:{_utc(starts)}", f"DTEND:{_utc(ends)}"]
    place = [f"LOCATION:{escaped(entry.location)}"] if entry.location else []
    made = [f"UID:{entry.id}@crm", f"DTSTAMP:{_utc(starts)}", *times]
    return ["BEGIN:VEVENT", *made, f"SUMMARY:{escaped(entry.subject)}", *place, "END:VEVENT"]


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _asked() -> tuple[str, date]:
    """Which view of which day is asked for; what makes no sense stands for this week."""
    args = flask.request.args
    view = args.get("view", "week")
    try:
        day = date.fromisoformat(args.get("date", ""))
    except ValueError:
        day = today()
    is_far = not date(1970, 1, 1) < day < date(2199, 1, 1)
    return (view if view in _VIEWS else "week"), (today() if is_far else day)


def _span(view: str, day: date) -> tuple[date, int]:
    """The first day that a view shows, and how many; weeks begin on Monday."""
    if view == "day":
        return day, 1
    if view == "week":
        return day - timedelta(days=day.weekday()), _WEEK
    first = day.replace(day=1)
    first -= timedelta(days=first.weekday())
    last = _next_month(day) - timedelta(days=1)
    weeks = ((last - first).days // _WEEK) + 1
    return first, weeks * _WEEK


def _next_month(day: date) -> date:
    if day.month == _DECEMBER:
        return date(day.year + 1, 1, 1)
    return date(day.year, day.month + 1, 1)


def _shown(ctx: Context, found: Sequence[Entry], view: str, day: date) -> CalendarView:
    first, days = _span(view, day)
    dates = [first + timedelta(days=each) for each in range(days)]
    may_add = sight.may(ctx, of_name("Event"), "create")
    shown = [_day(ctx, each, found, (view, day), may_add=may_add) for each in dates]
    steps = {"day": 1, "week": _WEEK}
    step = timedelta(days=steps.get(view, 0))
    before = day - step if step else (day.replace(day=1) - timedelta(days=1)).replace(day=1)
    after = day + step if step else _next_month(day)
    title = f"{day:%B} {day.year}" if view == "month" else moments.day(first.isoformat())
    return CalendarView(
        title if view != "week" else f"Week of {title}",
        view,
        day.isoformat(),
        [(_url(name, day), label, name == view) for name, label in _VIEWS.items()],
        [shown[each : each + _WEEK] for each in range(0, len(shown), _WEEK)],
        _url(view, before),
        _url(view, after),
        _url(view, moments.today(ctx)),
        at("/calendar.ics", {"view": view, "date": day.isoformat()}),
        _new(day) if may_add else "",
        HOURS if view != "month" else (),
    )


def _day(
    ctx: Context,
    each: date,
    found: Sequence[Entry],
    asked: tuple[str, date],
    *,
    may_add: bool,
) -> ShownDay:
    view, day = asked
    moves = may_move(ctx)
    meetings, items = calendar_grids.of_day(ctx, each, found, may_move=moves)
    if view == "month":
        here = [entry for entry in found if entry.day == each.isoformat()]
        items = [calendar_grids.entry_of(ctx, entry, may_move=moves) for entry in here]
    return ShownDay(
        each.isoformat(),
        each.day,
        f"{each:%A}, {moments.day(each.isoformat())}",
        view == "month" and each.month != day.month,
        each == moments.today(ctx),
        items,
        meetings if view != "month" else (),
        _new(each) if may_add else "",
    )


def _url(view: str, day: date) -> str:
    return at("/calendar", {"view": view, "date": day.isoformat()})


def _new(day: date) -> str:
    iso = day.isoformat()
    times = {"StartDateTime-time": "9:00 AM", "EndDateTime-time": "10:00 AM"}
    return at("/Event/new", {"StartDateTime": iso, "EndDateTime": iso, **times})
