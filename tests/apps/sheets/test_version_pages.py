"""Version history: told, looked at, named and brought back."""

from __future__ import annotations

import re

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.files.sending import PNG, uploaded
from tests.kit import Doors

from workworld.apps.sheets.service import histories


@pytest.fixture
def pages(doors: Doors) -> Pages:
    return Pages(doors)


@pytest.fixture
def book(desk: Desk) -> str:
    made = desk.create([["Cedar", "3"], ["Total", "=B1*2"]], title="Trees")
    desk.type(made, "B1", [["5"]])
    desk.edit(
        made,
        {
            "insertDimension": {
                "range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 1}
            }
        },
    )
    return made


def test_edits_made_in_one_go_are_one_version(pages: Pages, book: str) -> None:
    page = pages.read(f"/s/{book}/history?revision=2")
    assert page.count('class="is-chosen"') == 1
    assert "2 Cedar (changed) 5 (changed)" in said(page)


def test_a_state_in_between_is_worked_out(desk: Desk, pages: Pages, book: str) -> None:
    desk.do(histories.name_version, workbook_id=book, revision=2, name="First")
    shown = pages.read(f"/s/{book}/history?revision=2")
    assert "Cedar (changed) 3 (changed)" in said(shown)
    assert "Total (changed) 6 (changed)" in said(shown)
    assert "10" not in said(shown.partition("<tbody>")[2].partition("</tbody>")[0])


def test_numbers_of_a_version_stand_at_the_right(desk: Desk, pages: Pages, book: str) -> None:
    left = {"userEnteredFormat": {"horizontalAlignment": "LEFT"}}
    here = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 2, "endColumnIndex": 2}
    desk.edit(book, {"repeatCell": {"range": here, "cell": left, "fields": "userEnteredFormat"}})
    desk.type(book, "C2", [["TRUE", "=1/0", "7"]])
    shown = pages.read(f"/s/{book}/view").partition("<tbody")[2]
    assert re.findall(r'<td(?: class="([^"]*)")?>([^<]+)', shown) == [
        ("", "Cedar"),
        ("", "5"),
        ("is-center", "TRUE"),
        ("is-center", "#DIV/0!"),
        ("is-right", "7"),
        ("", "Total"),
        ("is-right", "10"),
    ]


def test_a_version_is_named_and_listed(pages: Pages, book: str) -> None:
    pages.take(book, "name-version", 422, name=" ")
    pages.take(book, "name-version", name="Sent to the board")
    assert "Sent to the board" in pages.read(f"/s/{book}/history?named=1")
    pages.submit(f"/s/{book}/history/name", revision="4", name="")
    assert "No version has a name yet." in pages.read(f"/s/{book}/history?named=1")


def test_a_version_comes_back_as_a_new_one(desk: Desk, pages: Pages, book: str) -> None:
    assert desk.read(book, "A1:B3") == [[], ["Cedar", "5"], ["Total", "10"]]
    pages.submit(f"/s/{book}/history/restore", revision="2")
    assert desk.read(book, "A1:B3") == [["Cedar", "3"], ["Total", "6"]]
    assert "Restore version" in pages.read(f"/s/{book}/history")
    pages.submit(f"/s/{book}/history/restore", revision="4")
    assert desk.read(book, "A1:B3") == [[], ["Cedar", "5"], ["Total", "10"]]


def test_what_never_was_is_not_brought_back(desk: Desk, book: str) -> None:
    given = {"workbook_id": book, "revision": 99}
    assert desk.refused(histories.restore_version, **given).code == "version_not_found"
    refusal = desk.refused(histories.restore_version, workbook_id=book, revision=4)
    assert refusal.code == "already_current"


def test_a_cell_tells_who_changed_it(pages: Pages, book: str) -> None:
    told = said(pages.dialog(book, "cell-history", active="B2", range="B2"))
    assert told.count("Ana Ruiz") == 2
    assert "Nobody has changed this cell." in said(
        pages.dialog(book, "cell-history", active="D9", range="D9")
    )


def test_a_workbook_can_be_read_without_the_editor(pages: Pages, book: str) -> None:
    page = pages.read(f"/s/{book}/view")
    assert "Total 10" in said(page)
    assert "<textarea" not in page


def test_what_is_drawn_in_cells_is_seen_in_versions_and_read_only(
    desk: Desk, pages: Pages, doors: Doors
) -> None:
    file = uploaded(doors, "logo.png", PNG)
    own = f"{doors.site.addresses.app('files')}/{file['id']}"
    made = desk.create([["1", "4", "2"]])
    line = '=SPARKLINE(A1:C1,{"color","red"})'
    column = '=SPARKLINE(A1:C1,{"charttype","column"})'
    drawn = [line, column, f'=IMAGE("{own}")', '=IMAGE("https://a.example/x.png")']
    desk.type(made, "A2", [drawn])
    desk.do(histories.name_version, workbook_id=made, revision=3, name="First")
    desk.type(made, "B1", [["9"]])
    for path, highest in ((f"/s/{made}/view", 9), (f"/s/{made}/history?revision=3", 4)):
        page = pages.read(path)
        label = f"Line sparkline of 3 values: from 1 to 2, lowest 1, highest {highest}"
        assert f'aria-label="{label}"' in page
        assert 'stroke="light-dark(red, ' in page
        assert 'fill="currentColor"' in page
        assert f'/{file["id"]}/content" alt="' in page
        assert "Picture that is not shown: https://a.example/x.png" in said(page)
