"""What stands in cells, in a real browser: links that are followed, buttons beside each other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.test_sheets_grid import Grid, grid

__all__ = ["grid"]
pytestmark = pytest.mark.browser


def test_links_are_followed_by_pointer_and_keys(grid: Grid) -> None:
    page = grid.page
    gid = page.get_by_role("tab", name="Data").get_attribute("data-gid")
    grid.type("E2", '=HYPERLINK("https://a.example/rates","rates")')
    grid.type("E3", f'=HYPERLINK("#gid={gid}&range=B7:C9","there")')
    grid.type("E4", '=HYPERLINK("javascript:ran()","no link")')
    expect(grid.cell("E2")).to_have_css("text-decoration-line", "underline")
    expect(grid.cell("E4")).not_to_have_css("text-decoration-line", "underline")
    grid.cell("E2").hover()
    card = page.get_by_role("dialog", name="Link of E2")
    outside = card.get_by_role("link", name="https://a.example/rates")
    expect(outside).to_have_attribute("target", "_blank")
    grid.cell("E2").click()
    expect(card).to_be_visible()
    page.mouse.move(2, 2)
    expect(card).to_have_count(0)
    grid.keys.press("ArrowDown")
    grid.keys.press("Alt+Enter")
    expect(page.get_by_role("link", name="Data, B7:C9")).to_be_focused()
    grid.keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    grid.keys.press("Alt+Enter")
    grid.keys.press("Enter")
    expect(page.get_by_role("tab", name="Data")).to_have_attribute("aria-selected", "true")
    grid.has_selected("B7:C9")
    expect(page).not_to_have_url(re.compile("#"))
    grid.keys.type("typed")
    grid.keys.press("Enter")
    grid.shows(B7="typed")


def test_a_head_that_is_chosen_from_a_list_is_filtered_by_too(grid: Grid) -> None:
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 4, "endColumnIndex": 3}
    head = {**area, "startColumnIndex": 1, "endColumnIndex": 2, "endRowIndex": 1}
    values = [{"userEnteredValue": each} for each in ("Units", "Boxes")]
    rule = {"condition": {"type": "ONE_OF_LIST", "values": values}, "showCustomUi": True}
    requests = [
        {"setBasicFilter": {"filter": {"range": area}}},
        {"setDataValidation": {"range": head, "rule": rule}},
    ]
    grid.page.evaluate(
        "requests => document.dispatchEvent("
        'new CustomEvent("sheets:commands", { detail: { requests } }))',
        requests,
    )
    grid.page.get_by_role("button", name="Choose a value for B1").click()
    grid.page.get_by_role("option", name="Boxes").click()
    grid.shows(B1="Boxes")
    grid.page.get_by_role("button", name="Filter by Boxes").click()
    expect(grid.page.get_by_role("dialog")).to_be_visible()


def test_editing_a_text_keeps_the_looks_of_its_parts(grid: Grid) -> None:
    value = {
        "userEnteredValue": {"stringValue": "Pay now"},
        "textFormatRuns": [{"startIndex": 4, "format": {"bold": True}}],
    }
    start = {"sheetId": 0, "rowIndex": 1, "columnIndex": 4}
    fields = "userEnteredValue,textFormatRuns"
    update = {"updateCells": {"start": start, "rows": [{"values": [value]}], "fields": fields}}
    grid.page.evaluate(
        "requests => document.dispatchEvent("
        'new CustomEvent("sheets:commands", { detail: { requests } }))',
        [update],
    )
    bold = grid.cell("E2").locator("span span")
    expect(bold).to_have_text("now")
    grid.cell("E2").dblclick()
    grid.keys.press("Home")
    grid.keys.type("Please p")
    grid.keys.press("Delete")
    grid.keys.press("Enter")
    grid.shows(E2="Please pay now")
    expect(bold).to_have_text("now")
    grid.type("E2", "Pay now")
    grid.shows(E2="Pay now")
    expect(bold).to_have_count(0)


def test_a_double_click_on_the_handle_fills_down_as_far_as_the_table_goes(grid: Grid) -> None:
    grid.type("D2", "=B2*C2")
    grid.cell("D2").click()
    grid.page.locator("[data-fill]:visible").dblclick()
    grid.shows(D3="$1,120.00", D4="$1,211.25", D5="")
    grid.has_selected("D2:D4")
