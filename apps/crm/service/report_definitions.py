"""What a report says: its columns, groups, filters, totals and chart.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_getbasic_reportmetadata.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field

from workworld.apps.crm.service.report_parts import (
    COUNT,
    MOST_COLUMNS,
    MOST_FILTERS,
    Block,
    Bucket,
    ChartSetting,
    CrossFilter,
    DateRange,
    Filter,
    Grouping,
    Highlight,
    Name,
    RowFormula,
    SummaryFormula,
)
from workworld.errors import Invalid
from workworld.shapes import CLOSED

MOST_ROW_GROUPS, MOST_COLUMN_GROUPS, MOST_BLOCKS = 3, 2, 4
AGGREGATES: Mapping[str, str] = {"s": "Sum", "a": "Average", "mx": "Largest", "m": "Smallest"}
"""How totals begin that are of a column: ``s!Amount``."""
JOINED: Final = "JOINED"
FORMATS: Mapping[str, str] = {
    "TABULAR": "Tabular",
    "SUMMARY": "Summary",
    "MATRIX": "Matrix",
    JOINED: "Joined",
}
SCOPES: Mapping[str, str] = {
    "mine": "My records",
    "team": "My team's records",
    "all": "All records",
}
CHARTS: Mapping[str, str] = {
    "": "No chart",
    "bar": "Bar",
    "column": "Column",
    "stacked": "Stacked column",
    "line": "Line",
    "donut": "Donut",
}


class Definition(BaseModel):
    """What a report says."""

    model_config = {**CLOSED, "frozen": True}

    format: Literal["TABULAR", "SUMMARY", "MATRIX", "JOINED"] = "TABULAR"
    columns: Annotated[
        tuple[Name, ...], Field(description="Of the rows' details.", max_length=MOST_COLUMNS)
    ] = ()
    rows: Annotated[
        tuple[Grouping, ...],
        Field(
            description="Groups down; of a joined report by what all blocks have in common.",
            max_length=MOST_ROW_GROUPS,
        ),
    ] = ()
    across: Annotated[
        tuple[Grouping, ...],
        Field(description="Groups across, of a matrix.", max_length=MOST_COLUMN_GROUPS),
    ] = ()
    aggregates: Annotated[
        tuple[str, ...],
        Field(
            description="Totals: RowCount, s!Amount (sum), a! average, m! min, mx! max, FORMULA1."
        ),
    ] = (COUNT,)
    filters: Annotated[
        tuple[Filter, ...],
        Field(description="All hold, or as logic says.", max_length=MOST_FILTERS),
    ] = ()
    logic: Annotated[
        str, Field(description="How filters go together: 1 AND (2 OR 3).", max_length=500)
    ] = ""
    cross_filters: Annotated[tuple[CrossFilter, ...], Field(max_length=3)] = ()
    scope: Literal["mine", "team", "all"] = "all"
    date: DateRange = DateRange()
    details: Annotated[bool, Field(description="Whether rows are shown, or totals alone.")] = True
    sort: Annotated[str, Field(description="The column that details are ordered by.")] = ""
    descending: bool = False
    limit: Annotated[int, Field(description="At most so many rows; 0: all.", ge=0, le=2000)] = 0
    chart: ChartSetting = ChartSetting()
    buckets: Annotated[
        tuple[Bucket, ...],
        Field(description="Columns that sort values into buckets, used by name.", max_length=5),
    ] = ()
    formulas: Annotated[
        tuple[RowFormula, ...],
        Field(description="Columns that are computed row by row, used by name.", max_length=5),
    ] = ()
    summaries: Annotated[
        tuple[SummaryFormula, ...],
        Field(description="Totals that are computed of totals, used by name.", max_length=5),
    ] = ()
    highlights: Annotated[
        tuple[Highlight, ...], Field(description="Totals with colours.", max_length=5)
    ] = ()
    blocks: Annotated[
        tuple[Block, ...],
        Field(description="Of a joined report, what stands beside.", max_length=MOST_BLOCKS),
    ] = ()

    @property
    def groupings(self) -> tuple[Grouping, ...]:
        """All groups, those down first."""
        return (*self.rows, *self.across)


def bad(message: str) -> Invalid:
    """Something is wrong with a report."""
    return Invalid("BAD_REQUEST", message)


def of_json(stored: Mapping[str, Any]) -> Definition:
    """The definition that a row keeps."""
    return Definition.model_validate(stored)
