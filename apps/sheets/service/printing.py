"""Workbooks on paper: what their sheets show, page by page, as PDF files and as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Merge, Workbook
from workworld.apps.sheets.service import (
    blocks,
    calculations,
    charts,
    following,
    lying,
    print_setups,
    themes,
)
from workworld.apps.sheets.service.charts import Drawn
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.line_places import LinePlaces
from workworld.apps.sheets.service.lines import axes
from workworld.apps.sheets.service.print_layouts import (
    POINTS,
    PageOfCells,
    PrintLayout,
    Span,
    pages_of,
)
from workworld.apps.sheets.service.printed_cells import PrintedCells
from workworld.apps.sheets.service.ranges import resolved
from workworld.apps.sheets.service.views import View
from workworld.bound_papers import bound
from workworld.charts import draw
from workworld.charts.drawing import engine
from workworld.context import Context
from workworld.papers import FAINT, INK, cut

_MOST_ROWS = 2_000
"""Of a sheet: a file of reasonable size holds no more."""
_MOST_PAGES = 200
_LETTERS = 90


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A sheet on paper."""

    grid: Grid
    pages: Sequence[PageOfCells]
    cells: PrintedCells
    charts: Sequence[Drawn]
    places: LinePlaces
    left_out: int
    """Rows that are not printed."""
    layout: PrintLayout


class Booklet:
    """Sheets on paper.

    Args:
        ctx: nothing of the workbook waits to be written.
        workbook: one that the caller sees.
        grids: what is printed of it; hidden sheets are not.
        layout: how; by default each sheet as is kept with it.
    """

    def __init__(
        self,
        ctx: Context,
        workbook: Workbook,
        grids: Sequence[Grid],
        layout: PrintLayout | None = None,
    ) -> None:
        self._ctx, self._workbook, self._layout = ctx, workbook, layout
        self._view = View(ctx, workbook)
        shown = [each for each in grids if not each.sheet.is_hidden]
        self._sheets = [self._laid(each, grids) for each in shown]
        self._pages = [(sheet, page) for sheet in self._sheets for page in sheet.pages]
        self._pages = self._pages[:_MOST_PAGES]

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    @property
    def pdf(self) -> bytes:
        """All pages as a PDF file."""
        drawings = [self.page(number) for number in range(self.count)]
        return bound([engine().svg_to_pdf(each) for each in drawings])

    def page(self, number: int) -> str:
        """A page as SVG, counted from zero."""
        sheet, page = self._pages[number]
        layout, (width, height) = sheet.layout, sheet.layout.size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}"><rect width="{width}" height="{height}"'
            f' fill="#ffffff"/>{self._around(number, sheet, page)}'
            f'<g transform="translate({layout.left} {layout.top})'
            f' scale({page.scale:.4f})">{sheet.cells.drawn(page)}{self._charts(sheet, page)}'
            "</g></svg>"
        )

    def _laid(self, grid: Grid, grids: Sequence[Grid]) -> _Sheet:
        places = LinePlaces(grid.session, grid)
        found = charts.on_sheet(self._ctx, grid)
        drawn = charts.drawn(self._ctx, self._workbook, grids, found)
        layout = self._layout or print_setups.layout_of(grid)
        area = self._area(grid, layout, drawn, places)
        height = min(area.height, _MOST_ROWS)
        kept = Area(area.top, area.left, area.top + height, area.right)
        rows = _spans(grid, "row", range(kept.top, kept.bottom))
        columns = _spans(grid, "column", range(kept.left, kept.right))
        frozen = grid.sheet.frozen_rows, grid.sheet.frozen_columns
        merges = [
            each
            for merge in following.things(grid.session, Merge, {grid.sheet.id: None})
            for each in lying.areas(merge, grid)
        ]
        shown = blocks.seen(self._ctx, self._workbook, grid, kept)
        cells = PrintedCells(
            grid.session, shown, merges, themes.of(self._workbook), has_lines=layout.gridlines
        )
        pages = pages_of(layout, rows, columns, frozen)
        return _Sheet(grid, pages, cells, drawn, places, area.height - height, layout)

    def _area(
        self, grid: Grid, layout: PrintLayout, drawn: Sequence[Drawn], places: LinePlaces
    ) -> Area:
        """What of a sheet is printed: what was asked for, or all that stands or lies there."""
        if layout.range:
            found = resolved(self._ctx, [grid], layout.range)
            return found.area
        extent = self._view.values.extent(grid)
        bottom, right = max(extent.bottom, 1), max(extent.right, 1)
        for each in drawn:
            box = _box_of(each, places)
            bottom = max(bottom, places.row_at(box.bottom_pixel) + 1)
            right = max(right, places.column_at(box.right_pixel) + 1)
        return Area(0, 0, bottom, right)

    def _around(self, number: int, sheet: _Sheet, page: PageOfCells) -> str:
        """What stands above and below the cells."""
        layout, (width, height) = sheet.layout, sheet.layout.size
        above, below = layout.left + 2, height - layout.left + 4
        today = calculations.now_of(self._ctx, self._workbook)
        told = [
            (layout.left, above, "start", self._workbook.title if layout.title else ""),
            (width / 2, above, "middle", sheet.grid.sheet.title if layout.sheet_name else ""),
            (width - layout.left, above, "end", f"{today:%Y-%m-%d}" if layout.date else ""),
        ]
        if layout.page_numbers:
            told.append((width / 2, below, "middle", f"{number + 1} / {self.count}"))
        if sheet.left_out and page is sheet.pages[-1]:
            said = f"{sheet.left_out:,} more rows are not printed."
            told.append((layout.left, below, "start", said))
        return "".join(
            f'<text x="{x:g}" y="{y:g}" font-family="Inter, sans-serif" font-size="9"'
            f' fill="{FAINT}" text-anchor="{anchor}">{escape(cut(said, _LETTERS))}</text>'
            for x, y, anchor, said in told
            if said
        )

    def _charts(self, sheet: _Sheet, page: PageOfCells) -> str:
        """The charts that begin on a page."""
        found = list[str]()
        lefts, tops = _offsets(page.columns), _offsets(page.rows)
        for each in sheet.charts:
            box = _box_of(each, sheet.places)
            column, row = sheet.places.column_at(box.left), sheet.places.row_at(box.top)
            if column not in lefts or row not in tops:
                continue
            x = lefts[column] + (box.left - sheet.places.left(column)) * POINTS
            y = tops[row] + (box.top - sheet.places.top(row)) * POINTS
            found.append(_chart(each, x, y, box))
        return "".join(found)


@dataclass(frozen=True, slots=True)
class _ChartBox:
    """Where a chart lies on its sheet, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right_pixel(self) -> int:
        """Its last column of pixels."""
        return self.left + self.width - 1

    @property
    def bottom_pixel(self) -> int:
        """Its last row of pixels."""
        return self.top + self.height - 1


def _box_of(drawn: Drawn, places: LinePlaces) -> _ChartBox:
    row, column = charts.anchor_of(drawn.chart)
    left = places.left(column) + drawn.chart.offset_x
    top = places.top(row) + drawn.chart.offset_y
    return _ChartBox(left, top, drawn.chart.width, drawn.chart.height)


def _chart(each: Drawn, x: float, y: float, box: _ChartBox) -> str:
    frame = (
        f'<rect width="{box.width}" height="{box.height}" fill="#ffffff" stroke="#d5dae0"/>'
        f'<text x="16" y="26" font-family="Inter, sans-serif" font-size="15" fill="{INK}">'
        f"{escape(each.title)}</text>"
    )
    inner = ""
    if each.drawing is not None:
        inner = f'<g transform="translate(10 40)">{draw(each.drawing, "light")}</g>'
    elif each.card is not None:
        inner = (
            f'<text x="{box.width / 2:g}" y="{box.height / 2 + 16:g}" text-anchor="middle"'
            f' font-family="Inter, sans-serif" font-size="36" fill="{INK}">'
            f"{escape(each.card.text)}</text>"
        )
    return f'<g transform="translate({x:g} {y:g}) scale({POINTS})">{frame}{inner}</g>'


def _spans(grid: Grid, axis: str, indexes: range) -> list[Span]:
    """The rows or columns that are seen, as they are on paper."""
    found = axes(grid, "row" if axis == "row" else "column")
    usual = grid.sheet.row_size if axis == "row" else grid.sheet.column_size
    return [
        Span(each, found.sizes.get(each, usual) * POINTS)
        for each in indexes
        if each not in found.hidden
    ]


def _offsets(spans: Sequence[Span]) -> Mapping[int, float]:
    found, at = dict[int, float](), 0.0
    for each in spans:
        found[each.index] = at
        at += each.size
    return found
