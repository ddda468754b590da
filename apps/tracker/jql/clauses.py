"""Clauses on fields that are not merely compared: priorities, versions, keys and the like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select

from workworld.apps.tracker.jql import history, names, orders
from workworld.apps.tracker.jql.emptiness import Rows
from workworld.apps.tracker.jql.history import Past
from workworld.apps.tracker.jql.names import Resolve
from workworld.apps.tracker.jql.scope import NOTHING, Scope
from workworld.apps.tracker.jql.sets import Held, fits, matching, named, one, several
from workworld.apps.tracker.jql.specs import Condition
from workworld.apps.tracker.jql.tree import Clause, Value
from workworld.apps.tracker.jql.words import HISTORY, ORDER
from workworld.apps.tracker.models import Issue, IssueVersion, Project, Status
from workworld.apps.tracker.service import access, site

_issues, _versions = Issue.__table__.c, IssueVersion.__table__.c
_CATEGORIES = {
    "new": ("new", "to do", "2"),
    "indeterminate": ("indeterminate", "in progress", "4"),
    "done": ("done", "complete", "3"),
}


def by_ids(
    held: Held, resolve: Resolve, kind: str, past: Past | None = None, *, has_empty: bool = True
) -> Condition:
    """Clauses on a field that has ids."""

    def condition(scope: Scope, clause: Clause) -> ColumnElement[bool]:
        if past is not None and clause.operator in HISTORY:
            return history.condition(scope, past, clause)
        if clause.operand is None or not fits(scope, clause):
            return NOTHING
        name = clause.field.name
        wanted = named(scope, name, clause.operand, resolve, kind, has_empty=has_empty)
        return matching(held, clause.operator, wanted)

    return condition


def category(scope: Scope, field: str, value: Value) -> Sequence[str]:
    """The category that a value names, by its name, key or number."""
    lowered = value.text.strip().casefold()
    return [each for each, called in _CATEGORIES.items() if lowered in called] or names.unknown(
        scope, field, value
    )


def statuses_in(categories: Sequence[str]) -> ColumnElement[bool]:
    """Whether an issue stands in a status of some categories."""
    statuses = Status.__table__.c
    return _issues.status_id.in_(select(statuses.id).where(statuses.category.in_(categories)))


def resolution(scope: Scope, field: str, value: Value) -> Sequence[str]:
    """The resolution that a value names."""
    rows = site.resolutions(scope.ctx).values()
    return names.among(rows, value.text, "name") or names.unknown(scope, field, value)


def resolved(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    """``resolution = Unresolved`` asks for an empty field; ``WAS`` and the like know the past."""
    return _RESOLVED(scope, orders.with_empty(clause, "unresolved"))


_RESOLUTION_PAST = Past("resolution", one(_issues.resolution_id), resolution, "resolution")
_RESOLVED = by_ids(one(_issues.resolution_id), resolution, "resolution", _RESOLUTION_PAST)
_PRIORITY_PAST = Past("priority", one(_issues.priority_id), names.priority, "priority")
_PRIORITY_SET = by_ids(one(_issues.priority_id), names.priority, "priority", _PRIORITY_PAST)


def priority(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    """The highest is the greatest, though it is the first in the list."""
    if clause.operator not in ORDER:
        return _PRIORITY_SET(scope, clause)
    if clause.operand is None or not fits(scope, clause):
        return NOTHING
    wanted = named(
        scope, clause.field.name, clause.operand, names.priority, "priority", has_empty=False
    )
    rows = site.priorities(scope.ctx)
    found = [
        row.id
        for row in rows.values()
        if any(
            orders.holds(clause.operator, -row.position, -rows[each].position)
            for each in wanted.ids
        )
    ]
    return one(_issues.priority_id).has(found)


def label(_scope: Scope, _field: str, value: Value) -> Sequence[str]:
    """Labels are made by naming them, so none is unknown; capitals do not matter."""
    return (value.text.casefold(),)


def of_versions(kind: str, past_name: str = "") -> Condition:
    """Clauses on versions that an issue is fixed in, or affects."""
    held = several(_versions.version_id, _versions.issue_id, _versions.kind == kind)
    rows = Rows(_versions.version_id, _versions.issue_id, _versions.kind == kind)
    past = Past(past_name, held, names.version, "version", rows) if past_name else None
    plain = by_ids(held, names.version, "version", past)

    def condition(scope: Scope, clause: Clause) -> ColumnElement[bool]:
        if clause.operator not in ORDER:
            return plain(scope, clause)
        if clause.operand is None or not fits(scope, clause):
            return NOTHING
        wanted = named(
            scope, clause.field.name, clause.operand, names.version, "version", has_empty=False
        )
        rows = names.versions(scope)
        bounds = [row for row in rows if row.id in wanted.ids]
        found = [
            row.id
            for row in rows
            for bound in bounds
            if row.project_id == bound.project_id
            and orders.holds(clause.operator, row.position, bound.position)
        ]
        return held.has(found)

    return condition


def key(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    """Keys are compared by their numbers, within one project."""
    if clause.operand is None or not fits(scope, clause):
        return NOTHING
    wanted = named(scope, clause.field.name, clause.operand, names.issue, "issue", has_empty=False)
    if clause.operator not in ORDER:
        return matching(one(_issues.id), clause.operator, wanted)
    rows = [names.issue_row(scope, each) for each in wanted.ids]
    parts = [
        and_(
            _issues.project_id == row.project_id,
            orders.compared(clause.operator, _issues.number, row.number),
        )
        for row in rows
        if row is not None
    ]
    return or_(NOTHING, *parts)


def level(scope: Scope, field: str, value: Value) -> Sequence[str]:
    """The security level that a value names, if the viewer is a member."""
    mine = access.my_levels(scope.ctx)
    rows = [row for row in site.security_levels(scope.ctx).values() if row.id in mine]
    return names.among(rows, value.text, "name") or names.unknown(scope, field, value)


def flag(scope: Scope, field: str, value: Value) -> Sequence[bool]:
    """Whether a value means the flag."""
    is_known = value.text.strip().casefold() in ("impediment", "true", "yes")
    return (True,) if is_known else names.unknown(scope, field, value)


def project_kind(scope: Scope, field: str, value: Value) -> Sequence[str]:
    """The kinds of projects that a value names."""
    kinds = {
        "scrum": ("scrum",),
        "kanban": ("kanban",),
        "software": ("scrum", "kanban"),
        "service_desk": ("service_desk",),
        "business": ("business",),
    }
    return kinds.get(value.text.strip().casefold()) or names.unknown(scope, field, value)


def in_projects(column: ColumnElement[Any]) -> Held:
    """What the issue's project has in a column."""
    projects = Project.__table__.c
    return Held(
        lambda ids: _issues.project_id.in_(select(projects.id).where(column.in_(ids))),
        _issues.project_id.in_(select(projects.id).where(column.is_not(None))),
    )
