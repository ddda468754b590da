"""The dialog of a new issue, from any page of the tracker."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.test_tracker_issue import opened
from tests.kit import Doors

pytestmark = pytest.mark.browser


def begun(page: Page, doors: Doors, path: str = "/browse/CAL-214") -> Locator:
    """The dialog, opened by its key."""
    opened(page, doors, path)
    page.keyboard.press("c")
    dialog = page.get_by_role("dialog", name="Create issue")
    expect(dialog.get_by_role("textbox", name="Summary")).to_be_focused()
    return dialog


def test_issue_is_made_from_the_page_of_another(page: Page, doors: Doors) -> None:
    dialog = begun(page, doors)
    page.keyboard.type("Made by key")
    page.keyboard.press("Control+Enter")
    expect(dialog).to_have_count(0)
    page.get_by_label("Notices").get_by_role("link", name="CAL-").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Made by key")


def test_project_changes_the_fields_and_keeps_what_was_typed(page: Page, doors: Doors) -> None:
    dialog = begun(page, doors)
    expect(dialog.get_by_role("textbox", name="Story Points")).to_have_count(1)
    dialog.get_by_role("textbox", name="Summary").fill("Kept")
    dialog.get_by_role("combobox", name="Sprint").click()
    expect(page.get_by_role("option", name="CAL 26-05")).to_be_visible()
    dialog.get_by_role("combobox", name="Project").click()
    page.get_by_role("option", name="Internal operations").click()
    expect(dialog.get_by_role("combobox", name="Project")).to_contain_text("Internal operations")
    expect(dialog.get_by_role("textbox", name="Summary")).to_have_value("Kept")
    expect(dialog.get_by_role("combobox", name="Sprint")).to_have_count(0)


def test_missing_summary_is_said_at_the_field(page: Page, doors: Doors) -> None:
    dialog = begun(page, doors)
    dialog.get_by_role("textbox", name="Description").fill("Much was written.")
    dialog.get_by_role("button", name="Create", exact=True).click()
    summary = dialog.get_by_role("textbox", name="Summary")
    expect(summary).to_have_attribute("aria-invalid", "true")
    expect(summary).to_have_accessible_description("You must specify a summary of the issue.")
    expect(summary).to_be_focused()
    expect(dialog.get_by_role("textbox", name="Description")).to_have_value("Much was written.")


def test_another_one_is_made_of_the_same_type(page: Page, doors: Doors) -> None:
    dialog = begun(page, doors)
    dialog.get_by_role("combobox", name="Issue type").click()
    page.get_by_role("option", name="Bug").click()
    expect(dialog.get_by_role("combobox", name="Issue type")).to_contain_text("Bug")
    dialog.get_by_role("textbox", name="Summary").fill("First of two")
    dialog.get_by_role("checkbox", name="Create another").check()
    dialog.get_by_role("button", name="Create", exact=True).click()
    expect(dialog.get_by_role("status").filter(has_text="First of two")).to_be_visible()
    expect(dialog.get_by_role("textbox", name="Summary")).to_have_value("")
    expect(dialog.get_by_role("combobox", name="Issue type")).to_contain_text("Bug")


def test_what_is_typed_while_other_fields_are_on_their_way_stays(page: Page, doors: Doors) -> None:
    dialog = begun(page, doors)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/create", hold)
    dialog.get_by_role("combobox", name="Issue type").click()
    page.get_by_role("option", name="Bug").click()
    page.evaluate("document.querySelector('#create form').dataset.before = ''")
    dialog.get_by_role("checkbox", name="Create another").check()
    summary = dialog.get_by_role("textbox", name="Summary")
    summary.fill("Typed at once")
    with page.expect_response("**/create"):
        held.pop().continue_()
    expect(page.locator("#create form[data-before]")).to_have_count(0)
    expect(summary).to_have_value("Typed at once")
    expect(summary).to_be_focused()
    expect(dialog.get_by_role("checkbox", name="Create another")).to_be_checked()


def test_closing_asks_before_what_was_typed_is_lost(page: Page, doors: Doors) -> None:
    dialog = begun(page, doors)
    page.keyboard.type("Half a thought")
    page.keyboard.press("Escape")
    expect(dialog.get_by_role("alert")).to_contain_text("What you entered is not saved.")
    dialog.get_by_role("button", name="Keep editing").click()
    expect(dialog.get_by_role("textbox", name="Summary")).to_have_value("Half a thought")
    dialog.get_by_role("link", name="Close", exact=True).click()
    dialog.get_by_role("link", name="Discard").click()
    expect(dialog).to_have_count(0)
