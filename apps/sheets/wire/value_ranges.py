"""Values of ranges as the Sheets API has them.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.service.value_ranges import Updated, ValueRange

Json = dict[str, Any]


def value_range(found: ValueRange) -> Json:
    """``ValueRange``; an empty range has no values."""
    told: Json = {"range": found.range, "majorDimension": found.major_dimension}
    return told | {"values": found.values} if found.values else told


def updated(done: Updated) -> Json:
    """``UpdateValuesResponse``; counts of nothing are left out."""
    counts = {
        "updatedRows": done.rows,
        "updatedColumns": done.columns,
        "updatedCells": done.cells,
    }
    told: Json = {"spreadsheetId": done.workbook_id, "updatedRange": done.range}
    told |= {name: count for name, count in counts.items() if count}
    return told if done.data is None else told | {"updatedData": value_range(done.data)}


def appended(done: Updated) -> Json:
    """``AppendValuesResponse``."""
    told: Json = {"spreadsheetId": done.workbook_id}
    if done.table_range:
        told["tableRange"] = done.table_range
    return told | {"updates": updated(done)}


def several_updated(workbook_id: str, done: Sequence[Updated]) -> Json:
    """``BatchUpdateValuesResponse``."""
    sheets = {each.range.rpartition("!")[0] for each in done if each.cells}
    totals = {
        "totalUpdatedRows": sum(each.rows for each in done),
        "totalUpdatedColumns": sum(each.columns for each in done),
        "totalUpdatedCells": sum(each.cells for each in done),
        "totalUpdatedSheets": len(sheets),
    }
    return {
        "spreadsheetId": workbook_id,
        **{name: count for name, count in totals.items() if count},
        "responses": [updated(each) for each in done],
    }
