"""Shapes of what lies on ranges: names, protection, filters, conditional formats, bands, groups."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.sheets.service.requests.shapes import (
    BooleanCondition,
    CellFormat,
    Color,
    ColorStyle,
    DimensionRange,
    GridRange,
    Index,
    Shape,
)

Id = Annotated[int, Field(ge=0, lt=2**31)]


class NamedRange(Shape):
    """A range with a name."""

    named_range_id: str | None = None
    name: str | None = None
    range: GridRange | None = None


class Editors(Shape):
    """Who may edit what is protected: people by their addresses."""

    users: list[str] = Field(default_factory=list)
    groups: list[str] = Field(default_factory=list)
    domain_users_can_edit: bool = False


class ProtectedRange(Shape):
    """A range, or a sheet but for some ranges, that only some may edit."""

    protected_range_id: Id | None = None
    range: GridRange | None = None
    named_range_id: str | None = None
    description: str = ""
    warning_only: bool = False
    requesting_user_can_edit: bool | None = None
    unprotected_ranges: list[GridRange] = Field(default_factory=list)
    editors: Editors | None = None


class FilterCriteria(Shape):
    """Which rows a column lets through."""

    hidden_values: list[str] | None = None
    condition: BooleanCondition | None = None
    visible_background_color: Color | None = None
    visible_background_color_style: ColorStyle | None = None
    visible_foreground_color: Color | None = None
    visible_foreground_color_style: ColorStyle | None = None


class FilterSpec(Shape):
    """A column's criteria."""

    filter_criteria: FilterCriteria = Field(default_factory=FilterCriteria)
    column_index: Index = 0


class FilterSortSpec(Shape):
    """A column by which a filter sorts."""

    dimension_index: Index = 0
    sort_order: Literal["SORT_ORDER_UNSPECIFIED", "ASCENDING", "DESCENDING"] = "ASCENDING"
    foreground_color: Color | None = None
    foreground_color_style: ColorStyle | None = None
    background_color: Color | None = None
    background_color_style: ColorStyle | None = None


class BasicFilterShape(Shape):
    """The filter of a sheet."""

    range: GridRange = Field(default_factory=GridRange)
    sort_specs: list[FilterSortSpec] = Field(default_factory=list)
    criteria: dict[str, FilterCriteria] = Field(default_factory=dict)
    filter_specs: list[FilterSpec] = Field(default_factory=list)


class FilterViewShape(BasicFilterShape):
    """A filter with a name."""

    filter_view_id: Id | None = None
    title: str | None = None
    named_range_id: str | None = None


class InterpolationPoint(Shape):
    """A point of a colour scale."""

    color: Color | None = None
    color_style: ColorStyle | None = None
    type: Literal["MIN", "MAX", "NUMBER", "PERCENT", "PERCENTILE"]
    value: str | None = None


class GradientRule(Shape):
    """A colour scale."""

    minpoint: InterpolationPoint
    midpoint: InterpolationPoint | None = None
    maxpoint: InterpolationPoint


class BooleanRule(Shape):
    """A condition, and how cells look that meet it."""

    condition: BooleanCondition
    format: CellFormat = Field(default_factory=CellFormat)


class ConditionalFormatRule(Shape):
    """How cells of some ranges look."""

    ranges: Annotated[list[GridRange], Field(min_length=1, max_length=1000)]
    boolean_rule: BooleanRule | None = None
    gradient_rule: GradientRule | None = None


class BandingProperties(Shape):
    """The colours of alternating rows or columns."""

    header_color: Color | None = None
    header_color_style: ColorStyle | None = None
    first_band_color: Color | None = None
    first_band_color_style: ColorStyle | None = None
    second_band_color: Color | None = None
    second_band_color_style: ColorStyle | None = None
    footer_color: Color | None = None
    footer_color_style: ColorStyle | None = None


class BandedRange(Shape):
    """A range with alternating colours."""

    banded_range_id: Id | None = None
    range: GridRange | None = None
    row_properties: BandingProperties | None = None
    column_properties: BandingProperties | None = None


class DimensionGroup(Shape):
    """Lines that can be closed together."""

    range: DimensionRange
    depth: Annotated[int, Field(ge=0, le=8)] = 1
    collapsed: bool = False
