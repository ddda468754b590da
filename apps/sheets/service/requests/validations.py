"""Requests on what may be put into cells.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#setdatavalidationrequest
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.conditions import VALIDATES
from workworld.apps.sheets.models import Validation
from workworld.apps.sheets.service import conditions, lying
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid, Place
from workworld.apps.sheets.service.requests.cells import cell_part
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import DataValidationRule, GridRange, Shape


class SetDataValidation(Shape):
    """A rule for the cells of a range; without one they have none any more."""

    range: GridRange
    rule: DataValidationRule | None = None
    filtered_rows_included: bool = False


@request("setDataValidation", "Data validation")
def set_data_validation(edit: Editing, given: SetDataValidation) -> None:
    """Say what may be put into cells, with a list to choose from or a box to tick; or no more."""
    grid = edit.grid(given.range.sheet_id)
    area = area_of(grid, given.range)
    edit.check_writable(grid, area)
    put(edit, grid, [area], given.rule)


def put(edit: Editing, grid: Grid, areas: list[Area], rule: DataValidationRule | None) -> None:
    """Let the cells of some rectangles have a rule, or none.

    Raises:
        Invalid: its condition is of no use for this.
    """
    for each in areas:
        lying.carve(edit, grid, Validation, each)
    if rule is None:
        return
    conditions.check(rule.condition, VALIDATES)
    edit.ctx.session.add(
        Validation(
            id=lying.new_id(edit.ctx),
            sheet_id=grid.sheet.id,
            position=0,
            ranges=[lying.text_of(grid, each) for each in areas],
            rule=rule.json_form(),
        )
    )


@cell_part("dataValidation")
def write(edit: Editing, grid: Grid, cells: Mapping[Place, DataValidationRule | None]) -> None:
    """Write the rules that are given with cells."""

    def key(each: tuple[Place, DataValidationRule | None]) -> str:
        return "" if each[1] is None else each[1].model_dump_json()

    for _, group in groupby(sorted(cells.items(), key=lambda each: (key(each), each[0])), key):
        found = list(group)
        put(edit, grid, _joined([at for at, _ in found]), found[0][1])


def _joined(places: list[Place]) -> list[Area]:
    """Cells as rectangles: runs of each row, those of successive rows together."""
    found = list[Area]()
    for row, group in groupby(sorted(places), lambda at: at[0]):
        for column in [column for _, column in group]:
            last = found[-1] if found else None
            if last is not None and last.top == row and last.right == column:
                found[-1] = Area(row, last.left, row + 1, column + 1)
            else:
                found.append(Area(row, column, row + 1, column + 1))
    tall = list[Area]()
    for each in sorted(found, key=lambda area: (area.left, area.right, area.top)):
        last = tall[-1] if tall else None
        if last and (last.left, last.right, last.bottom) == (each.left, each.right, each.top):
            tall[-1] = Area(last.top, last.left, each.bottom, last.right)
        else:
            tall.append(each)
    return tall
