"""Random numbers: a value hangs on the workbook's seed, the calculation, the cell and the call."""

from __future__ import annotations

import math
from typing import Any

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.callables import Function, Surroundings
from workworld.apps.sheets.engine.functions.shapes import (
    MOST_MADE,
    Rows,
    answering,
    failed,
    number,
    text,
    truth,
    whole,
)
from workworld.randomness import Stream


def _stream(surroundings: Surroundings, place: Any, call: Any) -> Stream:
    """What the next numbers of a call in a formula are drawn from."""
    asked = text(place), whole(call)
    drawn = 0
    if surroundings.depth:  # only functions that formulas make are called several times
        drawn = surroundings.draws.get(asked, 0)
        surroundings.draws[asked] = drawn + 1
    return Stream("sheets", surroundings.seed, surroundings.revision, *asked, drawn)


@answering
def random(surroundings: Surroundings, place: Any, call: Any) -> float:
    """A number from 0 to below 1."""
    return _fraction(_stream(surroundings, place, call))


@answering
def random_between(surroundings: Surroundings, place: Any, call: Any, low: Any, high: Any) -> float:
    """A whole number between two, both included."""
    least, most = math.ceil(number(low)), math.floor(number(high))
    if least > most:
        raise failed(values.NUMBER, "The first number is not greater than the second one.")
    return float(_stream(surroundings, place, call).integer(least, most))


@answering
def random_array(
    surroundings: Surroundings,
    place: Any,
    call: Any,
    rows: Any = None,
    columns: Any = None,
    low: Any = None,
    high: Any = None,
    is_whole: Any = None,
) -> Rows:
    """Random numbers side by side and below one another."""
    height = 1 if rows is None else whole(rows)
    width = 1 if columns is None else whole(columns)
    if height * width > MOST_MADE:
        raise failed(values.NUMBER, f"The result has more than {MOST_MADE:,} cells.")
    if not surroundings.spend(height * width // 10):
        raise failed(values.CALCULATION, "The formulas draw too many numbers.")
    least, most = number(low), 1.0 if high is None else number(high)
    if least > most:
        raise failed(values.VALUE, "The least number is not greater than the greatest one.")
    stream, wholes = _stream(surroundings, place, call), truth(is_whole)
    if wholes and (least % 1 or most % 1):
        raise failed(values.VALUE, "Whole numbers lie between whole numbers.")

    def drawn() -> float:
        if wholes:
            return float(stream.integer(int(least), int(most)))
        return least + _fraction(stream) * (most - least)

    return [[drawn() for _ in range(width)] for _ in range(height)]


def _fraction(stream: Stream) -> float:
    return stream.integer(0, 2**53 - 1) / 2**53


FUNCTIONS = (
    Function("WW.RAND", random, 2, 2, is_volatile=True, knows=True),
    Function("WW.RANDBETWEEN", random_between, 4, 4, is_volatile=True, knows=True),
    Function("WW.RANDARRAY", random_array, 2, 7, is_volatile=True, knows=True),
)
