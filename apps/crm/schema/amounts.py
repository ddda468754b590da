"""Arithmetic of amounts: hundredths of a currency, rounded half up in this one place.

https://help.salesforce.com/s/articleView?id=sales.expected_revenue_calculation.htm
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

HUNDRED = Decimal(100)


def half_up(value: Decimal) -> int:
    """A whole number of hundredths: a half is rounded away from zero."""
    return int(value.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def exact(value: float) -> Decimal:
    """A number as it is written: 0.1 is a tenth."""
    return Decimal(repr(value))


def portion(cents: int, percent: float) -> int:
    """So many percent of an amount."""
    return half_up(cents * exact(percent) / HUNDRED)


def expected(cents: int | None, probability: float | None) -> int | None:
    """What a deal is worth on average: its amount times its probability in percent."""
    return None if cents is None else portion(cents, probability or 0.0)


def line_total(quantity: float, unit_price: int, discount: float | None) -> int:
    """What a line comes to: quantity × price in hundredths, less a discount in percent."""
    kept = (HUNDRED - exact(discount or 0.0)) / HUNDRED
    return half_up(exact(quantity) * unit_price * kept)


def exchanged(cents: int, old_rate: float, new_rate: float) -> int:
    """An amount in another currency.

    Args:
        cents: the amount in hundredths.
        old_rate: how many of its units one of the organisation's buys.
        new_rate: how many of the other currency's.
    """
    return half_up(cents * exact(new_rate) / exact(old_rate))
