"""What amounts are worth in the organisation's currency: today's rates, and those of days.

https://help.salesforce.com/s/articleView?id=platform.administration_about_advanced_currency_management.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Integer, bindparam, case, cast, func, literal, select

from workworld.apps.crm.models import CurrencyType, DatedConversionRate
from workworld.apps.crm.schema import amounts
from workworld.context import Context
from workworld.database import constant, rows_of

_types, _dated = CurrencyType.__table__.c, DatedConversionRate.__table__.c
_TODAY = constant(select(_types.code, _types.rate, _types.is_corporate).order_by(_types.code))
_OF_DAY = constant(
    select(_dated.code, _dated.rate).where(
        _dated.start_date <= bindparam("day"), _dated.next_start_date > bindparam("day")
    )
)


def corporate(ctx: Context) -> str:
    """The code of the currency in which totals are told."""
    found = (row.code for row in _types_of(ctx) if row.is_corporate)
    return next(found, "USD")


def inactive(ctx: Context) -> frozenset[str]:
    """The codes of the currencies that new records are not given."""
    query = select(_types.code).where(~_types.is_active)
    return ctx.remembered("crm idle currencies", lambda: frozenset(ctx.session.scalars(query)))


def rates(ctx: Context, on: date | str | None = None) -> Mapping[str, float]:
    """How many units of each currency one of the organisation's buys, by code.

    Args:
        ctx: whose world it is.
        on: on which day; today's rates by default, and where none was set down for that day.
    """
    found = {row.code: row.rate for row in _types_of(ctx)}
    return found if on is None else {**found, **_rates_of(ctx, str(on))}


def converted(ctx: Context, cents: int, code: str, on: date | str | None = None) -> int:
    """An amount in the organisation's currency, rounded half up to the hundredth.

    Args:
        ctx: whose world it is.
        cents: the amount, in hundredths.
        code: its currency; what is unknown is taken for the organisation's.
        on: the day whose rate holds, as for closed deals that on which they closed; else today's.
    """
    return amounts.exchanged(cents, rates(ctx, on).get(code, 1.0), 1.0)


def exchanged(ctx: Context, cents: int, old: str, new: str) -> int:
    """An amount of one currency in another at today's rates."""
    known = rates(ctx)
    return amounts.exchanged(cents, known.get(old, 1.0), known.get(new, 1.0))


def in_corporate(
    ctx: Context,
    amount: ColumnElement[Any],
    code: ColumnElement[Any],
    *,
    on: ColumnElement[Any] | None = None,
) -> ColumnElement[int]:
    """The same as ``converted``, as an expression over the columns of a query.

    Args:
        ctx: whose world it is.
        amount: hundredths, or null.
        code: their currency.
        on: the day whose rate holds, where it is not null.
    """
    rate: ColumnElement[Any] = _choice(rates(ctx), code)
    if on is not None:
        known = select(_dated.rate).where(
            _dated.code == code, _dated.start_date <= on, _dated.next_start_date > on
        )
        rate = func.coalesce(known.correlate_except(DatedConversionRate).scalar_subquery(), rate)
    return cast(func.round(amount / rate), Integer)


def closing_day(is_closed: ColumnElement[bool], close_date: ColumnElement[Any]) -> Any:
    """The day whose rate holds for a deal: that on which it closed; null while it is open."""
    return case((is_closed, close_date), else_=None)


def _choice(known: Mapping[str, float], code: ColumnElement[Any]) -> ColumnElement[Any]:
    foreign = {each: rate for each, rate in known.items() if rate != 1.0}
    return case(foreign, value=code, else_=1.0) if foreign else literal(1.0)


def _types_of(ctx: Context) -> list[Any]:
    return ctx.remembered("crm currencies", lambda: rows_of(ctx.session, _TODAY, {}))


def _rates_of(ctx: Context, day: str) -> Mapping[str, float]:
    def look_up() -> dict[str, float]:
        return {row.code: row.rate for row in rows_of(ctx.session, _OF_DAY, {"day": day})}

    return ctx.remembered(("crm rates", day), look_up)
