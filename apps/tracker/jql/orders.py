"""By what results are ordered."""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Select, case, func, select

from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.jql.specs import Key, Order
from workworld.apps.tracker.jql.tree import Clause, Empty, Listing, Operand, Value
from workworld.apps.tracker.models import (
    Component,
    Issue,
    IssueComponent,
    IssueLabel,
    IssueSprint,
    IssueVersion,
    Project,
    Status,
    Version,
)
from workworld.database import Base
from workworld.directory.models import Person

_issues, _projects, _people = Issue.__table__.c, Project.__table__.c, Person.__table__.c
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operators.lt,
    ">": operators.gt,
    "<=": operators.le,
    ">=": operators.ge,
}
_CATEGORY_ORDER = {"new": 1, "indeterminate": 2, "done": 3}


def holds(operator: str, left: int, right: int) -> bool:
    """Whether a comparison holds."""
    return bool(_COMPARE[operator](left, right))


def compared(operator: str, left: ColumnElement[Any], right: Any) -> ColumnElement[bool]:
    """A comparison as a condition."""
    found: ColumnElement[bool] = _COMPARE[operator](left, right)
    return found


def with_empty(clause: Clause, word: str) -> Clause:
    """A clause in which a word that is no value, such as ``Unresolved``, means the empty field."""

    def meant(operand: Operand) -> Operand:
        if isinstance(operand, Listing):
            return Listing(tuple(meant(each) for each in operand.items))
        if isinstance(operand, Value) and operand.text.strip().casefold() == word:
            return Empty(operand.text)
        return operand

    predicates = tuple(
        replace(each, operand=meant(each.operand)) if each.word in ("from", "to") else each
        for each in clause.predicates
    )
    operand = None if clause.operand is None else meant(clause.operand)
    return replace(clause, operand=operand, predicates=predicates)


def by(column: ColumnElement[Any], *, may_be_empty: bool = True) -> Order:
    """By a column of the issue."""
    return lambda _scope: (Key(column, may_be_empty),)


def by_text(column: ColumnElement[str]) -> Order:
    """By a text, capitals aside; an empty one is no text."""
    return by(func.nullif(func.lower(column), ""))


def by_position(model: type[Base], column: ColumnElement[Any], sign: int = 1) -> Order:
    """By the place of what a column names among its kind."""
    rows = model.__table__.c
    return by(_of_issue(select(rows.position * sign).where(rows.id == column)))


def by_person(column: ColumnElement[Any]) -> Order:
    """By the name of whom a column names."""
    called = select(func.lower(_people.display_name)).where(_people.id == column)
    return by(_of_issue(called))


def by_project(_scope: Scope) -> Sequence[Key]:
    """By the project's name."""
    called = select(func.lower(_projects.name)).where(_projects.id == _issues.project_id)
    return (Key(_of_issue(called), may_be_empty=False),)


def by_key(_scope: Scope) -> Sequence[Key]:
    """By the project's key, then by number: ``CAL-9`` comes before ``CAL-10``."""
    called = select(_projects.key).where(_projects.id == _issues.project_id)
    return (Key(_of_issue(called), may_be_empty=False), Key(_issues.number, may_be_empty=False))


def by_category(_scope: Scope) -> Sequence[Key]:
    """To do, in progress, done."""
    statuses = Status.__table__.c
    place = case(_CATEGORY_ORDER, value=statuses.category)
    found = select(place).where(statuses.id == _issues.status_id)
    return (Key(_of_issue(found), may_be_empty=False),)


def by_label(_scope: Scope) -> Sequence[Key]:
    """By the first label."""
    rows = IssueLabel.__table__.c
    found = select(func.min(func.lower(rows.label))).where(rows.issue_id == _issues.id)
    return (Key(_of_issue(found)),)


def by_component(_scope: Scope) -> Sequence[Key]:
    """By the name of the first component."""
    rows, known = IssueComponent.__table__.c, Component.__table__.c
    found = select(func.min(func.lower(known.name))).where(
        known.id == rows.component_id, rows.issue_id == _issues.id
    )
    return (Key(_of_issue(found)),)


def by_version(kind: str) -> Order:
    """By the place of the oldest version."""
    rows, known = IssueVersion.__table__.c, Version.__table__.c
    found = select(func.min(known.position)).where(
        known.id == rows.version_id, rows.issue_id == _issues.id, rows.kind == kind
    )
    return by(_of_issue(found))


def by_sprint(_scope: Scope) -> Sequence[Key]:
    """By the newest sprint."""
    rows = IssueSprint.__table__.c
    found = select(func.max(rows.sprint_id)).where(rows.issue_id == _issues.id)
    return (Key(_of_issue(found)),)


def by_parent(_scope: Scope) -> Sequence[Key]:
    """By the parent's number."""
    other = Issue.__table__.alias("parent")
    found = select(other.c.number).where(other.c.id == _issues.parent_id)
    return (Key(_of_issue(found)),)


def _of_issue(query: Select[Any]) -> ColumnElement[Any]:
    return query.correlate(Issue.__table__).scalar_subquery()
