"""Decimal numbers rounded as spreadsheets do: half away from zero."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal

WIDE = Context(prec=800, rounding=ROUND_HALF_UP)
"""Room for the digits of any number."""


def scaled(number: Decimal, places: int) -> Decimal:
    """A number so many powers of ten larger."""
    return number.scaleb(places, WIDE)


def rounded(number: Decimal, places: int) -> Decimal:
    """A number with so many decimals."""
    return number.quantize(Decimal(1).scaleb(-places), context=WIDE)
