"""Cells that are copied, cut, merged and resized."""

import pytest
from tests.apps.sheets.workbook_kit import Book

from workworld.apps.sheets.models import ConditionalRule, Line, Merge, Validation


def copy(book: Book, source: str, destination: str, **how: str) -> None:
    ranges = {"source": book.range(source), "destination": book.range(destination)}
    book.do({"copyPaste": {**ranges, **how}})


def cut(book: Book, source: str, to: str) -> None:
    sheet_id, area = book.place(to)
    corner = {"sheetId": sheet_id, "rowIndex": area.top, "columnIndex": area.left}
    book.do({"cutPaste": {"source": book.range(source), "destination": corner}})


def bold(book: Book, at: str) -> None:
    cell = {
        "userEnteredFormat": {"textFormat": {"bold": True}, "borders": {"top": {"style": "SOLID"}}}
    }
    fields = "userEnteredFormat(textFormat,borders)"
    book.do({"repeatCell": {"range": book.range(at), "cell": cell, "fields": fields}})


def merge(book: Book, at: str, kind: str = "MERGE_ALL") -> dict[str, object]:
    return {"mergeCells": {"range": book.range(at), "mergeType": kind}}


def merged(book: Book) -> list[str]:
    return sorted(each.ranges[0] for each in book.all(Merge))


def test_relative_references_go_along_and_multiples_are_filled(book: Book) -> None:
    book.put("A1", [[1, "=A1*$A$1+B$9"], [2, "=A2"]])
    copy(book, "A1:B2", "D1:E4")
    assert book.inputs("D1:E4") == [
        [1, "=D1*$A$1+E$9"],
        [2, "=D2"],
        [1, "=D3*$A$1+E$9"],
        [2, "=D4"],
    ]
    copy(book, "B1", "A3")
    assert book.inputs("A3") == [["=#REF!*$A$1+A$9"]]
    copy(book, "A1:B2", "G1:G1")  # smaller than what is copied: all of it is, nevertheless
    assert book.inputs("G1:H2") == [[1, "=G1*$A$1+H$9"], [2, "=G2"]]


def test_what_is_pasted_may_be_a_part(book: Book) -> None:
    book.put("A1", [[2, "=A1*3"]])
    bold(book, "A1:B1")
    book.put("D1", [["x", "y"]])
    copy(book, "A1:B1", "D1:E1", pasteType="PASTE_FORMAT")
    assert book.inputs("D1:E1") == [["x", "y"]]
    assert book.looks("E1")[0][0]["textFormat"] == {"bold": True}
    copy(book, "A1:B1", "D2:E2", pasteType="PASTE_VALUES")
    assert book.inputs("D2:E2") == [[2, 6]]
    assert book.looks("E2") == [[{}]]
    copy(book, "A1:B1", "D3:E3", pasteType="PASTE_FORMULA")
    assert book.inputs("D3:E3") == [[2, "=D3*3"]]
    assert book.looks("E3") == [[{}]]
    copy(book, "A1:B1", "D4:E4", pasteType="PASTE_NO_BORDERS")
    assert book.looks("E4") == [[{"textFormat": {"bold": True}}]]
    assert book.values("E4") == [[6]]


def test_values_are_those_of_the_moment_amid_a_batch(book: Book) -> None:
    book.put("A1", [[2, "=A1*3"]])
    cell = {"rows": [{"values": [{"userEnteredValue": {"numberValue": 5}}]}]}
    book.do(
        {"updateCells": {**cell, "start": {"rowIndex": 0}, "fields": "userEnteredValue"}},
        {
            "copyPaste": {
                "source": book.range("B1"),
                "destination": book.range("C1"),
                "pasteType": "PASTE_VALUES",
            }
        },
    )
    assert book.inputs("C1") == [[15]]


def test_rows_become_columns(book: Book) -> None:
    book.put("A1", [[1, 2, 3], [4, 5, "=A1"]])
    copy(book, "A1:C2", "E1", pasteOrientation="TRANSPOSE")
    assert book.inputs("E1:F3") == [[1, 4], [2, 5], [3, "=D2"]]


def test_widths_are_pasted(book: Book) -> None:
    book.do(
        {
            "updateDimensionProperties": {
                "range": {"dimension": "COLUMNS", "startIndex": 0, "endIndex": 1},
                "properties": {"pixelSize": 55},
                "fields": "pixelSize",
            }
        }
    )
    copy(book, "A1:B1", "D1:E1", pasteType="PASTE_COLUMN_WIDTHS")
    with book.world.reading() as session:
        assert sorted(each.line_id for each in session.query(Line) if each.size == 55) == [0, 3]


def test_references_follow_what_is_cut(book: Book) -> None:
    book.put("A1", [[1, "=A1+A2"], [2, "=SUM(A1:A2)"]])
    cut(book, "A1:A2", "D5")
    assert book.inputs("A1:B2") == [[None, "=D5+D6"], [None, "=SUM(D5:D6)"]]
    cut(book, "B1:B2", "B2")
    assert book.inputs("B1:B3") == [[None], ["=D5+D6"], ["=SUM(D5:D6)"]]
    book.do({"addSheet": {"properties": {"sheetId": 7, "title": "Other"}}})
    cut(book, "B2:B3", "7!A1")
    assert book.inputs("7!A1:A2") == [["=Sheet1!D5+Sheet1!D6"], ["=SUM(Sheet1!D5:D6)"]]
    cut(book, "D5:D6", "7!C1")
    assert book.inputs("7!A1:A2") == [["=Other!C1+Other!C2"], ["=SUM(Other!C1:C2)"]]
    assert book.values("7!A1:A2") == [[3], [3]]
    for _ in range(4):
        book.undo()
    book.undo()
    assert book.inputs("A1:B2") == [[1, "=A1+A2"], [2, "=SUM(A1:A2)"]]


def test_pasting_over_a_cell_leaves_references_to_it(book: Book) -> None:
    book.put("A1", [[1, "=A1", 9]])
    cut(book, "C1", "A1")
    assert book.values("A1:C1") == [[9, 9, None]]


def test_merged_cells_keep_the_first(book: Book) -> None:
    book.put("A1", [["a", "b"], ["c", "d"]])
    book.do(merge(book, "A1:B2"))
    assert book.inputs("A1:B2") == [["a", None], [None, None]]
    assert [each.ranges for each in book.all(Merge)] == [["A1:B2"]]
    assert book.refused(merge(book, "B2:C3")).code == "merge_conflict"
    assert book.refused({"unmergeCells": {"range": book.range("A1:A2")}}).code == "merge_conflict"
    book.do(merge(book, "A1:C3", "MERGE_ROWS"))
    assert merged(book) == ["A1:C1", "A2:C2", "A3:C3"]
    book.do({"unmergeCells": {"range": book.range("A1:D9")}})
    assert book.all(Merge) == []
    book.do(merge(book, "E1:F3", "MERGE_COLUMNS"))
    assert merged(book) == ["E1:E3", "F1:F3"]


def test_nothing_is_merged_across_the_edge_of_what_is_frozen(book: Book) -> None:
    frozen = {"properties": {"gridProperties": {"frozenRowCount": 1}}}
    book.do({"updateSheetProperties": {**frozen, "fields": "gridProperties.frozenRowCount"}})
    assert book.refused(merge(book, "A1:A2")).code == "merge_conflict"
    book.do(merge(book, "A1:B1"), merge(book, "A2:A3"))


def test_merges_are_copied_and_moved(book: Book) -> None:
    book.put("A1", [["a"]])
    book.do(merge(book, "A1:B1"))
    copy(book, "A1:B2", "D1:E4")
    assert merged(book) == ["A1:B1", "D1:E1", "D3:E3"]
    cut(book, "A1:B1", "A2")
    assert merged(book) == ["A2:B2", "D1:E1", "D3:E3"]
    book.do({"addSheet": {"properties": {"sheetId": 7, "title": "Other"}}})
    cut(book, "A2:B2", "7!A1")
    here = [each for each in book.all(Merge) if each.ranges == ["A1:B1"]]
    assert len(here) == 1
    assert book.inputs("7!A1:B1") == [["a", None]]


def test_columns_fit_what_they_show(book: Book) -> None:
    book.put("A1", [["short", "a text that is a good deal longer"]])
    dimensions = {"dimension": "COLUMNS", "startIndex": 0, "endIndex": 3}
    book.do({"autoResizeDimensions": {"dimensions": dimensions}})
    with book.world.reading() as session:
        sizes = {each.line_id: each.size or 0 for each in session.query(Line)}
    assert sorted(sizes) == [0, 1]
    assert 21 < sizes[0] < 60
    assert 150 < sizes[1] < 260


@pytest.mark.parametrize("model", [Validation, ConditionalRule])
def test_rules_go_where_cells_go(book: Book, model: type) -> None:
    name = "setDataValidation" if model is Validation else "addConditionalFormatRule"
    condition = {"type": "NUMBER_GREATER", "values": [{"userEnteredValue": "5"}]}
    if model is Validation:
        given = {"range": book.range("A1:A4"), "rule": {"condition": condition}}
    else:
        look = {"condition": condition, "format": {"textFormat": {"bold": True}}}
        given = {"rule": {"ranges": [book.range("A1:A4")], "booleanRule": look}}
    book.do({name: given})
    cut(book, "A1:A2", "C1")
    assert sorted(each for rule in book.all(model) for each in rule.ranges) == ["A3:A4", "C1:C2"]
    copy(book, "A3:A3", "D1:D2")
    found = sorted(each for rule in book.all(model) for each in rule.ranges)
    assert found in (["A3:A4", "C1:C2", "D1", "D2"], ["A3:A4", "C1:C2", "D1:D2"])
