"""Tables as workbooks of other programs have them, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.table import Table as TheirTable
from openpyxl.worksheet.table import TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.models import Table
from workworld.apps.sheets.service.appearance import TABLE_COLOURS
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests import registry
from workworld.apps.sheets.service.resources import range_of
from workworld.errors import Refused

_STYLE = "TableStyleLight1"
_FOOTER = {"rgbColor": {"red": 0.9, "green": 0.92, "blue": 0.91}}
"""The colour of rows of totals: files tell none of their own."""


def write(page: Worksheet, grid: Grid, things: Sequence[Table], taken: set[str]) -> list[str]:
    """Write the tables of a sheet.

    Args:
        page: the sheet's.
        grid: the sheet.
        things: its tables.
        taken: names that others have in the file, in small letters; those of tables are added.

    Returns:
        What files cannot tell, in words.
    """
    notes = []
    for thing in things:
        reference = parse(thing.ranges[0])
        area = reference.area(len(grid.rows), len(grid.columns)) if reference else None
        if area is None or not _is_fit(page, area):
            notes.append("tables whose headings are no different texts (their cells are kept)")
            continue
        name = _free(re.sub(r"\W", "_", thing.name), taken)
        made = TheirTable(displayName=name, name=name, ref=str(area))
        if thing.has_totals and area.height > 2:
            made.totalsRowCount = 1
            above = Area(area.top, area.left, area.bottom - 1, area.right)
            made.autoFilter = AutoFilter(ref=str(above))
        made.tableStyleInfo = TableStyleInfo(name=_STYLE, showRowStripes=True)
        page.add_table(made)
    return notes


def _is_fit(page: Worksheet, area: Area) -> bool:
    """Whether files can have a table there: headings are different texts, and rows lie below."""
    heads = [page.cell(area.top + 1, column + 1) for column in range(area.left, area.right)]
    texts = [str(each.value) for each in heads if each.data_type == "s" and each.value]
    filtered = parse(page.auto_filter.ref or "")
    is_filtered = filtered is not None and area.common(filtered.area(area.bottom, area.right))
    is_merged = any(
        area.common(Area(each.min_row - 1, each.min_col - 1, each.max_row, each.max_col))
        for each in page.merged_cells.ranges
    )
    alone = len({each.casefold() for each in texts}) == area.width
    return alone and area.height > 1 and not is_filtered and not is_merged


def _free(name: str, taken: set[str]) -> str:
    base = name if name[:1].isalpha() or name[:1] == "_" else f"_{name}"
    base = base if parse(base) is None else f"_{base}"
    wanted, turn = base[:250], 2
    while wanted.casefold() in taken:
        wanted, turn = f"{base[:240]}_{turn}", turn + 1
    taken.add(wanted.casefold())
    return wanted


def read(editing: Editing, pages: Sequence[tuple[Worksheet, Grid]]) -> list[str]:
    """Make tables of those of pages.

    Returns:
        What was not taken, in words.
    """
    notes: list[str] = []
    for page, grid in pages:
        for found in page.tables.values():
            reference = parse(str(found.ref))
            if reference is None or found.headerRowCount == 0:
                notes.append("tables without headings (their cells are kept)")
                continue
            area = reference.area(len(grid.rows), len(grid.columns))
            wanted: dict[str, Any] = {"range": range_of(grid.sheet, area)}
            if found.totalsRowCount:
                wanted["rowsProperties"] = {**TABLE_COLOURS, "footerColorStyle": _FOOTER}
            for name in (str(found.displayName), None):
                try:
                    told = {**wanted, **({"name": name} if name else {})}
                    registry.perform(editing, 0, {"addTable": {"table": told}})
                    break
                except Refused:
                    # A name may be another's here; without one it gets a free one.
                    continue
            else:
                notes.append("tables (their cells are kept)")
            if found.autoFilter is not None and found.autoFilter.filterColumn:
                notes.append("filters of tables (the rows stay hidden)")
    return list(dict.fromkeys(notes))
