"""Data filters: ranges that are named otherwise than in A1 notation.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/DataFilter
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.ranges import Resolved, resolved
from workworld.apps.sheets.service.refusals import beyond_the_grid, no_sheet
from workworld.apps.sheets.service.requests.metadata_lookups import looked_up
from workworld.apps.sheets.service.requests.shapes import GridRange
from workworld.apps.sheets.wire.payloads import Message
from workworld.context import Context
from workworld.errors import Invalid

GRID_RANGE = Message(
    {
        "sheetId": int,
        "startRowIndex": int,
        "endRowIndex": int,
        "startColumnIndex": int,
        "endColumnIndex": int,
    }
)
DATA_FILTER = Message({"a1Range": str, "gridRange": GRID_RANGE, "developerMetadataLookup": object})


def filtered(ctx: Context, grids: Sequence[Grid], given: Mapping[str, Any]) -> list[Resolved]:
    """The ranges that a filter means.

    Args:
        ctx: of the caller.
        grids: the workbook's sheets.
        given: one that ``DATA_FILTER`` has checked.

    Raises:
        Invalid: it says nothing, or the range is none of the workbook's.
    """
    if len(given) != 1:
        raise Invalid("invalid_request", "Exactly one filter must be set in each data filter.")
    if "a1Range" in given:
        return [resolved(ctx, grids, given["a1Range"])]
    if "gridRange" in given:
        return [_in_grid(grids, given["gridRange"])]
    return [
        Resolved(kept.grid, kept.area)
        for kept in looked_up(ctx, grids, given["developerMetadataLookup"])
        if kept.grid is not None and kept.area is not None
    ]


def _in_grid(grids: Sequence[Grid], given: Mapping[str, Any]) -> Resolved:
    if any(value < 0 for value in given.values()):
        raise Invalid("invalid_request", "Indexes of ranges begin at zero.")
    grid_range = GridRange.model_validate(given)
    grid = next((each for each in grids if each.sheet.sheet_id == grid_range.sheet_id), None)
    if grid is None:
        raise no_sheet(grid_range.sheet_id)
    area = grid_range.area(len(grid.rows), len(grid.columns))
    common = area.common(grid.area)
    if common is None:
        raise beyond_the_grid(f"{grid.sheet.title}!{area}", len(grid.rows), len(grid.columns))
    return Resolved(grid, common)
