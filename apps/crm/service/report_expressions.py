"""What reports compute of columns, as expressions of a query."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, case, func, literal

from workworld.apps.crm.schema.kinds import CENTS, Kind
from workworld.apps.crm.service import people, report_columns, rule_facts
from workworld.apps.crm.service.report_parts import Bucket
from workworld.apps.crm.service.report_types import ReportColumn
from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.database import driver
from workworld.formulas import Value


def sorted_into(
    bucket: Bucket, column: ReportColumn, value: ColumnElement[Any]
) -> ColumnElement[Any]:
    """The bucket that a value falls into.

    Args:
        bucket: which there are.
        column: what is sorted.
        value: its expression; amounts are in hundredths of the organisation's currency.
    """
    if not column.field.kind.is_number:
        small = func.lower(value)
        ways = [
            (small.in_([each.lower() for each in known.values]), literal(known.label))
            for known in bucket.buckets
            if known.values
        ]
        rest: Any = literal(bucket.other) if bucket.other else value
        return case((value.is_(None) | (value == ""), literal(None)), *ways, else_=rest)
    if bucket.blank_is_zero:
        value = func.coalesce(value, 0)
    scale = CENTS if column.field.kind is Kind.CURRENCY else 1
    labels = report_columns.buckets_of(bucket, column)
    bounds = [each.upper for each in bucket.buckets[:-1]]
    ranges = [
        (value <= upper * scale, literal(label))
        for label, upper in zip(labels, bounds, strict=False)
        if upper is not None
    ]
    return case((value.is_(None), literal(None)), *ranges, else_=literal(labels[-1]))


def computed(
    ctx: Context, column: ReportColumn, values: Sequence[ColumnElement[Any]]
) -> ColumnElement[Any]:
    """What a formula makes of a row: the database asks the formula itself.

    Args:
        ctx: who runs the report.
        column: the one that is computed.
        values: the expressions of the columns that it names, in their order.
    """
    formula = column.formula
    if formula is None:
        raise ValueError(f"{column.name} has no formula")
    kinds = [each.field.kind.value for each in column.source]
    known = hashlib.sha1(repr((formula.text, kinds)).encode(), usedforsecurity=False)
    name = f"crm_formula_{known.hexdigest()[:16]}"
    now, today = ctx.clock.now(), people.today(ctx)
    fields = [each.field for each in column.source]
    names = [each.name for each in column.source]

    def work(*held: Any) -> Any:
        read = {
            name: rule_facts.value_of(field, value)
            for name, field, value in zip(names, fields, held, strict=True)
        }
        return _kept(formula.value(_Facts(now, today, read)))

    driver(ctx.session).create_scalar_function(name, work, len(values))
    made: ColumnElement[Any] = getattr(func, name)(*values)
    return made


def _kept(value: Value) -> Any:
    """What a formula yields, as columns keep it."""
    if isinstance(value, datetime):
        return to_microseconds(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return int(value)
    return float(value) if isinstance(value, Decimal) else value


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a formula is told of a row."""

    now: datetime
    today: date
    values: dict[str, Value]

    @property
    def is_new(self) -> bool:
        """Rows of reports are there."""
        return False

    def value(self, name: str) -> Value:
        """What a column holds."""
        return self.values[name]

    def prior(self, name: str) -> Value:
        """Reports know nothing of what was."""
        return self.value(name)
