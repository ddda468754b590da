"""What is read of several workbooks at once, and where words stand in one.

Of one that the caller does not see, or that does not have what is asked for, that is told; the
others are read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.sheets.engine.addresses import Area, Corner, quoted
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import access, values
from workworld.apps.sheets.service.entering import Scalar
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.views import View
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.errors import NotFound, Refused
from workworld.operations import Effect, operation

# Only a tool of the community's server asks for several spreadsheets at once, or looks for words.
_DOORS = (Surface.MCP,)
_MOST = 100


@dataclass(frozen=True, slots=True)
class SheetSummary:
    """What a sheet is about: its first rows."""

    title: str
    sheet_id: int
    rows: list[list[Scalar]]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a workbook is about, or why that is not told."""

    workbook_id: str
    title: str
    sheets: list[SheetSummary]
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The values that a query asked for, or why it has none."""

    query: Mapping[str, Any]
    rows: list[list[Scalar]]
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A cell that shows some words."""

    sheet: str
    cell: str
    text: str


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def read(
    ctx: Context,
    *,
    queries: Annotated[
        Sequence[Mapping[str, Any]],
        Field(description="Each with spreadsheet_id, sheet and range.", max_length=_MOST),
    ],
) -> list[Answer]:
    """Read ranges of several spreadsheets."""
    return [_answer(ctx, each) for each in queries]


def _answer(ctx: Context, query: Mapping[str, Any]) -> Answer:
    given = [query.get(name) for name in ("spreadsheet_id", "sheet", "range")]
    if not all(isinstance(each, str) and each for each in given):
        return Answer(query, [], "Missing required keys (spreadsheet_id, sheet, range)")
    workbook_id, sheet, range_text = map(str, given)
    try:
        found = values.get(ctx, workbook_id=workbook_id, range=f"{quoted(sheet)}!{range_text}")
    except Refused as refused:
        return Answer(query, [], refused.message)
    return Answer(query, found.values)


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def summaries(
    ctx: Context,
    *,
    workbook_ids: Annotated[
        Sequence[WorkbookId], Field(description="The ids of spreadsheets.", max_length=_MOST)
    ],
    rows: Annotated[int, Field(description="How many rows of each sheet.", ge=1, le=1000)] = 5,
) -> list[Summary]:
    """Tell what several spreadsheets are about: their sheets and the first rows of each."""
    return [_summary(ctx, each, rows) for each in workbook_ids]


def _summary(ctx: Context, workbook_id: str, rows: int) -> Summary:
    try:
        workbook = access.known(ctx, workbook_id)
    except Refused as refused:
        return Summary(workbook_id, "", [], refused.message)
    sheets = [
        SheetSummary(
            grid.sheet.title,
            grid.sheet.sheet_id,
            values.get(
                ctx,
                workbook_id=workbook_id,
                range=f"{quoted(grid.sheet.title)}!1:{min(rows, len(grid.rows))}",
            ).values,
        )
        for grid in grids_of(ctx.session, workbook_id)
    ]
    return Summary(workbook_id, workbook.title, sheets)


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def find(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    text: Annotated[str, Field(description="What cells are to show.", max_length=1000)],
    sheet: Annotated[
        str | None, Field(description="The title of the one sheet to look at.", max_length=200)
    ] = None,
    is_case_sensitive: Annotated[bool, Field(description="Whether A and a differ.")] = False,
    limit: Annotated[int, Field(description="How many at most.", ge=1, le=10_000)] = 50,
) -> list[Place]:
    """Find the cells of a spreadsheet that show a text."""
    workbook = access.known(ctx, workbook_id)
    return _found(ctx, workbook, text, sheet, is_case_sensitive, limit)


def _found(
    ctx: Context, workbook: Workbook, text: str, sheet: str | None, exactly: bool, limit: int
) -> list[Place]:
    view, found = View(ctx, workbook), list[Place]()
    wanted = text if exactly else text.casefold()
    grids = [
        each for each in grids_of(ctx.session, workbook.id) if sheet in (None, each.sheet.title)
    ]
    if sheet is not None and not grids:
        raise NotFound("sheet_not_found", f"Sheet '{sheet}' not found")
    for grid in grids:
        area = Area(0, 0, len(grid.rows), len(grid.columns))
        for (row, column), cell in view.cells(grid, area):
            shown = cell.shown.text
            if shown and wanted in (shown if exactly else shown.casefold()):
                found.append(Place(grid.sheet.title, str(Corner(column, row)), shown))
                if len(found) == limit:
                    return found
    return found
