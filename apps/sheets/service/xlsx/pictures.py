"""Charts as files of other programs have them: columns, bars, lines, areas, points, pies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openpyxl.chart import AreaChart, BarChart, LineChart, PieChart, Reference, ScatterChart, Series
from openpyxl.worksheet.worksheet import Worksheet

from workworld.apps.sheets.engine.addresses import Corner, parse
from workworld.apps.sheets.service import chart_specs, charts
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests.shapes import GridRange
from workworld.context import Context

Json = dict[str, Any]
_CENTIMETRES = 2.54 / 96
"""Of a pixel."""
_KINDS: Mapping[str, Any] = {
    "COLUMN": BarChart,
    "BAR": BarChart,
    "LINE": LineChart,
    "AREA": AreaChart,
    "STEPPED_AREA": AreaChart,
    "COMBO": BarChart,
    "SCATTER": ScatterChart,
}
LEGENDS = {"BOTTOM_LEGEND": "b", "LEFT_LEGEND": "l", "RIGHT_LEGEND": "r", "TOP_LEGEND": "t"}
STACKED = {"STACKED": "stacked", "PERCENT_STACKED": "percentStacked"}
_ALL, _NONE = "SHOW_ALL", ("", "SKIP_HIDDEN_ROWS_AND_COLUMNS")
"""Strategies that files know: what is hidden is drawn, or nothing of it."""


def write(ctx: Context, pages: Mapping[int, Worksheet], grids: Sequence[Grid]) -> list[str]:
    """Write the charts of all sheets.

    Args:
        ctx: of the caller.
        pages: the pages of sheets, by ``SheetProperties.sheetId``.
        grids: the sheets.

    Returns:
        What files cannot tell, in words.
    """
    notes = []
    for grid in grids:
        for chart in charts.on_sheet(ctx, grid):
            spec = chart_specs.spec_of(grids, chart)
            drawn = _drawn(spec, pages, grids)
            if drawn is None:
                notes.append("charts of kinds that are not written")
            else:
                anchor = parse(chart.ranges[0])
                strategy = spec.get("hiddenDimensionStrategy", "")
                if strategy not in (_ALL, *_NONE):
                    notes.append(
                        "charts that draw hidden rows and not hidden columns, or the other"
                    )
                drawn.visible_cells_only = strategy != _ALL
                drawn.title = spec.get("title") or None
                _write_legend(drawn, spec)
                drawn.width = chart.width * _CENTIMETRES
                drawn.height = chart.height * _CENTIMETRES
                place = anchor.first if anchor else Corner(0, 0)
                pages[grid.sheet.sheet_id].add_chart(drawn, str(Corner(*place[:2])))
    return notes


def _write_legend(drawn: Any, spec: Json) -> None:
    told = (spec.get("basicChart") or spec.get("pieChart") or {}).get("legendPosition", "")
    side = LEGENDS.get(told)
    if side is None and told in ("NO_LEGEND", "LABELED_LEGEND"):
        drawn.legend = None
    elif side is not None:
        drawn.legend.position = side


def _drawn(spec: Json, pages: Mapping[int, Worksheet], grids: Sequence[Grid]) -> Any:
    """A chart of openpyxl's; None where there is nothing to be drawn."""
    basic, pie = spec.get("basicChart"), spec.get("pieChart")
    made: Any
    if pie is not None:
        listed = [_source(pie.get("series"), pages, grids)]
        domain, made, heads = _source(pie.get("domain"), pages, grids), PieChart(), 0
    elif basic is not None:
        listed = [_source(e.get("series"), pages, grids) for e in basic.get("series", [])]
        domains = basic.get("domains") or [{}]
        domain, heads = _source(domains[0].get("domain"), pages, grids), basic.get("headerCount", 0)
        made = _kind(basic)
    else:
        return None
    lines = _lines_of(basic or {})
    for at, each in enumerate(listed):
        if each is not None:
            _add(lines if lines is not None and _is_line(basic, at) else made, each, domain, heads)
    if basic is not None and lines is not None and lines.series:
        made = _together(made, lines, basic)
    return made if made.series else None


def _together(columns: Any, lines: Any, basic: Json) -> Any:
    """Columns with lines over them; the lines alone where there are no columns."""
    if columns.series:
        columns += lines  # "+" would want charts of one kind
        return columns
    alone = _kind({**basic, "chartType": "LINE"})
    alone.series = lines.series
    return alone


def _is_line(basic: Json | None, at: int) -> bool:
    """Whether a series of a chart of several kinds is drawn as a line."""
    return basic is not None and basic["series"][at].get("type") == "LINE"


def _lines_of(basic: Json) -> Any:
    """What is drawn over the columns of a chart of several kinds; None in every other one."""
    return LineChart() if basic.get("chartType") == "COMBO" else None


def _kind(basic: Json) -> Any:
    kind = basic.get("chartType", "COLUMN")
    made = _KINDS.get(kind, BarChart)()
    if kind in ("COLUMN", "BAR", "COMBO"):
        made.type = "bar" if kind == "BAR" else "col"
    if grouping := STACKED.get(basic.get("stackedType", "")):
        made.grouping = grouping
        if isinstance(made, BarChart):
            made.overlap = 100
    made.x_axis.delete = made.y_axis.delete = False  # else newer programs draw none
    sides = sides_of(kind)
    for axis in basic.get("axis", []):
        if axis.get("title") and axis.get("position") in sides:
            getattr(made, sides[axis["position"]]).title = axis["title"]
    return made


def sides_of(kind: str) -> Mapping[str, str]:
    """Which of a chart's axes in files stands at which of its sides; bars lie along the bottom."""
    names = ("y_axis", "x_axis") if kind == "BAR" else ("x_axis", "y_axis")
    return dict(zip(("BOTTOM_AXIS", "LEFT_AXIS"), names, strict=True))


def _add(made: Any, values: Reference, domain: Reference | None, heads: int) -> None:
    if isinstance(made, ScatterChart):
        if domain is not None:
            made.series.append(_points(values, domain, heads))
        return
    made.add_data(values, titles_from_data=bool(heads))
    if domain is not None:
        made.set_categories(_without_head(domain, heads))


def _points(values: Reference, domain: Reference, heads: int) -> Any:
    return Series(values, _without_head(domain, heads), title_from_data=bool(heads))


def _without_head(found: Any, heads: int) -> Reference:
    return Reference(
        found.worksheet, found.min_col, found.min_row + heads, found.max_col, found.max_row
    )


def _source(data: Any, pages: Mapping[int, Worksheet], grids: Sequence[Grid]) -> Reference | None:
    """The range of a series or of a domain; None where it is gone."""
    sources = ((data or {}).get("sourceRange") or {}).get("sources") or [{}]
    if not sources[0]:
        return None
    wanted = GridRange.model_validate(sources[0])
    grid = next((each for each in grids if each.sheet.sheet_id == wanted.sheet_id), None)
    if grid is None:
        return None
    area = wanted.area(len(grid.rows), len(grid.columns))
    page = pages[wanted.sheet_id]
    return Reference(page, area.left + 1, area.top + 1, area.right, area.bottom)
