"""What programs keep with rows, columns, sheets and workbooks: read and looked for.

https://developers.google.com/workspace/sheets/api/guides/metadata
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.sheets.service import access
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.requests.metadata_lookups import (
    Kept,
    meets,
    of_workbook,
    shaped,
)
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.errors import Invalid, NotFound
from workworld.operations import Effect, operation

# Programs alone keep it: the vendor has it in its API, and nowhere else.
_DOORS = (Surface.REST,)
Filters = Annotated[
    list[dict[str, Any]], Field(description="Lookups: DataFilter objects of the Sheets API.")
]


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def get(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    metadata_id: Annotated[int, Field(description="The id of the metadata.")],
) -> Kept:
    """Read what a program keeps with a part of a spreadsheet."""
    access.known(ctx, workbook_id)
    for each in of_workbook(ctx.session, workbook_id, grids_of(ctx.session, workbook_id)):
        if each.thing.id == metadata_id:
            return each
    raise NotFound("metadata_not_found", f"No developer metadata with id: {metadata_id}")


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def search(
    ctx: Context, *, workbook_id: WorkbookId, filters: Filters
) -> list[tuple[Kept, Sequence[int]]]:
    """Find what programs keep with a spreadsheet: each with the numbers of the filters it meets."""
    access.known(ctx, workbook_id)
    if not filters:
        raise Invalid("invalid_request", "At least one data filter must be specified.")
    grids = grids_of(ctx.session, workbook_id)
    wanted = [shaped(each, f"data_filters[{at}]") for at, each in enumerate(filters)]
    found: list[tuple[Kept, Sequence[int]]] = []
    for each in of_workbook(ctx.session, workbook_id, grids):
        met = [at for at, given in enumerate(wanted) if meets(each, given, grids)]
        if met:
            found.append((each, met))
    return found
