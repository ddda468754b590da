"""What a new workbook is to be, told as a whole one: its sheets and all that lies on them.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/create
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.sheets.api.rows import Arguments, queried, said
from workworld.apps.sheets.wire.payloads import Message
from workworld.context import Context

_SPREADSHEET = Message(
    {
        "spreadsheetId": str,
        "spreadsheetUrl": str,
        "properties": Message(
            {
                "title": str,
                "locale": str,
                "timeZone": str,
                "autoRecalc": str,
                "defaultFormat": object,
                "iterativeCalculationSettings": object,
                "spreadsheetTheme": object,
                "importFunctionsExternalUrlAccessAllowed": bool,
            }
        ),
        "sheets": [
            Message(
                {
                    "properties": object,
                    "data": [
                        Message(
                            {
                                "startRow": int,
                                "startColumn": int,
                                "rowData": [object],
                                "rowMetadata": [object],
                                "columnMetadata": [object],
                            }
                        )
                    ],
                    "merges": [object],
                    "conditionalFormats": [object],
                    "basicFilter": object,
                    "filterViews": [object],
                    "protectedRanges": [object],
                    "bandedRanges": [object],
                    "charts": [object],
                    "rowGroups": [object],
                    "columnGroups": [object],
                    "developerMetadata": [object],
                    "slicers": [object],
                    "tables": [object],
                }
            )
        ],
        "namedRanges": [object],
        "developerMetadata": [object],
        "commentsViewMode": str,
    }
)
"""What may be given of a new one; what is told of it alone is read over."""
_LISTED: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "merges": lambda each: {"mergeCells": {"range": each, "mergeType": "MERGE_ALL"}},
    "conditionalFormats": lambda each: {"addConditionalFormatRule": {"rule": each, "index": 0}},
    "filterViews": lambda each: {"addFilterView": {"filter": each}},
    "protectedRanges": lambda each: {"addProtectedRange": {"protectedRange": each}},
    "bandedRanges": lambda each: {"addBanding": {"bandedRange": each}},
    "tables": lambda each: {"addTable": {"table": each}},
    "charts": lambda each: {"addChart": {"chart": each}},
    "rowGroups": lambda each: {"addDimensionGroup": {"range": each.get("range")}},
    "columnGroups": lambda each: {"addDimensionGroup": {"range": each.get("range")}},
}
"""What a sheet of a new workbook may hold, as requests."""


def accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    """The arguments of ``workbooks.create``.

    Args:
        arguments: the body, a ``Spreadsheet`` of the vendor's.

    Raises:
        Invalid: the body has a member that no spreadsheet has, or one of another kind.
    """
    queried(arguments)
    body = said(arguments, _SPREADSHEET)
    about = body.get("properties", {})
    names = {"title": "title", "locale": "locale", "time_zone": "timeZone"}
    known = {ours: about[theirs] for ours, theirs in names.items() if about.get(theirs)}
    tabs = [_tab(each, index) for index, each in enumerate(body.get("sheets", []))]
    requests = [
        {"updateSpreadsheetProperties": {"properties": {name: about[name]}, "fields": name}}
        for name in ("autoRecalc", "spreadsheetTheme")
        if name in about
    ]
    for tab, each in zip(tabs, body.get("sheets", []), strict=True):
        requests += _requests(tab, each)
    requests += [{"addNamedRange": {"namedRange": each}} for each in body.get("namedRanges", [])]
    return {**known, "sheets": tabs, "requests": requests}


def _tab(sheet: Mapping[str, Any], index: int) -> Mapping[str, Any]:
    """The properties of a sheet, with an id where something is to be put into it."""
    given = sheet.get("properties") or {}
    if not isinstance(given, Mapping):
        return {"properties": given}  # refused as what it is
    needs_id = index and len(sheet) > 1 and "sheetId" not in given
    return {**given, "sheetId": 1_000_000_007 + index} if needs_id else given


def _requests(tab: Mapping[str, Any], sheet: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What is to be put into a sheet of a new workbook."""
    sheet_id = tab.get("sheetId", 0)
    found: list[dict[str, Any]] = []
    for data in sheet.get("data", []):
        start = {"sheetId": sheet_id, "rowIndex": data.get("startRow", 0),
                 "columnIndex": data.get("startColumn", 0)}  # fmt: skip
        if data.get("rowData"):
            cells = {"start": start, "rows": data["rowData"], "fields": "*"}
            found.append({"updateCells": cells})
        for name, dimension, first in (
            ("rowMetadata", "ROWS", start["rowIndex"]),
            ("columnMetadata", "COLUMNS", start["columnIndex"]),
        ):
            found += _lines(sheet_id, dimension, first, data.get(name, []))
    if "basicFilter" in sheet:
        found.append({"setBasicFilter": {"filter": sheet["basicFilter"]}})
    for name, request in _LISTED.items():
        found += [request(each) for each in sheet.get(name, []) if isinstance(each, Mapping)]
    return found


def _lines(sheet_id: Any, dimension: str, first: int, given: list[Any]) -> list[dict[str, Any]]:
    return [
        {
            "updateDimensionProperties": {
                "range": {
                    "sheetId": sheet_id,
                    "dimension": dimension,
                    "startIndex": at,
                    "endIndex": at + 1,
                },
                "properties": each,
                "fields": ",".join(each),
            }
        }
        for at, each in enumerate(given, first)
        if isinstance(each, Mapping) and each
    ]
