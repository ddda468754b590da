"""An issue's page by keys: the list that led there, its details, what stands below it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.apps.tracker.desk import Desk
from tests.browser.test_tracker_issue import edit, opened
from tests.kit import Doors, Office

from workworld.worlds import World

pytestmark = pytest.mark.browser


@pytest.fixture
def desk(world: World, office: Office) -> Desk:
    """People of the company at the tracker's operations."""
    return Desk(world, office.people)


def test_keys_lead_through_the_list_and_back(page: Page, doors: Doors) -> None:
    opened(page, doors, "/issues?jql=project+%3D+OPS+ORDER+BY+key+ASC")
    links = page.locator("main .col-issuekey a[data-issue]")
    keys = links.all_inner_texts()
    page.goto(str(links.nth(1).evaluate("each => each.href")))
    expect(page.get_by_text(f"2 of {len(keys)}")).to_be_visible()
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile(f"/browse/{keys[2]}$"))
    page.keyboard.press("k")
    expect(page).to_have_url(re.compile(f"/browse/{keys[1]}$"))
    page.wait_for_selector("html[data-ready='true']")
    page.keyboard.press("u")
    expect(page).to_have_url(re.compile("/issues\\?jql="))


def test_details_hide_and_stay_hidden(page: Page, doors: Doors, desk: Desk) -> None:
    key = desk.create("CAL", by="mchen", summary="Wide")
    opened(page, doors, f"/browse/{key}")
    details = page.get_by_role("complementary", name=f"Details of {key}")
    page.keyboard.press("t")
    expect(details).to_be_hidden()
    page.keyboard.press("w")  # the page comes anew, and is as it was
    expect(page.get_by_role("button", name=re.compile("^Stop watching|^Watch"))).to_be_visible()
    expect(details).to_be_hidden()
    page.keyboard.press("t")
    expect(details).to_be_visible()


def test_children_are_ordered_by_buttons_and_by_keys(page: Page, doors: Doors, desk: Desk) -> None:
    above = desk.create("CAL", by="mchen", summary="Above")
    names = ("First", "Second", "Third")
    keys = [
        desk.create("CAL", "Sub-task", by="mchen", summary=each, parent=above) for each in names
    ]
    opened(page, doors, f"/browse/{above}")
    lines = page.locator("#children .issue-line-key")
    expect(lines).to_have_text(keys)
    page.get_by_role("button", name=f"Move {keys[2]} up").click()
    expect(lines).to_have_text([keys[0], keys[2], keys[1]])
    page.wait_for_selector("html[data-ready='true']")
    page.locator(f"#children a[data-issue={keys[0]}]").focus()
    for pressed in ("Space", "ArrowDown", "ArrowDown", "Space"):
        page.keyboard.press(pressed)
    expect(lines).to_have_text([keys[2], keys[1], keys[0]])
    page.reload()
    expect(lines).to_have_text([keys[2], keys[1], keys[0]])


def test_enter_waits_for_what_is_offered(page: Page, doors: Doors, desk: Desk) -> None:
    key = desk.create("CAL", by="mchen", summary="Somebody's")
    opened(page, doors, f"/browse/{key}")
    edit(page, "Assignee")
    box = page.get_by_role("combobox", name="Assignee")
    expect(box).to_be_focused()
    page.wait_for_selector("html[data-ready='true']")
    page.keyboard.type("mingz")
    page.keyboard.press("Enter")  # before anything can have come
    expect(box).to_have_count(0)
    expect(page.locator("#field-assignee dd").first).to_contain_text("Mingzhu Chen")
