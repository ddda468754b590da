"""Arithmetic that is the same everywhere, and never fails: what makes no sense is blank."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal, DecimalException

from workworld.formulas.kinds import Value

EXACT = Context(prec=34, Emax=999, Emin=-999)
_LARGEST = Decimal(10) ** 18
_LARGEST_POWER = 200


def sensible(work: Callable[[], Value]) -> Value:
    """What work yields; blank if it cannot be done, or is a number beyond all sense."""
    try:
        found = work()
    except (DecimalException, ArithmeticError, ValueError):
        return None
    if isinstance(found, Decimal) and not (found.is_finite() and abs(found) < _LARGEST):
        return None
    return found


def power(base: Decimal, exponent: Decimal) -> Decimal | None:
    """A number to a power; None where that is too large to be asked for."""
    return EXACT.power(base, exponent) if abs(exponent) <= _LARGEST_POWER else None


def written(number: Decimal) -> str:
    """A number without needless zeros."""
    made = f"{number:f}"
    return made.rstrip("0").rstrip(".") if "." in made else made
