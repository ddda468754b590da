"""Values of ranges over the Sheets API: how they are read, written, appended and cleared."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest
from tests.apps.sheets.rest import Book
from tests.apps.sheets.test_rest_files import XLSX, exported


def test_empty_range_has_no_values(book: Book) -> None:
    found = book.client.ask("GET", f"{book.path}/values/A1:B2")
    assert found == {"range": "Sheet1!A1:B2", "majorDimension": "ROWS"}


def test_formulas_that_come_to_a_blank_cell_have_no_value(book: Book) -> None:
    """They are read as empty texts, as the vendor's own answers have them."""
    book.put("A1", [['=IF(Z1="",,1)', '=VLOOKUP("x",Y1:Z1,2,FALSE)', "=A1", "end"]])
    book.put("Y1", [["x"]])
    assert book.values("A1:D1") == [["", "", "", "end"]]
    assert book.values("A1:D1", valueRenderOption="UNFORMATTED_VALUE") == [["", "", "", "end"]]
    formulas = book.values("A1:A1", valueRenderOption="FORMULA")
    assert formulas == [['=IF(Z1="",,1)']]
    assert exported(book, "text/csv").decode().splitlines()[0].startswith(",,,end")


def test_written_values_are_counted_and_read(book: Book) -> None:
    done = book.put("B2", [["Name", "Sum"], ["Ana", 3]])
    assert done == {
        "spreadsheetId": book.id,
        "updatedRange": "Sheet1!B2:C3",
        "updatedRows": 2,
        "updatedColumns": 2,
        "updatedCells": 4,
    }
    assert book.values("A1:Z9") == [[], ["", "Name", "Sum"], ["", "Ana", "3"]]
    assert book.values("Sheet1", majorDimension="COLUMNS") == [[], ["", "Name", "Ana"],
                                                              ["", "Sum", "3"]]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "option", "shown", "plain", "formula"),
    [
        ("=1+1", "USER_ENTERED", "2", 2, "=1+1"),
        ("=1+1", "RAW", "=1+1", "=1+1", "=1+1"),
        (5, "RAW", "5", 5, 5),
        (True, "RAW", "TRUE", True, True),
        ("5", "RAW", "5", "5", "5"),
        ("5", "USER_ENTERED", "5", 5, 5),
        ("50%", "USER_ENTERED", "50%", 0.5, 0.5),
        ("'5", "USER_ENTERED", "5", "5", "5"),
        ("true", "USER_ENTERED", "TRUE", True, True),
        ("3/17/2026", "USER_ENTERED", "3/17/2026", 46098, 46098),
        ("2026-03-17", "USER_ENTERED", "2026-03-17", 46098, 46098),
        ("$1,200.50", "USER_ENTERED", "$1,200.50", 1200.5, 1200.5),
        ("=1/0", "USER_ENTERED", "#DIV/0!", "#DIV/0!", "=1/0"),
        (1.5, "USER_ENTERED", "1.5", 1.5, 1.5),
        (1e21, "RAW", "1E+21", 1e21, 1e21),
        ("  padded ", "RAW", "  padded ", "  padded ", "  padded "),
    ],
)
def test_input_and_output_options(
    book: Book, typed: Any, option: str, shown: Any, plain: Any, formula: Any
) -> None:
    book.put("A1", [[typed]], option)
    assert book.values("A1") == [[shown]]
    assert book.values("A1", valueRenderOption="UNFORMATTED_VALUE") == [[plain]]
    assert book.values("A1", valueRenderOption="FORMULA") == [[formula]]


def test_dates_come_as_texts_where_that_is_asked_for(book: Book) -> None:
    book.put("A1", [["3/17/2026", 7]])
    how = {"valueRenderOption": "UNFORMATTED_VALUE", "dateTimeRenderOption": "FORMATTED_STRING"}
    assert book.values("A1:B1", **how) == [["3/17/2026", 7]]


def test_null_leaves_a_cell_and_empty_text_clears_it(book: Book) -> None:
    book.put("A1:C1", [[1, 2, 3]])
    done = book.put("A1:C1", [[None, "", 9]])
    assert done["updatedCells"] == 2
    assert book.values("A1:C1") == [["1", "", "9"]]


@pytest.mark.parametrize(
    ("range_text", "resolved"),
    [
        ("A1", "Sheet1!A1"),
        ("b2:a1", "Sheet1!A1:B2"),
        ("$A$1:C", "Sheet1!A1:C1000"),
        ("A:B", "Sheet1!A1:B1000"),
        ("2:3", "Sheet1!A2:Z3"),
        ("A2:B", "Sheet1!A2:B1000"),
        ("Sheet1", "Sheet1!A1:Z1000"),
        ("sheet1!A1", "Sheet1!A1"),
        ("'It''s'!A1:B2", "'It''s'!A1:B2"),
        ("'It''s'", "'It''s'!A1:Z1000"),
        ("It's", "'It''s'!A1:Z1000"),
        ("a/b!A1", "'a/b'!A1"),
        ("Y999:AB1001", "Sheet1!Y999:Z1000"),
    ],
)
def test_ranges_are_resolved(book: Book, range_text: str, resolved: str) -> None:
    book.batch(*({"addSheet": {"properties": {"title": each}}} for each in ("It's", "a/b")))
    found = book.client.ask("GET", f"{book.path}/values/{range_text.replace('/', '%2F')}")
    assert found["range"] == resolved
    found = book.client.ask("GET", f"{book.path}/values:batchGet", query={"ranges": range_text})
    assert found["valueRanges"][0]["range"] == resolved


@pytest.mark.parametrize(
    ("range_text", "said"),
    [
        ("Nowhere!A1", "Unable to parse range: Nowhere!A1"),
        ("A0", "Unable to parse range: A0"),
        ("A1:B2:C3", "Unable to parse range: A1:B2:C3"),
        ("A1001", "Range (Sheet1!A1001) exceeds grid limits. Max rows: 1000, max columns: 26"),
        ("AA1:AB2", "Range (Sheet1!AA1:AB2) exceeds grid limits."),
    ],
)
def test_ranges_that_are_none_are_refused(book: Book, range_text: str, said: str) -> None:
    status, told = book.client.refusal("GET", f"{book.path}/values/{range_text}")
    assert (status, said in told) == (400, True)


@pytest.mark.parametrize(
    ("range_text", "values", "said"),
    [
        ("A1:B2", [[1], [2], [3]], "tried writing to row [3]"),
        ("A1:B2", [[1, 2, 3]], "tried writing to column [C]"),
        ("Z1000", [[1, 2]], "exceeds grid limits"),
        ("A1", [[{"x": 1}]], 'Invalid values[0][0]: struct_value {"x": 1}'),
        ("A1", [[2, [1]]], "Invalid values[0][1]: list_value [1]"),
        ("A1", [5], "Invalid value at 'values[0]'"),
        ("A1", 5, "Invalid value at 'values'"),
    ],
)
def test_writing_that_does_not_fit_is_refused(
    book: Book, range_text: str, values: Any, said: str
) -> None:
    path, query = f"{book.path}/values/{range_text}", {"valueInputOption": "RAW"}
    status, told = book.client.refusal("PUT", path, {"values": values}, **query)
    assert (status, said in told) == (400, True), told
    assert book.values("Sheet1") is None
    body: Any = {"valueInputOption": "RAW", "data": [{"range": "D1", "values": [["x"]]}]}
    body["data"].append({"range": range_text, "values": values})
    status, told = book.client.refusal("POST", f"{book.path}/values:batchUpdate", body)
    assert (status, "data[1]" in told) == (400, True), told
    assert book.values("Sheet1") is None


def test_input_option_must_be_given(book: Book) -> None:
    path = f"{book.path}/values/A1"
    refused = book.client.refusal("PUT", path, {"values": [[1]]})
    assert refused == (400, "'valueInputOption' is required but not specified")
    refused = book.client.refusal(
        "PUT", path, {"values": [[1]]}, valueInputOption="INPUT_VALUE_OPTION_UNSPECIFIED"
    )
    assert refused == (400, "'valueInputOption' is required but not specified")
    status, said = book.client.refusal("PUT", path, {"values": [[1]]}, valueInputOption="COOKED")
    assert (status, "ValueInputOption" in said) == (400, True)


def test_values_are_answered_where_that_is_asked_for(book: Book) -> None:
    done = book.put("A1", [["=2*3"]], includeValuesInResponse="true")
    assert done["updatedData"] == {
        "range": "Sheet1!A1",
        "majorDimension": "ROWS",
        "values": [["6"]],
    }


def append(book: Book, range_text: str, values: Any, **query: Any) -> Any:
    options = {"valueInputOption": "RAW", **query}
    path = f"{book.path}/values/{range_text}:append"
    return book.client.ask("POST", path, {"values": values}, options)


def test_append_writes_below_the_table_that_is_there(book: Book) -> None:
    book.put("B2", [["Name", "Sum"], ["Ana", 3]])
    done = append(book, "Sheet1", [["Ben", 4]])
    assert done["tableRange"] == "Sheet1!B2:C3"
    assert done["updates"]["updatedRange"] == "Sheet1!B4:C4"
    done = append(book, "B2:C2", [["Cy", 5], ["Di", 6]], includeValuesInResponse="true")
    assert done["updates"]["updatedRange"] == "Sheet1!B5:C6"
    assert done["updates"]["updatedData"]["values"] == [["Cy", "5"], ["Di", "6"]]


def test_append_without_a_table_writes_where_it_is_told(book: Book) -> None:
    done = append(book, "D7:E9", [["x"]])
    assert "tableRange" not in done
    assert done["updates"]["updatedRange"] == "Sheet1!D7"
    done = append(book, "A1", [["y"]])
    assert done["updates"]["updatedRange"] == "Sheet1!A1"


def test_append_puts_rows_in_or_writes_over(book: Book) -> None:
    book.put("A1", [["a"], ["b"], [""], ["other"]])
    append(book, "A1", [["c"], ["d"]], insertDataOption="INSERT_ROWS")
    assert book.values("A1:A9") == [["a"], ["b"], ["c"], ["d"], [], ["other"]]
    status, said = book.client.refusal(
        "POST", f"{book.path}/values/A1:append", {"values": [["x"]]}, valueInputOption="RAW",
        insertDataOption="PUSH",
    )  # fmt: skip
    assert (status, "InsertDataOption" in said) == (400, True)


def test_grid_grows_for_what_is_appended(book: Book) -> None:
    size = {"rowCount": 2, "columnCount": 1}
    tab = {"properties": {"title": "Small", "sheetId": 5, "gridProperties": size}}
    book.batch({"addSheet": tab})
    append(book, "Small!A1", [["a"], ["b"], ["c"]])
    append(book, "Small!A1", [["d", "e"]])
    assert book.values("Small") == [["a"], ["b"], ["c"], ["d", "e"]]
    grid = book.get()["sheets"][1]["properties"]["gridProperties"]
    assert (grid["rowCount"] >= 4, grid["columnCount"]) == (True, 2)


def test_values_are_cleared_and_looks_stay(book: Book) -> None:
    book.put("A1", [["50%", "x"]])
    done = book.client.ask("POST", f"{book.path}/values/A1:B1:clear", {})
    assert done == {"spreadsheetId": book.id, "clearedRange": "Sheet1!A1:B1"}
    assert book.values("A1:B1") is None
    book.put("A1", [[0.25]], "RAW")
    assert book.values("A1") == [["25%"]]


def test_several_ranges_at_once(book: Book) -> None:
    book.batch({"addSheet": {"properties": {"title": "Two"}}})
    data = [{"range": "A1", "values": [[1, 2]]},
            {"range": "Two!B1", "values": [[3], [4]], "majorDimension": "COLUMNS"}]  # fmt: skip
    body = {"valueInputOption": "RAW", "data": data}
    done = book.client.ask("POST", f"{book.path}/values:batchUpdate", body)
    totals = {name: each for name, each in done.items() if name.startswith("total")}
    assert totals == {
        "totalUpdatedRows": 2,
        "totalUpdatedColumns": 4,
        "totalUpdatedCells": 4,
        "totalUpdatedSheets": 2,
    }
    assert [each["updatedRange"] for each in done["responses"]] == ["Sheet1!A1:B1", "Two!B1:C1"]
    query = {"ranges": ["Two!B1:C1", "A1"], "valueRenderOption": "UNFORMATTED_VALUE"}
    found = book.client.ask("GET", f"{book.path}/values:batchGet", query=query)
    assert [each["values"] for each in found["valueRanges"]] == [[[3, 4]], [[1]]]
    cleared = book.client.ask("POST", f"{book.path}/values:batchClear", {"ranges": ["Two", "A1"]})
    assert cleared["clearedRanges"] == ["Two!A1:Z1000", "Sheet1!A1"]
    assert book.values("Sheet1!A1:C1") == [["", "2"]]


def test_several_ranges_are_written_wholly_or_not_at_all(book: Book) -> None:
    data = [{"range": "A1", "values": [[1]]}, {"range": "Nowhere!A1", "values": [[1]]}]
    body = {"valueInputOption": "RAW", "data": data}
    status, _ = book.client.refusal("POST", f"{book.path}/values:batchUpdate", body)
    assert status == 400
    assert book.values("A1") is None


def test_formulas_are_worked_out_at_once(book: Book) -> None:
    book.put("A1", [[1, 2, "=SUM(A1:B1)", "=C1*2"]])
    assert book.values("A1:D1") == [["1", "2", "3", "6"]]
    book.put("A1", [[10]])
    assert book.values("C1:D1") == [["12", "24"]]
    book.put("A3", [["=SEQUENCE(2,2)"]])
    assert book.values("A3:B4") == [["1", "2"], ["3", "4"]]
    assert book.cells("A3:B4")[1][1] == {
        "effectiveValue": {"numberValue": 4},
        "formattedValue": "4",
        "effectiveFormat": book.cells("A1")[0][0]["effectiveFormat"],
    }


def test_values_by_data_filters(book: Book) -> None:
    path = f"{book.path}/values"
    filters = [{"gridRange": {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1}}]
    data = [{"dataFilter": {"a1Range": "A1"}, "values": [[1, 2]]}]
    body = {"valueInputOption": "RAW", "data": data}
    done = book.client.ask("POST", f"{path}:batchUpdateByDataFilter", body)
    assert done["responses"][0]["updatedRange"] == "Sheet1!A1:B1"
    assert done["responses"][0]["dataFilter"] == {"a1Range": "A1"}
    found = book.client.ask("POST", f"{path}:batchGetByDataFilter", {"dataFilters": filters})
    (one,) = found["valueRanges"]
    assert one["dataFilters"] == filters
    assert one["valueRange"]["values"] == [["1", "2"]]
    done = book.client.ask("POST", f"{path}:batchClearByDataFilter", {"dataFilters": filters})
    assert done["clearedRanges"] == ["Sheet1!A1:Z1"]


def test_formulas_that_name_a_blank_cell_come_to_nothing(book: Book) -> None:
    book.put("A1", [["=Z9", "x"]])
    assert book.values("A1:B1") == [["", "x"]]
    assert book.values("A1:B1", valueRenderOption="UNFORMATTED_VALUE") == [["", "x"]]
    assert book.values("A1:B1", valueRenderOption="FORMULA") == [["=Z9", "x"]]
    ((first, _),) = book.cells("A1:B1")
    assert first["userEnteredValue"] == {"formulaValue": "=Z9"}
    assert "effectiveValue" not in first
    kept = exported(book, XLSX)
    sheets = openpyxl.load_workbook(io.BytesIO(kept), data_only=True).worksheets
    assert [each.value for each in sheets[0][1]] == [None, "x"]


def test_formulas_that_come_to_nothing_do_so_wherever_rows_move_them(book: Book) -> None:
    book.put("A1", [["=IF(TRUE,Z1)", "=A1"], ["=VLOOKUP(1,Y1:Z1,2,FALSE)", "=A2"]])
    book.put("Y1", [["1"]])
    rows = {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 2}
    book.batch({"insertDimension": {"range": rows}})
    assert book.values("A3:C4") is None
    book.put("Z3", [["0"]])
    assert book.values("A3:B4") == [["0", "0"], ["0", "0"]]
    book.batch({"deleteDimension": {"range": {**rows, "endIndex": 1}}})
    assert book.values("A2:B3") == [["0", "0"], ["0", "0"]]
    book.put("Z2", [[""]])
    assert book.values("A2:C3") is None
