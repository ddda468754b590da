"""What issues were at some time: the present, with what their history tells of since taken back.

JQL's ``WAS`` reads the same history in the same way, so that a report's numbers are those that a
query finds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import ColumnElement, select

from workworld.apps.tracker.models import (
    HistoryItem,
    Issue,
    IssueSprint,
    IssueType,
    IssueVersion,
    SprintChange,
)
from workworld.apps.tracker.service import site
from workworld.context import Context
from workworld.database import given, rows_of
from workworld.permissions import sight_of, visible

STATUS, SPRINT, VERSION = "status", "Sprint", "Fix Version"
POINTS, ESTIMATE = "Story Points", "timeoriginalestimate"
_issues, _history, _types = Issue.__table__.c, HistoryItem.__table__.c, IssueType.__table__.c
_FACTS = (
    _issues.id,
    _issues.key,
    _issues.summary,
    _issues.type_id,
    _issues.status_id,
    _issues.story_points,
    _issues.original_estimate,
    _issues.parent_id,
    _issues.created_us,
    _issues.resolved_us,
)
_CHANGE = (
    _history.issue_id,
    _history.created_us,
    _history.field,
    _history.from_id,
    _history.from_text,
    _history.to_id,
)


@dataclass(frozen=True, slots=True)
class State:
    """What an issue was from a moment on."""

    since_us: int
    status_id: str
    points: float | None
    seconds: int | None
    is_member: bool
    """Whether it was in the sprint, version or epic in question."""


@dataclass(frozen=True, slots=True)
class Past:
    """An issue, and its states from its creation on."""

    issue: Any
    """Its id, key, summary, type, status, estimates and times, as it is now."""
    states: Sequence[State] = field(default=())

    def at(self, us: int) -> State | None:
        """What it was at a moment, all that happened then included; None before its creation."""
        place = bisect_right(self.states, us, key=lambda each: each.since_us)
        return self.states[place - 1] if place else None


@dataclass(frozen=True, slots=True)
class Group:
    """Something that issues may be in: a sprint, a version, an epic."""

    field: str
    """What the history calls the field that says so; empty if only the present counts."""
    id: str
    members: ColumnElement[bool]
    """Which issues are in it now."""
    candidates: ColumnElement[bool]
    """Which are, or have been."""


def of_sprint(sprint_id: int) -> Group:
    """The issues of a sprint; sub-tasks go with their parents and are not counted."""
    held, changes = IssueSprint.__table__.c, SprintChange.__table__.c
    mine = _issues.id.in_(select(held.issue_id).where(held.sprint_id == sprint_id))
    were = _issues.id.in_(select(changes.issue_id).where(changes.sprint_id == sprint_id))
    return Group(SPRINT, str(sprint_id), mine, (mine | were) & is_standard())


def of_version(version_id: str) -> Group:
    """The issues that a version fixes."""
    held = IssueVersion.__table__.c
    fixed = (held.version_id == version_id, held.kind == "fix")
    mine = _issues.id.in_(select(held.issue_id).where(*fixed))
    return Group(VERSION, version_id, mine, mine | _were(VERSION, version_id))


def of_epic(issue_id: str) -> Group:
    """The issues that are below an epic today, without their sub-tasks."""
    mine = _issues.parent_id == issue_id
    return Group("", issue_id, mine, mine)


def is_standard() -> ColumnElement[bool]:
    """Whether an issue is of a standard type: no epic and no sub-task."""
    return _issues.type_id.in_(select(_types.id).where(_types.level == 0))


def epics_of(project_id: str) -> Sequence[ColumnElement[bool]]:
    """The conditions that epics of a project fulfil."""
    above = select(_types.id).where(_types.level > 0)
    return _issues.project_id == project_id, _issues.type_id.in_(above)


def _were(name: str, id: str) -> ColumnElement[bool]:
    gone = (_history.field == name, _history.from_id == id)
    return _issues.id.in_(select(_history.issue_id).where(*gone))


def facts(ctx: Context, *conditions: ColumnElement[bool]) -> list[Any]:
    """Issues that the caller sees, as rows with what reports need, by key."""
    query = visible(Issue).with_only_columns(*_FACTS, maintain_column_froms=True)
    found = rows_of(ctx.session, query.where(*conditions), sight_of(ctx))
    return sorted(
        found, key=lambda row: (row.key.partition("-")[0], int(row.key.rpartition("-")[2]))
    )


def of_group(ctx: Context, group: Group) -> list[Past]:
    """The past of all issues that are or were in something, of those that the caller sees."""
    rows = facts(ctx, group.candidates)
    ids = [row.id for row in rows]
    members = {row.id for row in facts(ctx, group.candidates, group.members)}
    changes = _changes(ctx, ids, (STATUS, POINTS, ESTIMATE, group.field))
    return [
        Past(row, _states(row, changes.get(row.id, ()), group, row.id in members)) for row in rows
    ]


def done_statuses(ctx: Context) -> frozenset[str]:
    """The statuses in which an issue is done."""
    return frozenset(id for id, row in site.statuses(ctx).items() if row.category == "done")


def _changes(ctx: Context, ids: Sequence[str], names: Sequence[str]) -> Mapping[str, Sequence[Any]]:
    """What happened to fields of issues, by issue, the newest first."""
    query = select(*_CHANGE).where(_history.issue_id.in_(given("ids")), _history.field.in_(names))
    found: dict[str, list[Any]] = {}
    for row in rows_of(ctx.session, query, {"ids": [*ids]}):
        found.setdefault(row.issue_id, []).append(row)
    for rows in found.values():
        rows.sort(key=lambda row: -row.created_us)
    return found


def _states(issue: Any, changes: Sequence[Any], group: Group, is_member: bool) -> list[State]:
    """From the present backwards: each change that is taken back tells what was before."""
    now = State(0, issue.status_id, issue.story_points, issue.original_estimate, is_member)
    states = list[State]()
    for change in changes:
        if not states or states[-1].since_us != change.created_us:
            states.append(replace(now, since_us=change.created_us))
        now = _taken_back(now, change, group)
    states.append(replace(now, since_us=issue.created_us))
    states.reverse()
    return states


def _taken_back(state: State, change: Any, group: Group) -> State:
    undo = _UNDO.get(change.field)
    if undo is not None:
        return undo(state, change)
    if change.field == SPRINT:
        return replace(state, is_member=group.id in (change.from_id or "").split(", "))
    if change.from_id == group.id:
        return replace(state, is_member=True)
    return replace(state, is_member=False) if change.to_id == group.id else state


def _number(text: str | None) -> float | None:
    return float(text) if text else None


_UNDO: Mapping[str, Callable[[State, Any], State]] = {
    STATUS: lambda state, change: replace(state, status_id=change.from_id or state.status_id),
    POINTS: lambda state, change: replace(state, points=_number(change.from_text)),
    ESTIMATE: lambda state, change: replace(
        state, seconds=int(change.from_id) if change.from_id else None
    ),
}
