"""Fields that have ids: of one, of several, and how clauses ask for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import JSON, ColumnElement, and_, func, literal, not_, or_, select, true

from workworld.apps.tracker.jql import functions
from workworld.apps.tracker.jql.names import Resolve
from workworld.apps.tracker.jql.scope import NOTHING, Scope, flat, shown
from workworld.apps.tracker.jql.tree import Clause, Empty, Function, Listing, Operand
from workworld.apps.tracker.models import Issue
from workworld.database import unindexed

_issues = Issue.__table__.c
_FEW = 40


@dataclass(frozen=True, slots=True)
class Held:
    """How issues hold a field's values."""

    has: Callable[[Sequence[Any]], ColumnElement[bool]]
    """Whether an issue has any of some values."""
    is_filled: ColumnElement[bool]
    """Whether it has any at all."""


@dataclass(frozen=True, slots=True)
class Named:
    """What an operand names."""

    ids: tuple[Any, ...]
    with_empty: bool


def within(column: ColumnElement[Any], ids: Sequence[Any]) -> ColumnElement[bool]:
    """Whether a column is one of some values, however many these are."""
    if not ids:
        return NOTHING
    if len(ids) == 1:
        same: ColumnElement[bool] = column == ids[0]
        return same
    if len(ids) <= _FEW:
        return column.in_(ids)
    values = func.json_each(literal(list(ids), JSON)).table_valued("value")
    return column.in_(select(values.c.value))


def one(column: ColumnElement[Any]) -> Held:
    """A column of the issue."""
    return Held(lambda ids: within(column, ids), column.is_not(None))


def several(
    column: ColumnElement[Any], issue_id: ColumnElement[str], *conditions: ColumnElement[bool]
) -> Held:
    """Rows of another table, which name the issue."""

    def has(ids: Sequence[Any]) -> ColumnElement[bool]:
        if not ids:
            return NOTHING
        if len(ids) > _FEW:
            return has_row(issue_id, *conditions, within(unindexed(column), ids))
        return _issues.id.in_(select(issue_id).where(*conditions, within(column, ids)))

    return Held(has, has_row(issue_id, *conditions))


def has_row(issue_id: ColumnElement[str], *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether an issue has a row of another table, which many have.

    Args:
        issue_id: its column there.
        conditions: what holds of the row.
    """
    found = select(literal(1)).where(issue_id == _issues.id, *conditions)
    return found.correlate(Issue.__table__).exists()


def named(
    scope: Scope,
    field: str,
    operand: Operand,
    resolve: Resolve,
    kind: str,
    *,
    has_empty: bool = True,
) -> Named:
    """What an operand names; what it should not is noted."""
    ids: list[Any] = []
    with_empty = False
    for each in flat(operand):
        if isinstance(each, Empty):
            with_empty = True
        elif isinstance(each, Function):
            ids += functions.values(scope, each, kind, field)
        else:
            ids += resolve(scope, field, each)
    if with_empty and not has_empty:
        scope.refuse(f"The field '{field}' does not support searching for EMPTY values.")
    return Named(tuple(dict.fromkeys(ids)), with_empty)


def fits(scope: Scope, clause: Clause) -> bool:
    """Whether an operator goes with what stands behind it; if not, that is noted."""
    operand, operator, field = clause.operand, clause.operator, clause.field.name
    if operand is None:
        return True
    if operator in ("is", "is not"):
        if isinstance(operand, Empty):
            return True
        said = f"The operator '{operator.upper()}' does not support the value '{shown(operand)}'"
        scope.refuse(f"{said} for field '{field}'. It may only be followed by EMPTY or NULL.")
        return False
    wants_list = operator.endswith("in")
    if wants_list == _is_list(operand) or (isinstance(operand, Empty) and not wants_list):
        return True
    if isinstance(operand, Function) and operand.name.lower() not in functions.specs():
        scope.refuse(f"Unable to find JQL function '{operand.written}'.")
        return False
    what = "list" if not wants_list else "non-list"
    said = f"Operator '{operator}' does not support the {what} value '{shown(operand)}'"
    scope.refuse(f"{said} for field '{field}'.")
    return False


def _is_list(operand: Operand) -> bool:
    if isinstance(operand, Function):
        spec = functions.specs().get(operand.name.lower())
        return spec is None or spec.is_list
    return isinstance(operand, Listing)


def matching(held: Held, operator: str, wanted: Named) -> ColumnElement[bool]:
    """The condition that an operator of equality makes; an empty field equals nothing."""
    if operator in ("=", "in", "is"):
        parts = [held.has(wanted.ids)] if wanted.ids else []
        if wanted.with_empty:
            parts.append(not_(held.is_filled))
        return or_(*parts) if parts else NOTHING
    parts = [held.is_filled]
    if wanted.ids:
        parts.append(not_(held.has(wanted.ids)))
    return and_(true(), *parts)
