"""Builders of charts: series along two axes, and parts of a whole."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from workworld.charts import axes, palettes, tables, wording
from workworld.charts.points import Axis, Chart, Point, Rule, Series

Size = Literal["wide", "medium", "small"]
SIZES: Mapping[Size, tuple[int, int]] = {
    "wide": (820, 300),
    "medium": (440, 230),
    "small": (260, 180),
}
"""Width and height of the plot itself in pixels; axes and legend come on top."""
_SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
_KINDS = {
    "line": "Line chart",
    "step": "Step chart",
    "dashed": "Line chart",
    "bar": "Bar chart",
    "area": "Area chart",
    "dot": "Scatter plot",
}
_LINES: Mapping[str, Mapping[str, Any]] = {
    "line": {"type": "line", "strokeWidth": 2},
    "step": {"type": "line", "strokeWidth": 2, "interpolate": "step-after"},
    "dashed": {"type": "line", "strokeWidth": 1.5, "strokeDash": [5, 4]},
}
_DOT = {
    "type": "point",
    "filled": True,
    "opacity": 1,
    "size": 46,
    "stroke": "transparent",  # what one may point at is larger than what one sees
    "strokeWidth": 10,
}
_CONFIG = {
    "font": "Inter",
    "view": {"stroke": None},
    "axis": {
        "labelColor": palettes.TEXT,
        "titleColor": palettes.TEXT,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 10,
        "gridColor": palettes.GRID,
        "domainColor": palettes.LINE,
        "tickColor": palettes.LINE,
    },
    "legend": {
        "labelColor": palettes.TEXT,
        "labelFontSize": 12,
        "labelLimit": 220,
        "symbolSize": 90,
    },
}


def plot(
    title: str,
    x: Axis,
    y: Axis,
    series: Sequence[Series],
    *,
    rules: Sequence[Rule] = (),
    size: Size | tuple[int, int] = "wide",
    stacked: bool = False,
) -> Chart:
    """A chart of series: lines, steps, bars beside or on one another, areas, dots, or several.

    Args:
        title: what it is of, for those who do not see it.
        x: the axis along which the series go.
        y: the other one; it begins at 0.
        series: what is drawn, the first below the others.
        rules: lines across the whole of it.
        size: how large; or width and height of the plot itself in pixels.
        stacked: whether bars and areas stand on one another, the first at the bottom.
    """
    chosen = [number if each.colour is None else each.colour for number, each in enumerate(series)]
    tips: list[tuple[str, str]] = []
    rows = [_rows(each, x, tips) for each in series]
    colour = _colour(series, rules, chosen)
    layers = [
        layer
        for each, values in zip(series, rows, strict=True)
        if each.mark not in ("bar", "area")
        for layer in _lines(each, values, colour)
    ]
    filled = [
        (each, values)
        for each, values in zip(series, rows, strict=True)
        if each.mark in ("bar", "area")
    ]
    if filled:
        marks = sorted({each.mark for each, _ in filled})
        whole = [value for _, values in filled for value in values]
        layers = [*_filled(marks[0], whole, filled, colour, stacked=stacked), *layers]
    width, height = size if isinstance(size, tuple) else SIZES[size]
    specification = {
        "$schema": _SCHEMA,
        "width": width,
        "height": height,
        "background": None,
        "config": _CONFIG,
        "encoding": {
            "x": axes.along(x, series, width),
            "y": axes.up(y, series, rules, stacked=stacked),
        },
        "layer": [*layers, *(_rule(each, colour) for each in rules)],
    }
    kind = _KINDS[series[0].mark] if series else "Chart"
    said = wording.of_series(kind, title, series, x.scale)
    drawn = json.dumps(specification, sort_keys=True)
    return Chart(title, drawn, said, tables.of_series(series, x), tuple(tips))


def pie(
    title: str, parts: Sequence[Point], *, of: str, counted: str = "Issues", size: Size = "medium"
) -> Chart:
    """A chart of the parts of a whole; parts of nothing are left out.

    Args:
        title: what it is of.
        parts: how much of each, in the order in which they go round.
        of: what the parts are: ``Status``.
        counted: what is counted in them.
        size: how large.
    """
    shown = [each for each in parts if each.y > 0]
    whole = sum(each.y for each in shown)
    tips = tuple(
        (each.url, each.said or f"{each.x}: {wording.amount(each.y)} ({_share(each, whole)})")
        for each in shown
    )
    names = [f"{each.x} ({wording.amount(each.y)})" for each in shown]
    values = [
        {"s": name, "y": each.y, "o": number, "t": str(number)}
        for number, (name, each) in enumerate(zip(names, shown, strict=True))
    ]
    colours = [palettes.colour(number) for number in range(len(shown))]
    height = SIZES[size][1]
    specification = {
        "$schema": _SCHEMA,
        "width": height,
        "height": height,
        "background": None,
        "config": _CONFIG,
        "data": {"values": values},
        "mark": {
            "type": "arc",
            "innerRadius": height // 4,
            "stroke": palettes.SURFACE,
            "strokeWidth": 2,
        },
        "encoding": {
            "theta": {"field": "y", "type": "quantitative", "stack": True},
            "order": {"field": "o", "type": "quantitative"},
            "color": {
                "field": "s",
                "type": "nominal",
                "sort": None,
                "scale": {"domain": names, "range": colours},
                "legend": {"title": None, "orient": "right", "symbolType": "square"},
            },
            "description": {"field": "t"},
        },
    }
    rows = [
        tables.Row(
            str(each.x),
            [
                tables.Cell(wording.amount(each.y), each.url),
                tables.Cell(_share(each, whole)),
            ],
        )
        for each in shown
    ]
    table = tables.Table([of, counted, "Share"], rows[: tables.MOST_ROWS])
    drawn = json.dumps(specification, sort_keys=True)
    return Chart(title, drawn, wording.of_parts(title, shown), table, tips)


def _share(part: Point, whole: float) -> str:
    return wording.share(part.y, whole)


def _rows(series: Series, x: Axis, tips: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """The data of a series; whatever says something is noted among the tips."""
    rows: list[dict[str, Any]] = []
    for point in series.points:
        if series.mark == "bar" and not point.y:
            continue  # there is nothing to be seen
        at = axes.at(point.x, x.scale)
        rows.append({"x": at, "y": point.y, "s": series.name, "t": str(len(tips))})
        where = wording.place(point.x, x.scale)
        said = point.said or f"{series.name}, {where}: {wording.amount(point.y)}"
        tips.append((point.url, said))
    return rows


def _colour(
    series: Sequence[Series], rules: Sequence[Rule], chosen: Sequence[int]
) -> dict[str, Any]:
    names = [*(each.name for each in series), *(each.name for each in rules)]
    numbers = [*chosen, *(each.colour for each in rules)]
    legend = {"title": None, "orient": "top", "symbolType": "square", "columns": 6}
    return {
        "field": "s",
        "type": "nominal",
        "sort": None,
        "scale": {"domain": names, "range": [palettes.colour(each) for each in numbers]},
        "legend": legend if len(names) > 1 else None,
    }


def _lines(
    series: Series, values: Sequence[Mapping[str, Any]], colour: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """A line, and the dots on it that one may point at."""
    dots: dict[str, Any] = {
        "mark": _DOT,
        "data": {"values": values},
        "encoding": {"color": colour, "description": {"field": "t"}},
    }
    if series.mark == "dot":
        return [dots]
    line = {
        "mark": {**_LINES[series.mark], "aria": False},
        "data": {"values": values},
        "encoding": {"color": colour},
    }
    return [line] if series.mark == "dashed" else [line, dots]


def _filled(
    mark: str,
    values: Sequence[Mapping[str, Any]],
    filled: Sequence[tuple[Series, Sequence[Mapping[str, Any]]]],
    colour: Mapping[str, Any],
    *,
    stacked: bool,
) -> list[dict[str, Any]]:
    order = {each.name: number for number, (each, _) in enumerate(filled)}
    ordered = [{**value, "o": order[value["s"]]} for value in values]
    encoding: dict[str, Any] = {"color": colour, "order": {"field": "o", "type": "quantitative"}}
    stack = "zero" if stacked else None
    encoding["y"] = {"field": "y", "type": "quantitative", "stack": stack}
    if mark == "area":
        shape = {"type": "area", "opacity": 0.75 if stacked else 0.3, "aria": False}
        shape["line"] = {"strokeWidth": 1.5}
        dots = {**encoding, "description": {"field": "t"}}
        point = {**_DOT, "opacity": 0}
        data = {"values": ordered}
        return [
            {"mark": shape, "data": data, "encoding": encoding},
            {"mark": point, "data": data, "encoding": dots},
        ]
    encoding["description"] = {"field": "t"}
    if not stacked and len(filled) > 1:
        encoding["xOffset"] = {"field": "s", "type": "nominal", "sort": list(order)}
    shape = {"type": "bar", "cornerRadiusEnd": 0 if stacked else 3}
    return [{"mark": shape, "data": {"values": ordered}, "encoding": encoding}]


def _rule(rule: Rule, colour: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "mark": {"type": "rule", "strokeDash": [6, 4], "strokeWidth": 1.5, "aria": False},
        "data": {"values": [{"y": rule.y, "s": rule.name}]},
        "encoding": {
            "x": {"value": 0},
            "x2": {"value": "width"},
            "y": {"field": "y", "type": "quantitative"},
            "color": colour,
        },
    }
