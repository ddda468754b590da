"""Formulas take on the number format of what they are worked out from, as people expect.

A sum of amounts is an amount, a day and three a day, one day less another a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from workworld.apps.sheets.engine.addresses import Area, Reference
from workworld.apps.sheets.engine.formulas import parts
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.formats import number_format, usual_code
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.apps.sheets.service.styles import pattern_of

_KEEP = frozenset(
    {
        *("ABS", "AVERAGE", "AVERAGEIFS", "CEILING", "FLOOR", "IF", "IFERROR", "LARGE", "MAX"),
        *("MAXIFS", "MEDIAN", "MIN", "MINIFS", "MROUND", "ROUND", "ROUNDDOWN", "ROUNDUP", "SMALL"),
        *("SUM", "SUMIFS", "SUMPRODUCT", "TRUNC"),
    }
)
"""Functions that answer with what they are given, rather than with a count or a text of it."""
_TEXTS = re.compile(r'"[^"]*"')
_FUNCTIONS = re.compile(r"([A-Za-z][A-Za-z0-9.]*)\(")
_LOOKED_AT = 20
"""How many rows of a range are looked at: above amounts often stands a title."""


def dressed(edit: Editing, grid: Grid, cells: Mapping[Place, CellRow]) -> dict[Place, CellRow]:
    """Cells that were typed, with the formats that their formulas take on.

    Args:
        edit: the workbook, which does not hold them yet.
        grid: their sheet.
        cells: as they are to be.
    """
    done = dict(cells)
    if not any(map(pattern_of, edit.styles.all().values())):
        return done  # there is none to take on
    for at, cell in cells.items():
        look = edit.styles.format(cell.style_id)
        if cell.kind != "formula" or cell.text is None or pattern_of(look):
            continue
        code = _code(edit, grid, done, cell.text)
        if code:
            wanted = {**look, "numberFormat": number_format(code)}
            done[at] = cell._replace(style_id=edit.styles.id_of(wanted))
    return done


def _code(edit: Editing, grid: Grid, fresh: Mapping[Place, CellRow], formula: str) -> str:
    """The number format that a formula takes on; empty for none."""
    bare = _TEXTS.sub("", formula[1:])
    named = {each.upper() for each in _FUNCTIONS.findall(bare)}
    # What compares or joins comes to no amount; nor does a condition's comparison tell which.
    if usual_code(formula) or named - _KEEP or ("IF" not in named and re.search("[&<>=]", bare)):
        return ""
    references = [each.reference for each in parts(formula) if each.reference is not None]
    codes = [_of_reference(edit, grid, fresh, each) for each in references[:_LOOKED_AT]]
    return _chosen([each for each in codes if each], len(codes), bare)


def _chosen(codes: Sequence[str], count: int, bare: str) -> str:
    by_kind: dict[str, list[str]] = {}
    for code in codes:
        by_kind.setdefault(number_format(code)["type"], []).append(code)
    if amounts := by_kind.get("CURRENCY"):
        return "" if "/" in bare and len(amounts) > 1 else amounts[0]
    if days := by_kind.get("DATE") or by_kind.get("DATE_TIME"):
        return "" if re.search("[*/]", bare) or ("-" in bare and len(days) > 1) else days[0]
    same = codes and len(codes) == count and "/" not in bare
    return codes[0] if same and len(by_kind) == 1 else ""


def _of_reference(
    edit: Editing, home: Grid, fresh: Mapping[Place, CellRow], reference: Reference
) -> str:
    """The number format of the first cell of a reference that has one."""
    title = home.sheet.title if reference.sheet is None else reference.sheet
    grid = next((each for each in edit.grids if each.sheet.title == title), None)
    if grid is None:
        return ""
    whole = reference.area(len(grid.rows), len(grid.columns))
    area = whole.common(grid.area)
    if area is None:
        return ""
    first = Area(area.top, area.left, min(area.bottom, area.top + _LOOKED_AT), area.left + 1)
    cells = grid.cells(first)
    if grid is home:
        places = ((row, first.left) for row in range(first.top, first.bottom))
        cells |= {at: fresh[at] for at in places if at in fresh}
    patterns = (pattern_of(edit.styles.format(cells[at].style_id)) for at in sorted(cells))
    return next(filter(None, patterns), "")
