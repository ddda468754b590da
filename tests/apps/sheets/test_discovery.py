"""Answers are such as the vendor's own description of the Sheets API says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from tests.apps.sheets.rest import Book
from tests.apps.sheets.test_comments_by_requests import INCLUDED, begun

_DOCUMENT = files("googleapiclient") / "discovery_cache" / "documents" / "sheets.v4.json"
SCHEMAS: Mapping[str, Any] = json.loads(_DOCUMENT.read_text())["schemas"]
_KINDS: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
}


def wrong(value: Any, schema: Mapping[str, Any], at: str) -> Iterator[str]:
    """What of an answer is not as it is described."""
    if "$ref" in schema:
        yield from wrong(value, SCHEMAS[schema["$ref"]], at)
        return
    kind = schema.get("type", "any")
    if kind == "any":
        return
    if type(value) not in _KINDS[kind]:
        yield f"{at}: {value!r} is no {kind}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is none of {schema['enum']}"
    if kind == "array":
        for number, each in enumerate(value):
            yield from wrong(each, schema["items"], f"{at}[{number}]")
    if kind == "object":
        known = schema.get("properties", {})
        for name, each in value.items():
            if name in known:
                yield from wrong(each, known[name], f"{at}.{name}")
            elif "additionalProperties" in schema:
                yield from wrong(each, schema["additionalProperties"], f"{at}.{name}")
            else:
                yield f"{at}: {name} is not known"


def area(bottom: int, right: int, top: int = 0, left: int = 0) -> dict[str, int]:
    return {"sheetId": 0, "startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": left,
            "endColumnIndex": right}  # fmt: skip


def source(column: int) -> dict[str, Any]:
    return {"sourceRange": {"sources": [area(4, column + 1, left=column)]}}


def test_a_spreadsheet_with_everything_is_as_described(book: Book) -> None:
    book.put("A1", [["Lane", "Mode", "Rate"], ["Oslo", "Sea", "3/17/2026"], ["Riga", "=1/0", "5%"],
                    ["Bari", "TRUE", "=C3*2"]])  # fmt: skip
    red = {"rgbColor": {"red": 1}}
    condition = {"type": "NUMBER_GREATER", "values": [{"userEnteredValue": "1"}]}
    lines = {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}
    requests: list[dict[str, Any]] = [
        {"addNamedRange": {"namedRange": {"name": "Box", "range": area(2, 2)}}},
        {"addProtectedRange": {"protectedRange": {"range": area(1, 1), "description": "d"}}},
        {"addConditionalFormatRule": {"index": 0, "rule": {"ranges": [area(4, 3)], "booleanRule": {
            "condition": condition, "format": {"backgroundColorStyle": red}}}}},
        {"addConditionalFormatRule": {"index": 1, "rule": {"ranges": [area(4, 3)], "gradientRule": {
            "minpoint": {"type": "MIN", "colorStyle": red},
            "maxpoint": {"type": "MAX", "colorStyle": red}}}}},
        {"setBasicFilter": {"filter": {"range": area(4, 3), "sortSpecs": [{"dimensionIndex": 0}],
                                       "criteria": {"1": {"hiddenValues": ["Sea"]}}}}},
        {"addFilterView": {"filter": {"title": "F", "range": area(4, 3)}}},
        {"setDataValidation": {"range": area(9, 1, top=6), "rule": {
            "condition": {"type": "BOOLEAN"}, "strict": True}}},
        {"addChart": {"chart": {
            "spec": {"title": "T", "basicChart": {"chartType": "COLUMN", "headerCount": 1,
                "domains": [{"domain": source(0)}], "series": [{"series": source(2)}]}},
            "position": {"overlayPosition": {"anchorCell": {"sheetId": 0, "rowIndex": 9}}}}}},
        {"mergeCells": {"range": area(12, 2, top=10), "mergeType": "MERGE_ALL"}},
        {"addDimensionGroup": {"range": lines}},
        {"addTable": {"table": {"name": "Goods", "range": area(4, 8, left=6)}}},
        {"addBanding": {"bandedRange": {"range": area(16, 2, top=13), "rowProperties": {
            "firstBandColorStyle": red}}}},
        {"createDeveloperMetadata": {"developerMetadata": {"metadataKey": "k",
            "visibility": "DOCUMENT", "location": {"dimensionRange": lines}}}},
        {"createDeveloperMetadata": {"developerMetadata": {"metadataKey": "k",
            "visibility": "DOCUMENT", "location": {"spreadsheet": True}}}},
        {"updateBorders": {"range": area(2, 2), "top": {"style": "SOLID"}}},
        {"updateCells": {"start": {"rowIndex": 20}, "fields": "pivotTable", "rows": [{"values": [{
            "pivotTable": {"source": area(4, 3), "rows": [{"sourceColumnOffset": 0}],
                           "values": [{"summarizeFunction": "COUNTA", "sourceColumnOffset": 1}]}
        }]}]}},
        {"findReplace": {"find": "Oslo", "replacement": "Bergen", "allSheets": True}},
        {"duplicateSheet": {"sourceSheetId": 0}},
        {"deleteDuplicates": {"range": area(4, 3)}},
        {"trimWhitespace": {"range": area(4, 3)}},
    ]  # fmt: skip
    done = book.batch(*requests, includeSpreadsheetInResponse=True, responseIncludeGridData=True)
    assert list(wrong(done, SCHEMAS["BatchUpdateSpreadsheetResponse"], "batch")) == []
    begun(book)
    whole = book.get(includeGridData="true", **INCLUDED)
    assert list(wrong(whole, SCHEMAS["Spreadsheet"], "spreadsheet")) == []
    assert len(whole["sheets"]) == 2
