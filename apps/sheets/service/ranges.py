"""Ranges as requests name them: A1 or R1C1 notation, a sheet's title, or a named range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from workworld.apps.sheets.engine import r1c1
from workworld.apps.sheets.engine.addresses import Area, Reference, parse, quoted
from workworld.apps.sheets.models import Name
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.refusals import beyond_the_grid, unparsable
from workworld.context import Context


@dataclass(frozen=True, slots=True)
class Resolved:
    """A range of a workbook's sheet."""

    grid: Grid
    area: Area
    """What of it lies within the grid."""
    is_single: bool = False
    """Whether it names one cell alone, which stands for what is written from there on."""

    @property
    def text(self) -> str:
        """In A1 notation with the sheet's title, as answers name it."""
        return range_text(self.grid, self.area)


def range_text(grid: Grid, area: Area) -> str:
    """A rectangle of a sheet in A1 notation with the sheet's title."""
    return f"{quoted(grid.sheet.title)}!{area}"


def resolved(ctx: Context, grids: Sequence[Grid], given: str) -> Resolved:
    """The range that a text names.

    Args:
        ctx: of the caller.
        grids: the workbook's sheets in their order.
        given: A1 or R1C1 notation with or without a sheet's title, a title, or a name.

    Raises:
        Invalid: ``unparsable_range``, or ``exceeds_grid_limits`` when all of it is outside.
    """
    reference = parse(given) or r1c1.parse(given)
    if reference is None:
        reference = _named(ctx, grids, given)
    if reference is None:
        grid = _titled(grids, _plain(given))
        if grid is None:
            raise unparsable(given)
        return Resolved(grid, grid.area)
    grid = grids[0] if reference.sheet is None else _titled(grids, reference.sheet)
    if grid is None:
        raise unparsable(given)
    area = _within(grid, reference)
    return Resolved(grid, area, is_single=reference.last is None)


def _named(ctx: Context, grids: Sequence[Grid], given: str) -> Reference | None:
    if not grids:
        return None
    title, mark, name_alone = given.rpartition("!")
    if mark and _titled(grids, _plain(title)) is not None:
        given = name_alone  # clients put the title of a sheet before whatever they are given
    query = select(Name).where(Name.workbook_id == grids[0].sheet.workbook_id)
    for name in ctx.session.scalars(query):
        grid = next((each for each in grids if each.sheet.id == name.sheet_id), None)
        if name.name.casefold() == given.casefold() and grid is not None:
            found = parse(name.range)
            return None if found is None else found._replace(sheet=grid.sheet.title)
    return None


def _plain(title: str) -> str:
    """A title without the quotes around it."""
    return title[1:-1].replace("''", "'") if title[:1] == title[-1:] == "'" else title


def _titled(grids: Sequence[Grid], title: str) -> Grid | None:
    wanted = title.casefold()
    return next((each for each in grids if each.sheet.title.casefold() == wanted), None)


def _within(grid: Grid, reference: Reference) -> Area:
    rows, columns = len(grid.rows), len(grid.columns)
    area = reference.area(rows, columns)
    if area.top >= rows or area.left >= columns or area.top >= area.bottom:
        raise beyond_the_grid(
            f"{quoted(grid.sheet.title)}!{reference._replace(sheet=None)}", rows, columns
        )
    return Area(area.top, area.left, min(area.bottom, rows), min(area.right, columns))
