"""What a workbook shows: values as they are worked out, through the formats of their cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.number_formats import Shown
from workworld.apps.sheets.engine.values import Error, Value
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import themes
from workworld.apps.sheets.service.calculations import Values, calculated
from workworld.apps.sheets.service.cell_links import link_of
from workworld.apps.sheets.service.cell_pictures import Picture, picture_of
from workworld.apps.sheets.service.formats import pattern_for, said
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.styles import Format, Styles
from workworld.context import Context


@dataclass(frozen=True, slots=True)
class SeenCell:
    """A cell as it is seen."""

    cell: CellRow
    value: Value
    shown: Shown
    look: Format
    link: str = ""
    """Where it leads."""
    picture: Picture | None = None
    """What is drawn in the place of its text."""


class View:
    """A workbook as it is seen at the time of whoever asks.

    Args:
        ctx: nothing of the workbook waits to be written.
        workbook: one that the caller sees.
    """

    def __init__(self, ctx: Context, workbook: Workbook) -> None:
        self._ctx, self.session = ctx, ctx.session
        self.values: Values = calculated(ctx, workbook)
        self.styles = Styles(ctx, workbook.id)
        self.theme = themes.of(workbook)

    def cells(self, grid: Grid, area: Area) -> Iterator[tuple[Place, SeenCell]]:
        """The cells of a rectangle that hold, show or look like something, row by row."""
        kept = grid.cells(area)
        values = self.values.filled(grid, area, kept)
        for at in sorted({*kept, *values}):
            yield at, self._seen(grid, at, kept.get(at, BLANK), values.get(at))

    def cell(self, grid: Grid, row: int, column: int) -> SeenCell:
        """One cell."""
        found = dict(self.cells(grid, Area(row, column, row + 1, column + 1)))
        return found.get((row, column), SeenCell(BLANK, None, Shown(""), {}))

    def _seen(self, grid: Grid, at: Place, cell: CellRow, value: Value) -> SeenCell:
        look = self.styles.format(cell.style_id)
        link = link_of(self.values, grid, at, cell, look)
        picture = picture_of(self._ctx, self.values, grid, at, cell)
        return SeenCell(cell, value, said(value, pattern_for(cell, look)), look, link, picture)


def plain(value: Value) -> str | float | int | bool:
    """A value as JSON has it; a blank one is an empty text, an error its code."""
    if value is None:
        return ""
    if isinstance(value, Error):
        return value.code
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value
