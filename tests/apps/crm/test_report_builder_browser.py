"""The report builder and the grid of dashboards in a browser: what only a browser shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, Floor

from workworld.apps.crm.models import Dashboard
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds


@pytest.fixture
def page(
    floor: Floor, worlds: Worlds, snapshot: Snapshot, authority: Authority, chrome: Browser
) -> Iterator[Page]:
    """The administrator's browser, at the CRM's root."""
    with Host(worlds, snapshot, authority, control_port=0) as host:
        context = chrome.new_context(reduced_motion="reduce")
        page = context.new_page()
        page.goto(host.launch_url(floor.world.id, floor.people[ADMIN]))
        page.goto(f"{page.url.partition('/w/')[0]}/w/{floor.world.id}/crm/reports")
        yield page
        context.close()


def here(page: Page, path: str) -> str:
    """The address of a path of the CRM."""
    return f"{page.url.partition('/crm')[0]}/crm{path}"


def test_a_filter_is_added_right_after_typing_into_another(page: Page) -> None:
    query = "type=Opportunity&column=Name&filter=Name&operator=contains"
    page.goto(here(page, f"/reports/new?{query}"))
    page.get_by_label("Value 1").fill("a")
    page.get_by_role("button", name="Add filter").click()
    expect(page.get_by_label("Value 2", exact=True)).to_be_visible()
    expect(page.get_by_label("Value 1", exact=True)).to_have_value("a")


def test_a_field_is_dragged_into_the_columns(page: Page) -> None:
    page.goto(here(page, "/reports/new?type=Opportunity&column=Name&column=Amount"))
    field = page.locator(".builder-fields [data-field=StageName]")
    field.hover()
    field.locator(".grip").drag_to(
        page.locator("[data-zone=columns] li").first, target_position={"x": 40, "y": 2}
    )
    columns = page.locator("[data-zone=columns] li")
    expect(columns.first).to_contain_text("Stage")
    columns.first.locator("[data-lift]").press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(columns.nth(1)).to_contain_text("Stage")
    columns.nth(1).locator("[data-lift]").click()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect(columns.first).to_contain_text("Stage")


def test_a_widget_is_resized_by_keys(page: Page, floor: Floor) -> None:
    (board,) = floor.rows(select(Dashboard.id).where(Dashboard.name == "Sales Overview"))
    page.goto(here(page, f"/dashboards/{board.id}?edit=1"))
    grip = page.get_by_role("button", name="Move or resize Open deals")
    grip.press("Shift+ArrowDown")
    widget = page.locator(".widget", has=grip)
    expect(widget).to_have_attribute("data-cell", "8:0:4:5")
    expect(grip).to_be_focused()
