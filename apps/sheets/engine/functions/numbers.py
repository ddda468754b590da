"""Functions of numbers and days."""

from __future__ import annotations

import math
from typing import Any

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.callables import Function
from workworld.apps.sheets.engine.functions.shapes import (
    answering,
    failed,
    number,
    rows_of,
    sound,
    whole,
)
from workworld.apps.sheets.engine.writers import ROUNDED

_EPOCH = 25_569.0
"""1 January 1970."""
_PER_DAY = {1: 86_400, 2: 86_400_000, 3: 86_400_000_000}
"""How many units there are in a day: seconds, thousandths and millionths."""


def rounded(value: Any) -> Any:
    """A number with the fifteen digits that spreadsheets compare; anything else as it is."""
    if isinstance(value, list):
        return [[rounded(each) for each in row] for row in value]
    return float(f"{value:.15g}") if isinstance(value, float) else value


@answering
def epoch_to_date(stamp: Any, unit: Any = 1.0) -> float:
    """The day and time of a Unix stamp in UTC."""
    found, per_day = number(stamp), _PER_DAY.get(whole(unit, 0))
    if per_day is None:
        raise failed(values.NUMBER, "The unit is 1, 2 or 3.")
    if found < 0:
        raise failed(values.NUMBER, "A stamp is 0 or more.")
    return _EPOCH + found / per_day


@answering
def ceiling(value: Any, factor: Any = 1.0) -> float:
    """A number rounded up to a multiple; of two negative ones, away from zero."""
    return _multiple(number(value), number(factor), up=True)


@answering
def floor(value: Any, factor: Any = 1.0) -> float:
    """A number rounded down to a multiple; of two negative ones, towards zero."""
    return _multiple(number(value), number(factor), up=False)


def _multiple(value: float, factor: float, *, up: bool) -> float:
    if not value or not factor:
        return 0.0
    if value > 0 > factor:
        raise failed(values.NUMBER, "A positive number has no negative multiples.")
    count = float(f"{value / factor:.15g}")
    return float((math.ceil(count) if up else math.floor(count)) * factor)


@answering
def sum_of_products(*arrays: Any) -> float:
    """The sum of what values at the same places come to, multiplied; what is no number counts 0."""
    blocks = [rows_of(each) for each in arrays]
    if len({(len(each), len(each[0])) for each in blocks}) > 1:
        raise failed(values.VALUE, "The arrays have different sizes.")
    flat = [[value for row in each for value in row] for each in blocks]
    total = 0.0
    for together in zip(*flat, strict=True):
        total += math.prod(each if isinstance(sound(each), float) else 0.0 for each in together)
    return total


def type_of(value: Any) -> float:
    """A number for what kind of value something is."""
    if isinstance(value, list):
        return 64.0
    if isinstance(value, bool):
        return 4.0
    if isinstance(value, str):
        return 2.0
    return 16.0 if isinstance(value, dict) else 1.0


FUNCTIONS = (
    Function("CEILING", ceiling, 1, 2),
    Function("FLOOR", floor, 1, 2),
    Function("SUMPRODUCT", sum_of_products, 1),
    Function("TYPE", type_of, 1, 1),
    Function(ROUNDED, rounded, 1, 1),
    Function("EPOCHTODATE", epoch_to_date, 1, 2),
)
