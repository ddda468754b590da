"""What a report says: its columns, groups, filters, totals and chart.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_getbasic_reportmetadata.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from workworld.apps.crm.schema import filter_logic, periods
from workworld.apps.crm.schema.filter_logic import LogicError
from workworld.apps.crm.schema.periods import Unit
from workworld.apps.crm.service.conditions import Operator
from workworld.apps.crm.service.report_types import ReportColumn
from workworld.errors import Invalid

MOST_ROW_GROUPS, MOST_COLUMN_GROUPS, MOST_FILTERS, MOST_COLUMNS = 3, 2, 20, 60
COUNT = "RowCount"
AGGREGATES: Mapping[str, str] = {"s": "Sum", "a": "Average", "mx": "Largest", "m": "Smallest"}
"""How totals begin that are of a column: ``s!Amount``."""
FORMATS: Mapping[str, str] = {"TABULAR": "Tabular", "SUMMARY": "Summary", "MATRIX": "Matrix"}
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
Name = Annotated[str, Field(description="A column, such as Account.Industry.", max_length=200)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Grouping(_Part):
    """What rows are grouped by."""

    column: Name
    granularity: Annotated[
        Literal["day", "week", "month", "quarter", "year", "fiscal quarter", "fiscal year"],
        Field(description="Of a date, by what."),
    ] = "day"
    descending: Annotated[bool, Field(description="Whether the last group comes first.")] = False
    sort_by: Annotated[
        str, Field(description="A total to order by, such as s!Amount; empty: by its label.")
    ] = ""

    @property
    def unit(self) -> Unit:
        """By what a date is grouped."""
        return Unit(self.granularity)


class Filter(_Part):
    """A condition on one column."""

    column: Name
    operator: Operator = "equals"
    value: Annotated[
        str,
        Field(
            description="One value, or several with commas between; dates as 2026-03-17 or"
            " THIS_FISCAL_QUARTER. Empty asks for what has none.",
            max_length=1000,
        ),
    ] = ""

    @property
    def values(self) -> Sequence[str]:
        """The values one by one; quotation marks hold one together that has a comma."""
        return split(self.value)


class DateRange(_Part):
    """The days that a report is about."""

    column: Annotated[str, Field(description="A date; empty: the type's own.")] = ""
    duration: Annotated[
        str, Field(description="A relative date such as THIS_FISCAL_QUARTER; empty: all time.")
    ] = ""
    start: Annotated[str, Field(description="Without duration: the first day, or empty.")] = ""
    end: Annotated[str, Field(description="Without duration: the last day, or empty.")] = ""


class CrossFilter(_Part):
    """Only rows that have records of another object that name them, or only those that do not."""

    object: Annotated[str, Field(description="The other object: Opportunity.", max_length=80)]
    has: Annotated[bool, Field(description="False for rows without any.")] = True


class ChartSetting(_Part):
    """How a report is drawn."""

    kind: Annotated[
        Literal["", "bar", "column", "stacked", "line", "donut"], Field(description="Empty: not.")
    ] = ""
    aggregate: Annotated[str, Field(description="Which total; empty: the first.")] = ""


class Definition(_Part):
    """What a report says."""

    format: Literal["TABULAR", "SUMMARY", "MATRIX"] = "TABULAR"
    columns: Annotated[
        tuple[Name, ...], Field(description="Of the rows' details.", max_length=MOST_COLUMNS)
    ] = ()
    rows: Annotated[
        tuple[Grouping, ...], Field(description="Groups down.", max_length=MOST_ROW_GROUPS)
    ] = ()
    across: Annotated[
        tuple[Grouping, ...],
        Field(description="Groups across, of a matrix.", max_length=MOST_COLUMN_GROUPS),
    ] = ()
    aggregates: Annotated[
        tuple[str, ...],
        Field(description="Totals: RowCount, s!Amount (sum), a! average, m! min, mx! max."),
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

    @property
    def groupings(self) -> tuple[Grouping, ...]:
        """All groups, those down first."""
        return (*self.rows, *self.across)


def split(text: str) -> list[str]:
    """``New, "Acme, Inc."`` → its two values."""
    values, current, is_quoted = [], "", False
    for letter in text:
        if letter == '"':
            is_quoted = not is_quoted
        elif letter == "," and not is_quoted:
            values.append(current.strip())
            current = ""
        else:
            current += letter
    return [*values, current.strip()]


def joined(values: Sequence[str]) -> str:
    """The text that ``split`` reads."""
    return ", ".join(f'"{each}"' if "," in each else each for each in values)


def checked(definition: Definition, known: Mapping[str, ReportColumn]) -> Definition:
    """A definition that makes sense for a report type.

    Args:
        definition: what a caller has sent.
        known: the columns that the caller may use.

    Raises:
        Invalid: ``BAD_REQUEST``: why it does not.
    """
    _check_groups(definition)
    used = [
        *definition.columns,
        *(each.column for each in definition.groupings),
        *(each.column for each in definition.filters),
        *(each for each in (definition.date.column, definition.sort) if each),
    ]
    for name in used:
        _require(name, known)
    for each in definition.aggregates:
        aggregate_of(each, known)
    for grouping in definition.groupings:
        if grouping.sort_by and grouping.sort_by not in definition.aggregates:
            raise bad(f"The total {grouping.sort_by} to order by is not in the report.")
    try:
        filter_logic.parse(definition.logic, len(definition.filters))
    except LogicError as error:
        raise bad(str(error)) from None
    _check_dates(definition.date, known)
    return definition


def aggregate_of(name: str, known: Mapping[str, ReportColumn]) -> tuple[str, ReportColumn] | None:
    """What a total is: how it is made, and of which column; None for the count of rows.

    Raises:
        Invalid: ``BAD_REQUEST``: it is none.
    """
    if name == COUNT:
        return None
    way, _, column = name.partition("!")
    if way not in AGGREGATES:
        raise bad(f"There is no total “{name[:200]}”.")
    found = _require(column, known)
    if not found.is_summed:
        raise bad(f"{found.label} holds no numbers to be summed.")
    return way, found


def bad(message: str) -> Invalid:
    """Something is wrong with a report."""
    return Invalid("BAD_REQUEST", message)


def of_json(stored: Mapping[str, Any]) -> Definition:
    """The definition that a row keeps."""
    return Definition.model_validate(stored)


def _require(name: str, known: Mapping[str, ReportColumn]) -> ReportColumn:
    if name not in known:
        raise bad(f"The report has no column “{name[:200]}”, or you may not see it.")
    return known[name]


def _check_groups(definition: Definition) -> None:
    if definition.format == "TABULAR" and definition.groupings:
        raise bad("A tabular report has no groups: choose the summary or matrix format.")
    if definition.format == "SUMMARY" and definition.across:
        raise bad("A summary report has no groups across: choose the matrix format.")
    if definition.format == "MATRIX" and len(definition.rows) > 2:
        raise bad("A matrix has at most two groups down.")
    named = [each.column for each in definition.groupings]
    if len(set(named)) != len(named):
        raise bad("A report is grouped by each column once.")
    if len(set(definition.columns)) != len(definition.columns):
        raise bad("A report has each column once.")


def _check_dates(asked: DateRange, known: Mapping[str, ReportColumn]) -> None:
    if asked.column and not known[asked.column].is_dated:
        raise bad(f"{known[asked.column].label} is no date.")
    if asked.duration and not periods.is_literal(asked.duration):
        raise bad(f"“{asked.duration[:80]}” is no relative date.")
