"""Requests on how high rows and how wide columns are, and whether they are hidden.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#updatedimensionpropertiesrequest
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Axis
from workworld.apps.sheets.models import Line
from workworld.apps.sheets.service import current_values
from workworld.apps.sheets.service.chips import spans
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, Grid
from workworld.apps.sheets.service.requests.places import check_count, lines_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import DimensionRange, Shape
from workworld.apps.sheets.service.text_sizes import CHIP_ROOM, height_of, width_of
from workworld.errors import Invalid

Pixels = Annotated[int, Field(ge=0, le=10_000)]
_LEAST, _MOST_WIDTH = 21, 1_000


class DimensionProperties(Shape):
    """How lines are."""

    hidden_by_user: bool | None = None
    hidden_by_filter: bool | None = None
    pixel_size: Pixels | None = None
    developer_metadata: list[dict[str, Any]] | None = None


class UpdateDimensionProperties(Shape):
    """Properties of lines, of which a mask names those that change."""

    range: DimensionRange
    properties: DimensionProperties = Field(default_factory=DimensionProperties)
    fields: str


class AutoResizeDimensions(Shape):
    """Lines that become as large as what they hold."""

    dimensions: DimensionRange


@request("updateDimensionProperties", "Resize or hide rows or columns")
def update_dimension_properties(edit: Editing, given: UpdateDimensionProperties) -> None:
    """Resize lines, hide them or show them again."""
    grid = edit.grid(given.range.sheet_id)
    axis, start, end = lines_of(grid, given.range)
    mask, wanted = masks.parsed(given.fields), given.properties
    changes: dict[str, Any] = {}
    if masks.wants(mask, "pixelSize"):
        if wanted.pixel_size == 0:
            raise Invalid("invalid_request", "pixelSize must be greater than 0.")
        changes |= {"size": wanted.pixel_size, "is_fit": False}
    if masks.wants(mask, "hiddenByUser"):
        changes["is_hidden"] = bool(wanted.hidden_by_user)
    _check_shown(edit, grid, axis, start, end, is_hidden=changes.get("is_hidden", False))
    check_count((end - start) * 10)  # a line is more work than a cell
    for index in range(start, end):
        change_line(edit, grid, axis, index, changes)
    if axis == "column" and "size" in changes:
        edit.resized.setdefault(grid.sheet.id, set()).update(range(start, end))


@request("autoResizeDimensions", "Fit rows or columns to their contents")
def auto_resize_dimensions(edit: Editing, given: AutoResizeDimensions) -> None:
    """Make columns as wide as their longest text, and rows as high as their tallest."""
    grid = edit.grid(given.dimensions.sheet_id)
    axis, start, end = lines_of(grid, given.dimensions)
    check_count((end - start) * 10)
    used = grid.used()
    span = Area(0, start, used.bottom, end) if axis == "column" else Area(start, 0, end, used.right)
    area = span.common(grid.area)
    sizes = dict.fromkeys(range(start, end), 0)
    if area is not None:
        cells = grid.cells(area)
        for at, text in current_values.texts(edit, grid, area).items():
            cell = cells.get(at, BLANK)
            look = edit.styles.format(cell.style_id)
            line = at[1] if axis == "column" else at[0]
            across = width_of(text, look) + CHIP_ROOM * len(list(spans(cell)))
            size = across if axis == "column" else height_of(text, look)
            sizes[line] = max(sizes[line], size)
    for index, size in sizes.items():
        if axis == "row" or size:
            wanted = min(max(size, _LEAST), _MOST_WIDTH) if size else None
            fit = {"is_fit": bool(wanted)} if axis == "row" else {}
            change_line(edit, grid, axis, index, {"size": wanted, **fit})
    if axis == "column":
        edit.resized.setdefault(grid.sheet.id, set()).update(range(start, end))


def change_line(
    edit: Editing, grid: Grid, axis: Axis, index: int, changes: Mapping[str, Any]
) -> None:
    """Change how a row or column is; one that is as the others is not kept."""
    session, line_id = edit.ctx.session, grid.lines(axis).id_at(index)
    line = session.get(Line, (grid.sheet.id, axis, line_id))
    if line is None:
        if not any(changes.values()):
            return
        line = Line(sheet_id=grid.sheet.id, axis=axis, line_id=line_id)
        line.is_hidden = line.is_fit = False
        session.add(line)
    for name, value in changes.items():
        setattr(line, name, value)
    if line.size is None and not line.is_hidden and line.style_id is None:
        session.delete(line)


def copy_sizes(edit: Editing, source: tuple[Grid, int, int], target: tuple[Grid, int, int]) -> None:
    """Let columns be as wide as others, from the first to before the last."""
    grid, first, last = source
    to, start, end = target
    for index in range(start, end):
        line_id = grid.columns.id_at(first + (index - start) % (last - first))
        line = edit.ctx.session.get(Line, (grid.sheet.id, "column", line_id))
        change_line(edit, to, "column", index, {"size": None if line is None else line.size})


def _check_shown(
    edit: Editing, grid: Grid, axis: Axis, start: int, end: int, *, is_hidden: bool
) -> None:
    """See to it that not all lines get hidden."""
    if not is_hidden:
        return
    lines = grid.lines(axis)
    others = [index for index in range(len(lines)) if not start <= index < end]
    hidden = {
        lines.index_of(each.line_id)
        for each in edit.ctx.session.query(Line).where(
            Line.sheet_id == grid.sheet.id, Line.axis == axis, Line.is_hidden
        )
    }
    if all(index in hidden for index in others):
        raise Invalid("invalid_request", f"You can't hide all the {axis}s on the sheet.")
