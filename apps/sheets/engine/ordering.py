"""How values are put in order: numbers, texts, truth values, errors, and blanks at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from workworld.apps.sheets.engine.values import Error, Value

Row = TypeVar("Row")


class Key(NamedTuple):
    """One of several things to sort by."""

    of: Callable[[int], Value]
    """The value of a row, by its place among the rows."""
    descending: bool = False
    first: Callable[[int], bool] | None = None
    """What comes first whatever its value is, as cells of a colour do."""


def rank(value: Value) -> tuple[int, float, str]:
    """What a value is ordered by; blanks are left to whoever sorts."""
    if isinstance(value, bool):
        return 2, float(value), ""
    if isinstance(value, float | int):
        return 0, float(value), ""
    if isinstance(value, Error):
        return 3, 0, value.code
    return 1, 0, (value or "").casefold()


def order(count: int, keys: Sequence[Key]) -> list[int]:
    """The places of rows in their new order; equal ones stay as they are, blanks come last."""
    places = list(range(count))
    for key in reversed(keys):
        places = _sorted(places, key)
    return places


def _sorted(places: list[int], key: Key) -> list[int]:
    comes_first = key.first
    if comes_first is not None:
        return sorted(places, key=lambda at: not comes_first(at), reverse=key.descending)
    values = {at: key.of(at) for at in places}
    filled = [at for at in places if values[at] is not None and values[at] != ""]
    blank = [at for at in places if values[at] is None or values[at] == ""]
    return sorted(filled, key=lambda at: rank(values[at]), reverse=key.descending) + blank
