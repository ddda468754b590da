"""``SPARKLINE``: what a small chart in a cell shows, and by which options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.callables import Function, Surroundings
from workworld.apps.sheets.engine.functions.shapes import (
    Rows,
    answering,
    failed,
    number,
    place_of,
    rows_of,
    text,
    truth,
)
from workworld.apps.sheets.engine.values import Display, Value

_KINDS = ("line", "bar", "column", "winloss")
_LIMITS = ("xmin", "xmax", "ymin", "ymax", "max", "linewidth")
_SWITCHES = ("rtl", "axis")


@answering
def sparkline(surroundings: Surroundings, place: Any, data: Any, options: Any = None) -> str:
    """A small chart in a cell. https://support.google.com/docs/answer/3093289"""
    said = _options(options)
    kind = str(said.get("charttype") or "line").lower()
    if kind not in _KINDS:
        raise failed(values.VALUE, f"There are no sparklines of the kind “{kind}”.")
    across, up = _series(rows_of(data), kind)
    points = tuple(_point(each, said) for each in up)
    if not any(each is not None for each in points):
        raise failed(values.MISSING, "A sparkline needs numbers.")
    details = {**said, "charttype": kind, "values": points}
    if across is not None:
        details["across"] = tuple(each if isinstance(each, float) else None for each in across)
    surroundings.record(place_of(place), Display("sparkline", details))
    return ""


def _options(given: Any) -> dict[str, Any]:
    """Options by their names, each of the kind of value that it has.

    Raises:
        Failed: there are none, or one has no value of its kind.
    """
    found = {text(row[0]).lower(): row[1] for row in rows_of(given) if len(row) > 1}
    if given is not None and not found:
        raise failed(values.VALUE, "Options are pairs of a name and a value.")
    return {name: _read(name)(value) for name, value in found.items() if value is not None}


def _read(name: str) -> Callable[[Any], Any]:
    if name in _LIMITS:
        return number
    return truth if name in _SWITCHES else text


def _series(rows: Rows, kind: str) -> tuple[Sequence[Value] | None, Sequence[Value]]:
    """Where points lie across, if that is told, and up: two rows or columns tell it of a line."""
    if kind == "line" and len(rows) == 2 and len(rows[0]) > 2:
        return rows[0], rows[1]
    if kind == "line" and len(rows) > 1 and len(rows[0]) == 2:
        return [row[0] for row in rows], [row[1] for row in rows]
    return None, list(_flat(rows))


def _flat(rows: Rows) -> Iterator[Value]:
    for row in rows:
        yield from row


def _point(value: Value, said: Mapping[str, Any]) -> float | None:
    """What is drawn of a value; None for nothing."""
    if isinstance(value, float):
        return value
    if value is None:
        return 0.0 if str(said.get("empty", "")).lower() == "zero" else None
    return 0.0 if str(said.get("nan", "")).lower() == "convert" else None


FUNCTIONS = (Function("WW.SPARKLINE", sparkline, 2, 3, knows=True),)
