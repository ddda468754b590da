"""The setup in a browser: what only a browser shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.apps.crm.floor import ADMIN, Floor

from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds

pytestmark = pytest.mark.browser


@pytest.fixture
def page(
    floor: Floor, worlds: Worlds, snapshot: Snapshot, authority: Authority, chrome: Browser
) -> Iterator[Page]:
    """The administrator's browser, where a type of cases is made."""
    with Host(worlds, snapshot, authority, control_port=0) as host:
        context = chrome.new_context(reduced_motion="reduce")
        page = context.new_page()
        page.goto(host.launch_url(floor.world.id, floor.people[ADMIN]))
        crm = f"{page.url.partition('/w/')[0]}/w/{floor.world.id}/crm"
        page.goto(f"{crm}/setup/objects/Case/record-types/new")
        yield page
        context.close()


def test_enter_saves_though_buttons_that_add_stand_before_the_one_that_saves(page: Page) -> None:
    expect(page.get_by_role("button", name="Save")).to_have_count(1)
    expect(page.locator("button[type=submit]:visible").first).not_to_have_text("Save")
    name = page.locator("[name=name]")
    name.fill("Returns")
    name.press("Enter")
    page.wait_for_url("**/record-types")
    expect(page.get_by_role("main")).to_contain_text("Returns")
