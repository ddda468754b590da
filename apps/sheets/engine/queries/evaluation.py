"""Terms of queries, worked out for a row or a group of rows."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import re2

from workworld.apps.sheets.engine.queries.trees import (
    TOTALS,
    Call,
    Column,
    Literal,
    QueryError,
    Term,
)
from workworld.apps.sheets.engine.values import Error, Value

Row = Sequence[Value]
_DAY_ZERO = datetime.date(1899, 12, 30)


def of_row(term: Term, row: Row, now: float) -> Value:
    """What a term without totals comes to in a row.

    Args:
        term: the term.
        row: the values of the row.
        now: the day and time that ``now()`` tells.
    """
    if isinstance(term, Column):
        return row[term.at]
    if isinstance(term, Literal):
        return term.value
    if term.name == "now":
        return now
    return applied(term.name, [of_row(each, row, now) for each in term.given])


def of_group(term: Term, rows: Sequence[Row], now: float) -> Value:
    """What a term comes to in a group of rows, which agree in what is outside of totals."""
    if isinstance(term, Call) and term.name in TOTALS:
        return total(term.name, [of_row(term.given[0], row, now) for row in rows])
    if isinstance(term, Call) and term.name != "now":
        return applied(term.name, [of_group(each, rows, now) for each in term.given])
    return of_row(term, rows[0], now) if rows else None


def total(name: str, found: Sequence[Value]) -> Value:
    """A total of values; blanks do not count."""
    present = [each for each in found if each is not None]
    if name == "count":
        return float(len(present))
    if name in ("max", "min"):
        chosen = max if name == "max" else min
        return chosen(present, key=sort_key, default=None)
    numbers = [each for each in present if is_number(each)]
    if len(numbers) < len(present):
        raise QueryError(f"“{name}” needs a column of numbers.")
    if not numbers:
        return None
    found_sum = float(sum(numbers))  # type: ignore[arg-type]  # numbers alone
    return found_sum if name == "sum" else found_sum / len(numbers)


def holds(term: Term, row: Row, now: float) -> bool:
    """Whether a condition holds for a row."""
    return of_row(term, row, now) is True


def applied(name: str, given: Sequence[Value]) -> Value:
    """What an operator or a function comes to."""
    if name in _CONDITIONS:
        return _CONDITIONS[name](*given)
    if name in _COMPARES:
        return _compared(name, *given)
    if name in _TEXTS:
        return _matched(name, *given)
    return None if any(each is None for each in given) else _FUNCTIONS[name](*given)


_CONDITIONS: Mapping[str, Callable[..., bool]] = {
    "and": lambda one, other: one is True and other is True,
    "or": lambda one, other: one is True or other is True,
    "not": lambda each: each is not True,
    "is null": lambda each: each is None,
}


def _compared(sign: str, one: Value, other: Value) -> bool:
    if one is None or other is None or _kind(one) != _kind(other):
        return sign == "!=" and one is not None and other is not None
    return _COMPARES[sign](one, other)


_COMPARES: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}


def _matched(name: str, one: Value, other: Value) -> bool:
    if not isinstance(one, str) or not isinstance(other, str):
        return False
    return _TEXTS[name](one, other)


@lru_cache(maxsize=64)
def _pattern(text: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(text, options)
    except re2.error:
        raise QueryError(f"“{text}” is no regular expression.") from None


def _like(text: str) -> str:
    """A pattern with ``%`` for any letters and ``_`` for one, as a regular expression."""
    signs = {"%": "(?s:.*)", "_": "(?s:.)"}
    return "".join(signs.get(each) or re.escape(each) for each in text)


_TEXTS: Mapping[str, Callable[[str, str], bool]] = {
    "contains": lambda one, other: other in one,
    "starts with": lambda one, other: one.startswith(other),
    "ends with": lambda one, other: one.endswith(other),
    "matches": lambda one, other: _pattern(other).fullmatch(one) is not None,
    "like": lambda one, other: _pattern(_like(other)).fullmatch(one) is not None,
}


def _number(value: Value) -> float:
    if not is_number(value):
        raise QueryError("Only numbers can be computed with.")
    return float(value)  # type: ignore[arg-type]  # a number


def _divided(one: Value, other: Value) -> Value:
    below = _number(other)
    return _number(one) / below if below else None


def _rest(one: Value, other: Value) -> Value:
    below = _number(other)
    return math.fmod(_number(one), below) if below else None


def _day(value: Value) -> datetime.date:
    number = _number(value)
    if not 0 <= number < 2_958_466:
        raise QueryError("A day lies beyond the year 9999.")
    return _DAY_ZERO + datetime.timedelta(days=math.floor(number))


def _clock(value: Value, per_day: int, size: int) -> float:
    return float(math.floor(round(_number(value) % 1 * 86_400_000) / (86_400_000 / per_day)) % size)


_FUNCTIONS: Mapping[str, Callable[..., Value]] = {
    "+": lambda one, other: _number(one) + _number(other),
    "-": lambda one, other: _number(one) - _number(other),
    "*": lambda one, other: _number(one) * _number(other),
    "/": _divided,
    "%": _rest,
    "year": lambda each: float(_day(each).year),
    # Months are counted from 0 in this language, as those who made it would have it.
    "month": lambda each: float(_day(each).month - 1),
    "day": lambda each: float(_day(each).day),
    "quarter": lambda each: float((_day(each).month + 2) // 3),
    "dayofweek": lambda each: float(_day(each).isoweekday() % 7 + 1),
    "hour": lambda each: _clock(each, 24, 24),
    "minute": lambda each: _clock(each, 1_440, 60),
    "second": lambda each: _clock(each, 86_400, 60),
    "millisecond": lambda each: _clock(each, 86_400_000, 1_000),
    "datediff": lambda one, other: float(math.floor(_number(one)) - math.floor(_number(other))),
    "todate": lambda each: float(math.floor(_number(each))),
    "upper": lambda each: str(each).upper(),
    "lower": lambda each: str(each).lower(),
}


def is_number(value: Value) -> bool:
    """Whether a value is a number; truth values are none."""
    return isinstance(value, float)


def _kind(value: Value) -> type:
    return type(value)


def sort_key(value: Value) -> tuple[int, Any]:
    """What values are sorted by: blanks first, then numbers, texts and truth values."""
    if value is None:
        return 0, 0
    if isinstance(value, bool):
        return 3, value
    if isinstance(value, float):
        return 1, value
    return (4, value.code) if isinstance(value, Error) else (2, value)
