"""Smart chips in a real browser: offered behind a sign, shown with cards, kept by edits."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_sheets_grid import Grid, grid

__all__ = ["grid"]
pytestmark = pytest.mark.browser


def _offers(page: Page, text: str) -> None:
    offered = page.get_by_role("listbox", name="Smart chips").get_by_role("option")
    expect(offered.first).to_contain_text(text)


def test_chips_are_offered_typed_shown_and_taken_away(grid: Grid) -> None:
    page = grid.page
    grid.cell("E2").click()
    grid.keys.type("ask @mingzh")
    _offers(page, "Mingzhu Chen")
    grid.keys.press("Enter")
    grid.keys.type(" about @plan")
    _offers(page, "Plan")
    grid.keys.press("Tab")
    grid.keys.press("Enter")
    grid.shows(E2="ask Mingzhu Chen about Plan")
    chips = grid.cell("E2").get_by_role("button")
    expect(chips).to_have_count(2)
    expect(chips.first).to_have_accessible_name("Mingzhu Chen, person")
    expect(chips.last).to_have_accessible_name("Plan, in Sheets")
    chips.first.hover()
    card = page.get_by_role("dialog", name="About Mingzhu Chen, person")
    expect(card).to_contain_text("Engineering")
    # With keys alone: from the cell to its chips, to the card, and back.
    grid.cell("A9").click()
    expect(card).to_have_count(0)
    grid.cell("E2").click(position={"x": 2, "y": 2})
    grid.keys.press("Alt+Enter")
    expect(chips.first).to_be_focused()
    grid.keys.press("ArrowRight")
    other = page.get_by_role("dialog", name="About Plan, in Sheets")
    expect(other).to_contain_text("Spreadsheet")
    grid.keys.press("Enter")
    expect(other.get_by_role("link", name="Plan")).to_be_focused()
    grid.keys.press("Escape")
    expect(other).to_have_count(0)
    # A chip goes as one; what is typed beside it leaves it as it is.
    grid.keys.press("F2")
    grid.keys.press("Backspace")
    grid.keys.type("it")
    grid.keys.press("Enter")
    grid.shows(E2="ask Mingzhu Chen about it")
    expect(chips).to_have_count(1)
    grid.cell("E2").click(position={"x": 2, "y": 2})
    grid.keys.press("Control+c")
    grid.cell("E5").click()
    grid.keys.press("Control+v")
    expect(grid.cell("E5").get_by_role("button")).to_have_count(1)
    grid.keys.press("Control+z")
    grid.shows(E5="")


def test_the_sign_offers_days_that_are_values(grid: Grid) -> None:
    grid.cell("E2").click()
    grid.keys.type("@tom")
    _offers(grid.page, "Tomorrow")
    grid.keys.press("Enter")
    grid.keys.press("Enter")
    grid.type("F2", "=ISNUMBER(E2)")
    grid.shows(F2="TRUE")
    grid.cell("E8").click()
    grid.page.get_by_role("menuitem", name="Insert").click()
    grid.page.get_by_role("menuitem", name="Smart chip").click()
    _offers(grid.page, "Today")
    grid.keys.press("Escape")
    grid.keys.press("Escape")
    # What is no name of anything stays text, and lists are left by Esc.
    grid.type("E3", "3 @ 20")
    grid.shows(E3="3 @ 20")
    grid.cell("E4").click()
    grid.keys.type("@mingzh")
    _offers(grid.page, "Mingzhu Chen")
    grid.keys.press("Escape")
    grid.keys.press("Enter")
    grid.shows(E4="@mingzh")
