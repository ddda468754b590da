"""Charts over the grid, and the dialog that makes and changes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import flask

from workworld.apps.sheets.engine.addresses import Area, parse, quoted
from workworld.apps.sheets.models import Chart
from workworld.apps.sheets.pages.asked import Asked, Form, Sent
from workworld.apps.sheets.pages.asking import dialog, read
from workworld.apps.sheets.pages.blueprint import BLUEPRINT
from workworld.apps.sheets.pages.format_dialogs import whole
from workworld.apps.sheets.pages.range_dialogs import area_of
from workworld.apps.sheets.service import access, charts, resources
from workworld.apps.sheets.service.charts import Drawn
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.line_places import LinePlaces
from workworld.apps.sheets.service.tables import around
from workworld.errors import Invalid

TYPES = (
    ("COLUMN", "Column chart"),
    ("BAR", "Bar chart"),
    ("LINE", "Line chart"),
    ("AREA", "Area chart"),
    ("STEPPED_AREA", "Stepped line chart"),
    ("SCATTER", "Scatter chart"),
    ("COMBO", "Combo chart (columns and a line)"),
    ("PIE", "Pie chart"),
)
OTHER_TYPES = (("HISTOGRAM", "Histogram"), ("SCORECARD", "Scorecard"))
LEGENDS = (
    ("BOTTOM_LEGEND", "Bottom"),
    ("TOP_LEGEND", "Top"),
    ("LEFT_LEGEND", "Left"),
    ("RIGHT_LEGEND", "Right"),
    ("NO_LEGEND", "None"),
)
AGGREGATES = (
    ("", "None (the first value)"),
    ("SUM", "Sum"),
    ("AVERAGE", "Average"),
    ("MEDIAN", "Median"),
    ("MIN", "Min"),
    ("MAX", "Max"),
    ("COUNT", "Count"),
)
"""What a scorecard makes of several numbers."""
_MOST_COLUMNS = 50


@BLUEPRINT.get("/s/<workbook_id>/charts")
def show_charts(workbook_id: str) -> str:
    """The charts over a sheet, each where it lies."""

    def view(asked: Asked) -> list[dict[str, Any]]:
        grid, grids = asked.grid, asked.grids
        found = charts.drawn(asked.ctx, asked.workbook, grids, charts.on_sheet(asked.ctx, grid))
        places = LinePlaces(asked.ctx.session, grid)
        return [_shown(each, places) for each in found]

    def whole_view(asked: Asked) -> dict[str, Any]:
        may_edit = access.may(asked.ctx, asked.workbook, "writer")
        return {"charts": view(asked), "may_edit": may_edit}

    return flask.render_template("editor/charts.html", **read(workbook_id, whole_view))


def _shown(each: Drawn, places: LinePlaces) -> dict[str, Any]:
    row, column = charts.anchor_of(each.chart)
    return {
        "id": each.chart.id,
        "title": each.title or "Chart",
        "drawing": each.drawing,
        "card": each.card,
        "left": places.left(column) + each.chart.offset_x,
        "top": places.top(row) + each.chart.offset_y,
        "width": each.chart.width,
        "height": each.chart.height,
    }


@dialog("chart")
def chart(asked: Asked) -> Mapping[str, Any]:
    """A chart: new, or one that is changed."""
    known = _known(asked)
    form = asked.form
    spec = known.spec if known else {}
    basic = spec.get("basicChart", {})
    titles = {each.get("position"): each.get("title", "") for each in basic.get("axis", ())}
    kind = next((_NAMES[each] for each in spec if each in _NAMES), "")
    kind = kind or basic.get("chartType", "COLUMN")
    source = _range_of(asked, known) if known else _suggested(asked)
    legend = spec.get("pieChart", basic).get("legendPosition", "BOTTOM_LEGEND")
    size = spec.get("histogramChart", {}).get("bucketSize", "")
    return {
        "chart_id": known.id if known else "",
        "types": TYPES + OTHER_TYPES,
        "legends": LEGENDS,
        "legend": form.get("legend") or (legend if legend in dict(LEGENDS) else "BOTTOM_LEGEND"),
        "aggregates": AGGREGATES,
        "aggregate": spec.get("scorecardChart", {}).get("aggregateType", ""),
        "bucket": size,
        "type": form.get("type", kind),
        "source": source,
        "chart_title": spec.get("title", ""),
        "x_title": titles.get("BOTTOM_AXIS", ""),
        "y_title": titles.get("LEFT_AXIS", ""),
        "is_stacked": basic.get("stackedType", "NOT_STACKED") == "STACKED",
        "has_hidden": spec.get("hiddenDimensionStrategy") == "SHOW_ALL",
        "has_head": basic.get("headerCount", 1) > 0,
    }


@chart.taken
def _chart(asked: Asked) -> Sent:
    known = _known(asked)
    if asked.form.get("do") == "delete":
        return Sent([{"deleteEmbeddedObject": {"objectId": known.id if known else 0}}])
    spec = _spec(asked)
    if known:
        return Sent([{"updateChartSpec": {"chartId": known.id, "spec": spec}}])
    area = area_of(asked)
    anchor = {
        "sheetId": asked.place.gid,
        "rowIndex": max(area.top, asked.grid.sheet.frozen_rows),
        "columnIndex": min(area.right, asked.grid.area.right - 1),
    }
    position = {"overlayPosition": {"anchorCell": anchor, "offsetXPixels": 20}}
    return Sent([{"addChart": {"chart": {"spec": spec, "position": position}}}])


def _spec(asked: Asked) -> dict[str, Any]:
    """The vendor's ``ChartSpec`` of the form: names in the first column, series beside it."""
    form = asked.form
    found = asked.range("source")
    area = _area(asked, found)
    if area.width > _MOST_COLUMNS:
        raise Invalid("invalid_argument", f"A chart shows {_MOST_COLUMNS} columns at most.")
    columns = [
        resources.range_of(
            _sheet(asked, found).sheet, Area(area.top, column, area.bottom, column + 1)
        )
        for column in range(area.left, area.right)
    ]
    domain, series = (columns[:1], columns[1:]) if len(columns) > 1 else ([], columns)
    kind, heads = form.get("type", "COLUMN"), 1 if form.get("head") else 0
    spec: dict[str, Any] = {"title": form.get("title", "").strip()}
    if form.get("hidden"):
        spec["hiddenDimensionStrategy"] = "SHOW_ALL"
    legend = form.get("legend", "") if form.get("legend", "") in dict(LEGENDS) else ""
    if kind == "HISTOGRAM":
        return spec | {"histogramChart": _histogram(form, series[0])}
    if kind == "SCORECARD":
        return spec | {"scorecardChart": _scorecard(form, columns)}
    if kind == "PIE":
        pie: dict[str, Any] = {
            "series": _data(series[:1]),
            "legendPosition": legend or "RIGHT_LEGEND",
        }
        if domain:
            pie["domain"] = _data(domain)
        return spec | {"pieChart": pie}
    basic: dict[str, Any] = {
        "chartType": kind,
        "legendPosition": legend or "BOTTOM_LEGEND",
        "headerCount": heads,
        "axis": [
            {"position": "BOTTOM_AXIS", "title": form.get("x", "").strip()},
            {"position": "LEFT_AXIS", "title": form.get("y", "").strip()},
        ],
        "series": [_series(each, kind, at, len(series)) for at, each in enumerate(series)],
    }
    if domain:
        basic["domains"] = [{"domain": _data(domain)}]
    if form.get("stacked") and kind in ("COLUMN", "BAR", "AREA"):
        basic["stackedType"] = "STACKED"
    return spec | {"basicChart": basic}


_NAMES = {"pieChart": "PIE", "histogramChart": "HISTOGRAM", "scorecardChart": "SCORECARD"}


def _histogram(form: Form, range_: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"series": [{"data": _data([range_])}], "legendPosition": "NO_LEGEND"}
    if text := form.get("bucket", "").strip():
        try:
            found["bucketSize"] = float(text)
        except ValueError:
            raise Invalid("invalid_argument", "The bucket size must be a number.") from None
    return found


def _scorecard(form: Form, columns: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The first column is the value, the second, if there is one, what it is compared to."""
    found: dict[str, Any] = {"keyValueData": _data(columns[:1])}
    if form.get("aggregate") in dict(AGGREGATES[1:]):
        found["aggregateType"] = form["aggregate"]
    if len(columns) > 1:
        found["baselineValueData"] = _data(columns[1:2])
        found["baselineValueFormat"] = {"comparisonType": "PERCENTAGE_DIFFERENCE"}
    return found


def _series(range_: Mapping[str, Any], kind: str, at: int, count: int) -> dict[str, Any]:
    found: dict[str, Any] = {"series": _data([range_]), "targetAxis": "LEFT_AXIS"}
    if kind == "COMBO":
        found["type"] = "LINE" if at == count - 1 and count > 1 else "COLUMN"
    return found


def _data(ranges: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"sourceRange": {"sources": list(ranges)}}


def _sheet(asked: Asked, range_: Mapping[str, Any]) -> Grid:
    wanted = range_.get("sheetId", 0)
    return next(each for each in asked.grids if each.sheet.sheet_id == wanted)


def _area(asked: Asked, range_: Mapping[str, Any]) -> Area:
    grid = _sheet(asked, range_)
    used = grid.used()
    return Area(
        range_.get("startRowIndex", 0),
        range_.get("startColumnIndex", 0),
        range_.get("endRowIndex", max(used.bottom, 1)),
        range_.get("endColumnIndex", max(used.right, 1)),
    )


def _known(asked: Asked) -> Chart | None:
    """The chart that is changed; None for a new one."""
    if not asked.form.get("chart"):
        return None
    found = asked.ctx.session.get(Chart, whole(asked.form["chart"]))
    if found is None or found.sheet_id not in {each.sheet.id for each in asked.grids}:
        raise Invalid("invalid_argument", "This chart is gone.")
    return found


def _range_of(asked: Asked, known: Chart) -> str:
    """The range around all that a chart shows."""
    grids = {each.sheet.id: each for each in asked.grids}
    grid = next((grids[each["sheet"]] for each in known.sources if each["sheet"] in grids), None)
    if grid is None:
        return ""
    areas = [
        reference.area(len(grid.rows), len(grid.columns))
        for each in known.sources
        if (reference := parse(each["range"])) is not None and each["sheet"] == grid.sheet.id
    ]
    if not areas:
        return ""
    around_all = Area(
        min(each.top for each in areas),
        min(each.left for each in areas),
        max(each.bottom for each in areas),
        max(each.right for each in areas),
    )
    return f"{quoted(grid.sheet.title)}!{around_all}"


def _suggested(asked: Asked) -> str:
    """The selected cells; of one cell the table that it stands in."""
    return f"{quoted(asked.grid.sheet.title)}!{around(asked.grid, area_of(asked))}"
