"""Dialogs that put cells in or take them out, and ask what gives way or closes up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.engine.addresses import column_name
from workworld.apps.sheets.pages.asked import Asked, Request, Sent
from workworld.apps.sheets.pages.asking import dialog
from workworld.errors import Invalid

_INSERTED = (
    ("down", "Shift cells down"),
    ("right", "Shift cells right"),
    ("rows", "Insert rows {rows}"),
    ("columns", "Insert columns {columns}"),
)
_DELETED = (
    ("down", "Shift cells up"),
    ("right", "Shift cells left"),
    ("rows", "Delete rows {rows}"),
    ("columns", "Delete columns {columns}"),
)
_AXES = {"down": "ROWS", "right": "COLUMNS", "rows": "ROWS", "columns": "COLUMNS"}


@dialog("insert")
def insert(asked: Asked) -> Mapping[str, Any]:
    """Put cells in where some are selected."""
    return _shown(asked, _INSERTED)


@insert.taken
def _insert(asked: Asked) -> Sent:
    way, axis = _way(asked)
    if way == axis.lower():
        return Sent([{"insertDimension": {"range": _lines(asked, axis)}}])
    return Sent([{"insertRange": {"range": asked.range(), "shiftDimension": axis}}])


@dialog("delete")
def delete(asked: Asked) -> Mapping[str, Any]:
    """Take cells out that are selected."""
    return _shown(asked, _DELETED)


@delete.taken
def _delete(asked: Asked) -> Sent:
    way, axis = _way(asked)
    if way == axis.lower():
        return Sent([{"deleteDimension": {"range": _lines(asked, axis)}}])
    return Sent([{"deleteRange": {"range": asked.range(), "shiftDimension": axis}}])


def _shown(asked: Asked, ways: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
    rows, columns = _lines(asked, "ROWS"), _lines(asked, "COLUMNS")
    first, last = column_name(columns["startIndex"]), column_name(columns["endIndex"] - 1)
    named = {
        "rows": _span(str(rows["startIndex"] + 1), str(rows["endIndex"])),
        "columns": _span(first, last),
    }
    return {"ways": [(name, label.format(**named), "") for name, label in ways]}


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first} to {last}"


def _way(asked: Asked) -> tuple[str, str]:
    way = asked.form.get("way", "down")
    if way not in _AXES:
        raise Invalid("invalid_argument", "Choose what the other cells do.")
    return way, _AXES[way]


def _lines(asked: Asked, axis: str) -> Request:
    """The rows or columns of the selection."""
    found, sheet = asked.range(), asked.grid.area
    name, most = ("Row", sheet.bottom) if axis == "ROWS" else ("Column", sheet.right)
    return {
        "sheetId": found["sheetId"],
        "dimension": axis,
        "startIndex": found.get(f"start{name}Index", 0),
        "endIndex": found.get(f"end{name}Index", most),
    }
