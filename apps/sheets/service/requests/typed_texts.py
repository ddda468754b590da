"""What people type into cells: a request of our own, in the vendor's manner.

The vendor's API reads typed texts with values alone; edits of a grid are requests, so that they
can go along with others in one edit.
"""

from __future__ import annotations

from pydantic import Field

from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.entering import enter_texts
from workworld.apps.sheets.service.requests.dimensions import grow
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import GridCoordinate, Shape


class RowTexts(Shape):
    """What was typed into cells beside each other; null leaves one as it is."""

    values: list[str | None] = Field(default_factory=list)


class EnterText(Shape):
    """Texts as they were typed, from a cell on."""

    start: GridCoordinate
    rows: list[RowTexts] = Field(default_factory=list)
    amends: bool = False
    """Whether texts that stood there were edited: what stays of them, chips too, is kept."""


@request("enterText", "Typing")
def enter_text(edit: Editing, given: EnterText) -> None:
    """Put texts into cells as if they were typed there; the grid grows if they need it."""
    grid = edit.grid(given.start.sheet_id)
    top, left = given.start.row_index, given.start.column_index
    width = max((len(row.values) for row in given.rows), default=0)
    grow(edit, grid, "row", top + len(given.rows))
    grow(edit, grid, "column", left + width)
    enter_texts(
        edit,
        grid,
        {
            (row, column): text
            for row, each in enumerate(given.rows, top)
            for column, text in enumerate(each.values, left)
            if text is not None
        },
        amends=given.amends,
    )
