"""Lists in a browser, by keys alone: rows, cells, ticks, and what is edited in them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select
from tests.apps.crm.floor import REP, Floor

from workworld.apps.crm.models import ListView
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds


@pytest.fixture
def page(
    floor: Floor, worlds: Worlds, snapshot: Snapshot, authority: Authority, chrome: Browser
) -> Iterator[Page]:
    """A salesperson's browser at the open deals."""
    mine = (ListView.sobject == "Opportunity", ListView.name == "Open Pipeline")
    view = floor.rows(select(ListView.id).where(*mine))[0].id
    with Host(worlds, snapshot, authority, control_port=0) as host:
        context = chrome.new_context(reduced_motion="reduce")
        page = context.new_page()
        page.goto(host.launch_url(floor.world.id, floor.people[REP]))
        root = page.url.partition("/w/")[0]
        page.goto(f"{root}/w/{floor.world.id}/crm/Opportunity/list?view={view}")
        yield page
        context.close()


def test_cells_are_reached_from_a_rows_name_and_edited(page: Page) -> None:
    rows = page.locator("#records tbody tr")
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(rows.nth(1).get_by_role("link").first).to_be_focused()
    page.keyboard.press("x")
    expect(rows.nth(1).get_by_role("checkbox")).to_be_checked()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(rows.nth(1).locator("td:focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(rows.nth(2).locator("td:focus")).to_have_count(1)
    page.keyboard.press("F2")
    editor = page.locator(".cell-editor")
    expect(editor.locator(":focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(editor).to_have_count(0)
    expect(rows.nth(2).locator("td:focus")).to_have_count(1)


def test_a_new_record_is_made_from_the_page_of_one(page: Page) -> None:
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Following").or_(
        page.get_by_role("button", name="Follow", exact=True)
    )).to_be_visible()  # fmt: skip
    page.wait_for_selector("html[data-ready=true]")  # keys are heard once the scripts are there
    page.keyboard.press("n")
    expect(page.get_by_role("dialog").get_by_role("heading")).to_contain_text("New")
