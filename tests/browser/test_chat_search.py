"""Searching chat with keyboard and mouse."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_chat import open_channel

pytestmark = pytest.mark.browser


def test_search_goes_from_the_banner_to_a_message_in_its_place(page: Page) -> None:
    open_channel(page, "deploys")
    page.keyboard.press("Control+g")
    page.keyboard.type("bagels")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Search")
    expect(page.locator("mark").first).to_have_text("bagels")
    page.get_by_role("link", name="Message of").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("general")
    expect(page.locator(".message-target")).to_contain_text("bagels")
    page.go_back()
    expect(page.get_by_role("combobox", name="Search chat")).to_have_value("bagels")


def test_modifiers_and_names_are_completed_while_one_types(page: Page) -> None:
    open_channel(page, "general")
    page.keyboard.press("Control+g")
    page.keyboard.press("Enter")
    field = page.get_by_role("combobox", name="Search chat")
    expect(field).to_be_focused()
    field.press_sequentially("bagels fr")
    page.get_by_role("option", name="bagels from: Written by somebody").wait_for()
    field.press("ArrowDown")
    field.press("Enter")
    expect(field).to_have_value("bagels from:")
    field.press_sequentially("min")
    expect(page.get_by_role("option", name="Mingzhu Chen")).to_be_visible()
    page.get_by_role("option", name="Mingzhu Chen").click()
    expect(field).to_have_value("bagels from:@mchen ")
    expect(field).to_be_focused()
    field.press("Escape")
    field.press("Enter")
    expect(page.get_by_role("link", name="Messages 2 found")).to_be_visible()
    expect(field).to_have_value("bagels from:@mchen")
    expect(page.get_by_text("Mingzhu Chen", exact=True).first).to_be_visible()


def test_enter_searches_for_what_was_typed_whatever_is_offered(page: Page) -> None:
    open_channel(page, "general")
    page.keyboard.press("Control+g")
    page.keyboard.press("Enter")
    field = page.get_by_role("combobox", name="Search chat")
    field.press_sequentially("has")
    page.get_by_role("option", name="Search for this").wait_for()
    field.press("Enter")
    expect(page.get_by_role("navigation", name="What was found")).to_be_visible()
    expect(field).to_have_value("has")


def test_search_within_a_conversation_begins_with_it(page: Page) -> None:
    open_channel(page, "deploys")
    page.keyboard.press("Control+f")
    field = page.get_by_role("combobox", name="Search chat")
    expect(field).to_have_value("in:#deploys ")
    expect(field).to_be_focused()
    field.press_sequentially("rollback")
    field.press("Enter")
    expect(page.get_by_role("heading", level=2, name="#deploys").first).to_be_visible()


def test_filters_write_the_query(page: Page) -> None:
    open_channel(page, "general")
    page.keyboard.press("Control+g")
    page.keyboard.type("the")
    page.keyboard.press("Enter")
    page.get_by_role("combobox", name="From").press_sequentially("ming")
    page.get_by_role("option", name="Mingzhu Chen").click()
    page.get_by_label("Leave out bots").check()
    page.get_by_role("button", name="Apply filters").click()
    field = page.get_by_role("combobox", name="Search chat")
    expect(field).to_have_value("the from:@mchen -is:bot")
    page.get_by_role("button", name="Remove Mingzhu Chen").click()
    page.get_by_role("button", name="Apply filters").click()
    expect(field).to_have_value("the -is:bot")
