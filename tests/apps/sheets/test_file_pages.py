"""Workbooks saved as files and made of them, on pages; and what one may not see."""

from __future__ import annotations

import io

import pytest
from openpyxl import load_workbook
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.kit import Doors

from workworld.apps.sheets.service import shares


@pytest.fixture
def pages(doors: Doors) -> Pages:
    return Pages(doors)


def send(pages: Pages, path: str, name: str, content: bytes, **fields: str) -> tuple[int, str]:
    """Send a file: the status, and where one is taken or what is said."""
    data = {"csrf": pages.doors.csrf, "file": (io.BytesIO(content), name), **fields}
    answer = pages.client.post(path, data=data, content_type="multipart/form-data")
    return answer.status_code, answer.headers.get("Location") or answer.text


def test_a_workbook_is_saved_as_a_file(desk: Desk, pages: Pages) -> None:
    book = desk.create([["Cedar", "3"], ["Total", "=B1*2"]], title="Trees")
    answer = pages.client.get(f"/s/{book}/export/xlsx")
    assert "Trees.xlsx" in answer.headers["Content-Disposition"]
    (sheet,) = load_workbook(io.BytesIO(answer.data)).worksheets
    assert sheet["B2"].value == "=B1*2"
    assert pages.client.get(f"/s/{book}/export/csv?gid=0").text.splitlines()[1] == "Total,6"
    pages.read(f"/s/{book}/export/exe", 404)


def test_those_who_may_not_copy_save_nothing(desk: Desk, colleague: Doors) -> None:
    book = desk.create([["x"]])
    Pages(colleague).read(f"/s/{book}/export/csv", 404)


def test_a_file_becomes_a_workbook(desk: Desk, pages: Pages) -> None:
    status, url = send(pages, "/import", "rates.csv", b"Lane,Rate\nA,12%\n", converts="1")
    assert status == 303
    book = url.rpartition("/")[2]
    assert desk.read(book, "A1:B2") == [["Lane", "Rate"], ["A", "12%"]]
    assert "rates" in pages.read("/?view=owned")


LIKE_FORMULAS = ["=1+1", "+1+1", "-1+1", "@SUM(1)", '=HYPERLINK("https://a.example","x")', "\t=1"]


@pytest.mark.parametrize("kind", ["csv", "tsv"])
def test_texts_that_look_like_formulas_stay_texts_when_saved_and_opened_again(
    desk: Desk, pages: Pages, kind: str
) -> None:
    book = desk.create([["'" + text, "=1+1"] for text in LIKE_FORMULAS])
    saved = pages.client.get(f"/s/{book}/export/{kind}?gid=0").data
    assert saved.startswith(b"=1+1" + (b"," if kind == "csv" else b"\t") + b"2\r\n")
    _, url = send(pages, "/import", f"texts.{kind}", saved, converts="1")
    again = url.rpartition("/")[2]
    expected = [[text, 2] for text in LIKE_FORMULAS]
    assert desk.read(again, f"A1:B{len(expected)}", "FORMULA") == expected
    trusted = {"converts": "1", "converts-formulas": "1"}
    _, url = send(pages, "/import", f"texts.{kind}", saved, **trusted)
    assert desk.read(url.rpartition("/")[2], "A1:A2") == [["2"], ["2"]]


@pytest.mark.parametrize("converts", [{}, {"converts": "1"}])
def test_a_file_is_not_put_over_cells_that_are_protected(
    desk: Desk, pages: Pages, colleague: Doors, converts: dict[str, str]
) -> None:
    book = desk.create([["Old", "1"]])
    desk.do(shares.share, workbook_id=book, person_id=colleague.person_id, role="writer")
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1}
    desk.edit(book, {"addProtectedRange": {"protectedRange": {"range": area}}})
    theirs = Pages(colleague)
    for content in (b"New,2\n", b"=1+1,2\n"):
        path = f"/s/{book}/import"
        status, told = send(
            theirs, path, "x.csv", content, way="cell", cell="A1", gid="0", **converts
        )
        assert status == 403, told
    assert desk.read(book, "A1:B1") == [["Old", "1"]]


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("append", [["Old", "1"], ["New", "2"]]),
        ("cell", [["New", "2"]]),
        ("replace_sheet", [["New", "2"]]),
    ],
)
def test_a_file_is_put_into_a_sheet(
    desk: Desk, pages: Pages, way: str, expected: list[list[str]]
) -> None:
    book = desk.create([["Old", "1"]])
    path = f"/s/{book}/import"
    assert "Import into" in pages.read(f"{path}?gid=0")
    status, _ = send(pages, path, "more.csv", b"New,2\n", way=way, gid="0", converts="1")
    assert status == 303
    assert desk.read(book, "Sheet1!A1:B9") == expected


def test_what_cannot_be_read_is_told(desk: Desk, pages: Pages) -> None:
    status, text = send(pages, "/import", "broken.xlsx", b"PK\x03\x04 and no more")
    assert status == 422
    assert 'role="alert"' in text
    pages.submit("/import", 422)


def test_a_viewer_imports_nothing(desk: Desk, pages: Pages, colleague: Doors) -> None:
    book = desk.create([["Old"]])
    pages.take(book, "share", 200, do="add", people=colleague.person_id, role="reader")
    theirs = Pages(colleague)
    theirs.read(f"/s/{book}/import", 403)
    assert send(theirs, f"/s/{book}/import", "x.csv", b"1")[0] == 403


def test_hidden_and_missing_workbooks_look_the_same(desk: Desk, colleague: Doors) -> None:
    book = desk.create(title="Secret")
    theirs = Pages(colleague)
    hidden, missing = (theirs.read(f"/s/{each}", 404) for each in (book, "1" + "X" * 43))
    assert "You need access" in said(hidden)
    assert hidden.replace(book, "") == missing.replace("1" + "X" * 43, "")
