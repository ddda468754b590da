"""Fields that are compared: moments, days, numbers and amounts of work."""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, not_, or_, true

from workworld.apps.tracker import durations
from workworld.apps.tracker.jql import dates, functions
from workworld.apps.tracker.jql.scope import NOTHING, Scope, flat
from workworld.apps.tracker.jql.sets import fits
from workworld.apps.tracker.jql.specs import Condition
from workworld.apps.tracker.jql.tree import Clause, Empty, Function, Operand, Value

Read = Callable[[Scope, str, "Value | Function"], Any]
"""Scope, the field's name, an operand → the value; None if it is none, which is noted."""
Meet = Callable[[Callable[[Any, Any], Any], Any], ColumnElement[bool]]
"""A comparison and a value → the condition on issues."""

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operators.eq,
    "in": operators.eq,
    "<": operators.lt,
    ">": operators.gt,
    "<=": operators.le,
    ">=": operators.ge,
}
FORMATS = (
    "Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or"
    " a period format e.g. '-5d', '4w 2d'."
)


def compared(column: ColumnElement[Any], read: Read, *, has_empty: bool = True) -> Condition:
    """Clauses on a column of the issue."""
    return compared_where(
        lambda compare, value: compare(column, value), column.is_not(None), read, has_empty
    )


def compared_where(
    meet: Meet, is_filled: ColumnElement[bool], read: Read, has_empty: bool = True
) -> Condition:
    """Clauses on whatever can be compared."""

    def condition(scope: Scope, clause: Clause) -> ColumnElement[bool]:
        if clause.operand is None or not fits(scope, clause):
            return NOTHING
        found, with_empty = _read_all(scope, clause.field.name, clause.operand, read)
        if with_empty and not has_empty:
            said = f"The field '{clause.field.name}' does not support searching for EMPTY values."
            return scope.no(said)
        compare = _COMPARE.get(clause.operator, operators.eq)
        parts = [meet(compare, value) for value in found]
        if clause.operator in ("!=", "not in", "is not"):
            return and_(true(), is_filled, *(not_(part) for part in parts))
        if with_empty:
            parts.append(not_(is_filled))
        return and_(or_(*parts), true() if with_empty else is_filled) if parts else NOTHING

    return condition


def _read_all(scope: Scope, field: str, operand: Operand, read: Read) -> tuple[Sequence[Any], bool]:
    found, with_empty = [], False
    for each in flat(operand):
        if isinstance(each, Empty):
            with_empty = True
            continue
        value = read(scope, field, each)
        if value is not None:
            found.append(value)
    return found, with_empty


def moment(scope: Scope, field: str, operand: Value | Function) -> int | None:
    """A moment in microseconds."""
    if isinstance(operand, Function):
        found = functions.values(scope, operand, "date", field)
        return found[0] if found else None
    us = dates.moment(operand.text, scope.now)
    if us is None:
        scope.refuse(f"Date value '{operand.text}' for field '{field}' is invalid. {FORMATS}")
    return us


def day(scope: Scope, field: str, operand: Value | Function) -> str | None:
    """A day as an ISO date, in the viewer's zone."""
    us = moment(scope, field, operand)
    return None if us is None else dates.day(us, scope.now)


def number(scope: Scope, field: str, operand: Value | Function) -> float | None:
    """A number."""
    if isinstance(operand, Value):
        try:
            found = float(operand.text)
        except ValueError:
            found = float("nan")
        if abs(found) < 1e15:  # which not-a-number is not
            return found
        scope.refuse(
            f"The value '{operand.text}' for field '{field}' is invalid - please specify a number."
        )
        return None
    functions.values(scope, operand, "number", field)
    return None


def duration(scope: Scope, field: str, operand: Value | Function) -> int | None:
    """An amount of work in seconds."""
    if isinstance(operand, Value):
        seconds = durations.parse(operand.text)
        if seconds is None:
            said = f"The value '{operand.text}' for field '{field}' is invalid. Please specify a"
            scope.refuse(f"{said} positive duration format; for example: '1h 30m', '2d'.")
        return seconds
    functions.values(scope, operand, "duration", field)
    return None
