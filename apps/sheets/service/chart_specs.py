"""What charts show, in the vendor's JSON: ranges are kept apart, so that they follow edits.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/charts#ChartSpec
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.models import Chart
from workworld.apps.sheets.service import figures, resources
from workworld.apps.sheets.service.grids import Grid
from workworld.errors import Invalid

Spec = Mapping[str, Any]
BASIC_TYPES = ("COLUMN", "BAR", "LINE", "AREA", "STEPPED_AREA", "SCATTER", "COMBO")
"""Types of basic charts that are drawn."""
_KINDS = ("basicChart", "pieChart", "histogramChart", "scorecardChart")
_OTHERS = (
    "bubbleChart",
    "candlestickChart",
    "orgChart",
    "waterfallChart",
    "treemapChart",
)
_BESIDE = (
    "title",
    "altText",
    "titleTextFormat",
    "titleTextPosition",
    "subtitle",
    "subtitleTextFormat",
    "subtitleTextPosition",
    "fontName",
    "maximized",
    "backgroundColor",
    "backgroundColorStyle",
    "hiddenDimensionStrategy",
)
_SOURCES = "sources"


def check(spec: Spec) -> None:
    """See to it that a spec is one of a chart that can be drawn.

    Raises:
        Invalid: it is not.
    """
    for name in spec:
        if name in _OTHERS:
            raise Invalid("unsupported_chart", f"Charts of the kind {name} are not supported.")
        if name not in (*_KINDS, *_BESIDE):
            said = f"Invalid JSON payload received. Unknown name \"{name}\" at 'chart.spec': "
            raise Invalid("invalid_request", f"{said}Cannot find field.")
    kinds = [name for name in _KINDS if name in spec]
    if len(kinds) != 1 or not isinstance(spec[kinds[0]], Mapping):
        raise Invalid("invalid_request", "A chart spec must have exactly one kind of chart.")
    basic = spec.get("basicChart")
    if basic is not None and basic.get("chartType", "COLUMN") not in BASIC_TYPES:
        kind = basic.get("chartType")
        raise Invalid("unsupported_chart", f"Charts of the type {kind} are not supported.")
    _check_others(spec)
    if not isinstance(spec.get("title", ""), str) or len(str(spec.get("title", ""))) > 1000:
        raise Invalid("invalid_request", "The title of a chart must be a text.")


def _check_others(spec: Spec) -> None:
    size = spec.get("histogramChart", {}).get("bucketSize", 0)
    if isinstance(size, bool) or not isinstance(size, int | float) or not 0 <= size < math.inf:
        raise Invalid("invalid_request", "bucketSize must be a number from zero.")
    way = spec.get("scorecardChart", {}).get("aggregateType")
    if way is not None and way not in figures.AGGREGATES:
        raise Invalid("invalid_request", f"Invalid value at 'chart.spec.aggregateType': {way}")


def with_sources(spec: Any, replaced: Callable[[Any], Any]) -> Any:
    """A spec with each of its ranges replaced by something else."""
    if isinstance(spec, Mapping):
        return {
            name: [replaced(range_) for range_ in each]
            if name == _SOURCES and isinstance(each, Sequence)
            else with_sources(each, replaced)
            for name, each in spec.items()
        }
    if isinstance(spec, Sequence) and not isinstance(spec, str):
        return [with_sources(each, replaced) for each in spec]
    return spec


def resource(grids: Sequence[Grid], grid: Grid, chart: Chart) -> dict[str, Any]:
    """``EmbeddedChart``.

    Args:
        grids: the workbook's.
        grid: the sheet on which it lies.
        chart: the chart.
    """
    return {
        "chartId": chart.id,
        "spec": spec_of(grids, chart),
        "position": position(grid, chart),
    }


def spec_of(grids: Sequence[Grid], chart: Chart) -> dict[str, Any]:
    """``ChartSpec`` with the ranges where they are now; those that are gone are left out."""
    by_id = {each.sheet.id: each.sheet for each in grids}

    def ranged(number: int) -> Any:
        source = chart.sources[number]
        sheet = by_id.get(source["sheet"])
        if sheet is None or source["range"].startswith("#"):
            return {}
        return resources.grid_range(sheet, source["range"])

    found: dict[str, Any] = with_sources(chart.spec, ranged)
    return found


def position(grid: Grid, chart: Chart) -> dict[str, Any]:
    """``EmbeddedObjectPosition``."""
    reference = parse(chart.ranges[0])
    anchor: dict[str, Any] = {"sheetId": grid.sheet.sheet_id}
    if reference is not None:
        anchor["rowIndex"] = reference.first.row or 0
        anchor["columnIndex"] = reference.first.column or 0
    found: dict[str, Any] = {
        "anchorCell": anchor,
        "widthPixels": chart.width,
        "heightPixels": chart.height,
    }
    if chart.offset_x:
        found["offsetXPixels"] = chart.offset_x
    if chart.offset_y:
        found["offsetYPixels"] = chart.offset_y
    return {"overlayPosition": found}
