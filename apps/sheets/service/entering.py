"""Texts put into cells as if they were typed there."""

from __future__ import annotations

from collections.abc import Mapping

from workworld.apps.sheets.engine.typed_input import TEXT, typed
from workworld.apps.sheets.service.chips import spans
from workworld.apps.sheets.service.current_values import today
from workworld.apps.sheets.service.editing import Editing, bounds
from workworld.apps.sheets.service.formats import number_format
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.inherited_formats import dressed
from workworld.apps.sheets.service.kept_runs import kept, kept_chips
from workworld.apps.sheets.service.styles import pattern_of

Scalar = str | float | int | bool | None
"""What programs give for a cell."""


def enter_texts(
    edit: Editing, grid: Grid, texts: Mapping[Place, str], *, amends: bool = False
) -> None:
    """Put texts into cells as if they were typed there.

    Args:
        edit: the workbook.
        grid: the sheet.
        texts: by cell; an empty one leaves it blank.
        amends: whether texts that stood there were edited, so that what stays of them looks as
            it did, and chips stay chips.

    Raises:
        Invalid, Forbidden: as ``Editing.check_writable`` does.
    """
    if not texts:
        return
    around = bounds(texts)
    edit.check_writable(grid, around)
    there = grid.cells(around)
    cells = {at: entered(edit, there.get(at, BLANK), text) for at, text in texts.items()}
    if amends:
        cells = {at: _amended(there.get(at, BLANK), cell) for at, cell in cells.items()}
    cells = dressed(edit, grid, cells)
    edit.check_input(grid, cells)
    edit.put(grid, cells)


def _amended(before: CellRow, after: CellRow) -> CellRow:
    """A cell after its text was edited, with the runs and chips of what stayed."""
    extra = before.extra or {}
    if before.kind != "text" or after.kind != "text":
        return after
    texts = before.text or "", after.text or ""
    if runs := extra.get("textFormatRuns"):
        after = after.having("textFormatRuns", kept(runs, *texts))
    if extra.get("chipRuns"):
        after = after.having("chipRuns", kept_chips(list(spans(before)), *texts))
    return after


def given_cells(
    edit: Editing, grid: Grid, given: Mapping[Place, Scalar], *, is_typed: bool
) -> dict[Place, CellRow]:
    """What cells are to hold that a program gives values for; None leaves a cell as it is.

    https://developers.google.com/workspace/sheets/api/reference/rest/v4/ValueInputOption

    Args:
        edit: the workbook.
        grid: the sheet.
        given: what is given for each cell; an empty text clears it.
        is_typed: whether texts are read as if somebody typed them.
    """
    wanted = {at: each for at, each in given.items() if each is not None}
    if not wanted:
        return {}
    there = grid.cells(bounds(wanted))
    cells = {
        at: entered(edit, there.get(at, BLANK), each)
        if is_typed and isinstance(each, str)
        else there.get(at, BLANK).without_runs().holding(None if each == "" else each)
        for at, each in wanted.items()
    }
    return dressed(edit, grid, cells) if is_typed else cells


def entered(edit: Editing, cell: CellRow, text: str) -> CellRow:
    """A cell into which a text was typed; it takes on the format that the text asks for."""
    look = edit.styles.format(cell.style_id)
    pattern = pattern_of(look)
    if pattern == TEXT:
        return cell.without_runs().holding(text or None)
    value, code = typed(text, today(edit))
    cell = cell.holding(value)._replace(extra=None)
    if code and not pattern:
        wanted = {**look, "numberFormat": number_format(code)}
        cell = cell._replace(style_id=edit.styles.id_of(wanted))
    return cell
