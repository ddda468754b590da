"""Requests that draw cells further.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#autofillrequest
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from workworld.apps.sheets.engine import series
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Copied
from workworld.apps.sheets.engine.format_codes import sections
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.hidden_rows import by_filter
from workworld.apps.sheets.service.requests.copies import shifted
from workworld.apps.sheets.service.requests.places import area_of, check_count
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import Dimension, GridRange, Shape
from workworld.apps.sheets.service.styles import pattern_of
from workworld.errors import Invalid


class SourceAndDestination(Shape):
    """Cells, and how far they are drawn: downwards or to the right, back if negative."""

    source: GridRange
    dimension: Dimension
    fill_length: int


class AutoFill(Shape):
    """Cells that are drawn further; of a range, those that hold something lead."""

    use_alternate_series: bool = False
    range: GridRange | None = None
    source_and_destination: SourceAndDestination | None = None


@request("autoFill", "Fill")
def auto_fill(edit: Editing, given: AutoFill) -> None:
    """Continue series of numbers, days and names, and repeat all else; formulas go along."""
    if (given.range is None) == (given.source_and_destination is None):
        said = "Exactly one of range and sourceAndDestination must be set."
        raise Invalid("invalid_request", said)
    if given.source_and_destination is not None:
        wanted = given.source_and_destination
        grid = edit.grid(wanted.source.sheet_id)
        source, down = area_of(grid, wanted.source), wanted.dimension == "ROWS"
        target = _drawn_to(source, wanted.fill_length, down=down)
        if not grid.area.holds(target):
            raise Invalid("exceeds_grid_limits", "fillLength reaches beyond the grid.")
    else:
        assert given.range is not None
        grid = edit.grid(given.range.sheet_id)
        source, target, down = _led(grid, area_of(grid, given.range))
    if not target.size:
        return
    check_count(target.size)
    edit.check_writable(grid, target)
    drawing = _Drawing(edit, grid, down, given.use_alternate_series, grid.cells(source))
    edit.put(grid, drawing.drawn(source, target))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Cells that are drawn down or to the right, or back."""

    edit: Editing
    grid: Grid
    down: bool
    alternate: bool
    cells: Mapping[Place, CellRow]

    def drawn(self, source: Area, target: Area) -> dict[Place, CellRow | None]:
        """What the cells of a target become."""
        backwards = target.top < source.top or target.left < source.left
        ends = (target.top, target.bottom) if self.down else (target.left, target.right)
        order = list(range(*ends))
        across = range(source.left, source.right) if self.down else range(source.top, source.bottom)
        along = range(source.top, source.bottom) if self.down else range(source.left, source.right)
        if self.down:  # what a filter hides is not drawn over
            unseen = by_filter(self.grid)
            order = [at for at in order if at not in unseen]
        fresh: dict[Place, CellRow | None] = {}
        for line in across:
            given = [self.cells.get(self.place(at, line), BLANK) for at in along]
            found = series.drawn(
                [self.given(each) for each in given],
                len(order),
                backwards=backwards,
                alternate=self.alternate,
            )
            for index, each in zip(order[::-1] if backwards else order, found, strict=True):
                cell, moved = given[each.source]._replace(note=None), index - along[each.source]
                change = Copied(moved, 0) if self.down else Copied(0, moved)
                if cell.kind == "formula":
                    cell = shifted(cell, self.grid.sheet.title, change)
                else:
                    cell = cell.holding(each.value)
                fresh[self.place(index, line)] = cell
        return fresh

    def place(self, at: int, line: int) -> Place:
        """The cell so far along a row or column."""
        return (at, line) if self.down else (line, at)

    def given(self, cell: CellRow) -> series.Given:
        """A cell as series take it."""
        code = pattern_of(self.edit.styles.format(cell.style_id))
        is_date = bool(code) and sections(code)[0].is_date
        return series.Given(cell.input, series.kind_of(cell.input, code, is_date=is_date))


def _drawn_to(source: Area, length: int, *, down: bool) -> Area:
    """Where cells are drawn to: behind them, or before them if the length is negative."""
    if down:
        top, bottom = (source.bottom, source.bottom + length)
        if length < 0:
            top, bottom = source.top + length, source.top
        return Area(top, source.left, bottom, source.right)
    left, right = (source.right, source.right + length)
    if length < 0:
        left, right = source.left + length, source.left
    return Area(source.top, left, source.bottom, right)


def _led(grid: Grid, area: Area) -> tuple[Area, Area, bool]:
    """The part of a range that holds something and the rest of it; and whether it goes down."""
    held = [at for at, cell in grid.cells(area).items() if cell.kind]
    nothing = Area(area.top, area.left, area.top, area.left)
    if not held:
        return area, nothing, True
    bottom = max(row for row, _ in held) + 1
    right = max(column for _, column in held) + 1
    if bottom < area.bottom:
        source = Area(area.top, area.left, bottom, area.right)
        return source, Area(bottom, area.left, area.bottom, area.right), True
    source = Area(area.top, area.left, area.bottom, right)
    return source, Area(area.top, right, area.bottom, area.right), False
