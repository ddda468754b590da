"""Arguments of functions as they come: single values, and ranges as lists of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.addresses import Place
from workworld.apps.sheets.engine.number_formats import exact
from workworld.apps.sheets.engine.values import Error, Value

Rows = list[list[Value]]
"""A range or array."""
MOST_MADE = 1_000_000
"""How many cells a function may make: more than that is refused, not tried."""


class Failed(Exception):
    """What a function cannot work out; it carries the error value."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.code)
        self.error = error


def failed(code: str, message: str) -> Failed:
    """The failure with an error value and the reason."""
    return Failed(Error(code, message))


def answering(compute: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose failures become error values, as those among its arguments do."""

    @wraps(compute)
    def answer(*given: Any) -> Any:
        try:
            return compute(*map(plain, given))
        except Failed as failure:
            return failure.error

    return answer


def plain(value: Any) -> Any:
    """An argument with error values of ours, in ranges too."""
    if isinstance(value, list):
        return [[plain(each) for each in row] for row in value]
    if isinstance(value, dict):
        return values.of_library(value)
    return value


def place_of(position: Any) -> Place:
    """The cell that a text of numbers names."""
    sheet, row, column = text(position).split(":")
    return Place(int(sheet), int(row), int(column))


def rows_of(value: Any) -> Rows:
    """An argument as a range: a single value is one of one cell."""
    return value if isinstance(value, list) else [[value]]


def every(arguments: Iterable[Any]) -> Iterator[Value]:
    """All values, row by row.

    Raises:
        Failed: one of them is an error.
    """
    for argument in arguments:
        for row in rows_of(argument):
            for value in row:
                yield sound(value)


def sound(value: Value) -> Value:
    """A value that is no error.

    Raises:
        Failed: it is one.
    """
    if isinstance(value, Error):
        raise Failed(value)
    return value


def single(value: Any) -> Value:
    """A single value; of a range, its first.

    Raises:
        Failed: it is an error.
    """
    return sound(rows_of(value)[0][0])


def text(value: Any) -> str:
    """A value as a text.

    Raises:
        Failed: it is an error.
    """
    found = single(value)
    if found is None:
        return ""
    if isinstance(found, bool):
        return "TRUE" if found else "FALSE"
    return exact(found) if isinstance(found, float) else str(found)


def number(value: Any) -> float:
    """A value as a number; texts that read as one count.

    Raises:
        Failed: it is an error, or no number.
    """
    found = single(value)
    if found is None:
        return 0.0
    if isinstance(found, str):
        try:
            return float(found)
        except ValueError:
            said = f"Expected a number, but “{found}” is a text."
            raise failed(values.VALUE, said) from None
    assert not isinstance(found, Error)
    return float(found)


def whole(value: Any, least: int = 1) -> int:
    """A value as an integer, cut off.

    Raises:
        Failed: it is no number or less than ``least``.
    """
    found = int(number(value))
    if found < least:
        raise failed(values.NUMBER, f"Expected {least} or more, but got {found}.")
    return found


def truth(value: Any) -> bool:
    """A value as a truth value.

    Raises:
        Failed: it is an error, or a text that is none.
    """
    found = single(value)
    if isinstance(found, str):
        if found.upper() in ("TRUE", "FALSE"):
            return found.upper() == "TRUE"
        raise failed(values.VALUE, f"Expected TRUE or FALSE, but “{found}” is a text.")
    return bool(found)


def numbers(value: Any) -> list[list[float]]:
    """A range of numbers alone, with rows of equal length.

    Raises:
        Failed: something in it is none.
    """
    rows = rows_of(value)
    for row in rows:
        for each in row:
            if sound(each) is None or isinstance(each, (str, bool)):
                raise failed(values.VALUE, "Expected a range that holds numbers alone.")
    return [[float(each) for each in row] for row in rows]  # type: ignore[arg-type]  # numbers all


def filled(rows: Sequence[Sequence[Value]]) -> Rows:
    """Rows of equal length; what is missing is not available.

    Raises:
        Failed: there are too many cells.
    """
    width = max((len(row) for row in rows), default=0)
    if not width:
        raise failed(values.CALCULATION, "The result has no cells.")
    if width * len(rows) > MOST_MADE:
        raise failed(values.NUMBER, f"The result has more than {MOST_MADE:,} cells.")
    gap = Error(values.MISSING)
    return [[*row, *([gap] * (width - len(row)))] for row in rows]


def key(value: Value) -> tuple[int, Any]:
    """What values are sorted by: numbers, texts regardless of case, truth values, blanks last."""
    if isinstance(value, bool):
        return 2, value
    if isinstance(value, float):
        return 0, value
    if isinstance(value, str):
        return 1, value.casefold()
    return (4, 0) if value is None else (3, str(value))
