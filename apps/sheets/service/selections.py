"""What somebody at a grid asks about what is selected: where data ends, what it sums up to."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.engine.number_formats import AUTOMATIC
from workworld.apps.sheets.engine.values import Error, Value
from workworld.apps.sheets.models import Validation
from workworld.apps.sheets.service import access, calculations, following, lying
from workworld.apps.sheets.service.calculations import Values
from workworld.apps.sheets.service.formats import number_format, pattern_for, said
from workworld.apps.sheets.service.grids import BLANK, Grid, grids_of
from workworld.apps.sheets.service.ranges import resolved
from workworld.apps.sheets.service.refusals import no_sheet, unparsable
from workworld.apps.sheets.service.styles import Styles
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.errors import NotFound
from workworld.operations import Effect, operation

# A program reads the values and sees for itself.
_DOORS = (Surface.UI,)
Gid = Annotated[int, Field(description="The sheet's id.")]
Index = Annotated[int, Field(description="Counted from zero.", ge=0)]
Way = Annotated[
    Literal["up", "down", "left", "right", "end", "rowEnd", "around", "beside"],
    Field(description="Where to."),
]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a way leads: a rectangle, of one cell unless more was asked for."""

    gid: int
    area: Area


@dataclass(frozen=True, slots=True)
class Facts:
    """What a selection sums up to; without numbers in it there is but the count."""

    count: int
    """How many cells are not blank."""
    numbers: int
    shown: Sequence[tuple[str, str]]
    """What of it to tell: names and texts."""


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def edge(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    gid: Gid,
    row: Index,
    column: Index,
    way: Way,
    last: Annotated[int, Field(description="Where the range ends to the right.", ge=0)] = 0,
) -> Spot:
    """Find where the data around a cell ends."""
    grid, values = _opened(ctx, workbook_id, gid)
    row, column = min(row, len(grid.rows) - 1), min(column, len(grid.columns) - 1)
    match way:
        case "end":
            used = grid.used()
            return _spot(grid, max(used.bottom - 1, 0), max(used.right - 1, 0))
        case "rowEnd":
            filled = _row(grid, values, row)
            return _spot(grid, row, _last(filled) if any(filled) else len(filled) - 1)
        case "around":
            return Spot(gid, _around(grid, values, row, column))
        case "beside":
            return _spot(grid, _beside(grid, values, row, column, last), column)
        case "up" | "down":
            found = _jump(_column(grid, values, column), row, 1 if way == "down" else -1)
            return _spot(grid, found, column)
    return _spot(grid, row, _jump(_row(grid, values, row), column, 1 if way == "right" else -1))


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def find(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    gid: Gid,
    text: Annotated[str, Field(description="A range, a name or a sheet's title.", max_length=500)],
) -> Spot:
    """Find the cells that a text names: an address, a named range, a sheet."""
    access.known(ctx, workbook_id)
    grids = grids_of(ctx.session, workbook_id)
    here = sorted(grids, key=lambda each: each.sheet.sheet_id != gid)
    found = resolved(ctx, here, text.strip())
    is_title = parse(text.strip()) is None and found.area == found.grid.area
    return Spot(found.grid.sheet.sheet_id, Area(0, 0, 1, 1) if is_title else found.area)


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def sum_up(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    gid: Gid,
    ranges: Annotated[
        Sequence[str], Field(description="In A1 notation without the sheet.", max_length=1000)
    ],
) -> Facts:
    """Sum up what cells hold: how many there are, their sum, average, least and greatest."""
    grid, values = _opened(ctx, workbook_id, gid)
    styles, patterns = Styles(ctx, workbook_id), dict[str, None]()
    seen: set[tuple[int, int]] = set()
    count, numbers = 0, []
    for area in (_area(grid, each) for each in ranges):
        for row, line in enumerate(values.values(grid, area), area.top):
            for column, value in enumerate(line, area.left):
                if value in (None, "") or (row, column) in seen:
                    continue
                seen.add((row, column))
                count += 1
                if isinstance(value, int | float) and not isinstance(value, bool):
                    numbers.append(float(value))
                    cell = grid.cell(row, column)
                    patterns[pattern_for(cell, styles.format(cell.style_id))] = None
    return Facts(count, len(numbers), _told(count, numbers, _together(patterns)))


def _together(patterns: Iterable[str]) -> str:
    """How numbers of several formats are shown when they are summed up.

    Of amounts and days together, nobody would read the sum as either.
    """
    kinds = {each and number_format(each)["type"]: each for each in patterns}
    return (next(iter(kinds.values())) if len(kinds) == 1 else "") or AUTOMATIC


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def choices(
    ctx: Context, *, workbook_id: WorkbookId, gid: Gid, row: Index, column: Index
) -> Sequence[str]:
    """List the values that a cell's rule allows, as they are chosen from.

    Raises:
        NotFound: no rule lets people choose there.
    """
    grid, values = _opened(ctx, workbook_id, gid)
    rules = following.things(ctx.session, Validation, {grid.sheet.id: None})
    for each in rules:
        condition = each.rule.get("condition", {})
        if not any((row, column) in area for area in lying.areas(each, grid)):
            continue
        given = [str(value.get("userEnteredValue", "")) for value in condition.get("values", [])]
        if condition.get("type") == "ONE_OF_LIST":
            return given
        if condition.get("type") == "ONE_OF_RANGE" and given:
            return _of_range(ctx, workbook_id, grid, values, given[0])
    raise NotFound("no_choices", "Nothing is to be chosen there.")


def _of_range(
    ctx: Context, workbook_id: str, grid: Grid, values: Values, given: str
) -> Sequence[str]:
    """What cells of a range show, each once."""
    grids = grids_of(ctx.session, workbook_id)
    here = sorted(grids, key=lambda each: each.sheet.id != grid.sheet.id)
    found = resolved(ctx, here, given.removeprefix("="))
    styles, cells = Styles(ctx, workbook_id), found.grid.cells(found.area)
    texts: dict[str, None] = {}
    for row, line in enumerate(values.values(found.grid, found.area), found.area.top):
        for column, value in enumerate(line, found.area.left):
            if value not in (None, "") and not isinstance(value, Error):
                cell = cells.get((row, column), BLANK)
                texts[said(value, pattern_for(cell, styles.format(cell.style_id))).text] = None
    return list(texts)


def _opened(ctx: Context, workbook_id: str, gid: int) -> tuple[Grid, Values]:
    workbook = access.known(ctx, workbook_id)
    found = (each for each in grids_of(ctx.session, workbook_id) if each.sheet.sheet_id == gid)
    grid = next(found, None)
    if grid is None:
        raise no_sheet(gid)
    return grid, calculations.calculated(ctx, workbook)


def _area(grid: Grid, text: str) -> Area:
    """A range within the grid.

    Raises:
        Invalid: it is none.
    """
    found = lying.area_of(text.strip(), grid)
    if found is None:
        raise unparsable(text)
    return found


def _spot(grid: Grid, row: int, column: int) -> Spot:
    return Spot(grid.sheet.sheet_id, Area(row, column, row + 1, column + 1))


def _is_filled(value: Value) -> bool:
    return value is not None and value != ""


def _row(grid: Grid, values: Values, row: int) -> list[bool]:
    """Which cells of a row hold something."""
    line = values.values(grid, Area(row, 0, row + 1, len(grid.columns)))
    return [_is_filled(each) for each in line[0]]


def _column(grid: Grid, values: Values, column: int) -> list[bool]:
    lines = values.values(grid, Area(0, column, len(grid.rows), column + 1))
    return [_is_filled(each[0]) for each in lines]


def _last(filled: Sequence[bool]) -> int:
    return max(index for index, each in enumerate(filled) if each)


def _jump(filled: Sequence[bool], start: int, by: int) -> int:
    """From data to where it ends, from its end or from nothing to the next or to the edge."""
    edge_at = len(filled) - 1 if by > 0 else 0
    if start == edge_at:
        return start
    at = start + by
    if filled[start] and filled[at]:
        while at != edge_at and filled[at + by]:
            at += by
        return at
    while at != edge_at and not filled[at]:
        at += by
    return at


def _around(grid: Grid, values: Values, row: int, column: int) -> Area:
    """The rectangle of data around a cell, which blank rows and columns surround."""
    filled = [[_is_filled(each) for each in line] for line in values.values(grid, grid.area)]
    top, left, bottom, right = row, column, row + 1, column + 1
    while True:
        low, high = max(left - 1, 0), min(right + 1, len(grid.columns))
        first, last = max(top - 1, 0), min(bottom + 1, len(grid.rows))
        before = top, left, bottom, right
        if any(filled[first][low:high]):
            top = first
        if any(filled[last - 1][low:high]):
            bottom = last
        if any(filled[each][low] for each in range(first, last)):
            left = low
        if any(filled[each][high - 1] for each in range(first, last)):
            right = high
        if before == (top, left, bottom, right):
            return Area(*before)


def _beside(grid: Grid, values: Values, row: int, column: int, last: int) -> int:
    """How far down there is something beside a range: to its left, else to its right."""
    for beside in (column - 1, max(last, column + 1)):
        if not 0 <= beside < len(grid.columns):
            continue
        filled, at = _column(grid, values, beside), row
        while at + 1 < len(filled) and filled[at + 1]:
            at += 1
        if at > row:
            return at
    return row


def _told(count: int, numbers: Sequence[float], pattern: str) -> list[tuple[str, str]]:
    if count < 1:
        return []
    if not numbers:
        return [("Count", f"{count:,}")]
    total = math.fsum(numbers)
    given = {
        "Sum": total,
        "Average": total / len(numbers),
        "Min": min(numbers),
        "Max": max(numbers),
    }
    told = [(name, said(value, pattern).text) for name, value in given.items()]
    return [*told, ("Count", f"{count:,}"), ("Numbers", f"{len(numbers):,}")]
