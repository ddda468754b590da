"""What programs keep with rows, columns, sheets and spreadsheets, and find again."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.sheets.rest import Book, Client


def line(at: int, dimension: str = "ROWS") -> dict[str, Any]:
    return {"dimensionRange": {"sheetId": 0, "dimension": dimension, "startIndex": at,
                               "endIndex": at + 1}}  # fmt: skip


def keep(book: Book, key: str, location: dict[str, Any], **more: Any) -> dict[str, Any]:
    told = {"metadataKey": key, "location": location, "visibility": "DOCUMENT", **more}
    reply = book.batch({"createDeveloperMetadata": {"developerMetadata": told}})["replies"][0]
    found: dict[str, Any] = reply["createDeveloperMetadata"]["developerMetadata"]
    return found


def search(book: Book, *filters: dict[str, Any]) -> list[dict[str, Any]]:
    found = book.client.ask("POST", f"{book.path}/developerMetadata:search",
                            {"dataFilters": filters})  # fmt: skip
    return [each["developerMetadata"] for each in found.get("matchedDeveloperMetadata", [])]


def key(name: str, **more: Any) -> dict[str, Any]:
    return {"developerMetadataLookup": {"metadataKey": name, **more}}


def test_metadata_stays_with_its_row(book: Book) -> None:
    book.put("A1", [["a"], ["b"], ["c"]])
    made = keep(book, "customer", line(1), metadataValue="17")
    assert made["location"]["locationType"] == "ROW"
    book.batch({"insertDimension": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 0,
                                              "endIndex": 2}}})  # fmt: skip
    (found,) = search(book, key("customer"))
    assert found["location"]["dimensionRange"]["startIndex"] == 3
    assert found["metadataValue"] == "17"
    one = book.client.ask("GET", f"{book.path}/developerMetadata/{made['metadataId']}")
    assert one == found
    filters = {"dataFilters": [key("customer")]}
    told = book.client.ask("POST", f"{book.path}/values:batchGetByDataFilter", filters)
    assert told["valueRanges"][0]["valueRange"]["values"] == [["b"]]
    (sheet,) = book.get(includeGridData="true")["sheets"]
    assert sheet["data"][0]["rowMetadata"][3]["developerMetadata"] == [found]
    book.batch({"deleteDimension": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 3,
                                              "endIndex": 4}}})  # fmt: skip
    assert search(book, key("customer")) == []
    path = f"{book.path}/developerMetadata/{made['metadataId']}"
    status, said = book.client.refusal("GET", path)
    assert (status, said) == (404, f"No developer metadata with id: {made['metadataId']}")


def test_metadata_of_a_sheet_and_of_the_spreadsheet(rest: Client, book: Book) -> None:
    sheet = keep(book, "source", {"sheetId": 0}, metadataId=77)
    whole = keep(book, "project", {"spreadsheet": True}, visibility="PROJECT")
    keep(book, "kind", line(2, "COLUMNS"))
    told = book.get()
    assert told["developerMetadata"] == [whole]
    assert told["sheets"][0]["developerMetadata"] == [sheet]
    assert len(search(book, {"gridRange": {"sheetId": 0, "startColumnIndex": 2}})) == 2
    within: dict[str, Any] = {"metadataLocation": line(2, "COLUMNS")}
    assert [each["metadataKey"] for each in search(book, {"developerMetadataLookup": within})] == [
        "kind"]  # fmt: skip
    within |= {"locationMatchingStrategy": "INTERSECTING_LOCATION"}
    assert len(search(book, {"developerMetadataLookup": within})) == 2
    again = {"createDeveloperMetadata": {"developerMetadata": {
        "metadataKey": "x", "metadataId": 77, "visibility": "DOCUMENT",
        "location": {"spreadsheet": True}}}}  # fmt: skip
    assert "already exists" in book.refused(again)[1]
    copied = Book(rest, rest.ask("POST", f"/drive/v3/files/{book.id}/copy", {})["id"])
    kinds = [each["location"]["locationType"] for each in search(
        copied, key("source"), key("project"), key("kind"))]  # fmt: skip
    assert sorted(kinds) == ["COLUMN", "SHEET", "SPREADSHEET"]


def test_metadata_is_changed_and_deleted_by_lookups(book: Book) -> None:
    keep(book, "a", line(0))
    keep(book, "a", line(1))
    (reply,) = book.batch({"updateDeveloperMetadata": {
        "dataFilters": [key("a")], "fields": "metadataValue",
        "developerMetadata": {"metadataValue": "new"}}})["replies"]  # fmt: skip
    assert len(reply["updateDeveloperMetadata"]["developerMetadata"]) == 2
    assert {each["metadataValue"] for each in search(book, key("a"))} == {"new"}
    gone = {"dataFilter": {"developerMetadataLookup": {"metadataLocation": line(1)}}}
    (reply,) = book.batch({"deleteDeveloperMetadata": gone})["replies"]
    assert len(reply["deleteDeveloperMetadata"]["deletedDeveloperMetadata"]) == 1
    assert len(search(book, key("a"))) == 1


@pytest.mark.parametrize(
    "told",
    [
        {"metadataKey": "x", "visibility": "DOCUMENT"},
        {"metadataKey": "x", "location": {"sheetId": 0}},
        {"location": {"sheetId": 0}, "visibility": "DOCUMENT"},
        {"metadataKey": "x", "location": {}, "visibility": "DOCUMENT"},
        {"metadataKey": "x", "visibility": "DOCUMENT", "location": line(5000)},
        {"metadataKey": "x", "visibility": "DOCUMENT", "location": {"sheetId": 9}},
        {"metadataKey": "x", "visibility": "DOCUMENT", "location": {"dimensionRange": {
            "sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 2}}},
    ],
)  # fmt: skip
def test_metadata_without_its_parts_is_refused(book: Book, told: dict[str, Any]) -> None:
    assert book.refused({"createDeveloperMetadata": {"developerMetadata": told}})[0] == 400
    assert book.client.refusal("POST", f"{book.path}/developerMetadata:search", {})[0] == 400


def test_hidden_metadata_is_not_found(book: Book, other: Client) -> None:
    made = keep(book, "a", {"spreadsheet": True})
    path = f"{book.path}/developerMetadata/{made['metadataId']}"
    assert other.refusal("GET", path) == (404, "Requested entity was not found.")
    assert other.refusal("POST", f"{book.path}/developerMetadata:search",
                         {"dataFilters": [key("a")]})[0] == 404  # fmt: skip


def test_effective_formats_are_those_that_rules_make(book: Book) -> None:
    book.put("A1", [[1], [200]])
    red = {"red": 1}
    column = {"sheetId": 0, "startColumnIndex": 0, "endColumnIndex": 1}
    condition = {"type": "NUMBER_GREATER", "values": [{"userEnteredValue": "100"}]}
    book.batch(
        {"addConditionalFormatRule": {"index": 0, "rule": {"ranges": [column], "booleanRule": {
            "condition": condition, "format": {"textFormat": {"bold": True}}}}}},
        {"addBanding": {"bandedRange": {"range": {**column, "endRowIndex": 2}, "rowProperties": {
            "firstBandColorStyle": {"rgbColor": red}}}}},
    )  # fmt: skip
    (one,), (two,) = book.cells("A1:A2")
    assert one["effectiveFormat"]["backgroundColor"] == red
    assert one["effectiveFormat"]["textFormat"]["bold"] is False
    assert two["effectiveFormat"]["textFormat"]["bold"] is True
    assert two["effectiveFormat"]["textFormat"]["fontSize"] == 10
    assert "userEnteredFormat" not in two
