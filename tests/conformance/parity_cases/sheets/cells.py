"""Cells: written, appended, cleared; and lists of requests."""

from tests.conformance.parity_cases.sheets.words import case

_VALUES = "/v4/spreadsheets/$launch/values"
_TYPED = "?valueInputOption=USER_ENTERED"
_ROW = [["Book the stand", "Ana Ruiz", "4/2/2026"]]
_BOOK = {"spreadsheetId": "$launch"}
_THEIRS = {"spreadsheet_id": "$launch", "sheet": "Tasks"}
_DATA = [{"range": "Tasks!A13:C13", "values": _ROW}, {"range": "Tasks!A14", "values": [["=1+1"]]}]
_READ = "/v4/spreadsheets/$budget/values"
_READING = {"spreadsheetId": "$budget"}
_READING_THEIRS = {"spreadsheet_id": "$budget", "sheet": "Budget"}
_RENAMED = [
    {
        "updateSpreadsheetProperties": {
            "properties": {"title": "Launch list"},
            "fields": "title",
        }
    }
]
_NOTED = [
    {
        "updateCells": {
            "rows": [{"values": [{"note": "Is this right?"}]}],
            "fields": "note",
            "start": {"sheetId": "#$budget_actuals", "rowIndex": 0, "columnIndex": 0},
        }
    }
]
CASES = (
    case(
        "connections.refresh",
        "with nothing to ask",
        mcp=("refresh_data", _BOOK),
        ui=("/s/$launch/dialogs/connections", {}),
    ),
    case(
        "connections.refresh",
        "a reader",
        "no_edit_access",
        mcp=("refresh_data", _READING),
        ui=("/s/$budget/dialogs/connections", {}),
    ),
    case(
        "values.update",
        "a row",
        rest=(f"PUT {_VALUES}/Tasks!A13:C13{_TYPED}", {"values": _ROW}),
        mcp=("update_values", {**_BOOK, "range": "Tasks!A13:C13", "values": _ROW}),
    ),
    case(
        "values.update",
        "a reader",
        "no_edit_access",
        rest=(f"PUT {_READ}/Budget!A13:C13{_TYPED}", {"values": _ROW}),
        mcp=("update_values", {**_READING, "range": "Budget!A13:C13", "values": _ROW}),
        theirs=[("update_cells", {**_READING_THEIRS, "range": "A13:C13", "data": _ROW})],
    ),
    case(
        "values.batch_update",
        "two ranges",
        rest=(
            f"POST {_VALUES}:batchUpdate",
            {"data": _DATA, "valueInputOption": "USER_ENTERED"},
        ),
        mcp=(
            "batch_update_values",
            {**_BOOK, "data": _DATA, "valueInputOption": "USER_ENTERED"},
        ),
    ),
    case(
        "values.batch_update",
        "no such sheet",
        "unparsable_range",
        rest=(
            f"POST {_VALUES}:batchUpdate",
            {"data": [{"range": "Nowhere!A1", "values": _ROW}], "valueInputOption": "RAW"},
        ),
        mcp=(
            "batch_update_values",
            {
                **_BOOK,
                "data": [{"range": "Nowhere!A1", "values": _ROW}],
                "valueInputOption": "RAW",
            },
        ),
        theirs=[
            (
                "batch_update_cells",
                {**_THEIRS, "sheet": "Nowhere", "ranges": {"A1": _ROW}},
            )
        ],
    ),
    case(
        "values.append",
        "below the table",
        rest=(f"POST {_VALUES}/Tasks!A1:append{_TYPED}", {"values": _ROW}),
        mcp=(
            "append_values",
            {
                **_BOOK,
                "range": "Tasks!A1",
                "values": _ROW,
                "valueInputOption": "USER_ENTERED",
            },
        ),
    ),
    case(
        "values.append",
        "no such workbook",
        "not_found",
        rest=(
            f"POST /v4/spreadsheets/$no_book/values/Tasks!A1:append{_TYPED}",
            {"values": _ROW},
        ),
        mcp=("append_values", {"spreadsheetId": "$no_book", "range": "A1", "values": _ROW}),
    ),
    case(
        "values.clear",
        "a column",
        rest=(f"POST {_VALUES}/Tasks!D2:D11:clear", {}),
        mcp=("clear_values", {**_BOOK, "range": "Tasks!D2:D11"}),
    ),
    case(
        "values.clear",
        "a reader",
        "no_edit_access",
        rest=(f"POST {_READ}/Budget!B2:clear", {}),
        mcp=("clear_values", {**_READING, "range": "Budget!B2"}),
    ),
    case(
        "values.batch_clear",
        "two ranges",
        rest=(f"POST {_VALUES}:batchClear", {"ranges": ["Tasks!A3", "Tasks!C5:D6"]}),
        mcp=("batch_clear_values", {**_BOOK, "ranges": ["Tasks!A3", "Tasks!C5:D6"]}),
    ),
    case(
        "values.batch_clear",
        "one is none",
        "unparsable_range",
        rest=(f"POST {_VALUES}:batchClear", {"ranges": ["Tasks!A3", "Nowhere!A1"]}),
        mcp=("batch_clear_values", {**_BOOK, "ranges": ["Tasks!A3", "Nowhere!A1"]}),
    ),
    case(
        "batches.update",
        "another title",
        rest=("POST /v4/spreadsheets/$launch:batchUpdate", {"requests": _RENAMED}),
        mcp=("update_spreadsheet", {**_BOOK, "requests": _RENAMED}),
        ui=("/s/$launch/dialogs/rename", {"title": "Launch list"}),
        theirs=[("batch_update", {"spreadsheet_id": "$launch", "requests": _RENAMED})],
    ),
    case(
        "batches.update",
        "protected",
        "protected_range",
        rest=("POST /v4/spreadsheets/$budget:batchUpdate", {"requests": _NOTED}),
        mcp=("update_spreadsheet", {"spreadsheetId": "$budget", "requests": _NOTED}),
        ui=(
            "/s/$budget/dialogs/note?gid=$budget_actuals",
            {"note": "Is this right?", "text": "Is this right?"},
        ),
        theirs=[("batch_update", {"spreadsheet_id": "$budget", "requests": _NOTED})],
        handle="gostrander",
    ),
)
