"""Charts as files of other programs have them, and back: columns, bars, lines, areas, pies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from openpyxl.chart import AreaChart, BarChart, LineChart, PieChart, Reference, ScatterChart, Series
from openpyxl.worksheet.worksheet import Worksheet

from workworld.apps.sheets.engine.addresses import Area, Corner, parse
from workworld.apps.sheets.engine.addresses import Reference as Place
from workworld.apps.sheets.service import chart_specs, charts
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests import registry
from workworld.apps.sheets.service.requests.shapes import GridRange
from workworld.apps.sheets.service.resources import range_of
from workworld.context import Context
from workworld.errors import Refused

Json = dict[str, Any]
_CENTIMETRES = 2.54 / 96
"""Of a pixel."""
_EMU = 9525
"""How files count: so many to a pixel."""
_KINDS: Mapping[str, Any] = {
    "COLUMN": BarChart,
    "BAR": BarChart,
    "LINE": LineChart,
    "AREA": AreaChart,
    "STEPPED_AREA": AreaChart,
    "COMBO": BarChart,
    "SCATTER": ScatterChart,
}
_LEGENDS = {"BOTTOM_LEGEND": "b", "LEFT_LEGEND": "l", "RIGHT_LEGEND": "r", "TOP_LEGEND": "t"}
_STACKED = {"STACKED": "stacked", "PERCENT_STACKED": "percentStacked"}


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
                drawn.title = spec.get("title") or None
                _write_legend(drawn, spec)
                drawn.width = chart.width * _CENTIMETRES
                drawn.height = chart.height * _CENTIMETRES
                place = anchor.first if anchor else Corner(0, 0)
                pages[grid.sheet.sheet_id].add_chart(drawn, str(Corner(*place[:2])))
    return notes


def _write_legend(drawn: Any, spec: Json) -> None:
    told = (spec.get("basicChart") or spec.get("pieChart") or {}).get("legendPosition", "")
    side = _LEGENDS.get(told)
    if side is None and told in ("NO_LEGEND", "LABELED_LEGEND"):
        drawn.legend = None
    elif side is not None:
        drawn.legend.position = side


def _legend(chart: Any) -> str:
    sides = {theirs: ours for ours, theirs in _LEGENDS.items()}
    return "NO_LEGEND" if chart.legend is None else sides.get(chart.legend.position, "RIGHT_LEGEND")


def _drawn(spec: Json, pages: Mapping[int, Worksheet], grids: Sequence[Grid]) -> Any:
    """A chart of openpyxl's; None where there is nothing to be drawn."""
    basic, pie = spec.get("basicChart"), spec.get("pieChart")
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
    for each in listed:
        if each is not None:
            _add(made, each, domain, heads)
    return made if made.series else None


def _kind(basic: Json) -> Any:
    kind = basic.get("chartType", "COLUMN")
    made = _KINDS.get(kind, BarChart)()
    if kind in ("COLUMN", "BAR", "COMBO"):
        made.type = "bar" if kind == "BAR" else "col"
    if grouping := _STACKED.get(basic.get("stackedType", "")):
        made.grouping = grouping
        if isinstance(made, BarChart):
            made.overlap = 100
    for axis in basic.get("axis", []):
        if axis.get("title") and axis.get("position") in ("BOTTOM_AXIS", "LEFT_AXIS"):
            side = made.x_axis if axis["position"] == "BOTTOM_AXIS" else made.y_axis
            side.title = axis["title"]
    return made


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


def read(editing: Editing, pages: Sequence[tuple[Worksheet, Grid]]) -> list[str]:
    """Draw the charts of pages over their sheets.

    Returns:
        What was not taken, in words.
    """
    notes: list[str] = []
    by_title = {page.title: grid for page, grid in pages}
    for page, grid in pages:
        for chart in getattr(page, "_charts", ()):
            try:
                spec = _spec(chart, by_title)
                if spec is None:
                    raise ValueError(chart)
                told = {"spec": spec, "position": {"overlayPosition": _position(chart, grid)}}
                registry.perform(editing, 0, {"addChart": {"chart": told}})
            except (Refused, ValueError, AttributeError, TypeError):
                # What a chart of a kind that is not known holds is whatever its program wrote.
                notes.append("charts of other kinds")
    return list(dict.fromkeys(notes))


def _spec(chart: Any, grids: Mapping[str, Grid]) -> Json | None:
    known: Mapping[Any, str] = {LineChart: "LINE", AreaChart: "AREA", ScatterChart: "SCATTER"}
    kind = known.get(type(chart), "")
    if isinstance(chart, BarChart):
        kind = "BAR" if chart.type == "bar" else "COLUMN"
    if not kind and not isinstance(chart, PieChart):
        return None
    series = list(_series(chart, grids))
    if not series:
        return None
    heads = int(all(has_head for _, _, has_head in series))
    values = [_data(found, heads) for found, _, _ in series]
    domain = next((each for _, each, _ in series if each is not None), None)
    domains = [] if domain is None else [_data(domain, heads)]
    spec: Json = {"title": _title(chart)}
    if isinstance(chart, PieChart):
        told = {"domain": domains[0]} if domains else {}
        return spec | {"pieChart": {"series": values[0], "legendPosition": _legend(chart), **told}}
    side = "BOTTOM_AXIS" if kind == "BAR" else "LEFT_AXIS"
    return spec | {
        "basicChart": {
            "chartType": kind,
            "legendPosition": _legend(chart),
            "headerCount": heads,
            "domains": [{"domain": each} for each in domains],
            "series": [{"series": each, "targetAxis": side} for each in values],
        }
    }


Ranged = tuple[Grid, Area]


def _series(chart: Any, grids: Mapping[str, Grid]) -> Iterator[tuple[Ranged, Ranged | None, bool]]:
    """The values of each series, what they stand for, and whether their name is above them."""
    for each in chart.series:
        values = _ranged(each.val or each.yVal, grids)
        if values is None:
            continue
        domain = _ranged(each.cat or each.xVal, grids)
        name = _ranged(each.tx, grids) if each.tx is not None else None
        grid, area = values
        above = (grid, Area(area.top - 1, area.left, area.top, area.right))
        yield values, domain, name is not None and name[1] == above[1] and area.top > 0


def _ranged(data: Any, grids: Mapping[str, Grid]) -> Ranged | None:
    """The range that a part of a chart names."""
    for name in ("numRef", "strRef"):
        reference = getattr(data, name, None)
        found: Place | None = parse(str(reference.f)) if reference is not None else None
        grid = grids.get(found.sheet or "") if found is not None else None
        if found is not None and grid is not None:
            area = found.area(len(grid.rows), len(grid.columns)).common(grid.area)
            return None if area is None else (grid, area)
    return None


def _data(found: Ranged, heads: int) -> Json:
    grid, area = found
    whole = Area(max(area.top - heads, 0), area.left, area.bottom, area.right)
    return {"sourceRange": {"sources": [range_of(grid.sheet, whole)]}}


def _title(chart: Any) -> str:
    """What stands above a chart."""
    rich = getattr(getattr(chart.title, "tx", None), "rich", None)
    paragraphs = getattr(rich, "p", None) or ()
    return "".join(run.t or "" for each in paragraphs for run in each.r or ())[:500]


def _position(chart: Any, grid: Grid) -> Json:
    start = chart.anchor._from
    row, column = min(start.row, len(grid.rows) - 1), min(start.col, len(grid.columns) - 1)
    anchor = {"sheetId": grid.sheet.sheet_id, "rowIndex": row, "columnIndex": column}
    size = getattr(chart.anchor, "ext", None)
    told: Json = {"anchorCell": anchor}
    if size is not None:
        told["widthPixels"] = max(int(size.width / _EMU), 50)
        told["heightPixels"] = max(int(size.height / _EMU), 50)
    return told
