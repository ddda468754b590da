"""Shapes of pivot tables, in the vendor's words.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/pivot-tables
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from workworld.apps.sheets.service.requests.shapes import (
    BooleanCondition,
    ExtendedValue,
    GridRange,
    Index,
    Shape,
)

DateKind = Literal[
    "SECOND",
    "MINUTE",
    "HOUR",
    "HOUR_MINUTE",
    "HOUR_MINUTE_AMPM",
    "DAY_OF_WEEK",
    "DAY_OF_YEAR",
    "DAY_OF_MONTH",
    "DAY_MONTH",
    "MONTH",
    "QUARTER",
    "YEAR",
    "YEAR_MONTH",
    "YEAR_QUARTER",
    "YEAR_MONTH_DAY",
    "YEAR_WEEK",
]
"""What days are grouped by; weeks are ours."""
Summary = Literal[
    "SUM",
    "COUNTA",
    "COUNT",
    "COUNTUNIQUE",
    "AVERAGE",
    "MAX",
    "MIN",
    "MEDIAN",
    "PRODUCT",
    "STDEV",
    "STDEVP",
    "VAR",
    "VARP",
    "CUSTOM",
]
DisplayType = Literal[
    "PIVOT_VALUE_CALCULATED_DISPLAY_TYPE_UNSPECIFIED",
    "PERCENT_OF_ROW_TOTAL",
    "PERCENT_OF_COLUMN_TOTAL",
    "PERCENT_OF_GRAND_TOTAL",
    "DIFFERENCE_FROM_PREVIOUS",
    "PERCENT_DIFFERENCE_FROM_PREVIOUS",
]
"""How values are shown; differences are ours."""


class ValueBucket(Shape):
    """Groups are sorted by one of the values, in a group of the other side or in all."""

    values_index: Index = 0
    buckets: list[ExtendedValue] = Field(default_factory=list)


class ManualGroup(Shape):
    """Items that are put together by hand."""

    group_name: ExtendedValue
    items: list[ExtendedValue] = Field(default_factory=list)


class ManualRule(Shape):
    """Items put together by hand."""

    groups: list[ManualGroup] = Field(default_factory=list)


class HistogramRule(Shape):
    """Numbers by steps."""

    interval: Annotated[float, Field(gt=0)]
    start: float | None = None
    end: float | None = None


class DateTimeRule(Shape):
    """Days by a part of them."""

    type: DateKind


class GroupRule(Shape):
    """What values are grouped as: one of these."""

    manual_rule: ManualRule | None = None
    histogram_rule: HistogramRule | None = None
    date_time_rule: DateTimeRule | None = None


class GroupLimit(Shape):
    """How many groups there are at most."""

    count_limit: Annotated[int, Field(ge=1)] | None = None
    apply_order: int | None = None


class PivotGroup(Shape):
    """A column of the source by which rows are grouped."""

    source_column_offset: Index = 0
    show_totals: bool = False
    sort_order: Literal["SORT_ORDER_UNSPECIFIED", "ASCENDING", "DESCENDING"] = "ASCENDING"
    value_metadata: list[dict[str, Any]] = Field(default_factory=list)
    value_bucket: ValueBucket | None = None
    repeat_headings: bool = False
    label: str = ""
    group_rule: GroupRule | None = None
    group_limit: GroupLimit | None = None


class PivotValue(Shape):
    """What is worked out of the rows of each place: of a column, or by a formula."""

    summarize_function: Summary = "SUM"
    name: str = ""
    calculated_display_type: DisplayType | None = None
    source_column_offset: Index | None = None
    formula: str | None = None


class PivotFilterCriteria(Shape):
    """Which rows of the source are looked at."""

    visible_values: list[str] | None = None
    condition: BooleanCondition | None = None
    visible_by_default: bool = False


class PivotFilterSpec(Shape):
    """A column's criteria."""

    filter_criteria: PivotFilterCriteria
    column_offset_index: Index = 0


class PivotTable(Shape):
    """A pivot table."""

    source: GridRange
    rows: list[PivotGroup] = Field(default_factory=list, max_length=20)
    columns: list[PivotGroup] = Field(default_factory=list, max_length=20)
    criteria: dict[str, PivotFilterCriteria] = Field(default_factory=dict)
    filter_specs: list[PivotFilterSpec] = Field(default_factory=list)
    values: list[PivotValue] = Field(default_factory=list, max_length=50)
    value_layout: Literal["HORIZONTAL", "VERTICAL"] = "HORIZONTAL"
