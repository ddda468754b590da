"""Field masks and bodies of requests, as Google's APIs read them."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.apps.sheets.answer_fields import described
from tests.apps.sheets.rest import Book

from workworld.apps.sheets.masks import parsed, picked, wants
from workworld.apps.sheets.wire.payloads import DIMENSION, Message, checked
from workworld.errors import Invalid

BOOK: dict[str, Any] = {
    "spreadsheetId": "1",
    "properties": {"title": "Budget", "locale": "en_US"},
    "sheets": [
        {"properties": {"sheetId": 0, "title": "One"}, "data": [{"startRow": 1}]},
        {"properties": {"sheetId": 7, "title": "Two"}, "merges": []},
    ],
}


@pytest.mark.parametrize(
    ("mask", "expected"),
    [
        ("spreadsheetId", {"spreadsheetId": "1"}),
        ("*", BOOK),
        ("properties.title", {"properties": {"title": "Budget"}}),
        ("properties/title", {"properties": {"title": "Budget"}}),
        ("properties(title, locale)", {"properties": BOOK["properties"]}),
        ("properties", {"properties": BOOK["properties"]}),
        ("properties,properties.title", {"properties": BOOK["properties"]}),
        ("properties.title,properties", {"properties": BOOK["properties"]}),
        (
            "sheets(properties(sheetId))",
            {"sheets": [{"properties": {"sheetId": 0}}, {"properties": {"sheetId": 7}}]},
        ),
        (
            "sheets.properties.title,spreadsheetId",
            {
                "spreadsheetId": "1",
                "sheets": [{"properties": {"title": "One"}}, {"properties": {"title": "Two"}}],
            },
        ),
        (
            "sheets/*/title",
            {"sheets": [{"properties": {"title": "One"}, "data": [{}]},
                        {"properties": {"title": "Two"}, "merges": []}]},
        ),
        ("nothing", {}),
    ],
)  # fmt: skip
def test_mask_keeps_what_it_names(mask: str, expected: Any) -> None:
    assert picked(BOOK, parsed(mask)) == expected


@pytest.mark.parametrize(
    "mask", ["", ",", "a,", "a..b", "a(b", "a)b", "a(b))", "a b c!", "(a)", "a(", "x" * 30_000,
             "(" * 100, "a." * 5_000 + "a", "a(" * 3_000]
)  # fmt: skip
def test_broken_mask_is_refused(mask: str) -> None:
    with pytest.raises(Invalid, match="Invalid field selection"):
        parsed(mask)


def test_what_no_mask_wants_need_not_be_made() -> None:
    mask = parsed("sheets(properties,data.rowData)")
    assert wants(mask, "sheets", "data", "rowData", "values", "note")
    assert not wants(mask, "sheets", "data", "rowMetadata")
    assert not wants(mask, "sheets", "charts")
    assert wants(parsed("*"), "sheets", "charts")


BODY = Message(
    {"range": str, "majorDimension": DIMENSION, "values": [[object]], "inner": [Message({"on": bool,
     "at": int})], "ranges": [str]}
)  # fmt: skip


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"range": "A1", "values": [[1, None, "x"]]}, {"range": "A1", "values": [[1, None, "x"]]}),
        ({"major_dimension": "ROWS"}, {"majorDimension": "ROWS"}),
        ({"range": None}, {}),
        ({"inner": [{"on": "true", "at": "12"}]}, {"inner": [{"on": True, "at": 12}]}),
        ({"inner": [{"at": 3.0}]}, {"inner": [{"at": 3}]}),
        ({"ranges": "A1"}, {"ranges": ["A1"]}),
    ],
)
def test_body_is_read_as_the_vendor_reads_it(body: Any, expected: Any) -> None:
    assert checked(body, BODY) == expected


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ([], "A JSON object is expected"),
        ({"rnge": 1}, 'Unknown name "rnge": Cannot find field.'),
        ({"inner": [{}, {"of": 1}]}, "Unknown name \"of\" at 'inner[1]': Cannot find field."),
        ({"range": 5}, "Invalid value at 'range' (TYPE_STRING), 5"),
        ({"inner": [{"on": 1}]}, "Invalid value at 'inner[0].on' (TYPE_BOOL), 1"),
        ({"inner": [{"at": 1.5}]}, "Invalid value at 'inner[0].at' (TYPE_INT32), 1.5"),
        ({"inner": [{"at": 2**40}]}, "(TYPE_INT32)"),
        ({"majorDimension": "WAYS"},
         "Invalid value at 'major_dimension' (type.googleapis.com/google.apps.sheets.v4.Dimension),"
         ' "WAYS"'),
        ({"values": 5}, "Invalid value at 'values'"),
        ({"values": [5]}, "Invalid value at 'values[0]'"),
        ({"inner": [None]}, "Invalid value at 'inner[0]' (TYPE_MESSAGE), null"),
    ],
)  # fmt: skip
def test_body_that_does_not_fit_is_refused(body: Any, said: str) -> None:
    with pytest.raises(Invalid) as refused:
        checked(body, BODY)
    assert said in refused.value.message


@pytest.mark.parametrize(
    ("mask", "wrong"),
    [
        ("nothing", "nothing"),
        ("properties.titel", "properties.titel"),
        ("sheets(properties(title,nix))", "sheets.properties.nix"),
        ("spreadsheetId.more", "spreadsheetId.more"),
        ("*,nothing", "nothing"),
    ],
)
def test_names_that_no_answer_has_are_refused(book: Book, mask: str, wrong: str) -> None:
    said = (400, f"Invalid field selection {wrong}")
    assert book.client.refusal("GET", book.path, fields=mask) == said


def test_every_method_refuses_names_that_its_answer_does_not_have(book: Book) -> None:
    client, drive = book.client, f"/drive/v3/files/{book.id}"
    for method, path, body, query in (
        ("GET", f"{book.path}/values/A1", None, {}),
        ("GET", f"{book.path}/values:batchGet", None, {"ranges": "A1"}),
        ("PUT", f"{book.path}/values/A1", {"values": [[1]]}, {"valueInputOption": "RAW"}),
        ("POST", f"{book.path}:batchUpdate", {"requests": []}, {}),
        ("GET", "/drive/v3/files", None, {}),
        ("GET", drive, None, {}),
        ("PATCH", drive, {"name": "Other"}, {}),
        ("GET", f"{drive}/permissions", None, {}),
        ("GET", f"{drive}/comments", None, {}),
    ):
        for name in ("fields", "$fields"):
            said = client.refusal(method, path, body, **query, **{name: "nothing"})
            assert said == (400, "Invalid field selection nothing"), path
    assert book.values("A1") is None
    assert book.get()["properties"]["title"] == "Book"


@pytest.mark.parametrize(
    "mask",
    [
        "*",
        "sheets/*/title",
        "properties.spreadsheetTheme.themeColors.color.rgbColor.red",
        "sheets.filterViews.criteria.any.hiddenValues",
        "sheets.data.rowData.values(pivotTable.rows.groupRule,effectiveValue)",
        "dataSources.spec",
    ],
)
def test_names_that_answers_may_have_are_taken(book: Book, mask: str) -> None:
    book.get(fields=mask)


def test_the_names_are_those_of_the_vendors_description() -> None:
    kept = files("workworld.apps.sheets.wire").joinpath("answer_fields.txt")
    if os.environ.get("WORKWORLD_UPDATE_SNAPSHOTS"):
        Path(str(kept)).write_text(described(), encoding="utf-8")
    assert kept.read_text(encoding="utf-8") == described()
