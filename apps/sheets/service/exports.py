"""Workbooks as files that other programs open: XLSX, separated values, PDF, web pages.

https://developers.google.com/workspace/drive/api/guides/ref-export-formats
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import access, web_pages
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.apps.sheets.service.print_layouts import PrintLayout
from workworld.apps.sheets.service.printing import Booklet
from workworld.apps.sheets.service.refusals import no_access, no_sheet
from workworld.apps.sheets.service.views import View
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context
from workworld.operations import Effect, operation

Kind = Literal["xlsx", "csv", "tsv", "pdf", "zip"]
TYPES: dict[Kind, str] = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "pdf": "application/pdf",
    "zip": "application/zip",
}
"""What files of a kind are; those packed together (``zip``) are web pages."""


_UNFIT = re.compile(r"[\\/:*?\"<>|\x00-\x1f]")
"""What names of files do not hold."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A file."""

    name: str
    type: str
    content: bytes
    notes: Sequence[str] = ()
    """What of the workbook the file does not tell, in words."""


@operation(Effect.READ, scope="spreadsheets.readonly")
def export(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    kind: Annotated[Kind, Field(description="What kind of file.")] = "xlsx",
    sheet_id: Annotated[
        int | None,
        Field(description="The one sheet of separated values; by default the first."),
    ] = None,
    layout: Annotated[
        PrintLayout | None,
        Field(description="How a PDF file is laid out on paper; by default as sheets are set up."),
    ] = None,
) -> Exported:
    """Write a spreadsheet as a file: all of it, or of separated values what one sheet shows."""
    workbook = access.known(ctx, workbook_id)
    _check(ctx, workbook)
    if kind == "xlsx":
        # With its library: 8 MiB that most processes never need.
        from workworld.apps.sheets.service.xlsx.writing import as_xlsx

        content, notes = as_xlsx(ctx, workbook)
        return Exported(_name(workbook, "", kind), TYPES[kind], content, notes)
    grids = grids_of(ctx.session, workbook.id)
    if kind == "pdf":
        content = printed(ctx, workbook, sheet_id, layout).pdf
        return Exported(_name(workbook, "", kind), TYPES[kind], content)
    if kind == "zip":
        content = web_pages.as_pages(View(ctx, workbook), grids)
        return Exported(_name(workbook, "", kind), TYPES[kind], content)
    grid = _chosen(grids, sheet_id)
    content = separated(View(ctx, workbook), grid, "," if kind == "csv" else "\t").encode()
    return Exported(_name(workbook, grid.sheet.title, kind), TYPES[kind], content)


def printed(
    ctx: Context, workbook: Workbook, sheet_id: int | None, layout: PrintLayout | None
) -> Booklet:
    """A spreadsheet on paper: one of its sheets, or all; each as it is set up, or as is given.

    Raises:
        Forbidden: the caller may look at it, but not take it away.
        Invalid: there is no such sheet.
    """
    _check(ctx, workbook)
    grids = grids_of(ctx.session, workbook.id)
    chosen = grids if sheet_id is None else [_chosen(grids, sheet_id)]
    return Booklet(ctx, workbook, chosen, layout)


def _check(ctx: Context, workbook: Workbook) -> None:
    if not workbook.readers_may_copy and not access.may(ctx, workbook, "writer"):
        raise no_access()


def _chosen(grids: list[Grid], sheet_id: int | None) -> Grid:
    if sheet_id is None:
        return next((each for each in grids if not each.sheet.is_hidden), grids[0])
    found = next((each for each in grids if each.sheet.sheet_id == sheet_id), None)
    if found is None:
        raise no_sheet(sheet_id)
    return found


def _name(workbook: Workbook, title: str, kind: str) -> str:
    whole = f"{workbook.title} - {title}" if title else workbook.title
    return f"{_UNFIT.sub('_', whole)[:200]}.{kind}"


def separated(view: View, grid: Grid, delimiter: str) -> str:
    """What a sheet shows as lines of values, without the empty ones at the ends."""
    rows: list[list[str]] = []
    for (row, column), cell in view.cells(grid, grid.area):
        if text := cell.shown.text:
            rows.extend([] for _ in range(row + 1 - len(rows)))
            rows[row].extend([""] * (column - len(rows[row])))
            rows[row].append(text)
    width = max(map(len, rows), default=0)
    made = io.StringIO()
    writer = csv.writer(made, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows([*row, *[""] * (width - len(row))] for row in rows)
    return made.getvalue()
