"""Dialogs over a workbook: each has an address and sends the vendor's requests."""

from __future__ import annotations

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.apps.sheets.rest import Book, Client
from tests.kit import Doors

from workworld.apps.sheets.pages import asking
from workworld.apps.sheets.pages.format_dialogs import with_decimals
from workworld.apps.sheets.pages.menus import MENUS, menus_for
from workworld.apps.sheets.service import shares

ROWS = [["Name", "Amount"], ["Cedar", "3"], ["Alder", "1"], ["Birch", "2"], ["Alder", "1"]]


@pytest.fixture
def pages(doors: Doors) -> Pages:
    return Pages(doors)


@pytest.fixture
def book(desk: Desk) -> str:
    return desk.create(ROWS, title="Trees")


def test_each_dialog_has_a_page_of_its_own(pages: Pages, book: str) -> None:
    for name in asking.DIALOGS:
        if name in ("pivot", "filter-view"):
            continue  # there is none in this workbook
        page = pages.read(f"/s/{book}/dialogs/{name}?gid=0&range=A1:B5&active=B2")
        assert 'id="grid"' in page, name
        assert "data-open" in page, name


def test_the_dialog_of_a_filter_that_is_set_has_a_page_of_its_own(
    desk: Desk, pages: Pages, book: str
) -> None:
    area = {"sheetId": 0, "endRowIndex": 5, "endColumnIndex": 2}
    hidden = {"columnIndex": 0, "filterCriteria": {"hiddenValues": ["Alder"]}}
    desk.edit(book, {"setBasicFilter": {"filter": {"range": area, "filterSpecs": [hidden]}}})
    page = pages.read(f"/s/{book}/dialogs/filter?gid=0&range=A1:B5&active=A2")
    assert 'id="grid"' in page
    assert 'value="Alder"' in page


def test_a_dialog_that_is_not_there_is_not_found(pages: Pages, book: str) -> None:
    pages.read(f"/s/{book}/dialogs/nothing", 404)
    pages.take(book, "nothing", 404)
    pages.take(book, "menus", 404)


def test_no_dialog_shows_a_workbook_to_those_who_do_not_see_it(colleague: Doors, book: str) -> None:
    theirs = Pages(colleague)
    for name in asking.DIALOGS:
        theirs.read(f"/s/{book}/dialogs/{name}", 404, fragment=True)
    theirs.take(book, "rename", 404, title="Mine")


def test_a_viewer_is_shown_what_may_be_read_and_changes_nothing(
    pages: Pages, colleague: Doors, book: str, desk: Desk
) -> None:
    pages.take(book, "share", 200, do="add", people=colleague.person_id, role="reader")
    theirs = Pages(colleague)
    assert "Cedar" in said(theirs.dialog(book, "statistics", active="A1"))
    theirs.read(f"/s/{book}/dialogs/sort", 403, fragment=True)
    theirs.take(book, "rename", 403, title="Mine")
    theirs.take(book, "find", 403, do="replace", find="Cedar", replacement="Fir")
    assert desk.read(book, "A2") == [["Cedar"]]


def test_a_range_is_sorted_below_its_header(pages: Pages, book: str, desk: Desk) -> None:
    fields = {"column-0": "0", "order-0": "ASCENDING", "column-1": "1", "order-1": "DESCENDING"}
    pages.take(book, "sort", range="A1:B5", head="1", **fields)
    names = [row[0] for row in desk.read(book, "A1:A5")]
    assert names == ["Name", "Alder", "Alder", "Birch", "Cedar"]
    assert pages.triggers["sheets:applied"]["revision"] > 1


def test_a_range_that_lacks_the_chosen_column_is_sorted_by_its_first(
    pages: Pages, book: str, desk: Desk
) -> None:
    pages.take(book, "sort", range="A2:A5", **{"column-0": "1"})
    assert [row[0] for row in desk.read(book, "A2:A5")] == ["Alder", "Alder", "Birch", "Cedar"]


def test_a_choice_that_is_none_is_refused_in_the_dialog(pages: Pages, book: str) -> None:
    page = pages.take(book, "conditional", 422, kind="NOTHING", value="1", scale="none")
    assert "Conditional formatting" in page


def test_what_cannot_be_done_is_told_in_the_dialog(pages: Pages, book: str) -> None:
    page = pages.take(book, "sort", 422, range="Nowhere!A1:B5", **{"column-0": "0"})
    assert "Unable to parse range: Nowhere!A1:B5" in page
    assert 'value="Nowhere!A1:B5"' in page


def test_rows_that_are_there_twice_are_removed_and_counted(
    pages: Pages, book: str, desk: Desk
) -> None:
    pages.take(book, "duplicates", range="A1:B5", head="1", column=["0", "1"])
    assert pages.triggers["toast"]["text"] == "1 duplicate row removed."
    assert len(desk.read(book, "A1:B9")) == 4


def test_text_is_found_and_replaced(pages: Pages, book: str, desk: Desk) -> None:
    found = said(pages.take(book, "find", 200, do="find", find="alder"))
    assert "2 cells found." in found
    assert "Sheet1 ! A3" in found or "Sheet1!A3" in found
    assert desk.read(book, "A3") == [["Alder"]]
    pages.take(book, "find", 200, do="replace", find="alder", replacement="Elm")
    assert pages.triggers["toast"]["text"] == "2 occurrences replaced in 2 cells."
    assert desk.read(book, "A3") == [["Elm"]]


def test_a_link_stands_in_the_cell(pages: Pages, book: str, desk: Desk) -> None:
    pages.take(book, "link", 422, address="javascript:alert(1)", text="x")
    pages.take(book, "link", active="D1", address="https://example.com/a", text='the "site"')
    assert desk.read(book, "D1") == [['the "site"']]
    assert desk.read(book, "D1", "FORMULA") == [
        ['=HYPERLINK("https://example.com/a","the ""site""")']
    ]


def test_decimal_places_come_and_go(pages: Pages, book: str, desk: Desk) -> None:
    place = {"csrf": pages.doors.csrf, "gid": "0", "range": "B2", "active": "B2"}
    for _ in range(2):
        pages.client.post(f"/s/{book}/deeds/decimals", data=place | {"by": "1"})
    assert desk.read(book, "B2") == [["3.00"]]
    pages.client.post(f"/s/{book}/deeds/decimals", data=place | {"by": "-1"})
    assert desk.read(book, "B2") == [["3.0"]]


def test_texts_are_indented_and_go_back(pages: Pages, book: str, rest: Client) -> None:
    place = {"csrf": pages.doors.csrf, "gid": "0", "range": "A2:A3", "active": "A2"}

    def room() -> list[int | None]:
        cells = Book(rest, book).cells("A2:A3")
        return [row[0].get("userEnteredFormat", {}).get("padding", {}).get("left") for row in cells]

    for _ in range(2):
        pages.client.post(f"/s/{book}/deeds/indent", data=place | {"by": "1"})
    assert room() == [21, 21]
    for _ in range(3):
        pages.client.post(f"/s/{book}/deeds/indent", data=place | {"by": "-1"})
    assert room() == [None, None]


@pytest.mark.parametrize(
    ("pattern", "by", "expected"),
    [
        ("0", 1, "0.0"),
        ("#,##0.00", -1, "#,##0.0"),
        ("0.0%", -1, "0%"),
        ("0%", -1, "0%"),
        ('"$"#,##0.00;("$"#,##0.00)', 1, '"$"#,##0.000;("$"#,##0.000)'),
    ],
)
def test_decimal_places_of_a_pattern(pattern: str, by: int, expected: str) -> None:
    assert with_decimals(pattern, by) == expected


def test_rules_are_listed_and_removed(pages: Pages, book: str) -> None:
    pages.take(
        book, "conditional", 200, range="B2:B5", kind="NUMBER_GREATER", value="1", fill="#ff0000"
    )
    page = pages.dialog(book, "conditional")
    assert "B2:B5 Greater than 1" in said(page)
    number = page.split('name="remove" value="')[1].split('"')[0]
    pages.take(book, "conditional", 200, remove=number)
    assert "This sheet has no rules yet." in said(pages.dialog(book, "conditional"))


def test_a_dropdown_is_made_and_refuses_what_it_lacks(pages: Pages, book: str, desk: Desk) -> None:
    pages.take(book, "validation", 422, range="C2", kind="ONE_OF_LIST", items=" ")
    pages.take(book, "validation", range="C2", kind="ONE_OF_LIST", items="Yes\nNo", strict="1")
    assert "C2 Dropdown Yes, No" in said(pages.dialog(book, "validation", active="C2"))


def test_a_column_is_told_in_figures(pages: Pages, book: str) -> None:
    told = said(pages.dialog(book, "statistics", active="B1"))
    assert "Sum 7" in told
    assert "Unique values 4" in told


def test_sheets_are_renamed_coloured_hidden_and_deleted(
    pages: Pages, book: str, desk: Desk
) -> None:
    desk.edit(book, {"addSheet": {"properties": {"sheetId": 7, "title": "Second"}}})
    pages.take(book, "rename-sheet", gid="7", title="Other")
    assert "Other" in pages.dialog(book, "sheets")
    pages.take(book, "rename-sheet", 422, gid="7", title="Sheet1")
    pages.take(book, "tab-color", gid="7", color="#ff0000")
    pages.take(book, "sheets", 200, hide="7")
    assert "hidden" in said(pages.dialog(book, "sheets"))
    pages.take(book, "delete-sheet", gid="7")
    assert "Other" not in pages.dialog(book, "sheets")
    pages.take(book, "delete-sheet", 422)


def test_menus_offer_a_role_what_it_may_do() -> None:
    def labels(role: str, *, may_copy: bool = True) -> set[str]:
        return {
            entry.label
            for menu in menus_for(role, may_copy=may_copy)
            for group in menu.groups
            for entry in group.entries
        }

    assert {"Copy", "Make a copy", "Find and replace"} <= labels("reader")
    assert not {"Cut", "Paste", "Comment", "Delete rows"} & labels("reader")
    assert "Comment" in labels("commenter")
    assert "Make a copy" not in labels("reader", may_copy=False)
    assert {"Sort range", "Bold", "Chart"} <= labels("writer")


def test_every_entry_of_a_menu_does_something() -> None:
    for menu in MENUS:
        for group in menu.groups:
            for each in group.entries:
                deeds = (each.dialog, each.act, each.deed, each.requests, each.page, each.path)
                assert sum(map(bool, deeds)) == 1, each.label


def test_tables_are_made_changed_and_reverted(desk: Desk, pages: Pages, book: str) -> None:
    shown = pages.dialog(book, "tables", selected="A1", active="A1")
    assert 'value="Sheet1!A1:B5"' in shown
    shown = pages.take(book, "tables", 200, name="Trees", range="Sheet1!A1:B5", colors="Blue")
    assert "Revert Trees to cells" in shown
    desk.type(book, "D1", [["=SUM(Trees[Amount])"], ["=Trees[[#TOTALS],[Amount]]"]])
    number = shown.split('name="revert" value="')[1].split('"')[0]
    edit = pages.dialog(book, "tables", edit=number)
    assert 'value="Trees"' in edit
    assert 'name="colors" value="Blue"' in edit
    pages.take(book, "tables", 200, id=number, name="Wood", range="Sheet1!A1:B5",
               colors="Rose", totals="1")  # fmt: skip
    desk.type(book, "B6", [["=SUM(Wood[Amount])"]])
    assert desk.read(book, "D1:D2") == [["7"], ["7"]]
    assert desk.read(book, "D1", "FORMULA") == [["=SUM(Wood[Amount])"]]
    taken = pages.take(book, "tables", 422, name="Wood", range="Sheet1!G1:H2")
    assert "already exists" in taken
    pages.take(book, "tables", 200, revert=number)
    assert desk.read(book, "D1:D2", "FORMULA") == [["=SUM(Sheet1!B2:B5)"], ["=Sheet1!B6"]]
    assert "no table" not in pages.dialog(book, "tables")
    assert desk.read(book, "A2:B2") == [["Cedar", "3"]]


def test_who_may_not_change_a_protection_is_not_offered_to(
    pages: Pages, book: str, desk: Desk, colleague: Doors
) -> None:
    share = {"workbook_id": book, "person_id": colleague.person_id, "role": "writer"}
    desk.do(shares.share, **share)
    pages.take(book, "protections", 200, range="A1:B1", description="Heads stay")
    pages.take(book, "protections", 200, range="A2:B2", way="warn")
    assert pages.dialog(book, "protections").count("Remove protection of") == 2
    theirs = Pages(colleague).dialog(book, "protections")
    assert "Remove protection of Sheet1: A2:B2" in theirs
    assert "Remove protection of Sheet1: A1:B1" not in theirs
    assert "Heads stay" in said(theirs)
