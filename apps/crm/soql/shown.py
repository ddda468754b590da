"""Values as answers have them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from workworld.apps.crm.schema.kinds import CENTS, Kind
from workworld.apps.crm.schema.periods import Calendar

Convert = Callable[[Any], Any]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = 1_000_000


def moment(us: int) -> str:
    """A moment as the vendor writes it: ``2026-03-17T13:30:00.000+0000``."""
    at = _EPOCH + timedelta(seconds=us // _SECOND)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{us % _SECOND // 1000:03d}+0000"


def converter(kind: Kind) -> Convert | None:
    """What makes of a column's value the answer's; None where they are the same."""
    return _CONVERTERS.get(kind)


def formatter(kind: Kind, calendar: Calendar, before: str = "") -> Convert:
    """What makes of a column's value the text that people read.

    Args:
        kind: of value.
        calendar: the reader's.
        before: what stands before an amount: ``USD ``.
    """

    def formatted(value: Any) -> Any:
        if kind is Kind.CURRENCY:
            return f"{before}{value / CENTS:,.2f}"
        if kind is Kind.PERCENT:
            return f"{value:g}%"
        if kind is Kind.DATE:
            return _day(date.fromisoformat(value))
        if kind is Kind.DATETIME:
            local = (_EPOCH + timedelta(seconds=value // _SECOND)).astimezone(calendar.zone)
            hour = local.hour % 12 or 12
            half = "AM" if local.hour < 12 else "PM"
            return f"{_day(local.date())}, {hour}:{local.minute:02d} {half}"
        if kind is Kind.BOOLEAN:
            return "true" if value else "false"
        return f"{value:,}" if kind.is_number else str(value)

    return formatted


def _day(day: date) -> str:
    return f"{day.month}/{day.day}/{day.year}"


def _amount(value: Any) -> float:
    return float(round(value / CENTS, 6))


_CONVERTERS: dict[Kind, Convert] = {
    Kind.CURRENCY: _amount,
    Kind.DATETIME: moment,
    Kind.BOOLEAN: bool,
    Kind.DOUBLE: float,
    Kind.PERCENT: float,
}
