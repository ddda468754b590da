"""What may be put into cells, held against what is put in."""

from __future__ import annotations

from collections.abc import Mapping

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.calculation import Formula
from workworld.apps.sheets.models import Validation
from workworld.apps.sheets.service import current_values, lying
from workworld.apps.sheets.service.conditions import Judge, subject
from workworld.apps.sheets.service.edit_hooks import checks_input
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.apps.sheets.service.styles import pattern_of
from workworld.errors import Invalid


@checks_input
def check(edit: Editing, grid: Grid, cells: Mapping[Place, CellRow | None]) -> None:
    """See to it that cells get nothing that their rules reject; what rules warn of may be put in.

    What formulas come to is not looked at: it changes without anybody putting anything in.

    Raises:
        Invalid: ``validation_rejected``, with what the rule's maker tells about it.
    """
    rules = [each for each in lying.on(edit, Validation, grid) if each.rule.get("strict")]
    if not rules:
        return
    judge = _judge(edit)
    for thing in rules:
        areas = lying.areas(thing, grid)
        for at, cell in cells.items():
            if cell is None or not cell.kind or not any(at in area for area in areas):
                continue
            value = cell.input
            if isinstance(value, Formula):
                continue
            looked_at = subject(value, pattern_of(edit.styles.format(cell.style_id)))
            condition = thing.rule["condition"]
            if not judge.meets(condition, grid, at, lying.corner(areas), looked_at):
                raise _rejected(at, thing)


def _judge(edit: Editing) -> Judge:
    return Judge(
        lambda *asked: current_values.reckoned(edit).calculate(*asked), current_values.today(edit)
    )


def _rejected(at: Place, thing: Validation) -> Invalid:
    where = Area(at[0], at[1], at[0] + 1, at[1] + 1)
    said = f"The data you entered in cell {where} violates the data validation rules set on it."
    told = thing.rule.get("inputMessage") or ""
    return Invalid("validation_rejected", f"{said} {told}".rstrip())
