"""The search box of the CRM in a browser: records are offered while one types."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.apps.crm.floor import REP, Floor
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.worlds import World

pytestmark = pytest.mark.browser
READY = 'html[data-ready="true"]'


@pytest.fixture
def doors(world: World, office: Office, authority: Authority) -> Doors:
    """A sales representative at every door."""
    return Doors(world, authority, office.people[REP])


def test_records_are_offered_and_gone_to_by_keys(
    page: Page, doors: Doors, world: World, office: Office
) -> None:
    account = Floor(world, office.people).create("Account", Name="Zephyrine Works")
    root = page.url.partition("/w/")[0]
    page.goto(f"{root}/w/{world.id}/crm/Account/list")
    page.wait_for_selector(READY)
    page.keyboard.press("/")
    box = page.get_by_role("combobox", name="Search Calderoute")
    expect(box).to_be_focused()
    page.keyboard.type("zephyr")
    offered = page.get_by_role("listbox", name="Records found").get_by_role("option")
    expect(offered).to_have_text(["Search records for “zephyr”", "Zephyrine Works"])
    page.keyboard.press("Escape")
    expect(offered).to_have_count(0)
    expect(box).to_have_value("zephyr")
    page.keyboard.press("ArrowDown")
    expect(offered).to_have_count(2)
    page.keyboard.press("ArrowUp")
    expect(page.locator("#crm-found .is-active")).to_contain_text("Zephyrine Works")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/crm/Account/{account}**")
