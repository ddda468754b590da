"""Workbooks on paper: pages, what is set of them, and who may take them."""

from __future__ import annotations

import re

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.kit import Doors

from workworld.apps.sheets.service import shares


@pytest.fixture
def pages(doors: Doors) -> Pages:
    return Pages(doors)


@pytest.fixture
def book(desk: Desk) -> str:
    rows = [["Region", "Units"], *([f"Row {number}", number] for number in range(2, 121))]
    made = desk.create(rows, title="Plan")
    head = {"sheetId": 0, "gridProperties": {"frozenRowCount": 1}}
    bold = {"userEnteredFormat": {"textFormat": {"bold": True}}}
    desk.edit(
        made,
        {"updateSheetProperties": {"properties": head, "fields": "gridProperties.frozenRowCount"}},
        {
            "repeatCell": {
                "range": {"sheetId": 0, "endRowIndex": 1},
                "cell": bold,
                "fields": "userEnteredFormat.textFormat",
            }
        },
    )
    return made


def test_sheets_are_laid_out_in_pages_with_their_frozen_rows(pages: Pages, book: str) -> None:
    assert "3 pages" in said(pages.read(f"/s/{book}/print?gid=0"))
    last = pages.read(f"/s/{book}/print/3.svg?gid=0")
    assert ">Region</text>" in last
    assert ">Row 120</text>" in last
    assert ">3 / 3</text>" in last
    assert ">Row 2</text>" not in last
    pages.read(f"/s/{book}/print/4.svg?gid=0", 404)


def test_what_is_set_changes_the_pages(pages: Pages, book: str) -> None:
    query = "sent=1&gid=0&orientation=landscape&breaks=10,20&title=1&paper=LETTER"
    shown = pages.read(f"/s/{book}/print?{query}")
    assert "6 pages" in said(shown)
    first = pages.read(f"/s/{book}/print/1.svg?{query}")
    assert 'width="792" height="612"' in first
    assert ">Plan</text>" in first
    assert ">Row 10</text>" in first
    assert ">Row 11</text>" not in first
    assert " / 6" not in first
    one = f"/s/{book}/print/1.svg?gid=0&what=range&selected=A2:A3"
    assert re.findall(r">(Row \d+|Region)</text>", pages.read(one)) == ["Row 2", "Row 3"]
    assert "1 page" in said(pages.read(f"/s/{book}/print?gid=0&scale=FIT_PAGE"))
    assert "Name rows by their numbers" in said(pages.read(f"/s/{book}/print?breaks=x"))
    assert "There is no such paper." in said(pages.read(f"/s/{book}/print?paper=B9"))
    many = ",".join(map(str, range(1, 202)))
    assert "200 rows at most" in said(pages.read(f"/s/{book}/print?breaks={many}"))
    assert "is no range" in said(pages.read(f"/s/{book}/print?area={'A' * 101}"))


def test_all_pages_are_one_pdf_file(pages: Pages, book: str) -> None:
    answer = pages.client.get(f"/s/{book}/export/pdf?gid=0&breaks=10")
    content = answer.get_data()
    assert answer.mimetype == "application/pdf"
    assert b"/Count 4\n" in content
    assert len(re.findall(rb"/Type /Page\b(?!s)", content)) == 4
    start = int(content.rsplit(b"startxref\n", 1)[1].split()[0])
    places = re.findall(rb"(\d{10}) 00000 n", content[start:])
    for number, place in enumerate(places, 1):
        assert content[int(place) :].startswith(b"%d 0 obj\n" % number)
    assert content == pages.client.get(f"/s/{book}/export/pdf?gid=0&breaks=10").get_data()


def test_how_a_sheet_is_printed_is_kept_with_it(
    desk: Desk, pages: Pages, colleague: Doors, book: str
) -> None:
    asked = "sent=1&gid=0&orientation=landscape&scale=FIT_WIDTH&area=A1:A9&breaks=4"
    pages.submit(f"/s/{book}/print?{asked}")
    page = pages.read(f"/s/{book}/print?gid=0")
    assert "2 pages" in said(page)
    assert 'value="A1:A9"' in page
    first = pages.read(f"/s/{book}/print/1.svg?gid=0")
    assert 'width="842" height="595"' in first
    assert re.findall(r">(Row \d+|Units)</text>", first) == ["Row 2", "Row 3", "Row 4"]
    above = {"sheetId": 0, "dimension": "ROWS", "startIndex": 2, "endIndex": 3}
    desk.edit(book, {"insertDimension": {"range": above}})
    assert 'value="A1:A10"' in pages.read(f"/s/{book}/print?gid=0")
    answer = pages.client.get(f"/s/{book}/export/pdf?gid=0")
    assert b"/Count 2\n" in answer.get_data()
    assert "Unable to parse range: x" in said(pages.read(f"/s/{book}/print?gid=0&area=x"))
    desk.do(shares.share, workbook_id=book, person_id=colleague.person_id, role="reader")
    theirs = Pages(colleague)
    assert "Keep for this sheet" in page
    assert "Keep for this sheet" not in theirs.read(f"/s/{book}/print?gid=0")
    theirs.submit(f"/s/{book}/print?gid=0", 403)


def test_who_does_not_see_a_workbook_does_not_print_it(colleague: Doors, book: str) -> None:
    theirs = Pages(colleague)
    assert "Row 2" not in theirs.read(f"/s/{book}/print", 404)
    theirs.read(f"/s/{book}/print/1.svg", 404)
