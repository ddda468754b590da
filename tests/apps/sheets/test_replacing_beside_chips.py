"""Find and replace in cells that hold smart chips."""

from __future__ import annotations

from tests.apps.sheets.rest import Book
from tests.apps.sheets.test_chips import chipped, person


def test_what_is_found_beside_chips_is_replaced_and_within_them_stays(book: Book) -> None:
    book.batch(chipped("Mail 😀 @ or @: chen, 2 Chens.", person(8), person(13)))
    swap = {"find": "chen", "replacement": "Chan-Li", "allSheets": True}
    (told,) = book.batch({"findReplace": swap})["replies"]
    assert told["findReplace"] == {
        "valuesChanged": 1,
        "rowsChanged": 1,
        "sheetsChanged": 1,
        "occurrencesChanged": 2,
    }
    assert book.values("A1") == [
        ["Mail 😀 Mingzhu Chen or Mingzhu Chen: Chan-Li, 2 Chan-Lis."]]  # fmt: skip
    starts = [each.get("startIndex", 0) for each in book.cells("A1")[0][0]["chipRuns"]]
    assert starts == [0, 8, 20, 24, 36]
    book.batch({"findReplace": {"find": "Mail 😀 ", "sheetId": 0}})
    assert book.values("A1") == [["Mingzhu Chen or Mingzhu Chen: Chan-Li, 2 Chan-Lis."]]
    runs = book.cells("A1")[0][0]["chipRuns"]
    assert [(each.get("startIndex", 0), "chip" in each) for each in runs] == [
        (0, True), (12, False), (16, True), (28, False)]  # fmt: skip
    # One that holds a chip is never replaced as a whole.
    whole = {"find": ".*", "searchByRegex": True, "matchEntireCell": True, "sheetId": 0}
    (told,) = book.batch({"findReplace": whole})["replies"]
    assert not told.get("findReplace")
