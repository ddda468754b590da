"""What gadgets show whoever looks at them: never more than they may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from workworld.apps.tracker.models import Comment, Gadget, HistoryItem, Issue, Sprint
from workworld.apps.tracker.service import (
    boards,
    filters,
    reports,
    search,
    sprints,
    statistics,
)
from workworld.apps.tracker.service.reporting.rates import Span
from workworld.context import Context
from workworld.database import rows_of
from workworld.errors import Invalid, NotFound
from workworld.permissions import sight_of, visible

_MINE = "assignee = currentUser() AND resolution IS EMPTY ORDER BY priority DESC, updated DESC"
_issues, _history, _comments = Issue.__table__.c, HistoryItem.__table__.c, Comment.__table__.c
_UNTOLD = ("WorklogId", "Rank", "timespent", "timeestimate")


@dataclass(frozen=True, slots=True)
class Health:
    """How far a sprint has come."""

    sprint: Sprint
    begins_us: int
    ends_us: int
    issues: int
    issues_done: int
    scope: float
    """In story points, as the next two."""
    completed: float
    added: float
    """What came in after the start, less what left."""
    flagged: int
    jql: str


@dataclass(frozen=True, slots=True)
class Happening:
    """What somebody did to an issue."""

    at_us: int
    person_id: str
    key: str
    summary: str
    field: str
    """The field that they changed, or ``comment``."""
    to_text: str


@dataclass(frozen=True, slots=True)
class Content:
    """What is in a gadget; of which kind, so much is not empty."""

    gadget: Gadget
    jql: str = ""
    """The query that it shows."""
    total: int = 0
    issues: Sequence[Issue] = ()
    parts: Sequence[statistics.Part] = ()
    cross: statistics.Cross | None = None
    spans: Sequence[Span] = ()
    health: Health | None = None
    happenings: Sequence[Happening] = ()
    text: str = ""
    problem: str = ""
    """Why nothing can be shown."""


def of_gadget(ctx: Context, gadget: Gadget) -> Content:
    """What a gadget shows the caller."""
    if gadget.kind == "text":
        return Content(gadget, text=gadget.settings.get("text", ""))
    if gadget.kind == "sprint-health":
        return _health(ctx, gadget)
    jql = _MINE if gadget.kind == "assigned-to-me" else _query(ctx, gadget)
    if jql is None:
        said = "Its filter is not there any more, or you do not see it."
        return Content(gadget, problem=said)
    try:
        return _OF_KIND[gadget.kind](ctx, gadget, jql)
    except Invalid as refusal:  # it names what is hidden from them, or is not there any more
        return Content(gadget, problem=refusal.message)


def _list(ctx: Context, gadget: Gadget, jql: str) -> Content:
    found = search.search(ctx, jql=jql, limit=int(gadget.settings["count"]))
    return Content(gadget, jql, found.total or 0, found.rows)


def _pie(ctx: Context, gadget: Gadget, jql: str) -> Content:
    parts = statistics.of_one(ctx, jql, gadget.settings["by"])
    return Content(gadget, jql, search.count(ctx, jql=jql), parts=parts)


def _cross(ctx: Context, gadget: Gadget, jql: str) -> Content:
    cross = statistics.of_two(ctx, jql, gadget.settings["by"], gadget.settings["across"])
    return Content(gadget, jql, cross.total, cross=cross)


def _rates(ctx: Context, gadget: Gadget, jql: str) -> Content:
    spans = reports.rates_of_issues(ctx, jql=jql, days=int(gadget.settings["days"]))
    return Content(gadget, jql, sum(each.created for each in spans), spans=spans)


def _stream(ctx: Context, gadget: Gadget, jql: str) -> Content:
    found = _happenings(ctx, jql, int(gadget.settings["count"]))
    return Content(gadget, jql, happenings=found)


_OF_KIND: Mapping[str, Callable[[Context, Gadget, str], Content]] = {
    "filter-results": _list,
    "assigned-to-me": _list,
    "pie-chart": _pie,
    "two-dimensional": _cross,
    "created-vs-resolved": _rates,
    "activity-stream": _stream,
}


def _query(ctx: Context, gadget: Gadget) -> str | None:
    """What it asks for; None if its filter is hidden from the caller."""
    filter_id = gadget.settings.get("filter", "")
    if not filter_id:
        return gadget.settings.get("jql", "")
    try:
        return filters.known(ctx, filter_id).jql
    except NotFound:
        return None


def _health(ctx: Context, gadget: Gadget) -> Content:
    board_id = gadget.settings.get("board", "")
    try:
        board = boards.known(ctx, int(board_id or 0))
    except NotFound:
        return Content(gadget, problem="Choose a scrum board in its settings.")
    active = [each for each in sprints.of_board(ctx, board.id) if each.state == sprints.ACTIVE]
    if not active:
        return Content(gadget, problem=f"No sprint of {board.name} is under way.")
    course = reports.burndown(ctx, sprint_id=active[0].id).course
    first, last = course.steps[0], course.steps[-1]
    jql = f"sprint = {active[0].id}"
    health = Health(
        active[0],
        course.starts_us,
        course.ends_us,
        last.issues,
        last.issues_done,
        last.scope,
        last.completed,
        last.scope - first.scope,
        search.count(ctx, jql=f"{jql} AND flagged IS NOT EMPTY"),
        jql,
    )
    return Content(gadget, jql, last.issues, health=health)


def _happenings(ctx: Context, jql: str, count: int) -> list[Happening]:
    """What happened last to the issues of a query."""
    of_query = visible(Issue).with_only_columns(_issues.id).where(search.condition(ctx, jql))
    changes = (
        visible(HistoryItem)
        .where(_history.field.not_in(_UNTOLD), _history.issue_id.in_(of_query))
        .order_by(_history.created_us.desc(), _history.change_id, _history.position)
        .limit(count)
    )
    said = (
        visible(Comment)
        .where(_comments.issue_id.in_(of_query))
        .order_by(_comments.created_us.desc(), _comments.id)
        .limit(count)
    )
    found = [
        (row.created_us, row.author_id, row.issue_id, row.field, row.to_text or "")
        for row in rows_of(ctx.session, changes, sight_of(ctx))
    ]
    found += [
        (row.created_us, row.author_id, row.issue_id, "comment", row.body_text)
        for row in rows_of(ctx.session, said, sight_of(ctx))
    ]
    newest = sorted(found, key=lambda each: -each[0])[:count]
    ids = [each[2] for each in newest]
    known = select(_issues.id, _issues.key, _issues.summary).where(_issues.id.in_(ids))
    issues = {row.id: row for row in rows_of(ctx.session, known, {})}
    return [
        Happening(at, person, issues[id].key, issues[id].summary, field, text)
        for at, person, id, field, text in newest
    ]
