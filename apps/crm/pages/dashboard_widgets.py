"""Widgets of dashboards as pages show them: charts, figures, gauges, tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from workworld.apps.crm.models import Widget
from workworld.apps.crm.pages import report_charts, report_matrices, report_tables
from workworld.apps.crm.pages.blueprint import at
from workworld.apps.crm.pages.report_tables import Address, Row, Table, told
from workworld.apps.crm.pages.reports import NARROW, address_of
from workworld.apps.crm.service import dashboard_grids
from workworld.apps.crm.service.dashboard_grids import Cell
from workworld.apps.crm.service.dashboard_runs import Shown
from workworld.apps.crm.service.dashboard_widgets import cell_of
from workworld.apps.crm.service.report_results import Result
from workworld.charts import Chart
from workworld.charts.plots import Size
from workworld.context import Context

MOST_ROWS = 8
MOST_COLUMNS = 5


@dataclass(frozen=True, slots=True)
class Gauge:
    """How much of a goal is reached."""

    text: str
    goal: str
    percent: float
    """At most 100, as it is drawn."""
    said: str


@dataclass(frozen=True, slots=True)
class WidgetView:
    """A widget as its dashboard shows it."""

    id: str
    title: str
    footer: str
    kind: str
    cell: Cell
    goal: str
    report: str
    report_url: str
    problem: str = ""
    chart: Chart | None = None
    bars: Sequence[report_charts.Bar] = ()
    metric: str = ""
    metric_of: str = ""
    gauge: Gauge | None = None
    table: Table | None = None
    steps: Mapping[str, Cell] = field(default_factory=dict)
    """Where it can be moved, and how it can be resized, by a step."""


def of_shown(
    ctx: Context, shown: Shown, narrowed: str = "", among: Sequence[Shown] = ()
) -> WidgetView:
    """A widget with what its report came to.

    Args:
        ctx: who looks.
        shown: the widget.
        narrowed: what the dashboard's filter is set to, as addresses of reports say it.
        among: all widgets of the dashboard.
    """
    widget, result = shown.widget, shown.result
    others = [cell_of(each.widget) for each in among if each.widget.id != widget.id]
    view = WidgetView(
        widget.id,
        widget.title,
        widget.footer,
        widget.kind,
        cell_of(widget),
        "" if widget.goal is None else f"{widget.goal:g}",
        shown.report,
        at(f"/reports/{widget.report_id}", _more(narrowed)) if shown.may_open else "",
        shown.problem,
        steps=dashboard_grids.steps(cell_of(widget), others),
    )
    return view if result is None else _filled(ctx, view, shown, result, narrowed)


def _more(narrowed: str) -> dict[str, str]:
    return {NARROW: narrowed} if narrowed else {}


def _filled(
    ctx: Context, view: WidgetView, shown: Shown, result: Result, narrowed: str
) -> WidgetView:
    widget = shown.widget

    address: Address = report_tables.nowhere
    if shown.may_open:
        address = address_of(widget.report_id, _more(narrowed))
    if widget.kind == "table":
        return replace(view, table=_table(ctx, result, address))
    total = report_charts.chosen(result, widget.aggregate)
    if total is None:
        return replace(view, problem="The report has no totals that you may see.")
    value = result.value(total)
    text = told(total, value, result.currency)
    if widget.kind == "metric":
        return replace(view, metric=text, metric_of=total.label)
    if widget.kind == "gauge":
        drawn = _gauge(text, told(total, widget.goal or 0, result.currency), value, widget.goal)
        return replace(view, gauge=drawn, metric_of=total.label)
    return _pictured(view, widget, result, address)


def _gauge(text: str, goal: str, value: float | None, full: float | None) -> Gauge:
    percent = (value or 0) / full * 100 if full else 0
    said = f"{text} of {goal}, {percent:.0f}%"
    return Gauge(text, goal, max(min(round(percent, 1), 100), 0), said)


def _pictured(view: WidgetView, widget: Widget, result: Result, address: Address) -> WidgetView:
    if not (result.down or result.across):
        return replace(view, problem="Nothing to be drawn: no records fit, or there are no groups.")
    if widget.kind == "bar":
        return replace(view, bars=report_charts.bars(result, widget.aggregate, address))
    chart = report_charts.drawn(
        result, widget.title, widget.kind, widget.aggregate, address, _size(widget)
    )
    return replace(view, chart=chart)


def _size(widget: Widget) -> Size:
    """How large a chart is drawn: what is drawn too small cannot be read."""
    if widget.width <= 4:
        return "small"
    return "medium" if widget.width <= 8 else "wide"


def _table(ctx: Context, result: Result, address: Address) -> Table:
    """The first rows of a report, or of its outermost groups."""
    if result.definition.groupings:
        whole = (
            report_matrices.matrix(result, address)
            if result.definition.across
            else report_tables.summary(result, address)
        )
        return Table(whole.heads, [*whole.rows[: MOST_ROWS - 1], whole.rows[-1]])
    found = report_tables.flat(ctx, result, result.lines[:MOST_ROWS])
    heads = [row[:MOST_COLUMNS] for row in found.heads]
    rows = [Row(row.cells[:MOST_COLUMNS], row.kind) for row in found.rows]
    left = result.count - len(rows)
    return Table(heads, rows, f"{left:,} more in the report." if left > 0 else "")
