import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.kit import Doors

pytestmark = pytest.mark.browser


@pytest.fixture
def box(page: Page) -> Locator:
    """The composer of general."""
    page.get_by_role("link", name="Open Chat").click()
    return page.get_by_role("textbox", name="Message #general")


def test_marks_go_around_what_is_selected_and_off_again(page: Page, box: Locator) -> None:
    box.fill("one\ntwo")
    box.press("Control+a")
    box.press("Control+b")
    expect(box).to_have_value("*one*\n*two*")
    box.press("Control+b")
    page.get_by_role("button", name="Numbered list").click()
    expect(box).to_have_value("1. one\n2. two")
    box.press("Control+z")
    expect(box).to_have_value("one\ntwo")
    box.press("Control+a")
    box.press("Control+Shift+8")
    box.press("End")
    box.press("Shift+Enter")
    box.type("three")
    expect(box).to_have_value("• one\n• two\n• three")


def test_names_are_completed_with_keys_and_escape_keeps_the_text(page: Page, box: Locator) -> None:
    options = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    box.type("Hi @jon")
    expect(options.first).to_contain_text("Jonas")
    box.press("Enter")
    expect(box).to_have_value("Hi @jwikstrand ")
    box.type("see #depl")
    expect(options).to_have_count(2)
    box.press("ArrowDown")
    box.press("Tab")
    expect(box).to_have_value("Hi @jwikstrand see #deploys ")
    box.type(":tad")
    expect(options.first).to_contain_text(":tada:")
    box.press("Escape")
    expect(options).to_have_count(0)
    expect(box).to_have_value("Hi @jwikstrand see #deploys :tad")
    box.press("Enter")
    expect(page.get_by_role("article").last).to_contain_text("Hi @Jonas see #deploys :tad")


def test_name_that_is_whole_is_sent_at_once(page: Page, box: Locator) -> None:
    box.type("Hi @jwikstrand")
    expect(page.get_by_role("listbox", name="Suggestions")).to_be_visible()
    box.press("Enter")
    expect(page.get_by_role("article").last).to_contain_text("Hi @Jonas")


def test_text_is_there_after_another_day_and_goes_when_it_is_sent(
    page: Page, box: Locator, doors: Doors
) -> None:
    with page.expect_response(re.compile("/draft$")):
        box.type("half a thought")
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(box).to_have_value("half a thought")
    box.press("Enter")
    expect(page.get_by_role("article").last).to_contain_text("half a thought")
    page.reload()
    expect(box).to_have_value("")
    assert [step.operation for step in doors.journal] == ["chat.messages.post"]


def test_long_text_goes_as_a_snippet(page: Page, box: Locator) -> None:
    box.fill(("x = 1; " * 80 + "\n") * 40)
    page.get_by_role("link", name="Send as a snippet").click()
    dialog = page.get_by_role("dialog", name="Text snippet")
    dialog.get_by_role("textbox", name="Name").fill("jobs.py")
    dialog.get_by_role("button", name="Send to #general").click()
    expect(page.get_by_role("article").last).to_contain_text("jobs.py")
    expect(box).to_have_value("")


def test_crowd_is_asked_about_and_the_text_waits(page: Page, box: Locator) -> None:
    box.fill("@here cake")
    box.press("Enter")
    dialog = page.get_by_role("alertdialog", name="Tell everybody?")
    expect(dialog).to_contain_text("@here tells")
    dialog.get_by_role("link", name="Change it").click()
    expect(box).to_have_value("@here cake")
    box.press("Enter")
    dialog.get_by_role("button", name="Send it").click()
    expect(page.get_by_role("article").last).to_contain_text("cake")
    expect(box).to_have_value("")


def test_message_is_sent_later_from_the_menu(page: Page, box: Locator) -> None:
    box.fill("later")
    page.get_by_role("button", name="Send later").click()
    page.get_by_role("menuitem", name="Monday at 9:00 AM").click()
    expect(page.get_by_text("It is sent Monday")).to_be_visible()
    expect(box).to_have_value("")
    page.get_by_role("button", name="Send later").click()
    page.get_by_role("menuitem", name="Scheduled messages").click()
    expect(page.get_by_role("list", name="Scheduled")).to_contain_text("later")


def test_enter_breaks_lines_for_those_who_prefer_it(page: Page, box: Locator) -> None:
    box.wait_for()
    here = page.url
    page.goto(re.sub(r"/chat/.*", "/chat/settings/messages", here))
    page.get_by_role("switch", name="Enter begins a new line").click()
    expect(page.get_by_role("switch", name="Enter begins a new line")).to_be_checked()
    page.goto(here)
    box.type("one")
    box.press("Enter")
    box.type("two")
    expect(box).to_have_value("one\ntwo")
    box.press("Control+Enter")
    last = page.get_by_role("log").get_by_role("article").last
    expect(last).to_contain_text(re.compile(r"one\s*two"))
