"""Asking people to choose, as they see it."""

import pytest
from playwright.sync_api import Page, expect
from tests.kit import Doors, Office

pytestmark = pytest.mark.browser


def test_poll_is_asked_answered_and_closed(
    page: Page, doors: Doors, colleague: Doors, office: Office
) -> None:
    page.get_by_role("link", name="Open Chat").click()
    box = page.get_by_role("textbox", name="Message #general")
    box.fill("Where do we eat?")
    page.get_by_role("link", name="Poll").click()
    dialog = page.get_by_role("dialog", name="Poll")
    expect(dialog.get_by_role("textbox", name="Question")).to_have_value("Where do we eat?")
    dialog.get_by_role("textbox", name="Options").fill("Noodles\nSoup")
    dialog.get_by_role("button", name="Send to #general").click()
    expect(dialog).to_have_count(0)
    expect(box).to_have_value("")
    poll = page.get_by_role("group", name="Where do we eat?")
    poll.get_by_role("button", name="Soup 0 votes").click()
    mine = poll.get_by_role("button", name="Soup 1 vote")
    expect(mine).to_have_attribute("aria-pressed", "true")
    expect(mine).to_be_focused()
    general = office.channels["general"]
    ts = doors.rest("conversations.history", channel=general, limit=1)["messages"][0]["ts"]
    colleague.submit(f"/c/{general}/m/{ts}/vote", option="2")
    expect(poll.get_by_role("button", name="Soup 2 votes")).to_be_visible()
    expect(poll).to_contain_text("You, Jonas")
    poll.get_by_role("button", name="Close the poll").click()
    expect(poll.get_by_role("button", name="Noodles")).to_be_disabled()
    expect(poll).to_contain_text("Closed")


def test_command_alone_leads_to_the_form(page: Page) -> None:
    page.get_by_role("link", name="Open Chat").click()
    box = page.get_by_role("textbox", name="Message #general")
    box.fill("/poll")
    box.press("Enter")
    dialog = page.get_by_role("dialog", name="Poll")
    expect(dialog.get_by_role("textbox", name="Question")).to_be_focused()
    dialog.get_by_role("link", name="Cancel").click()
    expect(dialog).to_have_count(0)
    expect(box).to_have_value("")
