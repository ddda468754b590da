"""Requests that copy whole sheets.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#duplicatesheetrequest
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import inspect, select

from workworld.apps.sheets.engine.changes import Renamed
from workworld.apps.sheets.engine.formulas import changed
from workworld.apps.sheets.models import Line, Sheet, Sourced, Thread
from workworld.apps.sheets.service import following
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.lying import new_id
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import Index, Shape
from workworld.apps.sheets.service.sheet_properties import (
    check_title,
    new_sheet,
    place,
    properties,
)
from workworld.errors import Invalid

_LEFT_BEHIND: tuple[type[Any], ...] = (Thread,)
"""What is not copied: conversations are about the sheet on which they were held."""
_OWN = frozenset({"id", "workbook_id", "sheet_id", "title", "position"})


class DuplicateSheet(Shape):
    """A sheet, and what its copy is called and where it stands."""

    source_sheet_id: int = 0
    insert_sheet_index: Index | None = None
    new_sheet_id: Index | None = None
    new_sheet_name: str | None = None


@request("duplicateSheet", "Duplicate sheet")
def duplicate_sheet(edit: Editing, given: DuplicateSheet) -> dict[str, Any]:
    """Copy a sheet with all that lies on it; what names the sheet itself names the copy."""
    source = edit.grid(given.source_sheet_id)
    if given.new_sheet_id in {each.sheet.sheet_id for each in edit.grids}:
        raise Invalid("invalid_request", f"Sheet with id {given.new_sheet_id} already exists.")
    title = given.new_sheet_name or free_copy_title(edit, source.sheet.title)
    check_title(edit.grids, title)
    grid = new_sheet(
        edit.ctx, edit.workbook.id, title, len(edit.grids), sheet_id=given.new_sheet_id
    )
    copy_onto(edit, source, grid)
    edit.grids.append(grid)
    edit.check_size()
    at = source.sheet.position + 1 if given.insert_sheet_index is None else given.insert_sheet_index
    place(edit.grids, grid, at)
    return {"properties": properties(grid)}


def free_copy_title(edit: Editing, title: str) -> str:
    """``Copy of`` a title, with a number where that is another sheet's."""
    taken = {each.sheet.title.casefold() for each in edit.grids}
    wanted, number = f"Copy of {title}"[:100], 1
    while wanted.casefold() in taken:
        number += 1
        wanted = f"Copy of {title}"[:94] + f" {number}"
    return wanted


def copy_onto(edit: Editing, source: Grid, grid: Grid) -> None:
    """Let a new sheet of the same workbook be as another."""
    session = edit.ctx.session
    for column in inspect(Sheet).columns.keys():  # noqa: SIM118 - no mapping
        if column not in _OWN:
            setattr(grid.sheet, column, getattr(source.sheet, column))
    grid.sheet.is_hidden = False
    grid.rows, grid.columns = source.rows, source.columns
    renamed = Renamed(source.sheet.title, grid.sheet.title)
    cells = source.cells()
    for at, cell in cells.items():
        if cell.kind == "formula" and cell.text is not None:
            cells[at] = cell._replace(text=changed(cell.text, source.sheet.title, renamed))
    edit.put(grid, cells)
    for line in session.scalars(select(Line).where(Line.sheet_id == source.sheet.id)):
        session.add(_like(line, Line, sheet_id=grid.sheet.id))
    for model in following.ranged_models():
        if model in _LEFT_BEHIND:
            continue
        for thing in following.things(session, model, {source.sheet.id: None}):
            twin: Any = _like(thing, model, id=new_id(edit.ctx), sheet_id=grid.sheet.id)
            if isinstance(thing, Sourced):
                twin.sources = [
                    each | {"sheet": grid.sheet.id} if each["sheet"] == source.sheet.id else each
                    for each in twin.sources
                ]
            session.add(twin)


def _like(row: Any, model: type[Any], **other: Any) -> Any:
    """A new row as another, but for some columns."""
    columns = inspect(model).columns.keys()
    return model(**{name: getattr(row, name) for name in columns} | other)
