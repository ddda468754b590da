"""Cells that hold, or come to, what their rules do not allow: they are marked, not refused."""

from __future__ import annotations

from collections.abc import Mapping

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.values import Error, Value
from workworld.apps.sheets.models import Validation, Workbook
from workworld.apps.sheets.service import following, lying
from workworld.apps.sheets.service.conditions import Judge, subject
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.styles import Styles, pattern_of
from workworld.context import Context

_USUAL = "This cell's contents violate its validation rule."


def broken(
    ctx: Context,
    workbook: Workbook,
    grid: Grid,
    area: Area,
    cells: Mapping[Place, CellRow],
    values: Mapping[Place, Value],
) -> dict[Place, str]:
    """The cells of a rectangle that their rules do not allow, with what is told of it.

    Args:
        ctx: of whoever looks.
        workbook: one that they see.
        grid: the sheet.
        area: the rectangle.
        cells: what is kept of its cells.
        values: what they come to, blank ones left out.
    """
    found, judge, styles = dict[Place, str](), None, None
    for rule in following.lying_on(ctx, grid, Validation):
        areas = lying.areas(rule, grid)
        if not any(each.common(area) for each in areas):
            continue
        judge = judge or Judge.of(ctx, workbook)
        styles = styles or Styles.read(ctx, workbook.id)
        for at, value in values.items():
            if value in (None, "") or isinstance(value, Error):
                continue
            if not any(at in each for each in areas):
                continue
            pattern = pattern_of(styles.format(cells.get(at, BLANK).style_id))
            seen = subject(value, pattern)
            if not judge.meets(rule.rule["condition"], grid, at, lying.corner(areas), seen):
                found[at] = f"Invalid: {rule.rule.get('inputMessage') or _USUAL}"
    return found
