"""Workbooks as PDF files: what their sheets show, page by page."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.values import Error
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import sparklines
from workworld.apps.sheets.service.cell_pictures import Picture
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.views import SeenCell, View
from workworld.context import Context
from workworld.files.files import content_of
from workworld.papers import FAINT, MARGIN, WIDTH, Paper, cut

_ACCENT = "#0f766e"
_STEP = 14.0
_NARROWEST, _WIDEST = 34.0, 160.0
_LETTER = 4.9
"""How wide a letter is about, in points."""
_MOST_ROWS = 1_500
_SIZE = 8.5


def as_pdf(ctx: Context, workbook: Workbook, grids: Sequence[Grid]) -> bytes:
    """What sheets show, one below the other; columns that find no room go on below.

    Of a sheet, the first rows are printed, as many as a file of reasonable size holds.
    """
    view, paper = View(ctx, workbook), Paper(_ACCENT)
    paper.text(MARGIN, 40, cut(workbook.title, 70), size=16)
    paper.y = 52
    for grid in grids:
        if not grid.sheet.is_hidden:
            _print_sheet(paper, view, grid)
    return paper.pdf


def _print_sheet(paper: Paper, view: View, grid: Grid) -> None:
    area = view.values.extent(grid)
    paper.y += 22
    paper.text(MARGIN, paper.y, cut(grid.sheet.title, 80), size=11)
    if area.size == 0:
        paper.y += _STEP
        paper.text(MARGIN, paper.y, "Nothing stands on this sheet.", colour=FAINT)
        return
    height = min(area.bottom, _MOST_ROWS)
    cells = dict(view.cells(grid, Area(0, 0, height, area.right)))
    widths = [
        min(max(_NARROWEST, max((len(cells[row, column].shown.text) for row in range(height)
                                 if (row, column) in cells), default=0) * _LETTER + 8), _WIDEST)
        for column in range(area.right)
    ]  # fmt: skip
    for first, last in _strips(widths):
        _print_strip(paper, view, cells, height, range(first, last), widths)
    if area.bottom > height:
        paper.y += _STEP
        said = f"{area.bottom - height:,} more rows are not printed."
        paper.text(MARGIN, paper.y, said, size=_SIZE, colour=FAINT)


def _strips(widths: Sequence[float]) -> Iterator[tuple[int, int]]:
    """Columns that find room beside each other: the first and the one behind the last."""
    first, taken = 0, 0.0
    for column, width in enumerate(widths):
        if taken + width > WIDTH - 2 * MARGIN and column > first:
            yield first, column
            first, taken = column, 0.0
        taken += width
    yield first, len(widths)


def _print_strip(
    paper: Paper,
    view: View,
    cells: dict[tuple[int, int], SeenCell],
    height: int,
    columns: range,
    widths: Sequence[float],
) -> None:
    paper.y += 6
    for row in range(height):
        paper.y += _STEP
        left, base = float(MARGIN), paper.y
        for column in columns:
            cell = cells.get((row, column))
            if cell is not None and cell.picture:
                _print_picture(paper, view, cell.picture, left, base, widths[column])
            elif cell is not None and cell.shown.text:
                _print_cell(paper, cell, left, base, widths[column])
            left += widths[column]
        paper.rule(base + 4, MARGIN, left)
        paper.y = base


def _print_picture(
    paper: Paper, view: View, picture: Picture, left: float, base: float, width: float
) -> None:
    size = width - 4, _STEP - 4
    if picture.kind == "sparkline":
        markup = sparklines.as_svg(sparklines.drawn(picture.details, *size), *size)
    elif picture.file is None:
        text = cut(picture.said, max(int((width - 6) / _LETTER), 1))
        paper.text(left + 2, base, text, size=_SIZE, colour=FAINT)
        return
    else:
        content = base64.b64encode(content_of(view.session, picture.file)).decode()
        markup = (
            f'<image href="data:{picture.file.mime};base64,{content}"'
            f' width="{size[0]:g}" height="{size[1]:g}"/>'
        )
    paper.drawing(left + 2, base - size[1] + 2, markup)


def _print_cell(paper: Paper, cell: SeenCell, left: float, base: float, width: float) -> None:
    text = cut(cell.shown.text.replace("\n", " "), max(int((width - 6) / _LETTER), 1))
    is_number = isinstance(cell.value, int | float | Error)
    side = cell.look.get("horizontalAlignment") or ("RIGHT" if is_number else "LEFT")
    if side == "RIGHT":
        paper.text(left + width - 4, base, text, size=_SIZE, anchor="end")
    elif side == "CENTER":
        paper.text(left + width / 2, base, text, size=_SIZE, anchor="middle")
    else:
        paper.text(left + 2, base, text, size=_SIZE)
