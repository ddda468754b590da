"""Requests that put texts into cells: pasted ones, and ones that are split into columns.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#pastedatarequest
"""

from __future__ import annotations

from typing import Literal

from workworld.apps.sheets.engine import splitting
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.service import current_values
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.entering import enter_texts
from workworld.apps.sheets.service.requests import merges
from workworld.apps.sheets.service.requests.copies import PasteType
from workworld.apps.sheets.service.requests.dimensions import grow
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import GridCoordinate, GridRange, Shape
from workworld.errors import Invalid


class PasteData(Shape):
    """Text or HTML from elsewhere, put into cells from one on."""

    coordinate: GridCoordinate
    data: str
    type: PasteType = "PASTE_NORMAL"
    delimiter: str | None = None
    html: bool = False


class TextToColumns(Shape):
    """A column whose texts are split into those beside it.

    ``overwrites`` is ours: whether what stands there goes. Without it that is refused.
    """

    source: GridRange
    delimiter: str = ""
    delimiter_type: Literal[
        "DELIMITER_TYPE_UNSPECIFIED",
        "COMMA",
        "SEMICOLON",
        "PERIOD",
        "SPACE",
        "CUSTOM",
        "AUTODETECT",
    ] = "AUTODETECT"
    overwrites: bool = True


@request("pasteData", "Paste")
def paste_data(edit: Editing, given: PasteData) -> None:
    """Put pasted text into cells as if it were typed; the sheet grows where it is too small."""
    rows = splitting.table(given.data) if given.html else None
    if rows is None:
        if not given.html and not given.delimiter:
            raise Invalid("invalid_request", "delimiter must be set for data that is no HTML.")
        rows = splitting.lines(given.data, given.delimiter or "\t")
    grid, top, left = (
        edit.grid(given.coordinate.sheet_id),
        given.coordinate.row_index,
        given.coordinate.column_index,
    )
    width = max(len(row) for row in rows)
    grow(edit, grid, "row", top + len(rows))
    grow(edit, grid, "column", left + width)
    if given.type in ("PASTE_FORMAT", "PASTE_DATA_VALIDATION", "PASTE_CONDITIONAL_FORMATTING"):
        return  # plain text has none
    merges.check_whole(edit, grid, Area(top, left, top + len(rows), left + width))
    texts = {
        (row, column): text
        for row, each in enumerate(rows, top)
        for column, text in enumerate(each, left)
    }
    enter_texts(edit, grid, texts)


@request("textToColumns", "Split text to columns")
def text_to_columns(edit: Editing, given: TextToColumns) -> None:
    """Split the texts of a column into it and those beside it."""
    grid = edit.grid(given.source.sheet_id)
    area = area_of(grid, given.source)
    if area.width != 1:
        raise Invalid("invalid_request", "The source must be one column wide.")
    filled = area.common(Area(0, 0, grid.used().bottom, area.right))
    shown = {} if filled is None else current_values.texts(edit, grid, filled)
    if given.delimiter_type == "CUSTOM" and not given.delimiter:
        raise Invalid("invalid_request", "A delimiter must be set for delimiterType CUSTOM.")
    if given.delimiter_type in ("AUTODETECT", "DELIMITER_TYPE_UNSPECIFIED"):
        mark = given.delimiter or splitting.detected(list(shown.values()))
    else:
        mark = splitting.MARKS.get(given.delimiter_type, given.delimiter)
    split = {at: splitting.split(text, mark) for at, text in shown.items()}
    split = {at: parts for at, parts in split.items() if len(parts) > 1}
    if not split:
        return
    right = area.left + max(len(parts) for parts in split.values())
    grow(edit, grid, "column", right)
    beside = grid.cells(Area(area.top, area.right, area.bottom, right))
    texts = {
        (row, column): text
        for (row, left), parts in split.items()
        for column, text in enumerate(parts, left)
    }
    if not given.overwrites and any(cell.kind and at in texts for at, cell in beside.items()):
        said = "Splitting would overwrite what stands in the columns beside."
        raise Invalid("would_overwrite", said)
    enter_texts(edit, grid, texts)
