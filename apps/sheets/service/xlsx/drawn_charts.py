"""Charts of files of other programs as ours: columns, bars, lines, areas, points, pies."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from openpyxl.chart import AreaChart, BarChart, LineChart, PieChart, ScatterChart
from openpyxl.worksheet.worksheet import Worksheet

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.engine.addresses import Reference as Place
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests import registry
from workworld.apps.sheets.service.resources import range_of
from workworld.apps.sheets.service.xlsx.pictures import LEGENDS, STACKED, sides_of
from workworld.errors import Refused

Json = dict[str, Any]
_EMU = 9525
"""How files count: so many to a pixel."""
_KINDS: Mapping[Any, str] = {LineChart: "LINE", AreaChart: "AREA", ScatterChart: "SCATTER"}

_TITLED_AREAS = re.compile(
    rb"<(?:\w+:)?areaChart\b.*<(?:\w+:)?(?:cat|date|val)Ax>(?:(?!Ax>).)*<(?:\w+:)?title>", re.DOTALL
)
"""An area chart with a title along an axis, of which the library keeps nothing."""


def unread(content: bytes) -> list[str]:
    """What of the charts of a file that was looked at cannot be read, in words."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        charts = [each for each in archive.namelist() if re.match(r"xl/charts/chart\d+\.xml", each)]
        is_lost = any(_TITLED_AREAS.search(archive.read(each)) for each in charts)
    return ["titles along the axes of area charts"] if is_lost else []


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
    kind = _kind(chart)
    if not kind:
        return None
    drawn = [(each, found) for each in chart._charts for found in _series(each, grids)]
    if not drawn:
        return None
    heads = int(all(has_head for _, (_, _, has_head) in drawn))
    values = [_data(found, heads) for _, (found, _, _) in drawn]
    domain = next((each for _, (_, each, _) in drawn if each is not None), None)
    domains = [] if domain is None else [_data(domain, heads)]
    spec: Json = {"title": _title(chart)}
    if chart.visible_cells_only is False:
        spec["hiddenDimensionStrategy"] = "SHOW_ALL"
    if kind == "PIE":
        told = {"domain": domains[0]} if domains else {}
        return spec | {"pieChart": {"series": values[0], "legendPosition": _legend(chart), **told}}
    side = "BOTTOM_AXIS" if kind == "BAR" else "LEFT_AXIS"
    series: list[Json] = [{"series": each, "targetAxis": side} for each in values]
    if kind == "COMBO":
        for line, (each, _) in zip(series, drawn, strict=True):
            line["type"] = "LINE" if isinstance(each, LineChart) else "COLUMN"
    return spec | {
        "basicChart": {
            "chartType": kind,
            "legendPosition": _legend(chart),
            "headerCount": heads,
            "domains": [{"domain": each} for each in domains],
            "series": series,
            **_dressing(chart, kind),
        }
    }


def _kind(chart: Any) -> str:
    """What a chart is; empty where there is nothing alike."""
    kinds = {type(each) for each in chart._charts}
    if kinds == {BarChart, LineChart}:
        columns = next(each for each in chart._charts if isinstance(each, BarChart))
        return "" if columns.type == "bar" else "COMBO"
    if len(kinds) > 1:
        return ""
    if isinstance(chart, BarChart):
        return "BAR" if chart.type == "bar" else "COLUMN"
    return "PIE" if isinstance(chart, PieChart) else _KINDS.get(type(chart), "")


def _dressing(chart: Any, kind: str) -> Json:
    """What stands along the axes, and whether series are put on top of each other."""
    found: Json = {}
    listed = [(side, _title(getattr(chart, name))) for side, name in sides_of(kind).items()]
    if told := [{"position": side, "title": title} for side, title in listed if title]:
        found["axis"] = told
    ways = {theirs: ours for ours, theirs in STACKED.items()}
    if way := ways.get(getattr(chart, "grouping", None) or ""):
        found["stackedType"] = way
    return found


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


def _title(thing: Any) -> str:
    """What stands above a chart, or along an axis."""
    rich = getattr(getattr(getattr(thing, "title", None), "tx", None), "rich", None)
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


def _legend(chart: Any) -> str:
    sides = {theirs: ours for ours, theirs in LEGENDS.items()}
    return "NO_LEGEND" if chart.legend is None else sides.get(chart.legend.position, "RIGHT_LEGEND")
