"""A project's timeline: a bar for each epic and issue, drawn on the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

import flask

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, IssueType
from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.frames import ProjectFrame, framed
from workworld.apps.tracker.pages.sprint_view import sprint_view
from workworld.apps.tracker.service import access, plans, site
from workworld.context import Context
from workworld.doors.web import page

ROW, HEAD = 36, 44
"""How high a row and the head are, in pixels."""
ZOOMS = {"weeks": (24, 14, 70), "months": (8, 28, 182), "quarters": (3, 91, 455)}
"""How wide a day is in pixels, how many days before today are shown, and how many in all."""
_MOST = 60
_FEW = 40
"""So many rows are unfolded at once anyway."""


@dataclass(frozen=True, slots=True)
class Bar:
    """When something is planned for, as it is drawn."""

    x: float
    width: float
    start: str
    due: str
    words: str
    is_own: bool
    """Whether the dates are the issue's own, and not its sprint's or its children's."""


@dataclass(frozen=True, slots=True)
class Row:
    """An issue of the timeline."""

    id: str
    key: str
    summary: str
    type: IssueType
    category: str
    y: int
    is_child: bool
    children: int
    is_open: bool
    bar: Bar | None


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the scale."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """What the page shows."""

    project: ProjectFrame
    rows: Sequence[Row]
    hidden: int
    """How many rows there are besides."""
    width: int
    height: int
    day: int
    """How wide a day is."""
    today: float
    ticks: Sequence[Tick]
    arrows: Sequence[str]
    may_edit: bool
    first: date
    days: int
    is_cut: bool


@BLUEPRINT.get("/p/<project>/timeline", endpoint="timeline")
def timeline_page(project: str) -> str:
    """When what of a project is planned for."""
    return shown(project)


def shown(project: str, dialog: str = "", **values: Any) -> str:
    """The page of a timeline.

    Args:
        project: the project's key.
        dialog: a template of a dialog that stands above it.
        values: what that shows.
    """
    zoom = flask.request.args.get("zoom", "months")
    zoom = zoom if zoom in ZOOMS else "months"
    since = _asked_day()
    arguments: dict[str, Any] = {
        "project": project,
        "since": (since or date(1970, 1, 1)).isoformat(),
    }
    found = page(plans.timeline, partial(_drawn, zoom=zoom, since=since), **arguments)
    return framed(
        "timeline.html",
        project=found.project,
        found=found,
        zoom=zoom,
        zooms=ZOOMS,
        head=HEAD,
        row_height=ROW,
        here=_here,
        toggled=_toggled,
        move_day=lambda day, days: (day + timedelta(days=days)).isoformat(),
        dialog=dialog,
        **values,
    )


def _asked_day() -> date | None:
    try:
        day = date.fromisoformat(flask.request.args.get("from", ""))
    except ValueError:
        return None
    return day if 1990 <= day.year <= 2200 else None


def _here(**changed: str | Sequence[str] | None) -> str:
    values = {name: flask.request.args.getlist(name) for name in ("zoom", "from", "fold", "show")}
    kept: dict[str, Any] = {name: each for name, each in values.items() if each}
    for name, value in changed.items():
        kept.pop(name, None)
        if value:
            kept[name] = value
    query = urlencode(kept, doseq=True)
    path = flask.url_for("ui.timeline", **(flask.request.view_args or {}) | {"issue": None})
    return f"{path}{'?' + query if query else ''}"


def _toggled(key: str) -> str:
    folded = set(flask.request.args.getlist("fold")) ^ {key}
    return _here(fold=sorted(folded))


def _drawn(ctx: Context, plan: plans.Plan, *, zoom: str, since: date | None) -> Timeline:
    width, before, days = ZOOMS[zoom]
    today = moments.today(ctx)
    first = since or today - timedelta(days=before)
    first -= timedelta(days=first.weekday())
    sprints = {row.id: sprint_view(ctx, row) for row in plan.sprints}
    spans = {row.id: _span(row, sprints) for row in plan.rows}
    scale = Scale(first, days, width)
    every = [row for row in _rows(ctx, plan, spans, scale) if row.bar or row.category != "done"]
    every = [replace(row, y=HEAD + ROW * place) for place, row in enumerate(every)]
    most = _asked_most()
    rows = every[:most]
    return Timeline(
        ProjectFrame.of(plan.project),
        rows,
        len(every) - len(rows),
        width * days,
        ROW * len(rows) + HEAD,
        width,
        scale.x(today) + width / 2,
        _ticks(scale, zoom),
        _arrows(plan, rows),
        access.has(ctx, names.EDIT, plan.project.id) and not plan.project.is_archived,
        first,
        days,
        plan.is_cut,
    )


def _asked_most() -> int:
    asked = flask.request.args.get("show", "")
    return min(int(asked), 500) if asked.isdecimal() and len(asked) < 4 else _MOST


@dataclass(frozen=True, slots=True)
class Scale:
    """Days as pixels."""

    first: date
    days: int
    day: int

    def x(self, when: date) -> float:
        """Where a day begins."""
        return (when - self.first).days * self.day

    def bar(self, span: Span) -> Bar | None:
        """The part of a span that can be seen; None if that is nothing."""
        left, right = self.x(span.start), self.x(span.due) + self.day
        low, high = max(left, 0), min(right, self.days * self.day)
        if high <= low:
            return None
        words = f"{moments.day(span.start.isoformat())} to {moments.day(span.due.isoformat())}"
        if span.start == span.due:
            words = moments.day(span.due.isoformat())
        own = span.kind == "own"
        said = words if own else f"{words}, as its {span.kind}"
        return Bar(low, high - low, span.start.isoformat(), span.due.isoformat(), said, own)


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when."""

    start: date
    due: date
    kind: str
    """``own``, or whose dates they are: ``sprint`` or ``children``."""


def _span(row: Issue, sprints: Mapping[int, Any]) -> Span | None:
    start = date.fromisoformat(row.start_date) if row.start_date else None
    due = date.fromisoformat(row.due_date) if row.due_date else None
    if start or due:
        low, high = start or due, due or start
        assert low is not None
        assert high is not None
        return Span(min(low, high), max(low, high), "own")
    sprint = sprints.get(row.sprint_id or 0)
    if sprint is not None and sprint.start and sprint.end:
        return Span(sprint.start, sprint.end, "sprint")
    return None


def _rolled(spans: Sequence[Span | None]) -> Span | None:
    """What children span together."""
    there = [each for each in spans if each]
    if not there:
        return None
    low, high = min(each.start for each in there), max(each.due for each in there)
    return Span(low, high, "children")


def _rows(
    ctx: Context, plan: plans.Plan, spans: Mapping[str, Span | None], scale: Scale
) -> list[Row]:
    types, statuses = site.issue_types(ctx), site.statuses(ctx)
    ids = {row.id for row in plan.rows}
    below: dict[str, list[Issue]] = {}
    tops: list[Issue] = []
    for row in plan.rows:
        is_below = row.parent_id in ids
        (below.setdefault(row.parent_id or "", []) if is_below else tops).append(row)
    tops.sort(key=lambda row: -types[row.type_id].level)
    folds, opens = set(flask.request.args.getlist("fold")), len(plan.rows) <= _FEW
    found: list[Row] = []

    def put(row: Issue, span: Span | None, *, is_child: bool, is_open: bool) -> None:
        found.append(
            Row(
                row.id,
                row.key,
                row.summary,
                types[row.type_id],
                statuses[row.status_id].category,
                0,
                is_child,
                len(below.get(row.id, ())),
                is_open,
                scale.bar(span) if span else None,
            )
        )

    for top in tops:
        inside = below.get(top.id, [])
        is_open = bool(inside) and (opens != (top.key in folds))
        own = spans[top.id]
        put(
            top,
            own or _rolled([spans[each.id] for each in inside]),
            is_child=False,
            is_open=is_open,
        )
        for each in inside if is_open else ():
            put(each, spans[each.id], is_child=True, is_open=False)
    return found


def _ticks(scale: Scale, zoom: str) -> list[Tick]:
    every = [scale.first + timedelta(days=number) for number in range(scale.days)]
    if zoom == "weeks":
        return [Tick(scale.x(day), f"{day:%b} {day.day}") for day in every if not day.weekday()]
    starts = [day for day in every if day.day == 1]
    if zoom == "quarters":
        starts = [day for day in starts if day.month % 3 == 1]
        return [Tick(scale.x(day), f"Q{day.month // 3 + 1} {day.year}") for day in starts]
    return [Tick(scale.x(day), f"{day:%b} {day.year}") for day in starts]


def _arrows(plan: plans.Plan, rows: Sequence[Row]) -> list[str]:
    """Paths from what blocks to what is blocked, where both can be seen."""
    at = {row.id: row for row in rows}
    found = []
    for source, target in plan.blocks:
        one, other = at.get(source), at.get(target)
        if not (one and other and one.bar and other.bar):
            continue
        x, y = one.bar.x + one.bar.width, one.y + ROW // 2
        to, down = other.bar.x, other.y + ROW // 2
        found.append(f"M{x:g} {y}h8V{(y + down) // 2}H{to - 8:g}V{down}h6")
    return found
