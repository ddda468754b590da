"""How cells look by rules: conditional formats, colour scales, alternating colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from workworld.apps.sheets.engine import gradients
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.calculation import Formula
from workworld.apps.sheets.engine.typed_input import typed
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.models import Banding, ConditionalRule, Table, Workbook
from workworld.apps.sheets.service import calculations, following, lying, themes
from workworld.apps.sheets.service.blocks import paints
from workworld.apps.sheets.service.conditions import Judge, subject
from workworld.apps.sheets.service.grids import BLANK, Grid, Place
from workworld.apps.sheets.service.styles import Format, Styles, pattern_of
from workworld.context import Context

TABLE_COLOURS = {
    "headerColorStyle": {"rgbColor": {"red": 0.8, "green": 0.88, "blue": 0.85}},
    "firstBandColorStyle": {"rgbColor": {"red": 1, "green": 1, "blue": 1}},
    "secondBandColorStyle": {"rgbColor": {"red": 0.96, "green": 0.97, "blue": 0.98}},
}
"""The colours of tables that have none of their own."""
_COLOURS = ("header", "firstBand", "secondBand", "footer")


@paints
def banded(
    ctx: Context, workbook: Workbook, grid: Grid, area: Area, values: Mapping[Place, Value]
) -> dict[Place, Format]:
    """Alternating colours, where cells have no ground of their own."""
    del values
    things = [
        *((each.settings, each) for each in following.lying_on(ctx, grid, Banding)),
        *(
            ({"rowProperties": each.settings or TABLE_COLOURS}, each)
            for each in following.lying_on(ctx, grid, Table)
        ),
    ]
    if not things:
        return {}
    styles, cells = Styles.read(ctx, workbook.id), grid.cells(area)
    found = dict[Place, Format]()
    for settings, thing in things:
        for whole in lying.areas(thing, grid):
            for at in places(whole.common(area)):
                look = styles.format(cells.get(at, BLANK).style_id)
                style = band(settings, whole, at)
                if style and not (look.get("backgroundColor") or look.get("backgroundColorStyle")):
                    found[at] = {"backgroundColorStyle": style}
    return found


@paints
def conditional(
    ctx: Context, workbook: Workbook, grid: Grid, area: Area, values: Mapping[Place, Value]
) -> dict[Place, Format]:
    """What conditional formats make of cells; of several that apply, the first counts."""
    things = following.lying_on(ctx, grid, ConditionalRule)
    if not things:
        return {}
    painter = _Painter(ctx, workbook, grid, area, values)
    found = dict[Place, Format]()
    for thing in reversed(things):
        for at, look in painter.painted(thing):
            there = found.get(at, {})
            text = {**there.get("textFormat", {}), **look.get("textFormat", {})}
            found[at] = {**there, **look, **({"textFormat": text} if text else {})}
    return found


class _Painter:
    def __init__(
        self,
        ctx: Context,
        workbook: Workbook,
        grid: Grid,
        area: Area,
        values: Mapping[Place, Value],
    ) -> None:
        self._grid, self._area, self._given = grid, area, values
        self._styles, self._cells = Styles.read(ctx, workbook.id), grid.cells(area)
        self._judge = Judge.of(ctx, workbook)
        self._values = calculations.calculated(ctx, workbook)

    def painted(self, thing: ConditionalRule) -> Iterator[tuple[Place, Format]]:
        """The cells of the rectangle that a rule concerns, and how they look by it."""
        areas = lying.areas(thing, self._grid)
        boolean = thing.rule.get("booleanRule")
        rule = themes.resolved(thing.rule.get("gradientRule") or {}, self._styles.theme)
        points = [] if boolean or not areas else self._points(rule, areas)
        for whole in areas:
            for at in places(whole.common(self._area)):
                value = self._given.get(at)
                if boolean:
                    look = self._styles.format(self._cells.get(at, BLANK).style_id)
                    seen = subject(value, pattern_of(look))
                    if self._judge.meets(
                        boolean["condition"], self._grid, at, lying.corner(areas), seen
                    ):
                        yield at, boolean.get("format", {})
                elif points and isinstance(value, float) and not isinstance(value, bool):
                    red, green, blue = gradients.colour(value, points)
                    rgb = {"red": red, "green": green, "blue": blue}
                    yield at, {"backgroundColorStyle": {"rgbColor": rgb}}

    def _points(self, rule: Mapping[str, Any], areas: list[Area]) -> list[gradients.Point]:
        numbers = sorted(
            value
            for each in self._filled(areas)
            for row in self._values.values(self._grid, each)
            for value in row
            if isinstance(value, float) and not isinstance(value, bool)
        )
        if not numbers:
            return []
        found = []
        for name in ("minpoint", "midpoint", "maxpoint"):
            point = rule.get(name)
            if point is None:
                continue
            at = gradients.place(point["type"], self._number(point, areas), numbers)
            if at is None:
                return []
            rgb = (point.get("colorStyle") or {}).get("rgbColor") or point.get("color") or {}
            found.append(
                gradients.Point(at, rgb.get("red", 0), rgb.get("green", 0), rgb.get("blue", 0))
            )
        return found

    def _filled(self, areas: list[Area]) -> list[Area]:
        """What of some rectangles lies where anything is shown."""
        shown = self._values.extent(self._grid)
        return [common for each in areas if (common := each.common(shown)) is not None]

    def _number(self, point: Mapping[str, Any], areas: list[Area]) -> float | None:
        """The value of a point: a number, or what a formula comes to."""
        value: Any = typed(point.get("value") or "", self._judge.today).value
        if isinstance(value, Formula):
            at = lying.corner(areas)
            value = self._judge.calculate(value.text, self._grid.sheet.id, *at)[0][0]
        return value if isinstance(value, float) and not isinstance(value, bool) else None


def places(area: Area | None) -> Iterator[Place]:
    """The cells of a rectangle, row by row; none of none."""
    if area is None:
        return
    for row in range(area.top, area.bottom):
        for column in range(area.left, area.right):
            yield row, column


def band(settings: Mapping[str, Any], whole: Area, at: Place) -> Mapping[str, Any] | None:
    """The colour that a cell has by its row, or else by its column."""
    for name, index, count in (
        ("rowProperties", at[0] - whole.top, whole.height),
        ("columnProperties", at[1] - whole.left, whole.width),
    ):
        wanted = settings.get(name)
        if not wanted:
            continue
        header, first, second, footer = (_style(wanted, each) for each in _COLOURS)
        if header and index == 0:
            return header
        if footer and index == count - 1:
            return footer
        body = index - (1 if header else 0)
        found = first if body % 2 == 0 else second
        if found:
            return found
    return None


def _style(wanted: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    style: Mapping[str, Any] | None = wanted.get(f"{name}ColorStyle")
    if style is None and f"{name}Color" in wanted:
        return {"rgbColor": wanted[f"{name}Color"]}
    return style
