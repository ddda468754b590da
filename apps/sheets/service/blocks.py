"""What a grid shows of a sheet: blocks of cells, and how the sheet around them is built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.calculation import Formula
from workworld.apps.sheets.engine.number_formats import Shown
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.models import Merge, Protection, Thread, Validation, Workbook
from workworld.apps.sheets.service import (
    access,
    calculations,
    chips,
    following,
    lenses,
    lying,
    themes,
)
from workworld.apps.sheets.service.broken_rules import broken
from workworld.apps.sheets.service.cell_links import followed, link_of
from workworld.apps.sheets.service.cell_pictures import picture_of
from workworld.apps.sheets.service.formats import pattern_for, said
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place, grids_of
from workworld.apps.sheets.service.inputs import typed_text
from workworld.apps.sheets.service.lines import axes
from workworld.apps.sheets.service.refusals import no_sheet
from workworld.apps.sheets.service.sights import Block, CellShown, ChipShown, SheetShown, Tab, View
from workworld.apps.sheets.service.styles import PLAIN, Format, Styles, pattern_of
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.links.addresses import rendered
from workworld.operations import Effect, operation

# Programs read values and cells by ranges; blocks are what a page scrolls through.
_DOORS = (Surface.UI,)
HEIGHT, WIDTH = 50, 20
"""How many rows and columns a block has."""
_MOST = 200
Gid = Annotated[int, Field(description="The sheet's id.")]
Paint = Callable[[Context, Workbook, Grid, Area, Mapping[Place, Value]], Mapping[Place, Format]]
_paints: list[Paint] = []


def paints(function: Paint) -> Paint:
    """Let a function say what of cells' looks is otherwise than they have it: conditions, bands.

    It is handed a rectangle and the values in it, and answers with parts of ``CellFormat``.
    """
    _paints.append(function)
    return function


def painted(
    ctx: Context, workbook: Workbook, grid: Grid, area: Area, values: Mapping[Place, Value]
) -> dict[Place, Format]:
    """What all rules make of the cells of a rectangle, as far as they look otherwise by them."""
    found: dict[Place, Format] = {}
    for paint in _paints:
        for place, look in paint(ctx, workbook, grid, area, values).items():
            found[place] = _over(found.get(place, PLAIN), look)
    return found


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def show(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    gid: Annotated[
        int | None, Field(description="The sheet's id; the first one's if none.")
    ] = None,
    corners: Annotated[
        Sequence[tuple[int, int]],
        Field(description="The upper left corners of blocks.", max_length=_MOST),
    ] = ((0, 0),),
    shows_formulas: Annotated[
        bool, Field(description="Whether cells show formulas rather than what they come to.")
    ] = False,
    lens: Annotated[
        str,
        Field(
            description="What to look through: a filter view's id, or a filter as JSON.",
            max_length=lenses.LONGEST,
        ),
    ] = "",
) -> View:
    """Show blocks of a sheet, with how the sheet is built."""
    workbook = access.known(ctx, workbook_id)
    grids = grids_of(ctx.session, workbook_id)
    visible = [each for each in grids if not each.sheet.is_hidden]
    grid = next((each for each in grids if each.sheet.sheet_id == gid), None)
    if gid is not None and grid is None:
        raise no_sheet(gid)
    grid = grid or (visible or grids)[0]
    built = _built(ctx, workbook, grid, lens)
    painter = _Painter(ctx, workbook, grid, built, shows_formulas=shows_formulas)
    return View(
        workbook.id,
        workbook.title,
        workbook.revision,
        access.role_of(ctx, workbook),
        workbook.readers_may_copy,
        [_tab(each, themes.of(workbook)) for each in grids],
        built,
        [painter.block(*each) for each in dict.fromkeys(corners)],
        calculations.now_of(ctx, workbook),
        themes.of(workbook),
    )


def seen(ctx: Context, workbook: Workbook, grid: Grid, area: Area) -> Iterator[CellShown]:
    """The cells of a rectangle that show anything, as the grid shows them."""
    built = _built(ctx, workbook, grid, "")
    return _Painter(ctx, workbook, grid, built, shows_formulas=False).cells(area)


def _tab(grid: Grid, theme: themes.Theme) -> Tab:
    sheet = grid.sheet
    colour = theme.colours.get(sheet.tab_color, sheet.tab_color)
    return Tab(sheet.sheet_id, sheet.title, sheet.is_hidden, colour)


def _built(ctx: Context, workbook: Workbook, grid: Grid, lens: str) -> SheetShown:
    sheet = grid.sheet
    seen = lenses.lens_of(grid, lens) or lenses.lens_of(grid, "")
    rows, order = axes(grid, "row"), None
    if seen is not None and seen.kind != "filter":
        rows = replace(rows, hidden=lenses.hides(ctx, workbook, grid, seen))
        order = lenses.order_of(ctx, workbook, grid, seen)
    merges = following.things(grid.session, Merge, {sheet.id: None})
    return SheetShown(
        gid=sheet.sheet_id,
        title=sheet.title,
        rows=len(grid.rows),
        columns=len(grid.columns),
        row_size=sheet.row_size,
        column_size=sheet.column_size,
        frozen_rows=sheet.frozen_rows,
        frozen_columns=sheet.frozen_columns,
        has_gridlines=not sheet.hides_gridlines,
        row_axes=rows,
        column_axes=axes(grid, "column"),
        merges=[area for each in merges for area in lying.areas(each, grid)],
        used=grid.used(),
        lens=seen,
        order=order,
        shape=f"{sheet.row_runs} {sheet.column_runs}",
        warned=list(_warned(grid)),
    )


def _warned(grid: Grid) -> Iterator[tuple[Area, str]]:
    """What of a sheet is protected by a warning alone, and what is said of it."""
    for each in following.things(grid.session, Protection, {grid.sheet.id: None}):
        if each.warns_only:
            free = lying.areas(each, grid)
            left = free
            if each.is_sheet:
                left = [grid.area]
                for area in free:
                    left = [piece for whole in left for piece in lying.minus(whole, area)]
            yield from ((area, each.description) for area in left)


class _Painter:
    """Works out what the cells of a sheet show."""

    def __init__(
        self,
        ctx: Context,
        workbook: Workbook,
        grid: Grid,
        built: SheetShown,
        *,
        shows_formulas: bool,
    ) -> None:
        self._ctx, self._workbook, self._grid, self._built = ctx, workbook, grid, built
        self._shows_formulas = shows_formulas
        self._styles, self._theme = Styles(ctx, workbook.id), themes.of(workbook)
        self._values = calculations.calculated(ctx, workbook)
        self._controls = list(_controls(grid))
        threads = following.things(grid.session, Thread, {grid.sheet.id: None})
        self._threads = {
            (area.top, area.left)
            for each in threads
            if not each.is_resolved
            for area in lying.areas(each, grid)[:1]
        }

    def block(self, top: int, left: int) -> Block:
        """The cells of a block that show anything."""
        whole = Area(top, left, top + HEIGHT, left + WIDTH)
        area, order = self._grid.area.common(whole), self._built.order
        if area is None:
            return Block(Area(top, left, top, left), [])
        if order is None:
            return Block(whole, list(self.cells(area)))
        there = (
            each._replace(row=each.row + off)
            for part, off in order.areas(area)
            for each in self.cells(part)
        )
        return Block(whole, list(there))

    def cells(self, area: Area) -> Iterator[CellShown]:
        """The cells of a rectangle that show anything, row by row."""
        kept = self._grid.cells(area)
        values = self._values.filled(self._grid, area, kept)
        looks = painted(self._ctx, self._workbook, self._grid, area, values)
        controls = {
            (row, column): control
            for hold, control in self._controls
            for common in [hold.common(area)]
            if common
            for row in range(common.top, common.bottom)
            for column in range(common.left, common.right)
        }
        threads = {place for place in self._threads if place in area}
        bad = broken(self._ctx, self._workbook, self._grid, area, kept, values)
        for place in sorted({*kept, *values, *looks, *controls, *threads, *self._lined(area)}):
            cell = kept.get(place, BLANK)
            over = themes.resolved(looks.get(place, PLAIN), self._theme)
            look = _over(self._look(place, cell), over)
            shown = self._shown(
                place, cell, values.get(place), look, controls.get(place, ""), place in threads
            )
            yield shown._replace(problem=bad[place]) if place in bad else shown

    def _look(self, place: Place, cell: CellRow) -> Format:
        """A cell's own look, or its row's, or its column's."""
        style_id = cell.style_id
        if style_id is None:
            style_id = self._built.row_axes.styles.get(place[0])
        if style_id is None:
            style_id = self._built.column_axes.styles.get(place[1])
        return self._styles.shown(style_id)

    def _lined(self, area: Area) -> Iterator[Place]:
        """The cells of rows and columns that have a look."""
        for row in self._built.row_axes.styles:
            if area.top <= row < area.bottom:
                yield from ((row, column) for column in range(area.left, area.right))
        for column in self._built.column_axes.styles:
            if area.left <= column < area.right:
                yield from ((row, column) for row in range(area.top, area.bottom))

    def _shown(
        self,
        place: Place,
        cell: CellRow,
        value: Value,
        look: Format,
        control: str,
        has_thread: bool,
    ) -> CellShown:
        pattern = pattern_of(look)
        there = tuple(
            ChipShown(each.start, each.end, *chips.sort_of(self._ctx, each.chip), each.chip)
            for each in chips.spans(cell)
        )
        typed = cell.text or "" if there else typed_text(cell, pattern)
        is_formula = self._shows_formulas and isinstance(cell.input, Formula)
        link = link_of(self._values, self._grid, place, cell, look)
        drawn = (self._ctx, self._values, self._grid, place, cell)
        seen = Shown(typed) if is_formula else said(value, pattern_for(cell, look))
        return CellShown(
            *place,
            typed if is_formula else value,
            seen.text,
            look,
            seen.colour,
            typed,
            cell.note or "",
            rendered(self._ctx, followed(link)),
            control,
            has_thread,
            "pivot" in (cell.extra or {}),
            chips=there,
            runs=() if is_formula else self._runs(cell),
            picture=None if is_formula else picture_of(*drawn),
        )

    def _runs(self, cell: CellRow) -> tuple[Mapping[str, Any], ...]:
        runs = (cell.extra or {}).get("textFormatRuns") or ()
        return tuple(themes.resolved(runs, self._theme))


def _over(look: Format, other: Format) -> Format:
    """A look with parts of another in the place of its own."""
    if not other:
        return look
    found = dict(look)
    for name, each in other.items():
        there = found.get(name)
        both = isinstance(each, Mapping) and isinstance(there, Mapping) and name == "textFormat"
        found[name] = {**there, **each} if both else each  # type: ignore[dict-item]
    return found


_CONTROLS = {"BOOLEAN": "checkbox", "ONE_OF_LIST": "list", "ONE_OF_RANGE": "list"}


def _controls(grid: Grid) -> Iterator[tuple[Area, str]]:
    """Where rules let people tick or choose."""
    for each in following.things(grid.session, Validation, {grid.sheet.id: None}):
        control = _CONTROLS.get(each.rule.get("condition", {}).get("type", ""), "")
        if control == "checkbox" or (control and each.rule.get("showCustomUi", True)):
            for area in lying.areas(each, grid):
                yield area, control
