"""The calendar of what comes again and again: on which days tasks and meetings of a series are.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_task.htm
"""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute

from workworld.apps.crm.schema.picklists import INSTANCES, RECURRENCE_TYPES
from workworld.apps.crm.service import records
from workworld.apps.crm.service.refusals import refused
from workworld.context import Context

MOST = 100
"""How many records a series has at most."""
MOST_APART = 999
"""How many days, weeks or months lie between two of them at most."""
DAILY, WEEKDAYS, WEEKLY, MONTHLY, MONTHLY_NTH, YEARLY, YEARLY_NTH = RECURRENCE_TYPES
EVERY_DAY, WORKING_DAYS = 127, 62
"""Masks: Sunday is 1, Monday 2, Tuesday 4, up to Saturday, which is 64."""
_WEEK, _YEAR = 7, 12


@dataclass(frozen=True, slots=True)
class Rule:
    """How something comes again.

    Args:
        kind: one of the vendor's recurrence types.
        interval: each how many days, weeks or months.
        weekdays: a mask of days of the week.
        day_of_month: from 1; in shorter months their last day stands for it.
        instance: which of the fitting days of a month: ``First`` to ``Fourth``, or ``Last``.
        month: of the year, from 1.
    """

    kind: str
    interval: int = 1
    weekdays: int = 0
    day_of_month: int = 1
    instance: str = ""
    month: int = 1


def days(rule: Rule, first: date, last: date) -> list[date]:
    """The days of a series, one more than there may be at most.

    Args:
        rule: how it comes again.
        first: the earliest day that it may have.
        last: the latest.
    """
    made = _by_month(rule, first, last) if rule.kind in _MONTHS else _by_day(rule, first, last)
    return list(islice(made, MOST + 1))


def mask_of(day: date) -> int:
    """The mask of the day of the week that a day is."""
    return 1 << ((day.weekday() + 1) % _WEEK)


def remove_from(
    ctx: Context, row: Any, series: InstrumentedAttribute[Any], when: InstrumentedAttribute[Any]
) -> int:
    """Delete a record and all that follow it in its series, the last one first: how many.

    Args:
        ctx: who deletes.
        row: the record.
        series: the column that names the first record of its series.
        when: the column by which the series is ordered.

    Raises:
        RecordRefused: ``INVALID_OPERATION``: it is in no series.
    """
    model, series_id = type(row), getattr(row, series.key)
    if series_id is None:
        raise refused("INVALID_OPERATION", f"This {model.__name__.lower()} does not repeat.")
    query = select(model).where(
        series == series_id, when >= getattr(row, when.key), ~model.is_deleted
    )
    rows = ctx.session.scalars(query.order_by(when.desc(), model.id)).all()
    for each in rows:
        records.remove(ctx, each)
    return len(rows)


def _by_day(rule: Rule, first: date, last: date) -> Iterator[date]:
    step = rule.interval if rule.kind == DAILY else 1
    weekdays = {DAILY: EVERY_DAY, WEEKDAYS: WORKING_DAYS}.get(rule.kind, rule.weekdays)
    weeks = rule.interval if rule.kind == WEEKLY else 1
    sunday = first.toordinal() - first.isoweekday() % _WEEK
    for ordinal in range(first.toordinal(), last.toordinal() + 1, step):
        day = date.fromordinal(ordinal)
        if mask_of(day) & weekdays and (ordinal - sunday) // _WEEK % weeks == 0:
            yield day


def _by_month(rule: Rule, first: date, last: date) -> Iterator[date]:
    is_yearly = rule.kind in (YEARLY, YEARLY_NTH)
    begin = first.year * _YEAR + (rule.month if is_yearly else first.month) - 1
    end = last.year * _YEAR + last.month
    for index in range(begin, end, _YEAR if is_yearly else rule.interval):
        day = _of_month(rule, index // _YEAR, index % _YEAR + 1)
        if day is not None and first <= day <= last:
            yield day


def _of_month(rule: Rule, year: int, month: int) -> date | None:
    length = calendar.monthrange(year, month)[1]
    if rule.kind in (MONTHLY, YEARLY):
        return date(year, month, min(rule.day_of_month, length))
    start = date(year, month, 1)
    every = (start + timedelta(days=each) for each in range(length))
    fitting = [day for day in every if mask_of(day) & rule.weekdays]
    at = -1 if rule.instance == INSTANCES[-1] else INSTANCES.index(rule.instance)
    return fitting[at] if fitting else None


_MONTHS = (MONTHLY, MONTHLY_NTH, YEARLY, YEARLY_NTH)
