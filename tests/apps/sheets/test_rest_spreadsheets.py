"""Spreadsheets over the Sheets API: created, read, edited by requests."""

from __future__ import annotations

import pytest
from tests.apps.sheets.rest import ROOT, Book, Client


def test_spreadsheet_is_created_with_one_sheet(rest: Client) -> None:
    made = rest.ask("POST", ROOT, {"properties": {"title": "Budget", "timeZone": "Europe/Rome"}})
    assert len(made["spreadsheetId"]) == 44
    assert made["properties"]["title"] == "Budget"
    assert made["properties"]["timeZone"] == "Europe/Rome"
    (sheet,) = made["sheets"]
    assert sheet["properties"] == {
        "sheetId": 0,
        "title": "Sheet1",
        "index": 0,
        "sheetType": "GRID",
        "gridProperties": {"rowCount": 1000, "columnCount": 26},
    }
    assert made["spreadsheetUrl"].endswith(f"/s/{made['spreadsheetId']}")


def test_spreadsheet_is_created_with_what_is_given(rest: Client) -> None:
    cells = [{"userEnteredValue": {"stringValue": "Total"}, "note": "all of it"},
             {"userEnteredValue": {"formulaValue": "=1+2"}}]  # fmt: skip
    body = {
        "properties": {"title": "Plan", "autoRecalc": "HOUR"},
        "sheets": [
            {"properties": {"title": "In", "gridProperties": {"rowCount": 9, "columnCount": 4,
                                                              "frozenRowCount": 1}}},
            {"properties": {"title": "Out"},
             "data": [{"startRow": 1, "startColumn": 1, "rowData": [{"values": cells}]}]},
        ],
    }  # fmt: skip
    book = Book(rest, rest.ask("POST", ROOT, body)["spreadsheetId"])
    found = book.get(includeGridData="true", ranges="Out!B2:C2")
    assert found["properties"]["autoRecalc"] == "HOUR"
    (data,) = found["sheets"][0]["data"]
    assert (data["startRow"], data["startColumn"]) == (1, 1)
    first, second = data["rowData"][0]["values"]
    assert first["userEnteredValue"] == {"stringValue": "Total"}
    assert first["note"] == "all of it"
    assert second["userEnteredValue"] == {"formulaValue": "=1+2"}
    assert second["effectiveValue"] == {"numberValue": 3}
    assert second["formattedValue"] == "3"
    sizes = [each["properties"]["gridProperties"] for each in book.get()["sheets"]]
    assert sizes[0] == {"rowCount": 9, "columnCount": 4, "frozenRowCount": 1}


def test_only_what_is_asked_for_is_answered(book: Book) -> None:
    book.batch({"addSheet": {"properties": {"title": "Two", "sheetId": 7}}})
    assert book.get(fields="properties.title") == {"properties": {"title": "Book"}}
    found = book.get(fields="sheets(properties(sheetId,title))")
    assert found == {
        "sheets": [
            {"properties": {"sheetId": 0, "title": "Sheet1"}},
            {"properties": {"sheetId": 7, "title": "Two"}},
        ]
    }
    assert "data" not in book.get()["sheets"][0]
    assert [e["properties"]["title"] for e in book.get(ranges="Two!A1")["sheets"]] == ["Two"]
    found = book.get(fields="sheets.data.rowData.values.note", includeGridData="false")
    assert found == {"sheets": [{"data": [{}]}, {"data": [{}]}]}


def test_grid_data_tells_sizes_of_lines(book: Book) -> None:
    (data,) = book.get(ranges="A1:B2", includeGridData="True")["sheets"][0]["data"]
    assert data == {
        "rowMetadata": [{"pixelSize": 21}] * 2,
        "columnMetadata": [{"pixelSize": 100}] * 2,
    }


def test_batch_answers_each_request(book: Book) -> None:
    cell = {"userEnteredValue": {"numberValue": 0.5}}
    done = book.batch(
        {"addSheet": {"properties": {"title": "New"}}},
        {"updateCells": {"start": {"sheetId": 0}, "rows": [{"values": [cell]}], "fields": "*"}},
        includeSpreadsheetInResponse=True,
        responseRanges=["Sheet1!A1"],
        responseIncludeGridData=True,
    )
    assert done["spreadsheetId"] == book.id
    assert done["replies"][0]["addSheet"]["properties"]["title"] == "New"
    assert done["replies"][1] == {}
    (sheet,) = done["updatedSpreadsheet"]["sheets"]
    (value,) = sheet["data"][0]["rowData"][0]["values"]
    assert value["effectiveValue"] == {"numberValue": 0.5}


def test_refused_batch_changes_nothing(book: Book) -> None:
    add = {"addSheet": {"properties": {"title": "New"}}}
    status, said = book.refused(add, {"deleteSheet": {"sheetId": 99}})
    assert status == 400
    assert said == "Invalid requests[1].deleteSheet: No grid with id: 99"
    assert len(book.get()["sheets"]) == 1


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "Must specify at least one request."),
        ({"requests": []}, "Must specify at least one request."),
        ({"requests": [{}]}, "Invalid requests[0]: No request set."),
        ({"requests": [{"fly": {}}]}, "Unknown name \"fly\" at 'requests[0]': Cannot find field."),
        ({"request": [{}]}, 'Unknown name "request": Cannot find field.'),
        ({"requests": 5}, "Invalid value at 'requests'"),
        ({"requests": [5]}, "requests"),
        ([], "A JSON object is expected"),
        ({"requests": [{"addSheet": {"properties": {"title": "sheet1"}}}]},
         'A sheet with the name "sheet1" already exists. Please enter another name.'),
        ({"requests": [{"deleteSheet": {"sheetId": 0}}]}, "deleteSheet"),
    ],
)  # fmt: skip
def test_batch_that_cannot_be_done_says_why(book: Book, body: object, said: str) -> None:
    status, told = book.client.refusal("POST", f"{book.path}:batchUpdate", body)
    assert status == 400
    assert said in told


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"fields": "a..b"}, "Invalid field selection"),
        ({"colour": "red"}, 'Unknown name "colour": Cannot bind query parameter.'),
        ({"includeGridData": "maybe"}, "Invalid value at 'include_grid_data' (TYPE_BOOL)"),
        ({"ranges": "Nowhere!A1"}, "Unable to parse range: Nowhere!A1"),
        ({"ranges": "AB1"}, "exceeds grid limits. Max rows: 1000, max columns: 26"),
    ],
)
def test_reading_that_cannot_be_done_says_why(book: Book, query: dict[str, str], said: str) -> None:
    status, told = book.client.refusal("GET", book.path, **query)
    assert status == 400
    assert said in told


def test_hidden_spreadsheet_does_not_exist(book: Book, other: Client) -> None:
    unknown = f"{ROOT}/{'1' * 44}"
    for path in (book.path, unknown):
        answer = other.send("GET", path)
        assert answer.status_code == 404
        assert answer.get_json() == {
            "error": {
                "code": 404,
                "message": "Requested entity was not found.",
                "status": "NOT_FOUND",
            }
        }


def test_strangers_and_weak_credentials_are_refused(book: Book, rest: Client) -> None:
    answer = rest.doors.anonymous("sheets").get(book.path)
    assert (answer.status_code, answer.get_json()["error"]["status"]) == (401, "UNAUTHENTICATED")
    reader = Client(rest.doors, ["spreadsheets.readonly"])
    assert reader.ask("GET", book.path)["spreadsheetId"] == book.id
    status, said = reader.refusal("POST", f"{book.path}:batchUpdate", {"requests": [{}]})
    assert (status, said) == (403, "Request had insufficient authentication scopes.")
    writer = Client(rest.doors, ["spreadsheets"])
    assert writer.ask("GET", book.path)["spreadsheetId"] == book.id


def test_unknown_methods_are_told_in_the_dialect(rest: Client, book: Book) -> None:
    assert rest.refusal("GET", "/v4/nothing")[0] == 404
    assert rest.refusal("DELETE", book.path)[0] == 405
    for path in (f"{ROOT}/%2F/values:batchClearByDataFilter", f"{ROOT}//{book.id}:batchUpdate"):
        assert rest.refusal("POST", path, {})[0] == 404
    answer = rest.send("POST", ROOT, data=b"{", content_type="application/json")
    assert answer.status_code == 400
    assert "Invalid JSON payload" in answer.get_json()["error"]["message"]


def test_data_filters_name_ranges(book: Book) -> None:
    book.batch({"addSheet": {"properties": {"title": "Two", "sheetId": 7}}})
    body = {"dataFilters": [{"gridRange": {"sheetId": 7, "endRowIndex": 2}}], "includeGridData": 1}
    status, said = book.client.refusal("POST", f"{book.path}:getByDataFilter", body)
    assert (status, "include_grid_data" in said) == (400, True)
    body["includeGridData"] = True
    found = book.client.ask("POST", f"{book.path}:getByDataFilter", body)
    (sheet,) = found["sheets"]
    assert sheet["properties"]["title"] == "Two"
    assert len(sheet["data"][0]["rowMetadata"]) == 2
    body["dataFilters"] = [{"gridRange": {"sheetId": 8}}]
    refused = book.client.refusal("POST", f"{book.path}:getByDataFilter", body)
    assert refused == (400, "No grid with id: 8")


def test_sheets_behind_a_deleted_one_keep_their_order(book: Book) -> None:
    book.batch(*({"addSheet": {"properties": {"title": each}}} for each in ("B", "C", "D")))
    book.batch({"deleteSheet": {"sheetId": 0}})
    found = [each["properties"] for each in book.get()["sheets"]]
    assert [(each["title"], each["index"]) for each in found] == [("B", 0), ("C", 1), ("D", 2)]


def test_colours_are_told_in_both_forms(book: Book) -> None:
    look = {"backgroundColorStyle": {"rgbColor": {"red": 1}},
            "textFormat": {"foregroundColor": {"blue": 1}}, "padding": {"top": 9}}  # fmt: skip
    cells = {"range": {"endRowIndex": 1, "endColumnIndex": 1}, "fields": "userEnteredFormat",
             "cell": {"userEnteredFormat": look}}  # fmt: skip
    book.batch({"repeatCell": cells})
    ((cell,),) = book.cells("A1")
    for name in ("userEnteredFormat", "effectiveFormat"):
        told = cell[name]
        assert told["backgroundColor"] == {"red": 1}
        assert told["backgroundColorStyle"] == {"rgbColor": {"red": 1}}
        assert told["textFormat"]["foregroundColorStyle"] == {"rgbColor": {"blue": 1}}
        assert told["padding"]["top"] == 9
    assert cell["effectiveFormat"]["textFormat"]["fontSize"] == 10
