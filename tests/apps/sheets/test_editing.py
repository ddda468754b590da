"""Edits of workbooks: cells, structure, what is undone."""

import pytest
from tests.apps.sheets.desk import OTHER, Desk

from workworld.apps.sheets.service import calculations, undo, workbooks


def insert(axis: str, start: int, count: int = 1) -> dict[str, object]:
    """A request that puts lines in."""
    lines = {"dimension": axis, "startIndex": start, "endIndex": start + count}
    return {"insertDimension": {"range": lines}}


def delete(axis: str, start: int, count: int = 1) -> dict[str, object]:
    """A request that takes lines out."""
    lines = {"dimension": axis, "startIndex": start, "endIndex": start + count}
    return {"deleteDimension": {"range": lines}}


def test_what_is_typed_is_worked_out_and_shown(desk: Desk) -> None:
    book = desk.create(
        [["Item", "Price", "Share"], ["Pens", "$1,200.50", "12%"], ["=B2*2", "=A3", "3/17/2026"]]
    )
    assert desk.read(book, "A1:C3") == [
        ["Item", "Price", "Share"],
        ["Pens", "$1,200.50", "12%"],
        ["$2,401.00", "$2,401.00", "3/17/2026"],
    ]
    assert desk.read(book, "A2:C3", "UNFORMATTED_VALUE") == [
        ["Pens", 1200.5, 0.12],
        [2401, 2401, 46098],
    ]
    assert desk.read(book, "A3:B3", "FORMULA") == [["=B2*2", "=A3"]]


def test_random_numbers_hang_on_the_edits_and_not_on_what_is_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = desk.create([["=RAND()", "=RANDBETWEEN(1,1000000)"]])
    first = desk.read(book, "A1:B1", "UNFORMATTED_VALUE")
    desk.type(book, "C1", [["5"]])
    second = desk.read(book, "A1:B1", "UNFORMATTED_VALUE")
    assert first != second == desk.read(book, "A1:B1", "UNFORMATTED_VALUE")
    monkeypatch.setattr(calculations, "_cache", calculations._Cache(calculations.MOST_BYTES))
    assert desk.read(book, "A1:B1", "UNFORMATTED_VALUE") == second


def test_formulas_follow_what_is_put_in_and_taken_out(desk: Desk) -> None:
    book = desk.create([["1"], ["2"], ["3"], ["=SUM(A1:A3)"]])
    desk.edit(book, insert("ROWS", 1, 2))
    assert desk.read(book, "A6", "FORMULA") == [["=SUM(A1:A5)"]]
    desk.type(book, "A2", [["10"]])
    assert desk.read(book, "Sheet1") == [["1"], ["10"], [], ["2"], ["3"], ["16"]]
    desk.edit(book, delete("ROWS", 0), insert("COLUMNS", 0))
    assert desk.read(book, "B5", "FORMULA") == [["=SUM(B1:B4)"]]
    desk.edit(book, delete("ROWS", 0, 4))
    assert desk.read(book, "B1") == [["#REF!"]]


def test_edits_are_undone_and_done_again(desk: Desk) -> None:
    book = desk.create([["1"], ["2"], ["=SUM(A1:A2)"]])
    before = desk.read(book, "Sheet1", "FORMULA")
    desk.edit(book, insert("ROWS", 1))
    desk.type(book, "A2", [["5"]])
    after = desk.read(book, "Sheet1", "FORMULA")
    assert after == [[1], [5], [2], ["=SUM(A1:A3)"]]
    for _ in range(2):
        desk.do(undo.undo, workbook_id=book)
    assert desk.read(book, "Sheet1", "FORMULA") == before
    assert desk.read(book, "A3") == [["3"]]
    for _ in range(2):
        desk.do(undo.redo, workbook_id=book)
    assert desk.read(book, "Sheet1", "FORMULA") == after
    assert desk.read(book, "A4") == [["8"]]
    desk.do(undo.undo, workbook_id=book)
    desk.type(book, "B1", [["new"]])
    assert desk.refused(undo.redo, workbook_id=book).code == "nothing_to_redo"


def test_undo_leaves_what_others_changed(desk: Desk) -> None:
    book = desk.create()
    desk.do(workbooks.create, title="Another")
    desk.edit(
        book, {"updateSpreadsheetProperties": {"properties": {"title": "B"}, "fields": "title"}}
    )
    desk.type(book, "A1:B1", [["mine", "mine"]])
    # Somebody else sees nothing of it until it is shared.
    refused = desk.refused(workbooks.get, by=OTHER, workbook_id=book)
    assert refused.code == "not_found"
    desk.do(undo.undo, workbook_id=book)
    assert desk.read(book, "A1:B1") == []
    desk.do(undo.undo, workbook_id=book)
    assert desk.do(workbooks.get, workbook_id=book).title == "Book"


def test_sheets_are_added_renamed_and_deleted(desk: Desk) -> None:
    book = desk.create([["7", "=Data!A1"]])
    assert desk.read(book, "B1") == [["#REF!"]]
    added = desk.edit(book, {"addSheet": {"properties": {"title": "Data", "index": 0}}})
    made = added.replies[0]["addSheet"]["properties"]
    assert (made["title"], made["index"]) == ("Data", 0)
    desk.type(book, "Data!A1", [["5"]])
    desk.type(book, "Sheet1!B1", [["=Data!A1*2"]])
    rename = {"sheetId": made["sheetId"], "title": "My data"}
    desk.edit(book, {"updateSheetProperties": {"properties": rename, "fields": "title"}})
    assert desk.read(book, "Sheet1!B1", "FORMULA") == [["='My data'!A1*2"]]
    assert desk.read(book, "Sheet1!B1") == [["10"]]
    desk.edit(book, {"deleteSheet": {"sheetId": made["sheetId"]}})
    assert desk.read(book, "B1") == [["#REF!"]]
    desk.do(undo.undo, workbook_id=book)
    assert desk.read(book, "Sheet1!B1") == [["10"]]
    refused = desk.refused(workbooks.get, workbook_id="1" + "x" * 43)
    assert refused.code == "not_found"
