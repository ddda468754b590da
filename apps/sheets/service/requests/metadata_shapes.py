"""Shapes of what programs keep with parts of a workbook, and of how they look for it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.sheets.service.requests.shapes import DimensionRange, GridRange, Shape

Visibility = Literal["DOCUMENT", "PROJECT"]
Kind = Literal["ROW", "COLUMN", "SHEET", "SPREADSHEET"]
Key = Annotated[str, Field(min_length=1, max_length=30_000)]


class Location(Shape):
    """With what metadata is kept: one of these."""

    location_type: Kind | None = None
    spreadsheet: bool | None = None
    sheet_id: int | None = None
    dimension_range: DimensionRange | None = None


class DeveloperMetadata(Shape):
    """Metadata."""

    metadata_id: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    metadata_key: Key | None = None
    metadata_value: Annotated[str, Field(max_length=30_000)] | None = None
    location: Location | None = None
    visibility: Visibility | None = None


class Lookup(Shape):
    """What metadata is to be; all that is said must be so."""

    location_type: Kind | None = None
    metadata_location: Location | None = None
    location_matching_strategy: Literal["EXACT_LOCATION", "INTERSECTING_LOCATION"] | None = None
    metadata_id: int | None = None
    metadata_key: str | None = None
    metadata_value: str | None = None
    visibility: Visibility | None = None


class DataFilter(Shape):
    """A lookup, or cells: one of these."""

    developer_metadata_lookup: Lookup | None = None
    a1_range: Annotated[str | None, Field(alias="a1Range")] = None
    grid_range: GridRange | None = None
