"""Edits in the page: two at a time, and those that are left before they are saved."""

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.test_chat_in_place import channel, forgiving, messages, say
from tests.kit import Doors, Office

from workworld.host import Host

pytestmark = pytest.mark.browser


def test_edit_that_meets_another_shows_both_and_is_saved_when_it_is_meant(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    ts = say(doors, office, "at nine")
    with forgiving(chrome, host, doors) as page:
        channel(page, office, "general").press("ArrowUp")
        editor = page.get_by_role("textbox", name="Edit message")
        editor.fill("at eleven")
        doors.rest("chat.update", channel=office.channels["general"], ts=ts, text="at ten")
        editor.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("changed while you were editing")
        expect(page.locator("[data-theirs]")).to_contain_text("at ten")
        expect(editor).to_have_value("at eleven")
        expect(editor).to_be_focused()
        editor.press("Enter")
        expect(messages(page).last).to_contain_text("at eleven (edited)")
        expect(editor).to_have_count(0)
        expect(page.get_by_text("Continue editing")).to_have_count(0)


def test_edit_outlives_the_page_until_it_is_cancelled(
    page: Page, doors: Doors, office: Office
) -> None:
    say(doors, office, "at nine")
    channel(page, office, "general").press("ArrowUp")
    editor = page.get_by_role("textbox", name="Edit message")
    with page.expect_response("**/edit/draft"):
        editor.fill("at nine sharp")
    page.reload()
    page.get_by_role("link", name="Continue editing").click()
    expect(editor).to_have_value("at nine sharp")
    editor.press("Escape")
    expect(editor).to_have_count(0)
    expect(messages(page).last).to_contain_text("at nine")
    expect(page.get_by_text("Continue editing")).to_have_count(0)
    page.goto(f"{page.url}/m/{messages(page).last.get_attribute('data-key')}/edit")
    expect(editor).to_have_value("at nine")
    with page.expect_response("**/edit/draft"):
        editor.fill("at ten")
    page.get_by_role("link", name="Cancel").click()
    expect(messages(page).last).to_contain_text("at nine")
    expect(page.get_by_text("Continue editing")).to_have_count(0)
