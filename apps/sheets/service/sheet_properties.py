"""A sheet's properties in the vendor's words, and new sheets.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/sheets#sheetproperties
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.models import Sheet, Workbook
from workworld.apps.sheets.service import themes
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.themes import parts
from workworld.context import Context
from workworld.errors import Invalid

ROWS, COLUMNS = 1000, 26
_LONGEST_TITLE = 100


def properties(grid: Grid) -> dict[str, Any]:
    """What a sheet is, its cells aside; what is as usual is left out."""
    sheet = grid.sheet
    size: dict[str, Any] = {"rowCount": len(grid.rows), "columnCount": len(grid.columns)}
    if sheet.frozen_rows:
        size["frozenRowCount"] = sheet.frozen_rows
    if sheet.frozen_columns:
        size["frozenColumnCount"] = sheet.frozen_columns
    if sheet.hides_gridlines:
        size["hideGridlines"] = True
    found: dict[str, Any] = {
        "sheetId": sheet.sheet_id,
        "title": sheet.title,
        "index": sheet.position,
        "sheetType": "GRID",
        "gridProperties": size,
    }
    if sheet.is_hidden:
        found["hidden"] = True
    if sheet.tab_color:
        found |= tab_color(grid)
    if sheet.is_right_to_left:
        found["rightToLeft"] = True
    return found


def tab_color(grid: Grid) -> dict[str, Any]:
    """A tab's color in both forms that the vendor has, old and new."""
    kept = grid.sheet.tab_color
    if not kept.startswith("#"):
        theme = themes.of(grid.session.get_one(Workbook, grid.sheet.workbook_id))
        return {"tabColor": parts(theme.colours[kept]), "tabColorStyle": {"themeColor": kept}}
    return {"tabColor": parts(kept), "tabColorStyle": {"rgbColor": parts(kept)}}


def new_sheet(
    ctx: Context,
    workbook_id: str,
    title: str,
    position: int,
    *,
    sheet_id: int | None = None,
    rows: int = ROWS,
    columns: int = COLUMNS,
) -> Grid:
    """A new, empty sheet.

    Args:
        ctx: of whoever makes it.
        workbook_id: where.
        title: one that no other sheet there has.
        position: where among the tabs; the others are to make room.
        sheet_id: what the vendor's API calls it; by default it is drawn.
        rows: how many.
        columns: how many.
    """
    number = ctx.ids.next_number("sheets sheet", 2**31 - 1)
    sheet = Sheet(
        id=number,
        workbook_id=workbook_id,
        sheet_id=number if sheet_id is None else sheet_id,
        title=title,
        position=position,
        row_runs=[[0, rows]],
        column_runs=[[0, columns]],
        next_row_id=rows,
        next_column_id=columns,
    )
    ctx.session.add(sheet)
    ctx.session.flush()  # defaults are set then, and cells may be written past the session
    return Grid(ctx.session, sheet)


def check_title(grids: Sequence[Grid], title: str, own: Grid | None = None) -> None:
    """See to it that a sheet may be called so.

    Raises:
        Invalid: it is empty, too long, or another sheet's.
    """
    if not title.strip() or len(title) > _LONGEST_TITLE:
        said = f"Sheet names must have between 1 and {_LONGEST_TITLE} characters."
        raise Invalid("invalid_sheet_name", said)
    wanted = title.casefold()
    if any(each.sheet.title.casefold() == wanted for each in grids if each is not own):
        said = f'A sheet with the name "{title}" already exists. Please enter another name.'
        raise Invalid("duplicate_sheet_name", said)


def place(grids: list[Grid], grid: Grid, position: int) -> None:
    """Let a sheet stand at a place among the tabs, and the others around it."""
    others = [each for each in grids if each is not grid]
    others.insert(min(position, len(others)), grid)
    grids[:] = others
    for at, each in enumerate(others):
        if each.sheet.position != at:
            each.sheet.position = at


def free_title(grids: Sequence[Grid], title: str, form: str = " ({})") -> str:
    """A title that no sheet has yet.

    Args:
        grids: the sheets that are there.
        title: what is wished for; of it the first 100 characters count.
        form: what is put behind a title that is taken; ``{}`` is the number of the try.
    """
    taken = {each.sheet.title.casefold() for each in grids}
    base = title.strip()[:_LONGEST_TITLE] or "Sheet"
    wanted, turn = base, 2
    while wanted.casefold() in taken:
        mark = form.format(turn)
        wanted, turn = base[: _LONGEST_TITLE - len(mark)] + mark, turn + 1
    return wanted
