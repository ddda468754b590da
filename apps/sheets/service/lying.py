"""What lies on ranges of a sheet: where, and how rectangles are taken out of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from workworld.apps.sheets.engine.addresses import Area, Corner, parse
from workworld.apps.sheets.engine.changes import Copied
from workworld.apps.sheets.models import ConditionalRule, Ranged, Validation
from workworld.apps.sheets.service import following
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.context import Context

if TYPE_CHECKING:  # requests lie above
    from workworld.apps.sheets.service.requests.shapes import GridRange


def new_id(ctx: Context) -> int:
    """An id for something that lies on a range."""
    return ctx.ids.next_number("sheets thing", 2**31 - 1) + 1


def on(edit: Editing, model: Any, grid: Grid) -> list[Any]:
    """All of a kind that lie on a sheet, in the order in which they count."""
    return following.things(edit.ctx.session, model, {grid.sheet.id: None})


def areas(thing: Ranged, grid: Grid) -> list[Area]:
    """The rectangles on which something lies; what is open reaches the edges of the grid."""
    found = (area_of(each, grid) for each in thing.ranges)
    return [each for each in found if each is not None]


def area_of(range_text: str, grid: Grid) -> Area | None:
    """The rectangle of a range within the grid; None if nothing of it is left."""
    reference = parse(range_text)
    if reference is None:
        return None
    return reference.area(len(grid.rows), len(grid.columns)).common(grid.area)


def text_of(grid: Grid, area: Area) -> str:
    """A rectangle as ranges are kept: whole columns and rows are open."""
    last_row, last_column = area.bottom - 1, area.right - 1
    if area.top == 0 and area.bottom == len(grid.rows):
        return f"{Corner(area.left, None)}:{Corner(last_column, None)}"
    if area.left == 0 and area.right == len(grid.columns):
        return f"{Corner(None, area.top)}:{Corner(None, last_row)}"
    return str(area)


def range_text(grid: Grid, given: GridRange, area: Area) -> str:
    """The range of a request as ranges are kept: what is open at its end stays so."""
    if given.end_row_index is None and given.start_row_index:
        return f"{Corner(area.left, area.top)}:{Corner(area.right - 1, None)}"
    return text_of(grid, area)


def minus(area: Area, hole: Area) -> list[Area]:
    """What is left of a rectangle without another one: up to four."""
    cut = area.common(hole)
    if cut is None:
        return [area]
    found = [
        Area(area.top, area.left, cut.top, area.right),
        Area(cut.top, area.left, cut.bottom, cut.left),
        Area(cut.top, cut.right, cut.bottom, area.right),
        Area(cut.bottom, area.left, area.bottom, area.right),
    ]
    return [each for each in found if each.height > 0 and each.width > 0]


def without(edit: Editing, grid: Grid, thing: Any, holes: Iterable[Area]) -> bool:
    """Take rectangles out of what something lies on; without any left it is gone.

    Returns:
        Whether anything was taken out.
    """
    before = areas(thing, grid)
    left: Sequence[Area] = before
    for hole in holes:
        left = [piece for each in left for piece in minus(each, hole)]
    if left == before:
        return False
    if left:
        kept = {area_of(each, grid): each for each in thing.ranges}
        recorner(grid, thing, before, left)
        thing.ranges = [kept.get(each) or text_of(grid, each) for each in left]
    else:
        edit.ctx.session.delete(thing)
    return True


def carve(edit: Editing, grid: Grid, model: Any, hole: Area) -> None:
    """Take a rectangle out of all of a kind."""
    for thing in on(edit, model, grid):
        without(edit, grid, thing, [hole])


def recorner(grid: Grid, thing: Any, before: Sequence[Area], after: Sequence[Area]) -> None:
    """Let a rule's formulas be written for the first cell of other rectangles."""
    if isinstance(thing, Validation | ConditionalRule):
        thing.rule = rule_for(grid, thing.rule, before, after)


def rule_for(grid: Grid, rule: Any, before: Sequence[Area], after: Sequence[Area]) -> Any:
    """A rule on some rectangles as it is written for others, where it goes along as a copy."""
    (top, left), (row, column) = corner(before), corner(after)
    if (top, left) == (row, column):
        return rule
    return following.rewritten(rule, grid.sheet.title, Copied(row - top, column - left))


def corner(rectangles: Sequence[Area]) -> tuple[int, int]:
    """The cell for which formulas of a rule on some rectangles are written."""
    return min(each.top for each in rectangles), min(each.left for each in rectangles)


def around(places: Iterable[tuple[int, int]]) -> Area:
    """The rectangle around some cells, of which there is one at least."""
    found = list(places)
    rows, columns = [row for row, _ in found], [column for _, column in found]
    return Area(min(rows), min(columns), max(rows) + 1, max(columns) + 1)
