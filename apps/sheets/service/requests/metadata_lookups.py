"""What programs keep with rows, columns, sheets and workbooks: where it is, and what finds it.

https://developers.google.com/workspace/sheets/api/guides/metadata
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Metadata
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.lying import areas
from workworld.apps.sheets.service.requests.metadata_shapes import DataFilter, Location, Lookup
from workworld.context import Context
from workworld.errors import Invalid

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """Metadata, and where it is."""

    thing: Metadata
    grid: Grid | None
    """None for what is kept with the workbook."""

    @property
    def kind(self) -> str:
        """What it is kept with: ``ROW``, ``COLUMN``, ``SHEET`` or ``SPREADSHEET``."""
        if self.grid is None:
            return "SPREADSHEET"
        if not self.thing.ranges:
            return "SHEET"
        return "ROW" if self.thing.ranges[0][:1].isdigit() else "COLUMN"

    @property
    def area(self) -> Area | None:
        """The cells that it is kept with; None for the whole workbook."""
        if self.grid is None:
            return None
        return areas(self.thing, self.grid)[0] if self.thing.ranges else self.grid.area


def shaped(given: Mapping[str, Any], where: str) -> DataFilter:
    """A data filter as it is used.

    Args:
        given: the vendor's.
        where: it stands in the request, as refusals name it.

    Raises:
        Invalid: it is malformed, or says nothing.
    """
    try:
        found = DataFilter.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join([where, *(str(each) for each in first["loc"])])
        raise Invalid("invalid_request", f"Invalid value at '{place}': {first['msg']}.") from None
    if len(found.model_fields_set) != 1:
        raise Invalid("invalid_request", "Exactly one filter must be set in each data filter.")
    return found


def of_workbook(session: Session, workbook_id: str, grids: Sequence[Grid]) -> list[Kept]:
    """All that is kept with a workbook and its parts, by id."""
    by_id = {each.sheet.id: each for each in grids}
    query = select(Metadata).where(
        or_(Metadata.workbook_id == workbook_id, Metadata.sheet_id.in_(list(by_id)))
    )
    return [
        Kept(each, None if each.sheet_id is None else by_id[each.sheet_id])
        for each in session.scalars(query.order_by(Metadata.id))
    ]


def looked_up(ctx: Context, grids: Sequence[Grid], given: Mapping[str, Any]) -> list[Kept]:
    """What a lookup of a data filter finds in the workbook of some sheets."""
    wanted = shaped({"developerMetadataLookup": given}, "data_filter")
    listed = of_workbook(ctx.session, grids[0].sheet.workbook_id, grids)
    return [each for each in listed if meets(each, wanted, grids)]


def meets(kept: Kept, wanted: DataFilter, grids: Sequence[Grid]) -> bool:
    """Whether a data filter means some metadata.

    Raises:
        Invalid: the filter names a sheet that there is not.
    """
    if wanted.developer_metadata_lookup is not None:
        return _is_wanted(kept, wanted.developer_metadata_lookup, grids)
    if wanted.grid_range is None:
        raise Invalid("invalid_request", "Metadata is found by a lookup or by a grid range.")
    area, grid = kept.area, kept.grid
    if area is None or grid is None or grid.sheet.sheet_id != wanted.grid_range.sheet_id:
        return False
    return wanted.grid_range.area(len(grid.rows), len(grid.columns)).common(area) is not None


def _is_wanted(kept: Kept, wanted: Lookup, grids: Sequence[Grid]) -> bool:
    thing = kept.thing
    asked = (
        (wanted.metadata_id, thing.id),
        (wanted.metadata_key, thing.key),
        (wanted.metadata_value, thing.value),
        (wanted.visibility, thing.visibility),
        (wanted.location_type, kept.kind),
    )
    if any(given is not None and given != ours for given, ours in asked):
        return False
    if wanted.metadata_location is None:
        return True
    exact = wanted.location_matching_strategy != "INTERSECTING_LOCATION"
    return _is_there(kept, wanted.metadata_location, grids, is_exact=exact)


def _is_there(kept: Kept, place: Location, grids: Sequence[Grid], *, is_exact: bool) -> bool:
    """Whether metadata is kept exactly at a place, or with something that meets it."""
    if place.spreadsheet:
        return kept.grid is None or not is_exact
    lines = place.dimension_range
    sheet_id = place.sheet_id if lines is None else lines.sheet_id
    if sheet_id not in {each.sheet.sheet_id for each in grids}:
        raise Invalid("invalid_request", f"No sheet with id: {sheet_id}")
    grid, area = kept.grid, kept.area
    if grid is None or area is None or grid.sheet.sheet_id != sheet_id:
        return False
    if lines is None:
        return kept.kind == "SHEET" or not is_exact
    axis = "ROW" if lines.dimension == "ROWS" else "COLUMN"
    if kept.kind == "SHEET":
        return not is_exact
    if is_exact and kept.kind != axis:
        return False
    first, behind = (area.top, area.bottom) if axis == "ROW" else (area.left, area.right)
    count = len(grid.rows) if axis == "ROW" else len(grid.columns)
    start = lines.start_index or 0
    end = count if lines.end_index is None else lines.end_index
    return (first, behind) == (start, end) if is_exact else first < end and start < behind


def resource(kept: Kept) -> Json:
    """``DeveloperMetadata``."""
    thing = kept.thing
    found: Json = {"metadataId": thing.id, "metadataKey": thing.key}
    if thing.value is not None:
        found["metadataValue"] = thing.value
    return {**found, "location": _location(kept), "visibility": thing.visibility}


def _location(kept: Kept) -> Json:
    kind = kept.kind
    if kept.grid is None or kept.area is None:
        return {"locationType": kind, "spreadsheet": True}
    sheet_id, area = kept.grid.sheet.sheet_id, kept.area
    if kind == "SHEET":
        return {"locationType": kind, "sheetId": sheet_id}
    start, end = (area.top, area.bottom) if kind == "ROW" else (area.left, area.right)
    lines = {"sheetId": sheet_id, "dimension": f"{kind}S", "startIndex": start, "endIndex": end}
    return {"locationType": kind, "dimensionRange": lines}
