"""Pivot tables of workbooks of other programs: read as such where ours can show the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openpyxl.worksheet.worksheet import Worksheet

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests import registry
from workworld.apps.sheets.service.resources import range_of
from workworld.errors import Refused

Json = dict[str, Any]
_SUMMARIES: Mapping[str, str] = {
    "sum": "SUM",
    "count": "COUNTA",
    "countNums": "COUNT",
    "average": "AVERAGE",
    "max": "MAX",
    "min": "MIN",
    "product": "PRODUCT",
    "stdDev": "STDEV",
    "stdDevp": "STDEVP",
    "var": "VAR",
    "varp": "VARP",
}
_SHARES: Mapping[str, str] = {
    "percentOfRow": "PERCENT_OF_ROW_TOTAL",
    "percentOfCol": "PERCENT_OF_COLUMN_TOTAL",
    "percentOfTotal": "PERCENT_OF_GRAND_TOTAL",
}
_VALUES = -2
"""What stands among the fields of a side for the names of the values."""


def read(editing: Editing, pages: Sequence[tuple[Worksheet, Grid]]) -> list[str]:
    """Make pivot tables of those of pages; of others the values stay as they were.

    Returns:
        What was not taken, in words.
    """
    notes: list[str] = []
    grids = {page.title: grid for page, grid in pages}
    for page, grid in pages:
        for found in getattr(page, "_pivots", ()):
            try:
                wanted = _definition(found, grids)
            except (AttributeError, TypeError, IndexError, KeyError):
                # What a file leaves out or refers to wrongly, the library hands on as it is.
                wanted = None
            if wanted is None or not _put(editing, grid, str(found.location.ref), wanted):
                notes.append("a pivot table (its values are kept)")
    return list(dict.fromkeys(notes))


def _put(editing: Editing, grid: Grid, place: str, wanted: Json) -> bool:
    reference = parse(place)
    area = reference.area(len(grid.rows), len(grid.columns)) if reference else None
    if area is None or not grid.area.holds(area):
        return False
    before = grid.cells(area)
    editing.put(grid, dict.fromkeys(before))
    anchor = {"sheetId": grid.sheet.sheet_id, "rowIndex": area.top, "columnIndex": area.left}
    told = {"addPivotTable": {"pivotTable": wanted, "anchor": anchor}}
    try:
        with editing.ctx.session.begin_nested():
            registry.perform(editing, 0, told)
    except Refused:
        editing.put(grid, dict(before))
        return False
    return True


def _definition(found: Any, grids: Mapping[str, Grid]) -> Json | None:
    """A pivot table in the vendor's JSON; None for one that ours cannot be."""
    source = found.cache.cacheSource.worksheetSource
    reference = parse(str(source.ref)) if source is not None and source.ref else None
    grid = grids.get(source.sheet or "") if source is not None else None
    if reference is None or grid is None:
        return None
    area = reference.area(len(grid.rows), len(grid.columns))
    fields = found.cache.cacheFields
    if any(each.fieldGroup is not None or each.formula for each in fields) or _is_picked(found):
        return None
    if len(fields) != area.width or not found.dataFields:
        return None
    sides = [
        [_group(found, each.x) for each in side or () if each.x != _VALUES]
        for side in (found.rowFields, found.colFields)
    ]
    values = [_value(each) for each in found.dataFields]
    if any(each is None for each in values):
        return None
    rows, columns = sides
    for group, has_total in ((rows[:1], found.colGrandTotals), (columns[:1], found.rowGrandTotals)):
        for each in group:
            each["showTotals"] = has_total is not False
    stacked = any(each.x == _VALUES for each in found.rowFields or ())
    return {
        "source": range_of(grid.sheet, area),
        "rows": rows,
        "columns": columns,
        "values": values,
        "valueLayout": "VERTICAL" if stacked else "HORIZONTAL",
    }


def _is_picked(found: Any) -> bool:
    """Whether it leaves out some items."""
    hidden = any(item.h for field in found.pivotFields for item in field.items or ())
    return hidden or any(each.item is not None for each in found.pageFields or ())


def _group(found: Any, index: int) -> Json:
    field = found.pivotFields[index]
    falls = field.sortType == "descending"
    return {
        "sourceColumnOffset": index,
        "showTotals": field.defaultSubtotal is not False,
        "sortOrder": "DESCENDING" if falls else "ASCENDING",
    }


def _value(field: Any) -> Json | None:
    summary = _SUMMARIES.get(field.subtotal or "sum")
    share = field.showDataAs or "normal"
    if summary is None or (share != "normal" and share not in _SHARES):
        return None
    told: Json = {"sourceColumnOffset": field.fld, "summarizeFunction": summary}
    if field.name:
        told["name"] = field.name
    return told | ({"calculatedDisplayType": _SHARES[share]} if share in _SHARES else {})
