"""Charts of a workbook: which there are, and their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.engine.changes import Axis as Lines
from workworld.apps.sheets.engine.date_formats import moment_of
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.models import Chart, Workbook
from workworld.apps.sheets.service import colours, figures, themes
from workworld.apps.sheets.service.chart_drawings import coloured, sized
from workworld.apps.sheets.service.figures import Card
from workworld.apps.sheets.service.formats import number_format, said
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.lines import axes
from workworld.apps.sheets.service.shown_texts import ShownTexts
from workworld.charts import Axis, Point, Scale, Series, palettes, pie, plot
from workworld.charts import Chart as Drawing
from workworld.context import Context

_MOST_POINTS = 500
_MARGIN = (110, 110)
"""What axes, their titles and the legend take of the width and the height."""
_UNSEEN = "\u200b"
"""Tells names apart that look the same."""
_MARKS: Mapping[str, str] = {
    "COLUMN": "bar",
    "BAR": "bar",
    "LINE": "line",
    "AREA": "area",
    "STEPPED_AREA": "step",
    "SCATTER": "dot",
    "COMBO": "bar",
}

_CONTINUOUS = ("LINE", "AREA", "STEPPED_AREA", "SCATTER")
"""Types of charts along whose axis days have their distance from each other."""

_SHOWN: Mapping[Lines, tuple[str, ...]] = {
    "row": ("SHOW_ALL", "SKIP_HIDDEN_COLUMNS"),
    "column": ("SHOW_ALL", "SKIP_HIDDEN_ROWS"),
}
"""By which strategies a chart shows rows and columns that are hidden."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart with its picture."""

    chart: Chart
    title: str
    drawing: Drawing | None
    """None if there is nothing to be drawn."""
    card: Card | None = None
    """The number that it shows instead, if it shows one alone."""


class _Column:
    """A range as a chart reads it: what its cells show and what they come to, one after another."""

    def __init__(self, texts: list[str], values: list[Value], pattern: str = "") -> None:
        self.texts, self.values, self.pattern = texts, values, pattern

    def without_head(self, count: int) -> _Column:
        return _Column(self.texts[count:], self.values[count:], self.pattern)

    def scale(self, kind: str) -> Scale:
        """How far apart a chart of a kind draws what stands in it."""
        if kind not in _CONTINUOUS or not _are_numbers(self.values):
            return "category"
        if number_format(self.pattern)["type"] in ("DATE", "DATE_TIME"):
            return "date"
        return "number" if kind == "SCATTER" else "category"


def on_sheet(ctx: Context, grid: Grid) -> list[Chart]:
    """The charts that lie on a sheet, those first that lie below others."""
    query = select(Chart).where(Chart.sheet_id == grid.sheet.id)
    return list(ctx.session.scalars(query.order_by(Chart.position, Chart.id)))


def drawn(
    ctx: Context, workbook: Workbook, grids: Sequence[Grid], charts: Sequence[Chart]
) -> list[Drawn]:
    """Charts with their pictures.

    Args:
        ctx: nothing of the workbook waits to be written.
        workbook: one that the caller sees.
        grids: its sheets.
        charts: of these.
    """
    if not charts:
        return []
    texts, theme = ShownTexts(ctx, workbook), themes.of(workbook)
    return [_coloured(drawing_of(texts, grids, each), theme) for each in charts]


def _coloured(drawn: Drawn, theme: themes.Theme) -> Drawn:
    """A chart in the colours of a theme that is not the usual one, and in those of its series."""
    own: dict[int, str] = {}
    if drawn.drawing is not None and theme.colours != themes.USUAL.colours:
        own = dict(enumerate((theme.accents * 2)[: len(palettes.DATA)]))
    basic = drawn.chart.spec.get("basicChart") or {}
    for number, series in enumerate(basic.get("series", ())):
        if code := colours.code_of(themes.resolved(series, theme), "color"):
            own[number] = code
    if drawn.drawing is None or not own:
        return drawn
    return replace(drawn, drawing=coloured(drawn.drawing, own))


def anchor_of(chart: Chart) -> tuple[int, int]:
    """The row and column at which a chart lies."""
    reference = parse(chart.ranges[0])
    if reference is None:
        return 0, 0
    return reference.first.row or 0, reference.first.column or 0


def drawing_of(texts: ShownTexts, grids: Sequence[Grid], chart: Chart) -> Drawn:
    """One chart with its picture."""
    by_id = {each.sheet.id: each for each in grids}
    hidden = _Hidden(chart.spec.get("hiddenDimensionStrategy", ""))

    def column(data: Mapping[str, Any]) -> _Column | None:
        numbers = data.get("sourceRange", {}).get("sources", ())
        found = [_read(texts, by_id, hidden, chart.sources[each]) for each in numbers]
        columns = [each for each in found if each is not None]
        if not columns:
            return None
        return _Column(
            [text for each in columns for text in each.texts],
            [value for each in columns for value in each.values],
            columns[0].pattern,
        )

    title = str(chart.spec.get("title", ""))
    size = (max(chart.width - _MARGIN[0], 80), max(chart.height - _MARGIN[1], 60))
    spec = chart.spec
    if "scorecardChart" in spec:
        return Drawn(chart, title, None, _card(spec["scorecardChart"], column))
    if "pieChart" in spec:
        drawing = _pie(title, spec["pieChart"], column, size)
    elif "histogramChart" in spec:
        drawing = _histogram(title, spec["histogramChart"], column, size)
    else:
        drawing = _basic(title, spec["basicChart"], column, size)
    return Drawn(chart, title, drawing)


class _Hidden:
    """Which rows and columns a chart leaves out, since they are hidden.

    Args:
        strategy: the vendor's ``ChartHiddenDimensionStrategy``; charts leave both out by default.
    """

    def __init__(self, strategy: str) -> None:
        self._strategy = strategy
        self._known: dict[tuple[int, Lines], frozenset[int]] = {}

    def shown(self, grid: Grid, axis: Lines, first: int, end: int) -> list[int]:
        """The lines from one to before another that the chart shows."""
        hidden = frozenset[int]() if self._strategy in _SHOWN[axis] else self._lines(grid, axis)
        return [each for each in range(first, end) if each not in hidden]

    def _lines(self, grid: Grid, axis: Lines) -> frozenset[int]:
        key = grid.sheet.id, axis
        if key not in self._known:
            self._known[key] = axes(grid, axis).hidden
        return self._known[key]


def _read(
    texts: ShownTexts, grids: Mapping[int, Grid], hidden: _Hidden, source: Any
) -> _Column | None:
    grid, reference = grids.get(source["sheet"]), parse(source["range"])
    if grid is None or reference is None:
        return None
    area = reference.area(len(grid.rows), len(grid.columns)).common(grid.area)
    if area is None:
        return None
    used = grid.used()
    bottom = min(area.bottom, max(used.bottom, area.top + 1), area.top + _MOST_POINTS)
    right = min(area.right, max(used.right, area.left + 1), area.left + _MOST_POINTS)
    area = Area(area.top, area.left, bottom, right)
    shown, values = texts.within(grid, area), texts.values.values(grid, area)
    seen = [
        (row - area.top, column - area.left)
        for row in hidden.shown(grid, "row", area.top, area.bottom)
        for column in hidden.shown(grid, "column", area.left, area.right)
    ]
    filled = [at for at in seen if values[at[0]][at[1]] is not None]
    row, column = filled[-1] if filled else (0, 0)
    return _Column(
        [shown[row][column] for row, column in seen],
        [values[row][column] for row, column in seen],
        texts.pattern(grid, area.top + row, area.left + column),
    )


def _basic(
    title: str, spec: Mapping[str, Any], column: Any, size: tuple[int, int]
) -> Drawing | None:
    kind = spec.get("chartType", "COLUMN")
    domains = [each.get("domain", {}) for each in spec.get("domains", ())]
    along = column(domains[0]) if domains else None
    wanted = [(each, column(each.get("series", {}))) for each in spec.get("series", ())]
    columns = [(each, found) for each, found in wanted if found is not None]
    if not columns:
        return None
    heads = _heads(spec, [found for _, found in columns])
    names = [
        (found.texts[0] if heads else "") or f"Series {number}"
        for number, (_, found) in enumerate(columns, 1)
    ]
    body = along.without_head(heads) if along is not None else None
    scale: Scale = body.scale(kind) if body is not None else "category"
    series = [
        Series(name, list(_points(body, found.without_head(heads), scale)), _mark(kind, each))
        for name, (each, found) in zip(names, columns, strict=True)
    ]
    if not any(each.points for each in series):
        return None
    titles = {each.get("position"): each.get("title", "") for each in spec.get("axis", ())}
    head = along.texts[0] if along is not None and heads else ""
    x = Axis(titles.get("BOTTOM_AXIS") or head or "Row", scale)
    y = Axis(titles.get("LEFT_AXIS") or (names[0] if len(names) == 1 else "Value"))
    stacked = spec.get("stackedType", "NOT_STACKED") not in ("NOT_STACKED", "")
    is_lying = kind == "BAR"
    drawing = plot(
        title or "Chart", x, y, series, size=(820, 300) if is_lying else size, stacked=stacked
    )
    return sized(drawing, size, turned=is_lying, legend=spec.get("legendPosition", ""))


def _points(along: _Column | None, column: _Column, scale: Scale) -> Iterator[Point]:
    """The points of a series; what is no number is left out."""
    seen: dict[str, int] = {}
    for row, value in enumerate(column.values):
        name: str | float = str(row + 1)
        if along is not None and row < len(along.texts):
            at = along.values[row]
            if scale == "date":
                name = _day(at) if isinstance(at, float | int) else ""
                if not name:
                    continue  # nothing says when
            elif scale == "number" and isinstance(at, float | int):
                name = float(at)
            else:
                text = along.texts[row] or f"Row {row + 1}"
                seen[text] = seen.get(text, 0) + 1
                name = text + _UNSEEN * (seen[text] - 1)
        if isinstance(value, float | int) and not isinstance(value, bool):
            yield Point(name, float(value))


def _pie(title: str, spec: Mapping[str, Any], column: Any, size: tuple[int, int]) -> Drawing | None:
    along, found = column(spec.get("domain", {})), column(spec.get("series", {}))
    if found is None:
        return None
    heads = _heads({}, [found])
    body = along.without_head(heads) if along is not None else None
    parts = list(_points(body, found.without_head(heads), "category"))
    if not any(each.y > 0 for each in parts):
        return None
    of = along.texts[0] if along is not None and heads else "Part"
    counted = found.texts[0] if heads else "Amount"
    drawing = pie(title or "Chart", parts, of=of or "Part", counted=counted or "Amount")
    side = min(size)
    return sized(drawing, (side, side), turned=False, legend=spec.get("legendPosition", ""))


def _histogram(
    title: str, spec: Mapping[str, Any], column: Any, size: tuple[int, int]
) -> Drawing | None:
    given = [column(each.get("data", {})) for each in spec.get("series", ())]
    found = next((each for each in given if each is not None), None)
    if found is None:
        return None
    heads = _heads({}, [found])
    points = figures.buckets(found.without_head(heads).values, spec.get("bucketSize") or None)
    if not points:
        return None
    name = (found.texts[0] if heads else "") or "Values"
    drawing = plot(
        title or "Chart",
        Axis(name, "category"),
        Axis("Count"),
        [Series(name, points, "bar")],
        size=size,
    )
    return sized(drawing, size, turned=False)


def _card(spec: Mapping[str, Any], column: Any) -> Card | None:
    """The number of a scorecard, with how it compares to its baseline."""
    found, base = column(spec.get("keyValueData", {})), column(spec.get("baselineValueData", {}))
    way = spec.get("aggregateType", "")
    value = figures.summed(found.values, way) if found is not None else None
    if found is None or value is None:
        return None
    text = said(value, "" if way == "COUNT" else found.pattern).text
    baseline = figures.summed(base.values, "") if base is not None else None
    if baseline is None:
        return Card(text)
    how = spec.get("baselineValueFormat", {}).get("comparisonType", "ABSOLUTE_DIFFERENCE")
    return Card(text, figures.compared(value, baseline, how), value >= baseline)


def _heads(spec: Mapping[str, Any], columns: Sequence[_Column]) -> int:
    """How many cells at the beginning of the ranges are names."""
    if "headerCount" in spec:
        return int(spec["headerCount"])
    firsts = [each.values[0] if each.values else None for each in columns]
    return 1 if all(isinstance(each, str) for each in firsts) else 0


def _mark(kind: str, series: Mapping[str, Any]) -> Any:
    return _MARKS.get(series.get("type", kind) if kind == "COMBO" else kind, "bar")


def _day(number: float) -> str:
    """A day or moment of a cell as an axis of dates has it; empty for none."""
    moment = moment_of(number)
    if moment is None:
        return ""
    return moment.isoformat() if number % 1 else moment.date().isoformat()


def _are_numbers(values: Sequence[Value]) -> bool:
    there = [each for each in values if each is not None]
    return bool(there) and all(
        isinstance(each, float | int) and not isinstance(each, bool) for each in there
    )
