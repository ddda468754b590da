"""Requests that draw borders.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#updatebordersrequest
"""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, CellRow, Place
from workworld.apps.sheets.service.requests.places import area_of, check_count
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import Border, GridRange, Shape


class UpdateBorders(Shape):
    """The sides of a range and the lines within it; what is left out stays as it is."""

    range: GridRange
    top: Border | None = None
    bottom: Border | None = None
    left: Border | None = None
    right: Border | None = None
    inner_horizontal: Border | None = None
    inner_vertical: Border | None = None


@request("updateBorders", "Borders")
def update_borders(edit: Editing, given: UpdateBorders) -> None:
    """Draw borders around a range and within it; one without a style or ``NONE`` goes."""
    grid = edit.grid(given.range.sheet_id)
    area = area_of(grid, given.range)
    check_count(area.size)
    edit.check_writable(grid, area)
    there, fresh = grid.cells(area), dict[Place, CellRow | None]()
    named = given.model_fields_set
    looks: dict[tuple[int | None, tuple[str, ...]], CellRow] = {}
    for row in range(area.top, area.bottom):
        for column in range(area.left, area.right):
            sides = _sides(given, area, (row, column))
            wanted = {side: getattr(given, name) for side, name in sides.items() if name in named}
            if wanted:
                cell = there.get((row, column), BLANK)
                key = cell.style_id, tuple(sides.values())
                if key not in looks:  # most cells look as others do
                    looks[key] = _drawn(edit, cell, wanted)
                fresh[row, column] = cell._replace(style_id=looks[key].style_id)
    edit.put(grid, fresh)


def _sides(given: UpdateBorders, area: Area, at: Place) -> dict[str, str]:
    """Which of a cell's sides is which line of the range."""
    del given
    row, column = at
    return {
        "top": "top" if row == area.top else "inner_horizontal",
        "bottom": "bottom" if row == area.bottom - 1 else "inner_horizontal",
        "left": "left" if column == area.left else "inner_vertical",
        "right": "right" if column == area.right - 1 else "inner_vertical",
    }


def _drawn(edit: Editing, cell: CellRow, wanted: dict[str, Border | None]) -> CellRow:
    look = dict(edit.styles.format(cell.style_id))
    borders: dict[str, Any] = dict(look.get("borders") or {})
    for side, border in wanted.items():
        if border is None or border.style in ("NONE", "STYLE_UNSPECIFIED"):
            borders.pop(side, None)
        else:
            borders[side] = border.json_form()
    look["borders"] = borders
    return cell._replace(style_id=edit.styles.id_of(look))
