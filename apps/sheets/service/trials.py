"""Formulas that are tried without being written anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.service import access
from workworld.apps.sheets.service.calculations import calculated
from workworld.apps.sheets.service.entering import Scalar
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.ranges import range_text, resolved
from workworld.apps.sheets.service.refusals import MOST_CHARACTERS
from workworld.apps.sheets.service.views import plain
from workworld.apps.sheets.types import RangeText, WorkbookId
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.operations import Effect, operation

# People see in the grid what a formula comes to; who types none has to ask.
_DOORS = (Surface.MCP,)


@dataclass(frozen=True, slots=True)
class Trial:
    """What a formula would come to."""

    cell: str
    """Where it would stand, with the sheet's title."""
    values: list[list[Scalar]]
    """By rows; an array fills more than one cell."""


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def calculate(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    formula: Annotated[
        str,
        Field(description="With its equals sign, such as =SUM(B2:B9).", max_length=MOST_CHARACTERS),
    ],
    cell: RangeText = "A1",
) -> Trial:
    """Tell what a formula would come to in a cell of a spreadsheet, which stays as it is."""
    workbook = access.known(ctx, workbook_id)
    if not formula.startswith("="):
        raise Invalid("invalid_argument", "A formula begins with an equals sign.")
    place = resolved(ctx, grids_of(ctx.session, workbook_id), cell)
    row, column = place.area.top, place.area.left
    found = calculated(ctx, workbook).calculate(formula, place.grid.sheet.id, row, column)
    at = range_text(place.grid, Area.of_cell(row, column))
    return Trial(at, [[plain(value) for value in line] for line in found])
