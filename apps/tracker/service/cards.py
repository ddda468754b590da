"""Cards: what boards and backlogs show of issues, read in few statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select

from workworld.apps.tracker import durations, field_ids
from workworld.apps.tracker.models import (
    Board,
    Component,
    Issue,
    IssueComponent,
    IssueLabel,
    IssueType,
    IssueVersion,
    Priority,
    Status,
    Version,
)
from workworld.apps.tracker.service import site
from workworld.context import Context
from workworld.database import constant, given, rows_of
from workworld.directory.models import Person
from workworld.permissions import sight_of, visible

MOST = 1000
"""How many cards a board or backlog reads."""
FIELDS = {
    field_ids.LABELS: "Labels",
    field_ids.COMPONENTS: "Components",
    field_ids.FIX_VERSIONS: "Fix versions",
    field_ids.DUE_DATE: "Due date",
    field_ids.REPORTER: "Reporter",
    field_ids.TIME_TRACKING: "Remaining estimate",
}
"""What cards may show besides."""
_issues, _types = Issue.__table__.c, IssueType.__table__.c
_COLUMNS = (
    _issues.id,
    _issues.key,
    _issues.project_id,
    _issues.type_id,
    _issues.summary,
    _issues.status_id,
    _issues.status_changed_us,
    _issues.priority_id,
    _issues.assignee_id,
    _issues.reporter_id,
    _issues.parent_id,
    _issues.sprint_id,
    _issues.story_points,
    _issues.original_estimate,
    _issues.remaining_estimate,
    _issues.rank,
    _issues.due_date,
    _issues.is_flagged,
)
_IDS = given("ids")
_labels, _versions = IssueLabel.__table__.c, Version.__table__.c
_in_version, _in_component = IssueVersion.__table__.c, IssueComponent.__table__.c
_components = Component.__table__.c
_NAMED = {
    field_ids.LABELS: constant(
        select(_labels.issue_id, _labels.label.label("name"))
        .where(_labels.issue_id.in_(_IDS))
        .order_by(_labels.label)
    ),
    field_ids.COMPONENTS: constant(
        select(_in_component.issue_id, _components.name)
        .join(Component.__table__, _components.id == _in_component.component_id)
        .where(_in_component.issue_id.in_(_IDS))
        .order_by(_components.name)
    ),
    field_ids.FIX_VERSIONS: constant(
        select(_in_version.issue_id, _versions.name)
        .join(Version.__table__, _versions.id == _in_version.version_id)
        .where(_in_version.issue_id.in_(_IDS), _in_version.kind == "fix")
        .order_by(_versions.position)
    ),
}


@dataclass(frozen=True, slots=True)
class Card:
    """An issue on a board, or a row of a backlog."""

    row: Issue
    """The columns that cards need, and no others."""
    type: IssueType
    status: Status
    priority: Priority | None
    assignee: Person | None
    parent: Issue | None
    """Its epic, or of a sub-task what it is a part of, if the caller sees it."""
    estimate: float | None
    """In the board's unit: points, seconds or nothing."""
    parts: int
    parts_done: int
    fields: Sequence[str]
    """What it shows besides."""

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to be done."""
        return self.status.category == "done"


@cache
def query() -> Select[*tuple[Any, ...]]:
    """The issues that the caller sees, as rows of what cards need, in order."""
    return visible(Issue).with_only_columns(*_COLUMNS).order_by(_issues.rank).limit(MOST)


@cache
def _parents() -> Select[*tuple[Any, ...]]:
    return constant(visible(Issue).with_only_columns(*_COLUMNS).where(_issues.id.in_(_IDS)))


@cache
def _parts() -> Select[Any, Any]:
    below = select(_types.id).where(_types.level < 0)
    found = visible(Issue).with_only_columns(_issues.parent_id, _issues.status_id)
    return constant(found.where(_issues.parent_id.in_(_IDS), _issues.type_id.in_(below)))


def of_levels(*levels: int) -> ColumnElement[bool]:
    """Issues whose types are on one of some levels."""
    wanted = or_(*(_types.level == level for level in levels))
    return _issues.type_id.in_(select(_types.id).where(wanted))


def find(ctx: Context, *conditions: ColumnElement[bool], **values: Any) -> Sequence[Issue]:
    """The rows of issues that the caller sees and that fulfil conditions, by rank."""
    return rows_of(ctx.session, query().where(*conditions), sight_of(ctx) | values)


def made(ctx: Context, board: Board, rows: Sequence[Issue]) -> list[Card]:
    """The cards of rows, in their order."""
    types, statuses, priorities = (
        site.issue_types(ctx),
        site.statuses(ctx),
        site.priorities(ctx),
    )
    people = site.people(ctx, [row.assignee_id for row in rows])
    parents, parts = parents_of(ctx, rows), _parts_of(ctx, rows)
    fields = _fields_of(ctx, board, rows)
    return [
        Card(
            row,
            types[row.type_id],
            statuses[row.status_id],
            priorities.get(row.priority_id or ""),
            people.get(row.assignee_id or ""),
            parents.get(row.parent_id or ""),
            estimate_of(board, row),
            *parts.get(row.id, (0, 0)),
            fields.get(row.id, ()),
        )
        for row in rows
    ]


def parents_of(ctx: Context, rows: Iterable[Issue]) -> Mapping[str, Issue]:
    """The epics and parents of issues that the caller sees, by id."""
    ids = sorted({row.parent_id for row in rows if row.parent_id})
    if not ids:
        return {}
    found = rows_of(ctx.session, _parents(), sight_of(ctx) | {"ids": ids})
    return {row.id: row for row in found}


def estimate_of(board: Board, row: Issue) -> float | None:
    """What an issue is estimated at, in the unit of a board."""
    if board.estimation == "story_points":
        return row.story_points
    return row.original_estimate if board.estimation == "original_estimate" else None


def _parts_of(ctx: Context, rows: Sequence[Issue]) -> Mapping[str, tuple[int, int]]:
    """How many sub-tasks issues have, and how many are done: those that the caller sees."""
    ids, statuses = [row.id for row in rows], site.statuses(ctx)
    found: dict[str, tuple[int, int]] = {}
    for part in rows_of(ctx.session, _parts(), sight_of(ctx) | {"ids": ids}):
        number, done = found.get(part.parent_id, (0, 0))
        is_done = statuses[part.status_id].category == "done"
        found[part.parent_id] = number + 1, done + is_done
    return found


def _fields_of(ctx: Context, board: Board, rows: Sequence[Issue]) -> Mapping[str, Sequence[str]]:
    shown = board.card_fields
    named = {field: _names(ctx, field, rows) for field in shown if field in _NAMED}
    reporters = site.people(ctx, [row.reporter_id for row in rows if field_ids.REPORTER in shown])
    found: dict[str, Sequence[str]] = {}
    for row in rows if shown else ():
        own = {
            field_ids.DUE_DATE: f"Due {row.due_date}" if row.due_date else "",
            field_ids.TIME_TRACKING: _left(row.remaining_estimate),
            field_ids.REPORTER: _name(reporters.get(row.reporter_id or "")),
        }
        said = [
            named[each].get(row.id, "") if each in named else own.get(each, "") for each in shown
        ]
        found[row.id] = [each for each in said if each]
    return found


def _names(ctx: Context, field: str, rows: Sequence[Issue]) -> Mapping[str, str]:
    found: dict[str, list[str]] = {}
    for each in rows_of(ctx.session, _NAMED[field], {"ids": [row.id for row in rows]}):
        found.setdefault(each.issue_id, []).append(each.name)
    return {issue_id: ", ".join(several) for issue_id, several in found.items()}


def _left(seconds: int | None) -> str:
    return "" if seconds is None else f"{durations.show(seconds)} left"


def _name(person: Person | None) -> str:
    return f"From {person.name}" if person else ""
