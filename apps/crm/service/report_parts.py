"""What definitions of reports consist of: groups, filters, buckets, formulas, blocks.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_getbasic_reportmetadata.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from workworld.apps.crm.schema.periods import Unit
from workworld.apps.crm.service.conditions import Operator
from workworld.shapes import CLOSED

MOST_FILTERS, MOST_COLUMNS, MOST_SUBFILTERS = 20, 60, 5
COUNT = "RowCount"
Name = Annotated[str, Field(description="A column, such as Account.Industry.", max_length=200)]
Label = Annotated[str, Field(description="What people call it.", min_length=1, max_length=80)]
FormulaText = Annotated[str, Field(description="The formula.", min_length=1, max_length=1000)]
Decimals = Annotated[int, Field(description="How many decimals it has.", ge=0, le=6)]


class _Part(BaseModel):
    model_config = {**CLOSED, "frozen": True}


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
    top: Annotated[
        int, Field(description="Only so many groups, the first ones; 0: all.", ge=0, le=200)
    ] = 0

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
    filters: Annotated[
        tuple[Filter, ...],
        Field(
            description="What must hold of those records: conditions on their own fields.",
            max_length=MOST_SUBFILTERS,
        ),
    ] = ()


class ChartSetting(_Part):
    """How a report is drawn."""

    kind: Annotated[
        Literal["", "bar", "column", "stacked", "line", "donut"], Field(description="Empty: not.")
    ] = ""
    aggregate: Annotated[str, Field(description="Which total; empty: the first.")] = ""


class BucketValue(_Part):
    """One of the buckets that values are sorted into."""

    label: Label
    values: Annotated[
        tuple[str, ...], Field(description="Of a text or picklist: what goes in.", max_length=200)
    ] = ()
    upper: Annotated[
        float | None, Field(description="Of a number: up to where; null in the last one.")
    ] = None


class Bucket(_Part):
    """A column that sorts the values of another one into buckets with names."""

    name: Annotated[
        str, Field(description="BucketField_1 …", pattern=r"^BucketField_\w{1,40}$")
    ] = "BucketField_1"
    label: Label
    column: Name
    buckets: Annotated[tuple[BucketValue, ...], Field(min_length=1, max_length=20)]
    other: Annotated[
        str,
        Field(
            description="What all other values of a text or picklist are called; empty: they stay"
            " as they are.",
            max_length=80,
        ),
    ] = ""
    blank_is_zero: Annotated[bool, Field(description="Whether no number counts as 0.")] = False


class RowFormula(_Part):
    """A column that is computed of other ones, row by row."""

    name: Annotated[str, Field(description="CDF1 …", pattern=r"^CDF\d{1,2}$")] = "CDF1"
    label: Label
    formula: FormulaText
    decimals: Decimals = 2


class SummaryFormula(_Part):
    """A total that is computed of other totals, group by group."""

    name: Annotated[str, Field(description="FORMULA1 …", pattern=r"^FORMULA\d{1,2}$")] = "FORMULA1"
    label: Label
    formula: FormulaText
    """``Amount:SUM / RowCount``; ``PARENTGROUPVAL(RowCount, GRAND_SUMMARY)`` is that of all."""
    type: Annotated[
        Literal["number", "percent", "currency"], Field(description="How it is shown.")
    ] = "number"
    decimals: Decimals = 2


class Highlight(_Part):
    """Colours for a total: low below one bound, high from another one on."""

    aggregate: Annotated[str, Field(description="Which total: s!Amount.", max_length=200)]
    low: Annotated[float, Field(description="Below it a value is low.")]
    high: Annotated[float, Field(description="From it on a value is high.")]
    is_reversed: Annotated[bool, Field(description="Whether low values are the good ones.")] = False


class Block(_Part):
    """Of a joined report, other records beside the first ones, in the same groups."""

    name: Annotated[str, Field(description="Its title; empty: its type's.", max_length=80)] = ""
    report_type: Annotated[str, Field(description="CaseList, LeadList …", max_length=80)]
    columns: Annotated[tuple[Name, ...], Field(max_length=MOST_COLUMNS)] = ()
    aggregates: tuple[str, ...] = (COUNT,)
    filters: Annotated[tuple[Filter, ...], Field(max_length=MOST_FILTERS)] = ()
    logic: Annotated[str, Field(max_length=500)] = ""
    cross_filters: Annotated[tuple[CrossFilter, ...], Field(max_length=3)] = ()
    scope: Literal["mine", "team", "all"] = "all"
    date: DateRange = DateRange()


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
