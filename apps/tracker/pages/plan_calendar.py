"""A project's calendar: what is due, when sprints begin and end, and when versions are released."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

import flask

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import IssueType
from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.frames import ProjectFrame, framed
from workworld.apps.tracker.pages.sprint_view import sprint_view
from workworld.apps.tracker.service import access, plans, site
from workworld.context import Context
from workworld.doors.web import page

_VIEWS = {"month": 4, "week": 14}
"""How many issues a day shows."""


@dataclass(frozen=True, slots=True)
class Item:
    """An issue that is due."""

    key: str
    summary: str
    type: IssueType
    is_done: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A day, and what there is on it."""

    iso: str
    number: int
    words: str
    is_outside: bool
    """Whether it is of another month."""
    is_today: bool
    notes: Sequence[str]
    items: Sequence[Item]
    more: int
    """How many issues are not shown."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """What the page shows."""

    project: ProjectFrame
    title: str
    weeks: Sequence[Sequence[Day]]
    before: str
    after: str
    may_edit: bool


@BLUEPRINT.get("/p/<project>/calendar", endpoint="calendar")
def calendar_page(project: str) -> str:
    """What of a project is due on which days."""
    return shown(project)


def shown(project: str, dialog: str = "", **values: Any) -> str:
    """The page of a calendar.

    Args:
        project: the project's key.
        dialog: a template of a dialog that stands above it.
        values: what that shows.
    """
    view = "week" if flask.request.args.get("view") == "week" else "month"
    asked = _asked_day()
    # Wide enough for whatever day it is where the reader is; what is beyond is not drawn.
    first, last = _bounds(asked) if asked else ("1990-01-01", "2200-12-31")
    drawn = partial(_drawn, view=view, asked=asked)
    found = page(plans.days, drawn, project=project, first=first, last=last)
    return framed(
        "calendar.html",
        project=found.project,
        found=found,
        view=view,
        here=_here,
        dialog=dialog,
        **values,
    )


def _asked_day() -> date | None:
    try:
        day = date.fromisoformat(flask.request.args.get("at", ""))
    except ValueError:
        return None
    return day if 1990 <= day.year <= 2200 else None


def _bounds(day: date) -> tuple[str, str]:
    return (day - timedelta(days=40)).isoformat(), (day + timedelta(days=50)).isoformat()


def _here(**changed: str | None) -> str:
    values = {name: flask.request.args.get(name, "") for name in ("view", "at")} | changed
    query = urlencode({name: each for name, each in values.items() if each})
    path = flask.url_for("ui.calendar", **(flask.request.view_args or {}) | {"issue": None})
    return f"{path}{'?' + query if query else ''}"


def _drawn(ctx: Context, plan: plans.Plan, *, view: str, asked: date | None) -> Calendar:
    today = moments.today(ctx)
    day = asked or today
    begin = day if view == "week" else day.replace(day=1)
    start = begin - timedelta(days=begin.weekday())
    weeks = 1 if view == "week" else _weeks_of(begin, start)
    notes, items = _notes(ctx, plan), _items(ctx, plan)

    def made(number: int) -> Day:
        when = start + timedelta(days=number)
        there = items.get(when.isoformat(), [])
        return Day(
            when.isoformat(),
            when.day,
            f"{when:%A}, {moments.day(when.isoformat())}",
            view == "month" and when.month != day.month,
            when == today,
            notes.get(when, ()),
            there[: _VIEWS[view]],
            max(0, len(there) - _VIEWS[view]),
        )

    step = timedelta(days=7) if view == "week" else timedelta(days=31)
    before = begin - (step if view == "week" else timedelta(days=1))
    return Calendar(
        ProjectFrame.of(plan.project),
        f"{begin:%B %Y}" if view == "month" else f"Week of {moments.day(start.isoformat())}",
        [[made(7 * week + number) for number in range(7)] for week in range(weeks)],
        before.isoformat(),
        (begin + step).isoformat(),
        access.has(ctx, names.EDIT, plan.project.id) and not plan.project.is_archived,
    )


def _weeks_of(begin: date, start: date) -> int:
    """How many weeks a month touches."""
    end = (begin + timedelta(days=31)).replace(day=1)
    return -(-(end - start).days // 7)


def _notes(ctx: Context, plan: plans.Plan) -> Mapping[date, Sequence[str]]:
    found: dict[date, list[str]] = {}
    for row in plan.sprints:
        sprint = sprint_view(ctx, row)
        for when, word in ((sprint.start, "starts"), (sprint.end, "ends")):
            if when:
                found.setdefault(when, []).append(f"{row.name} {word}")
    for version in plan.versions:
        when = date.fromisoformat(version.release_date or "")
        said = f"{version.name} {'was released' if version.is_released else 'is released'}"
        found.setdefault(when, []).append(said)
    return found


def _items(ctx: Context, plan: plans.Plan) -> Mapping[str, list[Item]]:
    types, statuses = site.issue_types(ctx), site.statuses(ctx)
    found: dict[str, list[Item]] = {}
    for row in plan.rows:
        is_done = statuses[row.status_id].category == "done"
        item = Item(row.key, row.summary, types[row.type_id], is_done)
        found.setdefault(row.due_date or "", []).append(item)
    return found
