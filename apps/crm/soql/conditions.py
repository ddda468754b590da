"""Conditions of a query as SQL."""

from __future__ import annotations

import operator as op
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, collate, false, func, or_, true

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import periods
from workworld.apps.crm.schema.kinds import CENTS, Kind
from workworld.apps.crm.soql import texts
from workworld.apps.crm.soql.functions import Value, evaluated, in_corporate
from workworld.apps.crm.soql.joins import Level
from workworld.apps.crm.soql.tree import (
    And,
    Comparison,
    Condition,
    Expression,
    Form,
    Literal,
    Not,
    Or,
    Query,
)
from workworld.apps.crm.soql.wording import FIELD, MALFORMED, OPERATOR

Evaluate = Callable[[Expression], Value]
Inner = Callable[[Level, Query], Select[Any]]
"""A query within a condition → the ids that it finds."""
_ORDERED: Mapping[str, Callable[[Any, Any], ColumnElement[bool]]] = {
    "<": op.lt,
    "<=": op.le,
    ">": op.gt,
    ">=": op.ge,
    "=": op.eq,
}
_TYPES = {
    Kind.BOOLEAN: ("boolean", False),
    Kind.INT: ("int", False),
    Kind.DOUBLE: ("double", False),
    Kind.PERCENT: ("double", False),
    Kind.CURRENCY: ("double", False),
    Kind.DATE: ("date", False),
    Kind.DATETIME: ("dateTime", False),
    Kind.ID: ("ID", True),
    Kind.REFERENCE: ("reference", True),
}
"""What the vendor calls values of a kind, and whether they are quoted."""
_FORMS = {
    Kind.BOOLEAN: (Form.BOOLEAN,),
    Kind.INT: (Form.NUMBER,),
    Kind.DOUBLE: (Form.NUMBER,),
    Kind.PERCENT: (Form.NUMBER,),
    Kind.CURRENCY: (Form.NUMBER, Form.CURRENCY),
    Kind.DATE: (Form.DATE, Form.PERIOD),
    Kind.DATETIME: (Form.DATETIME, Form.PERIOD),
}
_LARGEST = 2**63


class Conditions:
    """The conditions of one level of a query.

    Args:
        level: of which.
        inner: makes SQL of a query within a condition.
        evaluate: what expressions are, where not everything may be named.
    """

    def __init__(self, level: Level, inner: Inner, evaluate: Evaluate | None = None) -> None:
        self._level = level
        self._inner = inner
        self._evaluate = evaluate or self._of_record

    def sql(self, condition: Condition) -> ColumnElement[bool]:
        """A condition; it is false, not unknown, for empty values where it matters."""
        if isinstance(condition, And):
            return and_(*(self.sql(part) for part in condition.parts))
        if isinstance(condition, Or):
            return or_(*(self.sql(part) for part in condition.parts))
        if isinstance(condition, Not):
            return _not(self.sql(condition.part))
        return self._comparison(condition)

    def _of_record(self, expression: Expression) -> Value:
        value = evaluated(self._level, expression)
        if value.is_aggregate:
            said = "Aggregate functions are not allowed in WHERE; use HAVING"
            raise self._refused(MALFORMED, said, expression.at)
        return value

    def _comparison(self, asked: Comparison) -> ColumnElement[bool]:
        value = self._evaluate(asked.left)
        self._check(asked, value)
        if isinstance(asked.right, Query):
            return self._semi_join(asked, value, asked.right)
        if isinstance(asked.right, tuple):
            return self._listed(asked, value, asked.right)
        if asked.operator == "like":
            return self._like(value, asked.right)
        if asked.operator == "!=":
            return _not(self._compared(value, "=", asked.right))
        return self._compared(value, asked.operator, asked.right)

    def _check(self, asked: Comparison, value: Value) -> None:
        """Refuse what cannot be asked of a field.

        Raises:
            QueryRefused: it cannot.
        """
        field = value.found.field if value.found else None
        shown = field.name if field else value.name
        is_long = field is not None and field.kind is Kind.TEXTAREA
        if is_long and not value.is_aggregate:
            said = f"field '{shown}' can not be filtered in a query call"
            raise self._refused(FIELD, said, asked.at)
        lists = asked.operator in ("includes", "excludes")
        if lists and value.kind is not Kind.MULTIPICKLIST:
            said = f"includes or excludes operator only valid on multipicklist field: {shown}"
            raise self._refused(OPERATOR, said, asked.at)
        is_ordered = asked.operator in ("<", "<=", ">", ">=")
        if is_ordered and value.kind in (Kind.BOOLEAN, Kind.MULTIPICKLIST, Kind.REFERENCE):
            said = f"invalid operator on {value.kind} field: {shown}"
            raise self._refused(OPERATOR, said, asked.at)
        if asked.operator == "like" and not value.kind.is_text:
            said = f"invalid operator on {value.kind} field: {shown}"
            raise self._refused(OPERATOR, said, asked.at)

    # Several values

    def _listed(
        self, asked: Comparison, value: Value, literals: tuple[Literal, ...]
    ) -> ColumnElement[bool]:
        if asked.operator in ("includes", "excludes"):
            found = or_(*(self._includes(value, each) for each in literals))
            return _not(found) if asked.operator == "excludes" else found
        found = self._among(value, literals)
        return _not(found) if asked.operator == "not in" else found

    def _includes(self, value: Value, literal: Literal) -> ColumnElement[bool]:
        if literal.form is Form.NULL:
            return value.sql.is_(None)
        parts = [each for each in self._text(value, literal).split(";") if each.strip()]
        return and_(true(), *(texts.holds_value(value.sql, part) for part in parts))

    def _among(self, value: Value, literals: tuple[Literal, ...]) -> ColumnElement[bool]:
        ways: list[ColumnElement[bool]] = []
        plain = [each for each in literals if each.form is not Form.NULL]
        if len(plain) < len(literals):
            ways.append(value.sql.is_(None))
        if value.kind in (Kind.ID, Kind.REFERENCE):
            ways.append(value.sql.in_([self._id(value, each) for each in plain]))
        elif value.kind.is_text:
            ways.append(texts.among(value.sql, [self._text(value, each) for each in plain]))
        elif all(each.form is Form.NUMBER for each in plain) and value.kind is not Kind.DATE:
            ways.append(value.sql.in_([self._number(value, each) for each in plain]))
        else:
            ways += [self._compared(value, "=", each) for each in plain]
        return or_(false(), *ways)

    def _semi_join(self, asked: Comparison, value: Value, query: Query) -> ColumnElement[bool]:
        if value.kind not in (Kind.ID, Kind.REFERENCE):
            said = (
                "The left operand field in the where expression for inner query should be of type"
                f" reference or id: '{value.name}'"
            )
            raise self._refused(MALFORMED, said, asked.at)
        found = value.sql.in_(self._inner(self._level, query))
        return _not(found) if asked.operator == "not in" else found

    # One value

    def _like(self, value: Value, literal: Literal) -> ColumnElement[bool]:
        if literal.form is Form.NULL:
            return false()
        if literal.form is not Form.TEXT:
            raise self._mistyped(value, literal)
        return texts.like(value.sql, str(literal.value))

    def _compared(self, value: Value, sign: str, literal: Literal) -> ColumnElement[bool]:
        if literal.form is Form.NULL:
            return value.sql.is_(None) if sign == "=" else false()
        if value.kind in (Kind.ID, Kind.REFERENCE):
            return _ORDERED[sign](value.sql, self._id(value, literal))
        if value.kind.is_text:
            return self._text_compared(value, sign, self._text(value, literal))
        if literal.form not in _FORMS[value.kind]:
            raise self._mistyped(value, literal)
        if literal.form is Form.PERIOD:
            return self._in_period(value, sign, literal)
        if literal.form is Form.CURRENCY:
            return self._amount(value, sign, literal)
        return _ORDERED[sign](value.sql, self._kept(value, literal))

    def _kept(self, value: Value, literal: Literal) -> Any:
        """A literal as columns of a kind keep it."""
        if isinstance(literal.value, date):
            return literal.value.isoformat()
        return self._number(value, literal) if value.kind.is_number else literal.value

    def _text_compared(self, value: Value, sign: str, text: str) -> ColumnElement[bool]:
        if sign != "=":
            return _ORDERED[sign](collate(value.sql, texts.NO_CASE), text)
        field = value.found.field if value.found else None
        known = texts.canonical(field, text) if field else None
        return value.sql == known if known is not None else texts.equal(value.sql, text)

    def _in_period(self, value: Value, sign: str, literal: Literal) -> ColumnElement[bool]:
        known = self._level.scope.calendar
        try:
            run = periods.period(str(literal.value), known)
            if run is None:
                raise self._mistyped(value, literal)
            first: Any
            after: Any
            first, after = run.first.isoformat(), run.after.isoformat()
            if value.kind is Kind.DATETIME:
                first, after = run.moments(known)
        except OverflowError:
            said = f"Invalid date literal: {literal.value}"
            raise self._refused(MALFORMED, said, literal.at) from None
        if sign == "=":
            return and_(value.sql >= first, value.sql < after)
        bound = after if sign in (">", "<=") else first
        return _ORDERED[">=" if sign.startswith(">") else "<"](value.sql, bound)

    def _amount(self, value: Value, sign: str, literal: Literal) -> ColumnElement[bool]:
        """Amounts of different currencies are compared in the organisation's."""
        rates = self._level.scope.rates()
        if literal.code not in rates:
            said = f"Invalid currency ISO code: {literal.code}"
            raise self._refused(FIELD, said, literal.at)
        cents = float(Decimal(str(literal.value)) * CENTS / Decimal(repr(rates[literal.code])))
        return _ORDERED[sign](in_corporate(self._level, value), func.round(cents))

    # What literals mean

    def _id(self, value: Value, literal: Literal) -> str:
        if literal.form is not Form.TEXT:
            raise self._mistyped(value, literal)
        full = record_ids.full(str(literal.value))
        if full is None:
            raise self._refused(OPERATOR, f"invalid ID field: {literal.value}", literal.at)
        return full

    def _text(self, value: Value, literal: Literal) -> str:
        if literal.form is not Form.TEXT:
            raise self._mistyped(value, literal)
        return str(literal.value)

    def _number(self, value: Value, literal: Literal) -> int | float:
        if literal.form is not Form.NUMBER:
            raise self._mistyped(value, literal)
        number = Decimal(str(literal.value))
        scaled = number * CENTS if value.kind is Kind.CURRENCY else number
        is_whole = scaled == scaled.to_integral_value() and abs(scaled) < _LARGEST
        return int(scaled) if is_whole else float(scaled)

    def _mistyped(self, value: Value, literal: Literal) -> Exception:
        kind, is_quoted = _TYPES.get(value.kind, ("string", True))
        shown = value.found.field.name if value.found else value.name
        enclosed = "should be" if is_quoted else "should not be"
        said = f"value of filter criterion for field '{shown}' must be of type {kind} and"
        return self._refused(FIELD, f"{said} {enclosed} enclosed in quotes", literal.at)

    def _refused(self, code: str, said: str, at: int) -> Exception:
        return self._level.scope.refusal(code, said, at)


def _not(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """The opposite: what is empty counts as different from everything."""
    return condition.is_not(true())
