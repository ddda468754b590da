"""Rows grow with what they hold: wrapped texts, several lines, large letters.

One whose height somebody has set stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Line, Merge
from workworld.apps.sheets.service import following, lying
from workworld.apps.sheets.service.edit_hooks import finishes
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.apps.sheets.service.lines import axes
from workworld.apps.sheets.service.requests.sizes import change_line
from workworld.apps.sheets.service.styles import WRAPS, Format
from workworld.apps.sheets.service.text_sizes import LINE, height_of, largest_of, lines_of

_MOST_PIXELS = 1_000
_MOST_ROWS = 5_000
"""Of more rows that an edit touches, the others keep their height."""
_CLOSE = 20


@finishes
def grow(edit: Editing) -> None:
    """Let the rows into which something was put be as high as that needs."""
    for grid in edit.grids:
        rows = edit.rows_put.get(grid.sheet.id, set())
        resized = edit.resized.get(grid.sheet.id, set())
        if not rows and not resized:
            continue
        lines = select(Line).where(Line.sheet_id == grid.sheet.id, Line.axis == "row")
        known = {line.line_id: line for line in edit.ctx.session.scalars(lines)}
        fit = {each for each in known if known[each].is_fit and each in rows}
        ids = edit.rows_tall.get(grid.sheet.id, set()) | fit
        touched = {at for each in ids if (at := grid.rows.index_of(each)) is not None}
        if resized:
            touched |= _wrapped(edit, grid, resized)
        _fit(edit, grid, sorted(touched)[:_MOST_ROWS], known)


def _wrapped(edit: Editing, grid: Grid, columns: set[int]) -> set[int]:
    """The rows that have wrapped texts in some columns."""
    found = grid.cells(Area(0, min(columns), grid.used().bottom, max(columns) + 1))
    return {row for (row, _), cell in found.items() if _wraps(edit.styles.format(cell.style_id))}


def _fit(edit: Editing, grid: Grid, rows: list[int], known: Mapping[int, Line]) -> None:
    free = []
    for row in rows:
        line = known.get(grid.rows.id_at(row))
        if line is None or line.size is None or line.is_fit:
            free.append(row)
    cells = _cells(grid, free)
    tall = {row for (row, _), cell in cells.items() if _is_tall(edit, cell)}
    fit = {row for row in free if (line := known.get(grid.rows.id_at(row))) and line.is_fit}
    if not tall and not fit:
        return
    widths = axes(grid, "column").sizes
    merged = [
        area
        for each in following.things(edit.ctx.session, Merge, {grid.sheet.id: None})
        for area in lying.areas(each, grid)
    ]
    heights = dict.fromkeys(tall | fit, 0)
    for (row, column), cell in cells.items():
        if row in heights and not any((row, column) in each for each in merged):
            width = widths.get(column, grid.sheet.column_size)
            heights[row] = max(heights[row], _height(edit, cell, width))
    for row, height in heights.items():
        size = min(height, _MOST_PIXELS) if height > grid.sheet.row_size else None
        line = known.get(grid.rows.id_at(row))
        if size != (line.size if line is not None else None):
            change_line(edit, grid, "row", row, {"size": size, "is_fit": size is not None})


def _cells(grid: Grid, rows: list[int]) -> Mapping[Place, CellRow]:
    """The cells of some rows; of those that lie close together at once."""
    if not rows:
        return {}
    right = grid.used().right
    runs: Iterable[tuple[int, int]] = [(row, row + 1) for row in rows]
    if rows[-1] - rows[0] < _CLOSE * len(rows):
        runs = [(rows[0], rows[-1] + 1)]
    wanted = set(rows)
    return {
        at: cell
        for top, bottom in runs
        for at, cell in grid.cells(Area(top, 0, bottom, right)).items()
        if at[0] in wanted
    }


def _is_tall(edit: Editing, cell: CellRow) -> bool:
    """Whether a cell may need more than a line of the usual letters."""
    is_tall = edit.styles.is_tall(cell.style_id) or "\n" in (cell.text or "")
    return bool(cell.kind) and (is_tall or bool(largest_of(cell.extra)))


def _height(edit: Editing, cell: CellRow, width: int) -> int:
    if not cell.kind:
        return 0
    look = edit.styles.format(cell.style_id)
    text = cell.text or "" if cell.kind == "text" else ""
    count = lines_of(text, look, width) if _wraps(look) else text.count("\n") + 1
    # Letters of a part that are larger than the others make one of its lines higher.
    points = (look.get("textFormat") or {}).get("fontSize", 10)
    more = max(0, largest_of(cell.extra) - points)
    return height_of("\n" * (count - 1), look) + int(more * LINE)


def _wraps(look: Format) -> bool:
    return look.get("wrapStrategy") in WRAPS
