"""By what rows are put in order: the vendor's ``SortSpec``, of ranges and of filter views.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/other#SortSpec
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workworld.apps.sheets.engine import ordering
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.models import Merge, Workbook
from workworld.apps.sheets.service import calculations, filtering, following, lying, themes
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.lines import Axes
from workworld.apps.sheets.service.styles import Format, Styles
from workworld.context import Context

Specs = Sequence[Mapping[str, Any]]
MERGED = "You can't sort a range that contains merged cells."


@dataclass(frozen=True, slots=True)
class Order:
    """In which order somebody sees some rows of a sheet that stand otherwise."""

    top: int
    """The first of their places."""
    rows: Sequence[int]
    """The index of the row that is seen at each place."""

    def row_at(self, place: int) -> int:
        """The row that is seen at a place."""
        return self.rows[place - self.top] if 0 <= place - self.top < len(self.rows) else place

    def areas(self, area: Area) -> list[tuple[Area, int]]:
        """What is seen in a rectangle of places: parts of the sheet, and how far each is off."""
        found = list[tuple[Area, int]]()
        for place in range(area.top, area.bottom):
            row = self.row_at(place)
            if found and found[-1][0].bottom == row and found[-1][1] == place - row:
                found[-1] = (Area(found[-1][0].top, area.left, row + 1, area.right), place - row)
            else:
                found.append((Area(row, area.left, row + 1, area.right), place - row))
        return found

    def lying(self, axes: Axes) -> Axes:
        """How rows lie, by their places."""
        places = {row: place for place, row in enumerate(self.rows, self.top)}
        return replace(
            axes,
            sizes={places.get(row, row): size for row, size in axes.sizes.items()},
            hidden=frozenset(places.get(row, row) for row in axes.hidden),
            styles={places.get(row, row): style for row, style in axes.styles.items()},
        )


def order_of(
    ctx: Context, workbook: Workbook, grid: Grid, area: Area, specs: Specs
) -> Order | None:
    """The order in which the rows of a filter's range are seen.

    Args:
        ctx: of whoever looks.
        workbook: as it is now.
        grid: the sheet.
        area: the range, the row that names the columns included.
        specs: the first counts most.

    Returns:
        None where they are seen as they stand; so are those of which cells are merged.
    """
    body = filtering.body_of(grid, area)
    used = [each for each in specs if area.left <= _column(each) < area.right]
    if not used or body.height < 2 or has_merges(grid, body):
        return None
    styles, values = Styles.read(ctx, workbook.id), calculations.calculated(ctx, workbook)
    keys = []
    for each in (themes.resolved(spec, styles.theme) for spec in used):
        column = Area(body.top, _column(each), body.bottom, _column(each) + 1)
        cells = grid.cells(column)
        seen = values.values(grid, column, cells)
        keys.append(key(each, column, seen, cells, lambda it: styles.shown(it.style_id)))
    return Order(body.top, [body.top + at for at in ordering.order(body.height, keys)])


def has_merges(grid: Grid, area: Area) -> bool:
    """Whether cells of a rectangle are merged."""
    merges = following.things(grid.session, Merge, {grid.sheet.id: None})
    return any(each.common(area) for merge in merges for each in lying.areas(merge, grid))


def key(
    spec: Mapping[str, Any],
    area: Area,
    values: Sequence[Sequence[Value]],
    cells: Mapping[Place, CellRow],
    look_of: Callable[[CellRow], Format],
) -> ordering.Key:
    """One of the things to sort by: a column's values, or which of its cells have a colour.

    Args:
        spec: the vendor's ``SortSpec``.
        area: the rows that are sorted, with the column.
        values: what the cells of the area come to.
        cells: those of the area that there are.
        look_of: how a cell looks.
    """
    column, descending = _column(spec), spec.get("sortOrder") == "DESCENDING"
    wanted = _colour(spec, "background")
    name = "background"
    if wanted is None:
        wanted = _colour(spec, "foreground")
        name = "foreground"

    def of(row: int) -> Value:
        return values[row][column - area.left]

    if wanted is None:
        return ordering.Key(of, descending)

    def first(row: int) -> bool:
        cell = cells.get((area.top + row, column), BLANK)
        return filtering.colour_of(look_of(cell), name) == wanted

    return ordering.Key(of, descending, first)


def _column(spec: Mapping[str, Any]) -> int:
    return int(spec.get("dimensionIndex") or 0)


def _colour(spec: Mapping[str, Any], ground: str) -> str | None:
    return filtering.code_of(spec.get(f"{ground}Color"), spec.get(f"{ground}ColorStyle"))
