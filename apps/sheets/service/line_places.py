"""Where rows and columns lie on a sheet, in pixels from its upper left corner."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Line
from workworld.apps.sheets.service.grids import Grid


class LinePlaces:
    """Where the lines of a sheet begin.

    Args:
        session: of its world.
        grid: the sheet.
    """

    def __init__(self, session: Session, grid: Grid) -> None:
        sheet = grid.sheet
        heights = [sheet.row_size] * len(grid.rows)
        widths = [sheet.column_size] * len(grid.columns)
        for line in session.scalars(select(Line).where(Line.sheet_id == sheet.id)):
            lines, sizes = (grid.rows, heights) if line.axis == "row" else (grid.columns, widths)
            at = lines.index_of(line.line_id)
            if at is not None and (line.is_hidden or line.size is not None):
                sizes[at] = 0 if line.is_hidden else line.size or 0
        self._tops = [0, *accumulate(heights)]
        self._lefts = [0, *accumulate(widths)]

    def top(self, row: int) -> int:
        """Where a row begins; one beyond the last at its end."""
        return self._tops[min(row, len(self._tops) - 1)]

    def left(self, column: int) -> int:
        """Where a column begins."""
        return self._lefts[min(column, len(self._lefts) - 1)]

    def size(self, area: Area) -> tuple[int, int]:
        """How wide and how high a rectangle is."""
        width = self.left(area.right) - self.left(area.left)
        return width, self.top(area.bottom) - self.top(area.top)

    def row_at(self, pixels: int) -> int:
        """The row that lies so far down."""
        return min(bisect_right(self._tops, pixels) - 1, len(self._tops) - 2)

    def column_at(self, pixels: int) -> int:
        """The column that lies so far to the right."""
        return min(bisect_right(self._lefts, pixels) - 1, len(self._lefts) - 2)
