"""What came of a report, as pages and files show it: figures, a chart, a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.crm.pages import (
    report_charts,
    report_joined_tables,
    report_matrices,
    report_tables,
)
from workworld.apps.crm.pages.report_tables import MOST_LINES, Address, Table
from workworld.apps.crm.service.report_results import MOST_DETAILS, Line, Path, Result
from workworld.charts import Chart
from workworld.charts.plots import Size
from workworld.context import Context


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart of a report, or bars that lie; neither where it has none."""

    chart: Chart | None = None
    bars: Sequence[report_charts.Bar] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a report's rows.

    Args:
        tables: with their titles; a single one has none.
        page: which page.
        pages: how many there are.
        note: what is not shown; empty if all is.
    """

    tables: Sequence[tuple[str, Table]]
    page: int
    pages: int
    note: str


def whole(
    ctx: Context, result: Result, lines: Sequence[Line], before: Path, address: Address
) -> Table:
    """A report as its format shows it.

    Args:
        ctx: who looks.
        result: what came of the run.
        lines: the rows of details that this page shows.
        before: the groups of the row before them, which are not told again.
        address: where the rows of a group are.
    """
    definition = result.definition
    if not definition.groupings:
        return report_tables.flat(ctx, result, lines)
    if result.beside:
        return report_joined_tables.joined(ctx, result, address)
    if definition.across:
        return report_matrices.matrix(result, address)
    if definition.details and result.columns:
        return report_tables.detailed(ctx, result, lines, before, address)
    return report_tables.summary(result, address)


def sheet(ctx: Context, result: Result, number: int, address: Address, *, is_flat: bool) -> Sheet:
    """A page of a report.

    Args:
        ctx: who looks.
        result: what came of the run.
        number: which page.
        address: where the rows of a group are.
        is_flat: whether rows alone are shown, without groups: those behind one number.
    """
    if is_flat and result.beside:
        blocks = [result, *result.beside]
        tables = [
            (each.title, report_tables.flat(ctx, each, each.lines[:MOST_LINES])) for each in blocks
        ]
        return Sheet(tables, 1, 1, "")
    is_paged = is_flat or not (result.beside or result.definition.across)
    is_paged = is_paged and (result.definition.details or is_flat)
    pages = max(-(-len(result.lines) // MOST_LINES), 1) if is_paged else 1
    number = min(number, pages)
    start = (number - 1) * MOST_LINES
    lines = result.lines[start : start + MOST_LINES]
    before = result.lines[start - 1].down if start else ()
    if is_flat:
        table = report_tables.flat(ctx, result, lines)
    else:
        table = whole(ctx, result, lines, before, address)
    return Sheet([("", table)], number, pages, table.note or _note(result))


def drawing(result: Result, title: str, address: Address, size: Size = "wide") -> Drawing:
    """The chart that a report has."""
    setting = result.definition.chart
    if setting.kind == "bar":
        return Drawing(bars=report_charts.bars(result, setting.aggregate, address))
    if not setting.kind:
        return Drawing()
    return Drawing(
        report_charts.drawn(result, title, setting.kind, setting.aggregate, address, size)
    )


def _note(result: Result) -> str:
    if result.is_cut:
        return "The first groups alone are shown, as the report asks; totals are of all."
    if result.has_all:
        return ""
    return f"The first {MOST_DETAILS:,} of {result.count:,} rows are shown; totals are of all."
