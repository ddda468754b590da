"""A filter view that sorts, in a real browser: rows are seen in another order than they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_sheets_grid import Grid
from tests.kit import Doors

from workworld.apps.sheets.service import batches, values, workbooks
from workworld.calls import perform
from workworld.context import Actor

pytestmark = pytest.mark.browser

ROWS = [["Name", "Units"], ["Cedar", "3"], ["Alder", "1"], ["Birch", "2"], ["Elm", "4"]]


class Sorted(Grid):
    """The editor, seen through a view that sorts by the first column: rows 3, 4, 2 and 5."""

    def __init__(self, page: Page, doors: Doors, book: str) -> None:
        super().__init__(page)
        self.doors, self.book = doors, book

    def stands(self, at: str) -> list[list[str]]:
        """What cells of the sheet hold."""
        asked = {"workbook_id": self.book, "range": at}
        found: list[list[str]] = perform(
            self.doors.world, Actor(self.doors.person_id), values.get, **asked
        ).values
        return found

    def others_write(self, at: str, rows: list[list[str]]) -> None:
        """Let cells of the sheet be written by another way than the page."""
        asked = {"workbook_id": self.book, "range": at, "values": rows}
        actor, how = Actor(self.doors.person_id), "USER_ENTERED"
        perform(self.doors.world, actor, values.update, value_input_option=how, **asked)

    def saved(self) -> None:
        """Wait until all that was done is saved."""
        self.page.wait_for_selector("html[data-ready=true]")


@pytest.fixture
def grid(page: Page, doors: Doors) -> Iterator[Sorted]:
    actor = Actor(doors.person_id)
    made = perform(doors.world, actor, workbooks.create, title="Trees")
    start = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 5, "endColumnIndex": 2}
    view = {"filterViewId": 7, "range": area, "sortSpecs": [{"dimensionIndex": 0}]}
    requests = [
        {"enterText": {"start": start, "rows": [{"values": each} for each in ROWS]}},
        {"addFilterView": {"filter": view}},
    ]
    perform(doors.world, actor, batches.update, workbook_id=made.id, requests=requests)
    found = re.match(r"https?://[^/]+/w/[^/]+", page.url)
    assert found is not None
    page.goto(f"{found[0]}/sheets/s/{made.id}?fvid=7")
    page.wait_for_selector("html[data-ready=true]")
    yield Sorted(page, doors, made.id)
    page.wait_for_selector("html[data-ready=true]")


def heads(grid: Sorted) -> list[str]:
    """The numbers of the first rows, from above."""
    rows = [
        (each.bounding_box() or {"y": 0.0})["y"] for each in grid.page.locator(".row-head").all()
    ]
    said = grid.page.locator(".row-head").all_text_contents()
    return [text for _, text in sorted(zip(rows, said, strict=True))][:6]


def test_keys_and_typing_go_by_what_is_seen_and_change_the_rows_that_are_meant(
    grid: Sorted,
) -> None:
    assert heads(grid) == ["1", "3", "4", "2", "5", "6"]
    grid.cell("A1").click()
    grid.keys.press("ArrowDown")
    grid.has_selected("A3")
    grid.keys.press("ArrowDown")
    grid.has_selected("A4")
    grid.keys.press("Control+ArrowDown")
    grid.has_selected("A5")
    grid.type("B4", "20")
    grid.has_selected("B2")  # Cedar is seen below Birch
    grid.shows(B4="20", B2="3")
    grid.cell("C3").click()
    grid.keys.type("=B3*2")
    grid.keys.press("Enter")
    grid.cell("C3").click()
    grid.keys.press("Shift+ArrowDown")
    grid.has_selected("C3:C4")
    grid.keys.press("Shift+ArrowDown")
    grid.has_selected("C2:C4")
    grid.keys.press("Control+d")
    grid.shows(C2="6", C3="2", C4="40")
    # The row goes where it belongs once its name is another, and the cell with it.
    grid.cell("A2").click()
    grid.keys.type("Aspen")
    grid.keys.press("Control+Enter")
    grid.saved()
    assert heads(grid)[:5] == ["1", "3", "2", "4", "5"]
    grid.has_selected("A2")
    assert grid.stands("A1:A5") == [["Name"], ["Aspen"], ["Alder"], ["Birch"], ["Elm"]]


def test_selection_goes_on_from_its_end_when_a_change_comes_in_between(grid: Sorted) -> None:
    grid.cell("C3").click()
    grid.keys.press("Shift+ArrowDown")
    grid.has_selected("C3:C4")
    grid.others_write("D1", [["Come in"]])
    grid.shows(D1="Come in")
    grid.saved()
    grid.keys.press("Shift+ArrowDown")
    grid.has_selected("C2:C4")
    grid.keys.press("Shift+ArrowUp")
    grid.has_selected("C3:C4")


def test_selection_over_rows_stays_where_it_is_seen_when_rows_move(grid: Sorted) -> None:
    grid.cell("B3").click()
    grid.keys.press("Shift+ArrowDown")
    grid.has_selected("B3:B4")
    grid.others_write("A2", [["Aspen"]])
    grid.shows(A2="Aspen")
    grid.saved()
    assert heads(grid)[:5] == ["1", "3", "2", "4", "5"]
    grid.has_selected("B2:B3")
    grid.keys.press("Shift+ArrowDown")
    grid.has_selected("B2:B4")


def test_what_is_seen_is_copied_cleared_and_pasted(grid: Sorted) -> None:
    grid.cell("A3").click()
    grid.cell("A2").click(modifiers=["Shift"])
    grid.has_selected("A2:A4")
    grid.keys.press("Control+c")
    grid.cell("D3").click()
    grid.keys.press("Control+v")
    grid.shows(D3="Alder", D4="Birch", D2="Cedar")
    grid.cell("D8").click()
    grid.keys.press("Control+v")
    grid.shows(D8="Alder", D9="Birch", D10="Cedar")
    grid.cell("B4").click()
    grid.cell("B5").click(modifiers=["Shift"])
    grid.has_selected("B2,B4:B5")
    grid.keys.press("Delete")
    grid.saved()
    assert grid.stands("B1:B5") == [["Units"], [], ["1"]]
    grid.name_box.fill("A2:A3")
    grid.name_box.press("Enter")
    grid.has_selected("A3,A2")
    grid.cell("E1").click()
    grid.keys.type("=COUNTA(")
    grid.cell("A3").hover()
    grid.page.mouse.down()
    grid.cell("A4").hover()
    grid.page.mouse.up()
    expect(grid.bar).to_have_value("=COUNTA(A3:A4")
    grid.keys.press("Enter")
    grid.shows(E1="2")


def test_what_is_seen_is_cut_and_transposed(grid: Sorted) -> None:
    grid.cell("A3").click()
    grid.cell("B2").click(modifiers=["Shift"])
    grid.has_selected("A2:B4")
    grid.keys.press("Control+c")
    grid.cell("D3").click()
    turned = 'new CustomEvent("sheets:act", { detail: { name: "paste-as", transposed: true } })'
    grid.page.evaluate(f"document.dispatchEvent({turned})")
    grid.shows(D3="Alder", E3="Birch", F3="Cedar", D4="1", E4="2", F4="3")
    grid.has_selected("D3:F4")
    grid.cell("H1").click()
    grid.keys.type("=B2")
    grid.keys.press("Enter")
    grid.cell("B3").click()
    grid.cell("B2").click(modifiers=["Shift"])
    grid.keys.press("Control+x")
    grid.cell("D7").click()
    grid.keys.press("Control+v")
    grid.shows(D7="1", D8="2", D9="3", B2="", B3="", B4="", H1="3")
    grid.saved()
    assert grid.stands("D7:D9") == [["1"], ["2"], ["3"]]
    grid.cell("H1").click()
    expect(grid.bar).to_have_value("=D9")
    # Cut back in its order, and over itself, which would leave it nowhere.
    grid.cell("D7").click()
    grid.cell("D9").click(modifiers=["Shift"])
    grid.keys.press("Control+x")
    grid.cell("B3").click()
    grid.keys.press("Control+v")
    grid.saved()
    assert grid.stands("B1:B5") == [["Units"], ["3"], ["1"], ["2"], ["4"]]
    grid.cell("B3").click()
    grid.cell("B2").click(modifiers=["Shift"])
    grid.keys.press("Control+x")
    grid.cell("B4").click()
    grid.keys.press("Control+v")
    expect(grid.page.get_by_text("to where they overlap themselves")).to_be_visible()
    assert grid.stands("B1:B5") == [["Units"], ["3"], ["1"], ["2"], ["4"]]


def test_rows_that_are_seen_together_are_deleted_and_nothing_between(grid: Sorted) -> None:
    grid.page.locator(".row-head", has_text=re.compile("^3$")).click()
    grid.page.locator(".row-head", has_text=re.compile("^2$")).click(modifiers=["Control"])
    grid.has_selected("3:3,2:2")
    grid.page.get_by_role("menuitem", name="Edit", exact=True).click()
    grid.page.locator("#menu-edit").get_by_text("Delete rows", exact=True).click()
    grid.saved()
    assert grid.stands("A1:A4") == [["Name"], ["Birch"], ["Elm"]]
    grid.page.get_by_role("button", name="Close filter view").click()
    grid.saved()
    assert heads(grid) == ["1", "2", "3", "4", "5", "6"]
    grid.shows(A2="Birch", A3="Elm")
