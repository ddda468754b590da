"""The grid of a workbook in a real browser: typing, pointing, selecting, filling, moving."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.kit import Doors

from workworld.apps.sheets.service import batches, workbooks
from workworld.calls import perform
from workworld.context import Actor

pytestmark = pytest.mark.browser

ROWS = [
    ["Region", "Units", "Price"],
    ["North", "120", "$12.50"],
    ["South", "80", "$14.00"],
    ["West", "95", "$12.75"],
]


class Grid:
    """The editor of a workbook, as somebody works in it."""

    def __init__(self, page: Page) -> None:
        self.page, self.keys = page, page.keyboard
        self.frame = page.locator("#grid")
        self.bar = page.get_by_role("textbox", name="Formula bar")
        self.name_box = page.get_by_role("textbox", name="Name box")

    def cell(self, ref: str) -> Locator:
        """The cell of an address."""
        return self.page.locator(f'[data-ref="{ref}"]')

    def type(self, ref: str, text: str, then: str = "Enter") -> None:
        """Click a cell, type, and leave it with a key."""
        self.cell(ref).click()
        self.keys.type(text)
        self.keys.press(then)

    def shows(self, **cells: str) -> None:
        """See to it that cells show something."""
        for ref, text in cells.items():
            expect(self.cell(ref)).to_have_text(text)

    def has_selected(self, name: str) -> None:
        """See to it that a range is selected."""
        expect(self.frame).to_have_attribute("data-range", name)


@pytest.fixture
def grid(page: Page, doors: Doors) -> Iterator[Grid]:
    """A workbook with a small table, opened."""
    actor = Actor(doors.person_id)
    made = perform(doors.world, actor, workbooks.create, title="Plan")
    start = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    typed = {"enterText": {"start": start, "rows": [{"values": each} for each in ROWS]}}
    more = {"addSheet": {"properties": {"title": "Data"}}}
    perform(doors.world, actor, batches.update, workbook_id=made.id, requests=[typed, more])
    found = re.match(r"https?://[^/]+/w/[^/]+", page.url)
    assert found is not None
    page.goto(f"{found[0]}/sheets/s/{made.id}")
    page.wait_for_selector("html[data-ready=true]")
    yield Grid(page)
    page.wait_for_selector("html[data-ready=true]")


def test_what_is_typed_goes_down_along_and_back(grid: Grid) -> None:
    grid.type("E2", "one", "Tab")
    grid.keys.type("2")
    grid.keys.press("Enter")
    grid.has_selected("E3")
    grid.shows(E2="one", F2="2")
    grid.cell("E2").dblclick()
    grid.keys.type(" more")
    grid.keys.press("Enter")
    grid.shows(E2="one more")
    grid.cell("E2").click()
    grid.keys.type("gone")
    grid.keys.press("Escape")
    grid.shows(E2="one more")
    grid.keys.press("Delete")
    grid.shows(E2="")
    grid.keys.press("Control+z")
    grid.shows(E2="one more")


def test_formula_is_pointed_together_and_told_of(grid: Grid) -> None:
    grid.cell("E2").click()
    grid.keys.type("=SU")
    expect(grid.page.get_by_role("option", name=re.compile("^SUM "))).to_be_visible()
    grid.keys.type("M(")
    expect(grid.page.get_by_role("note", name="How SUM is called")).to_be_visible()
    grid.cell("B2").hover()
    grid.page.mouse.down()
    grid.cell("B4").hover()
    grid.page.mouse.up()
    grid.keys.press("F4")
    expect(grid.bar).to_have_value("=SUM($B$2:$B$4")
    grid.keys.press("Enter")
    grid.shows(E2="295")
    grid.cell("E3").click()
    grid.keys.type("=")
    grid.keys.press("ArrowUp")
    grid.keys.type("*2+")
    grid.page.get_by_role("tab", name="Data").click()
    grid.cell("A1").click()
    expect(grid.bar).to_have_value("=E2*2+Data!A1")
    grid.keys.press("Enter")
    grid.shows(E3="590")


def test_bar_and_name_box_are_two_more_ways(grid: Grid) -> None:
    grid.cell("E5").click()
    grid.bar.fill("=B2+1")
    grid.bar.press("Enter")
    grid.shows(E5="121")
    grid.cell("E5").click()
    expect(grid.bar).to_have_value("=B2+1")
    grid.name_box.fill("Data!C3:D9")
    grid.name_box.press("Enter")
    grid.has_selected("C3:D9")
    expect(grid.page.get_by_role("tab", name="Data")).to_have_attribute("aria-selected", "true")
    grid.page.go_back()
    grid.shows(A2="North")


def test_keys_and_clicks_select_and_the_sum_is_told(grid: Grid) -> None:
    grid.cell("B2").click()
    grid.keys.press("Control+Shift+ArrowRight")
    grid.keys.press("Control+Shift+ArrowDown")
    grid.has_selected("B2:C4")
    facts = grid.page.get_by_role("status", name="Statistics of the selection")
    expect(facts).to_contain_text("Sum: 334.25")
    grid.keys.press("Control+a")
    grid.has_selected("A1:C4")
    grid.page.get_by_role("columnheader", name="B", exact=True).click()
    grid.has_selected("B:B")
    grid.cell("C3").click(modifiers=["Control"])
    grid.has_selected("B:B,C3")


def test_copies_shift_and_what_is_cut_is_followed(grid: Grid) -> None:
    grid.type("D2", "=B2*C2")
    grid.shows(D2="$1,500.00")
    grid.cell("D2").click()
    grid.keys.press("Control+c")
    grid.keys.press("ArrowDown")
    grid.keys.press("Control+v")
    grid.shows(D3="$1,120.00")
    grid.cell("B2").click()
    grid.keys.press("Control+x")
    grid.cell("F2").click()
    grid.keys.press("Control+v")
    grid.shows(F2="120", B2="")
    grid.cell("D2").click()
    expect(grid.bar).to_have_value("=F2*C2")


def test_handle_fills_series_and_edges_resize(grid: Grid) -> None:
    grid.type("E2", "1")
    grid.keys.type("3")
    grid.keys.press("Enter")
    grid.shows(E3="3")
    grid.cell("E2").click()
    grid.keys.press("Shift+ArrowDown")
    handle = grid.page.locator("[data-fill]").last.bounding_box()
    end = grid.cell("E5").bounding_box()
    assert handle is not None
    assert end is not None
    mouse = grid.page.mouse
    mouse.move(handle["x"] + 4, handle["y"] + 4)
    mouse.down()
    mouse.move(end["x"] + 20, end["y"] + 8)
    mouse.up()
    grid.shows(E4="5", E5="7")
    head = grid.page.get_by_role("columnheader", name="B", exact=True)
    box = head.bounding_box()
    assert box is not None
    mouse.move(box["x"] + box["width"] - 2, box["y"] + 8)
    mouse.down()
    mouse.move(box["x"] + box["width"] + 48, box["y"] + 8)
    mouse.up()
    expect(head).to_have_css("width", "150px")


def test_only_what_is_in_sight_is_on_the_page_and_edits_of_others_come(
    grid: Grid, doors: Doors
) -> None:
    grid.page.wait_for_selector("html[data-live=open]")
    assert grid.page.get_by_role("gridcell").count() < 700
    grid.name_box.fill("T900")
    grid.name_box.press("Enter")
    grid.has_selected("T900")
    assert grid.page.get_by_role("gridcell").count() < 700
    workbook_id = grid.page.url.split("/s/")[1].split("?")[0]
    start = {"sheetId": 0, "rowIndex": 898, "columnIndex": 19}
    request = {"enterText": {"start": start, "rows": [{"values": ["from elsewhere"]}]}}
    actor = Actor(doors.person_id)
    perform(doors.world, actor, batches.update, workbook_id=workbook_id, requests=[request])
    grid.shows(T899="from elsewhere")
    grid.has_selected("T900")


def test_view_menu_ticks_what_is_shown_and_undo_leads_to_where_it_was(grid: Grid) -> None:
    """Gridlines and formulas are ticked while they are there; undone cells are selected."""
    gridlines = grid.page.get_by_role("menuitemcheckbox", name="Gridlines")
    formulas = grid.page.get_by_role("menuitemcheckbox", name="Formulas")
    view = grid.page.get_by_role("menuitem", name="View", exact=True)
    view.click()
    expect(gridlines).to_have_attribute("aria-checked", "true")
    expect(formulas).to_have_attribute("aria-checked", "false")
    formulas.click()
    view.click()
    expect(formulas).to_have_attribute("aria-checked", "true")
    grid.keys.press("Escape")
    grid.type("B2", "130")
    grid.cell("E9").click()
    grid.keys.press("Control+z")
    grid.has_selected("B2")
    grid.cell("B2").click(button="right")
    expect(grid.page.get_by_role("menuitem", name="Insert comment")).to_be_visible()
    expect(grid.page.get_by_role("menuitem", name="Show pivot details")).to_have_count(0)


def test_rows_that_are_filtered_out_are_neither_copied_nor_pasted_over(grid: Grid) -> None:
    """Through a filter one copies and pastes what one sees."""
    shown = {"values": [{"userEnteredValue": "South"}]}
    hides = {"condition": {"type": "TEXT_NOT_CONTAINS", **shown}}
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 4, "endColumnIndex": 3}
    specs = [{"columnIndex": 0, "filterCriteria": hides}]
    requests = [{"setBasicFilter": {"filter": {"range": area, "filterSpecs": specs}}}]
    grid.page.evaluate(
        "requests => document.dispatchEvent("
        'new CustomEvent("sheets:commands", { detail: { requests } }))',
        requests,
    )
    expect(grid.cell("A3")).to_have_count(0)
    grid.cell("A2").click()
    grid.cell("A4").click(modifiers=["Shift"])
    grid.keys.press("Control+c")
    grid.cell("E2").click()
    grid.keys.press("Control+v")
    grid.shows(E2="North", E4="West")
    grid.has_selected("E2:E4")
    grid.cell("F6").click()
    grid.keys.press("Control+v")
    grid.shows(F6="North", F7="West", F8="")
