"""The navigator and a project's list in a real browser: typing queries, keys, cells in place."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def tracker(page: Page) -> str:
    """Where the tracker is."""
    found = re.match(r"https?://[^/]+/w/[^/]+", page.url)
    assert found is not None
    return f"{found[0]}/tracker"


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("html[data-ready=true]")


def query_box(page: Page) -> Locator:
    return page.get_by_role("combobox", name="JQL query")


def test_what_is_offered_is_taken_and_found(page: Page, tracker: str) -> None:
    opened(page, f"{tracker}/issues")
    box, offered = query_box(page), page.get_by_role("listbox", name="What may be typed here")
    box.press_sequentially("proj")
    expect(offered.get_by_role("option", name="project", exact=True)).to_be_visible()
    box.press("ArrowDown")
    box.press("Enter")
    expect(box).to_have_value("project ")
    box.press_sequentially("= SE")
    expect(offered.get_by_role("option").first).to_contain_text("SEC")
    box.press("ArrowDown")
    box.press("Tab")
    expect(box).to_have_value("project = SEC ")
    box.press("Escape")
    box.press("Enter")
    expect(page.get_by_role("row", name="SEC-7", exact=True)).to_be_visible()


def test_fault_has_the_cursor(page: Page, tracker: str) -> None:
    opened(page, f"{tracker}/issues?jql={quote('project = CAL AND stat[us = 1')}")
    expect(query_box(page)).to_be_focused()
    held = query_box(page).evaluate("box => box.value.slice(box.selectionStart, box.selectionEnd)")
    assert held == "["


def test_split_view_goes_on_with_j_and_back_with_k(page: Page, tracker: str) -> None:
    opened(page, f"{tracker}/issues?view=split&jql={quote('project = SEC ORDER BY key')}")
    panel = page.get_by_role("complementary", name="Issue SEC-7")
    expect(panel).to_be_visible()
    page.get_by_role("link", name="SEC-7").first.focus()
    page.keyboard.press("j")
    expect(page.get_by_role("complementary", name="Issue SEC-8")).to_be_visible()
    expect(page).to_have_url(re.compile("issue=SEC-8"))
    page.keyboard.press("k")
    expect(panel).to_be_visible()


def test_summary_opens_the_issue_beside(page: Page, tracker: str) -> None:
    opened(page, f"{tracker}/issues?jql={quote('project = SEC ORDER BY key')}")
    page.get_by_text("Review who may reach production").click()
    expect(page.get_by_role("complementary", name="Issue SEC-8")).to_be_visible()


def test_heading_sorts_and_the_way_back_undoes_it(page: Page, tracker: str) -> None:
    opened(page, f"{tracker}/issues?jql={quote('project = SEC ORDER BY key')}")
    page.get_by_role("link", name="Summary", exact=True).click()
    first = page.get_by_role("table").get_by_role("rowheader").first
    expect(first).to_have_text("SEC-10")
    page.go_back()
    expect(first).to_have_text("SEC-7")


def test_pickers_narrow_what_is_found(page: Page, tracker: str) -> None:
    opened(page, f"{tracker}/issues?mode=basic&jql={quote('project = OPS')}")
    page.get_by_role("combobox", name="Type").click()
    page.get_by_role("option", name="Change").click()
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="of 5 issues")).to_be_visible()


def test_cell_takes_another_value_and_the_focus_stays(page: Page, tracker: str) -> None:
    opened(page, f"{tracker}/p/CAL/list?q=European")
    row = page.get_by_role("row", name="CAL-250", exact=True)
    row.get_by_role("button", name="High").click()
    page.get_by_role("option", name="Lowest").click()
    expect(row.get_by_role("button", name="Lowest")).to_be_focused()
    page.reload()
    expect(row.get_by_role("button", name="Lowest")).to_be_visible()


def test_escape_leaves_a_cell_as_it_was(page: Page, tracker: str) -> None:
    opened(page, f"{tracker}/p/CAL/list?q=European")
    row = page.get_by_role("row", name="CAL-250", exact=True)
    summary = row.get_by_role("button", name="Open Dock Planner 2.0 to European customers")
    summary.click()
    expect(row.get_by_role("textbox", name="Summary")).to_be_focused()
    page.keyboard.type("Something else")
    page.keyboard.press("Escape")
    expect(summary).to_be_visible()


def test_refused_cell_says_why_where_it_is(page: Page, tracker: str) -> None:
    opened(page, f"{tracker}/p/CAL/list?q=European")
    row = page.get_by_role("row", name="CAL-250", exact=True)
    row.get_by_role("button", name="Open Dock Planner 2.0 to European customers").click()
    row.get_by_role("textbox", name="Summary").fill("")
    page.keyboard.press("Enter")
    expect(row).to_contain_text("You must specify a summary of the issue.")
