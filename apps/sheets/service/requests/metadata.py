"""Requests on what programs keep with rows, columns, sheets and workbooks.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#createdevelopermetadatarequest
"""

from __future__ import annotations

from typing import Any

from pydantic import Field

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine.addresses import Corner
from workworld.apps.sheets.engine.changes import Axis
from workworld.apps.sheets.models import Metadata
from workworld.apps.sheets.service import lying
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests.metadata_lookups import (
    Kept,
    meets,
    of_workbook,
    resource,
)
from workworld.apps.sheets.service.requests.metadata_shapes import (
    DataFilter,
    DeveloperMetadata,
    Location,
)
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import DimensionRange, Shape
from workworld.errors import Invalid

_MOST = 1_000
"""How much a workbook keeps; the vendor bounds it by characters."""


class CreateDeveloperMetadata(Shape):
    """New metadata."""

    developer_metadata: DeveloperMetadata


class UpdateDeveloperMetadata(Shape):
    """Metadata that filters mean, of which a mask names what changes."""

    data_filters: list[DataFilter] = Field(min_length=1)
    developer_metadata: DeveloperMetadata
    fields: str


class DeleteDeveloperMetadata(Shape):
    """Metadata that goes."""

    data_filter: DataFilter


@request("createDeveloperMetadata", "Add metadata")
def create_developer_metadata(edit: Editing, given: CreateDeveloperMetadata) -> dict[str, Any]:
    """Keep something with a row, a column, a sheet or the workbook."""
    wanted = given.developer_metadata
    if not wanted.metadata_key or wanted.location is None or wanted.visibility is None:
        said = "metadataKey, location and visibility must be specified."
        raise Invalid("invalid_request", f"developerMetadata: {said}")
    number = lying.new_id(edit.ctx) if wanted.metadata_id is None else wanted.metadata_id
    if edit.ctx.session.get(Metadata, number) is not None:
        raise Invalid("invalid_request", f"Developer metadata with id {number} already exists.")
    if len(_all(edit)) >= _MOST:
        raise Invalid("too_large", f"A spreadsheet keeps {_MOST} pieces of metadata.")
    thing = Metadata(
        id=number,
        position=0,
        ranges=[],
        key=wanted.metadata_key,
        value=wanted.metadata_value,
        visibility=wanted.visibility,
    )
    kept = _placed(edit, thing, wanted.location)
    edit.ctx.session.add(thing)
    return {"developerMetadata": resource(kept)}


@request("updateDeveloperMetadata", "Change metadata")
def update_developer_metadata(edit: Editing, given: UpdateDeveloperMetadata) -> dict[str, Any]:
    """Change what filters find."""
    wanted, mask = given.developer_metadata, masks.parsed(given.fields)
    found = {each.thing.id: each for by in given.data_filters for each in _found(edit, by)}
    for number, each in found.items():
        thing = each.thing
        if masks.wants(mask, "metadataKey"):
            if not wanted.metadata_key:
                raise Invalid("invalid_request", "metadataKey must not be empty.")
            thing.key = wanted.metadata_key
        if masks.wants(mask, "metadataValue"):
            thing.value = wanted.metadata_value
        if masks.wants(mask, "visibility") and wanted.visibility is not None:
            thing.visibility = wanted.visibility
        if masks.wants(mask, "location") and wanted.location is not None:
            found[number] = _placed(edit, thing, wanted.location)
    return {"developerMetadata": [resource(each) for each in found.values()]}


@request("deleteDeveloperMetadata", "Delete metadata")
def delete_developer_metadata(edit: Editing, given: DeleteDeveloperMetadata) -> dict[str, Any]:
    """Keep no longer what a filter finds."""
    found = _found(edit, given.data_filter)
    told = [resource(each) for each in found]
    for each in found:
        edit.ctx.session.delete(each.thing)
    return {"deletedDeveloperMetadata": told}


def _all(edit: Editing) -> list[Kept]:
    return of_workbook(edit.ctx.session, edit.workbook.id, edit.grids)


def _found(edit: Editing, wanted: DataFilter) -> list[Kept]:
    if len(wanted.model_fields_set) != 1:
        raise Invalid("invalid_request", "Exactly one filter must be set in each data filter.")
    return [each for each in _all(edit) if meets(each, wanted, edit.grids)]


def _placed(edit: Editing, thing: Metadata, place: Location) -> Kept:
    """Let metadata be kept with what a location names."""
    named = [place.spreadsheet, place.sheet_id, place.dimension_range]
    if sum(each is not None for each in named) != 1 or place.spreadsheet is False:
        said = "Exactly one of spreadsheet, sheetId and dimensionRange must be set."
        raise Invalid("invalid_request", f"location: {said}")
    thing.ranges, thing.sheet_id, thing.workbook_id = [], None, None
    if place.spreadsheet:
        thing.workbook_id = edit.workbook.id
        return Kept(thing, None)
    lines = place.dimension_range
    grid = edit.grid(lines.sheet_id if lines is not None else place.sheet_id or 0)
    thing.sheet_id = grid.sheet.id
    if lines is not None:
        thing.ranges = [_line(grid, lines)]
    return Kept(thing, grid)


def _line(grid: Grid, lines: DimensionRange) -> str:
    start, end = lines.start_index or 0, lines.end_index
    axis: Axis = "row" if lines.dimension == "ROWS" else "column"
    if end is None or end - start != 1:
        said = "dimensionRange must be a single row or column."
        raise Invalid("invalid_request", f"location: {said}")
    if not 0 <= start < len(grid.lines(axis)):
        raise Invalid("invalid_request", "location: dimensionRange is outside the grid.")
    corner = Corner(None, start) if axis == "row" else Corner(start, None)
    return f"{corner}:{corner}"
