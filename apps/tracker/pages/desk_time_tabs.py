"""The tabs of a service desk's settings that are about time: SLAs, and calendars."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker.models import Sla, SlaCalendar, SlaGoal
from workworld.apps.tracker.pages.desk_tabs import Asked, Form, Line
from workworld.apps.tracker.pages.desk_words import amount
from workworld.apps.tracker.service import desk_parts, site, sla_clocks, sla_settings, slas
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Problem

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MINUTE = 60_000_000
_SPARE = 2
"""How many empty goals a form offers besides those that there are."""
_MOST = 30
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})")
_WORDS = {
    "created": "The request is made",
    "resolved": "It is resolved",
    "reopened": "It is opened again",
    "assigned": "Somebody gets it",
    "unassigned": "Nobody has it",
    "comment:agent": "An agent answers the customer",
    "comment:customer": "The customer answers",
}


class Slas:
    """Within which time something is to happen."""

    frame = "slas"
    title = "SLAs"
    one = "SLA"
    icon = "clock"
    purpose = "Within which time requests are to be answered and resolved."
    moves = False

    def lines(self, project: str) -> Sequence[Line]:
        """They in their order."""

        def present(ctx: Context, rows: Sequence[Sla]) -> list[Line]:
            return [Line(row.id, row.name, _told(ctx, row)) for row in rows]

        found: list[Line] = page(slas.list, present, project=project)
        return found

    def asked(self, project: str, part_id: str) -> Sequence[Asked]:
        """What the form of one asks."""

        def present(ctx: Context, _rows: Any) -> list[Asked]:
            row = desk_parts.known(ctx, Sla, part_id) if part_id else None
            events = {**_WORDS, **_statuses(ctx, "It comes to")}
            states = {
                **{each: _WORDS[each] for each in sla_clocks.STATES},
                **_statuses(ctx, "It is in"),
            }
            asked = [Asked("name", "Name", value=row.name if row else "", is_required=True)]
            for name, label, held, known in (
                ("starts", "The clock starts when", row.starts if row else ["created"], events),
                ("pauses", "It pauses while", row.pauses if row else [], states),
                ("stops", "It stops when", row.stops if row else ["resolved"], events),
            ):
                chosen = [(each, known.get(each, each)) for each in held]
                asked.append(Asked(name, label, "many", "", chosen, list(known.items())))
            return [*asked, *_goals(ctx, project, row)]

        found: list[Asked] = page(slas.list, present, project=project)
        return found

    def save(self, project: str, part_id: str, form: Form) -> None:
        """Keep one."""
        given: dict[str, Any] = {
            "name": form.get("name", ""),
            **{name: _all(form, name) for name in ("starts", "pauses", "stops")},
        }
        goals = [goal for number in range(_MOST) if (goal := _goal(form, number))]
        if part_id:
            page(sla_settings.edit, nothing, sla_id=part_id, goals=goals, **given)
        else:
            page(sla_settings.create, nothing, project=project, goals=goals, **given)

    def move(self, part_id: str, place: int) -> None:
        """They have no order that matters."""

    def delete(self, part_id: str) -> None:
        """Delete one."""
        page(sla_settings.delete, nothing, sla_id=part_id)


class Calendars:
    """The hours in which clocks run."""

    frame = "slas"
    title = "Calendars"
    one = "calendar"
    icon = "calendar"
    purpose = "The hours in which clocks run, with their time zone and holidays."
    moves = False

    def lines(self, project: str) -> Sequence[Line]:
        """They by name."""

        def present(_ctx: Context, rows: Sequence[SlaCalendar]) -> list[Line]:
            return [
                Line(row.id, row.name, f"{row.zone} · {len(row.holidays)} holidays") for row in rows
            ]

        found: list[Line] = page(sla_settings.calendars, present, project=project)
        return found

    def asked(self, project: str, part_id: str) -> Sequence[Asked]:
        """What the form of one asks."""

        def present(ctx: Context, _rows: Any) -> list[Asked]:
            row = desk_parts.known(ctx, SlaCalendar, part_id) if part_id else None
            hours = row.hours if row else [[[540, 1020]]] * 5 + [[], []]
            days = (
                "\n".join(f"{each['date']} {each['name']}".strip() for each in row.holidays)
                if row
                else ""
            )
            return [
                Asked("name", "Name", value=row.name if row else "", is_required=True),
                Asked("zone", "Time zone", value=row.zone if row else "America/New_York"),
                *(
                    Asked(f"day-{place}", day, value=_parts(hours[place]))
                    for place, day in enumerate(_DAYS)
                ),
                Asked(
                    "holidays",
                    "Holidays",
                    "area",
                    days,
                    hint="A day in each line: 2026-12-25 Christmas",
                ),
            ]

        found: list[Asked] = page(sla_settings.calendars, present, project=project)
        return found

    def save(self, project: str, part_id: str, form: Form) -> None:
        """Keep one."""
        given: dict[str, Any] = {
            "name": form.get("name", ""),
            "zone": form.get("zone", "").strip(),
            "hours": [_hours(form.get(f"day-{place}", ""), place) for place in range(7)],
            "holidays": _holidays(form.get("holidays", "")),
        }
        if part_id:
            page(sla_settings.edit_calendar, nothing, calendar_id=part_id, **given)
        else:
            page(sla_settings.create_calendar, nothing, project=project, **given)

    def move(self, part_id: str, place: int) -> None:
        """They have no order that matters."""

    def delete(self, part_id: str) -> None:
        """Delete one."""
        page(sla_settings.delete_calendar, nothing, calendar_id=part_id)


def _told(ctx: Context, row: Sla) -> str:
    goals: Sequence[SlaGoal] = sla_settings.goals_of(ctx, sla_id=row.id)
    said = [f"{goal.jql or 'All others'}: {amount(goal.minutes * _MINUTE)}" for goal in goals]
    return " · ".join(said)


def _statuses(ctx: Context, words: str) -> Mapping[str, str]:
    return {f"status:{row.id}": f"{words} {row.name}" for row in site.statuses(ctx).values()}


def _goals(ctx: Context, project: str, row: Sla | None) -> list[Asked]:
    held: Sequence[Any] = sla_settings.goals_of(ctx, sla_id=row.id) if row else ()
    known = [(each.id, each.name) for each in sla_settings.calendars(ctx, project=project)]
    choices = [("", "All day and night"), *known]
    found = []
    for number in range(min(len(held) + _SPARE, _MOST)):
        goal = held[number] if number < len(held) else None
        label = f"Goal {number + 1}"
        time = amount(goal.minutes * _MINUTE) if goal else ""
        found += [
            Asked(f"time-{number}", f"{label}: within", value=time, hint="Such as 4h or 1h 30m"),
            Asked(
                f"jql-{number}",
                f"{label}: of issues",
                value=goal.jql if goal else "",
                hint="priority = Highest; empty for all others",
            ),
            Asked(
                f"calendar-{number}",
                f"{label}: counting",
                "select",
                (goal.calendar_id or "") if goal else (known[0][0] if known else ""),
                choices=choices,
            ),
        ]
    return found


def _goal(form: Form, number: int) -> dict[str, Any] | None:
    time = form.get(f"time-{number}", "").strip()
    if not time:
        return None
    seconds = durations.parse_elapsed(time)
    if not seconds or seconds < durations.MINUTE:
        said = "That is no time: try 4h or 1h 30m."
        raise Invalid("invalid_sla", said, problems=[Problem(said, f"time-{number}")])
    return {
        "minutes": seconds // durations.MINUTE,
        "jql": form.get(f"jql-{number}", ""),
        "calendar_id": form.get(f"calendar-{number}", "") or None,
    }


def _all(form: Form, name: str) -> list[str]:
    return [each for each in form.getlist(name) if each]


def _parts(parts: Sequence[Sequence[int]]) -> str:
    """``09:00-12:00, 13:00-17:00``."""
    return ", ".join(
        "-".join(f"{minutes // 60:02}:{minutes % 60:02}" for minutes in part) for part in parts
    )


def _hours(text: str, place: int) -> list[list[int]]:
    found = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        ends = [_CLOCK.fullmatch(each.strip()) for each in part.split("-")]
        if len(ends) != 2 or not all(ends):
            said = "Hours are written 09:00-17:00, with commas between parts of a day."
            raise Invalid("invalid_calendar", said, problems=[Problem(said, f"day-{place}")])
        found.append([int(end[1]) * 60 + int(end[2]) for end in ends if end])
    return found


def _holidays(text: str) -> list[dict[str, str]]:
    found = []
    for line in filter(None, (each.strip() for each in text.splitlines())):
        day, _, name = line.partition(" ")
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", day, re.ASCII):
            said = f"'{line[:40]}' does not begin with a day such as 2026-12-25."
            raise Invalid("invalid_calendar", said, problems=[Problem(said, "holidays")])
        found.append({"date": day, "name": name.strip()[:100]})
    return found
