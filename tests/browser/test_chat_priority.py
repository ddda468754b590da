"""Sending something urgent, and acknowledging it."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_chat_in_place import channel, messages
from tests.kit import Doors, Office

from workworld.apps.chat.service import messages as sending
from workworld.calls import perform

pytestmark = pytest.mark.browser


def test_urgent_message_is_sent_and_the_next_one_is_not(page: Page, office: Office) -> None:
    channel(page, office, "general")
    page.get_by_role("button", name="Priority").click()
    dialog = page.get_by_role("dialog", name="Priority")
    dialog.get_by_role("radio", name="Urgent").check()
    dialog.get_by_role("checkbox", name="Ask for acknowledgement").check()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    composer = page.get_by_role("textbox", name="Message #general")
    expect(composer).to_be_focused()
    expect(page.get_by_text("Urgent, to acknowledge", exact=True)).to_be_visible()
    page.keyboard.type("Stop deploying")
    page.keyboard.press("Enter")
    expect(messages(page).last).to_contain_text("0 acknowledged")
    expect(messages(page).last.get_by_text("Urgent", exact=True)).to_be_visible()
    expect(page.get_by_text("Urgent, to acknowledge", exact=True)).to_have_count(0)
    page.keyboard.type("Thanks")
    page.keyboard.press("Enter")
    expect(messages(page).last).to_contain_text("Thanks")
    expect(messages(page).last).not_to_contain_text("acknowledged")


def test_message_is_acknowledged_and_that_is_taken_back(
    page: Page, colleague: Doors, office: Office
) -> None:
    said = {"level": "important", "asks_for_acknowledgement": True}
    place = {"channel_id": office.channels["general"], "text": "Read this"}
    perform(colleague.world, colleague.actor, sending.post, **place, priority=said)
    channel(page, office, "general")
    button = messages(page).last.get_by_role("button", name="Acknowledge")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    messages(page).last.get_by_role("link", name="1 acknowledged").click()
    dialog = page.get_by_role("dialog", name="Acknowledged by")
    expect(dialog).to_contain_text("Ana Ruiz (you)")
    page.go_back()
    expect(dialog).to_have_count(0)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
