"""Requests that clean up: blanks around texts, rows that are there twice.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#deleteduplicatesrequest
"""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Copied
from workworld.apps.sheets.engine.pivots.buckets import plain
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.service import current_values
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.requests import merges
from workworld.apps.sheets.service.requests.copies import shifted
from workworld.apps.sheets.service.requests.places import area_of, lines_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import DimensionRange, GridRange, Shape
from workworld.errors import Invalid


class TrimWhitespace(Shape):
    """A range whose texts lose the blanks at their ends and all but one between words."""

    range: GridRange


class DeleteDuplicates(Shape):
    """A range that keeps the first of rows that are equal in some columns, or in all."""

    range: GridRange
    comparison_columns: list[DimensionRange] | None = None
    has_header_row: bool = False
    """Ours: whether the first row stays whatever it is."""


@request("trimWhitespace", "Trim whitespace")
def trim_whitespace(edit: Editing, given: TrimWhitespace) -> dict[str, Any]:
    """Take away blanks around texts, and all but one between words."""
    grid = edit.grid(given.range.sheet_id)
    area = area_of(grid, given.range)
    edit.check_writable(grid, area)
    fresh = dict[Place, CellRow]()
    for at, cell in grid.cells(area).items():
        if cell.kind == "text" and (text := trimmed(cell.text or "")) != cell.text:
            fresh[at] = cell.holding(text or None)
    edit.put(grid, fresh)
    return {"cellsChangedCount": len(fresh)} if fresh else {}


def trimmed(text: str) -> str:
    """A text without blanks at its ends and with single ones between words."""
    return "\n".join(" ".join(line.split()) for line in text.strip().split("\n"))


@request("deleteDuplicates", "Remove duplicates")
def delete_duplicates(edit: Editing, given: DeleteDuplicates) -> dict[str, Any]:
    """Take rows out of a range that are as earlier ones; those below move up."""
    grid = edit.grid(given.range.sheet_id)
    area = area_of(grid, given.range)
    columns = list(range(area.left, area.right))
    if given.comparison_columns:
        columns = []
        for each in given.comparison_columns:
            axis, start, end = lines_of(grid, each)
            if axis != "column" or not (area.left <= start and end <= area.right):
                raise Invalid("invalid_request", "comparisonColumns must lie within the range.")
            columns += range(start, end)
    edit.check_writable(grid, area)
    if merges.inside(edit, grid, area):
        raise Invalid("merge_conflict", "You can't remove duplicates among merged cells.")
    area = area.common(Area(0, 0, grid.used().bottom, area.right)) or Area(
        area.top, area.left, area.top, area.right
    )
    rows, seen, kept = current_values.values(edit, grid, area), set[Any](), list[int]()
    used = max((row for row, _ in grid.cells(area)), default=area.top - 1) + 1 - area.top
    for at, row in enumerate(rows[:used]):
        key = tuple(_key(row[column - area.left]) for column in columns)
        if at == 0 and given.has_header_row:
            kept.append(at)
        elif key not in seen:
            seen.add(key)
            kept.append(at)
    removed = used - len(kept)
    if removed:
        filled = Area(area.top, area.left, area.top + used, area.right)
        _close_up(edit, grid, filled, kept)
    return {"duplicatesRemovedCount": removed} if removed else {}


def _close_up(edit: Editing, grid: Grid, area: Area, kept: list[int]) -> None:
    """Let the rows of a rectangle that are kept stand below one another."""
    cells, fresh = grid.cells(area), dict[Place, CellRow | None]()
    for to in range(area.height):
        place = kept[to] if to < len(kept) else None
        for column in range(area.left, area.right):
            at = (area.top + to, column)
            if place is None:
                fresh[at] = None
            elif place != to:
                cell = cells.get((area.top + place, column), BLANK)
                fresh[at] = shifted(cell, grid.sheet.title, Copied(to - place, 0))
    edit.put(grid, fresh)


def _key(value: Value) -> Any:
    return plain(value).order
