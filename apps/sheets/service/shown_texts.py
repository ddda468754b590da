"""What cells of a workbook show: their values through their number formats."""

from __future__ import annotations

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service.calculations import calculated
from workworld.apps.sheets.service.formats import pattern_for, said
from workworld.apps.sheets.service.grids import BLANK, Grid, Place
from workworld.apps.sheets.service.styles import Styles
from workworld.context import Context


class ShownTexts:
    """What a workbook's cells show, at the time of whoever asks.

    Args:
        ctx: nothing of the workbook waits to be written.
        workbook: one that the caller sees.
    """

    def __init__(self, ctx: Context, workbook: Workbook) -> None:
        self.values = calculated(ctx, workbook)
        self._styles = Styles(ctx, workbook.id)

    def at(self, grid: Grid, row: int, column: int) -> str:
        """What one cell shows."""
        return self.within(grid, Area(row, column, row + 1, column + 1))[0][0]

    def pattern(self, grid: Grid, row: int, column: int) -> str:
        """The number format of one cell; empty for none."""
        cell = grid.cell(row, column)
        return pattern_for(cell, self._styles.format(cell.style_id))

    def within(self, grid: Grid, area: Area) -> list[list[str]]:
        """What the cells of a rectangle show, by rows."""
        cells = grid.cells(area)
        values = self.values.values(grid, area)

        def text(place: Place, value: Value) -> str:
            cell = cells.get(place, BLANK)
            return said(value, pattern_for(cell, self._styles.format(cell.style_id))).text

        return [
            [text((row, column), value) for column, value in enumerate(line, area.left)]
            for row, line in enumerate(values, area.top)
        ]
