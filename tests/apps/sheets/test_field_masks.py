"""Field masks and bodies of requests, as Google's APIs read them."""

from __future__ import annotations

from typing import Any

import pytest

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
