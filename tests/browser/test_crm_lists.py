"""Lists of records in a browser: cells that keys edit, ticks, and a board that is dragged."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.kit import Office

from workworld.host import Host
from workworld.worlds import World

pytestmark = pytest.mark.browser
SALES = "dwhitlock"


@pytest.fixture
def page(page: Page, host: Host, world: World, office: Office) -> Page:
    """The CRM as its sales manager has it."""
    page.goto(host.launch_url(world.id, office.people[SALES]))
    return page


def shown(page: Page, host: Host, world: World, sobject: str, view: str) -> None:
    """Show a list view."""
    page.goto(f"{host.addresses(world.id).app('crm')}/{sobject}/list")
    page.get_by_role("button", name="Choose a list view").click()
    page.get_by_role("menuitem", name=view, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(view)


def test_cells_are_edited_by_keys_and_saved_together(page: Page, host: Host, world: World) -> None:
    shown(page, host, world, "Lead", "All Leads")
    row = page.get_by_role("row", name="Fergus Haddow")
    row.get_by_role("rowheader").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("F2")
    expect(page.locator(".cell-editor input[type=text]")).to_be_focused()
    page.keyboard.type("Head of Casks")
    page.keyboard.press("Tab")
    expect(page.locator(".cell-editor input[name=Phone]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".cell-editor")).to_have_count(0)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("1 record saved.")).to_be_visible()
    expect(row).to_contain_text("Head of Casks")


def test_columns_are_sorted_from_their_menu_by_keys(page: Page, host: Host, world: World) -> None:
    shown(page, host, world, "Lead", "All Leads")
    column = page.get_by_role("columnheader", name="Full Name", exact=True)
    heading = column.get_by_role("button", name="Full Name", exact=True)
    heading.focus()
    for way in ("ascending", "descending"):  # a button, though it leads to an address
        page.keyboard.press("Space")
        expect(column).to_have_attribute("aria-sort", way)
        expect(heading).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Column Full Name")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="Sort descending")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(column).to_have_attribute("aria-sort", "ascending")


@pytest.mark.parametrize("panel", ["filters", "chart"])
def test_panels_that_are_closed_lead_back_to_what_opens_them(
    page: Page, host: Host, world: World, panel: str
) -> None:
    shown(page, host, world, "Lead", "All Leads")
    opener = page.get_by_role("button", name=f"Show {panel}")
    opener.focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name=f"Close the {panel}").focus()
    page.keyboard.press("Enter")
    expect(opener).to_be_focused()


def test_tabs_find_their_room_before_the_page_is_ready(
    page: Page, host: Host, world: World
) -> None:
    page.add_init_script("ResizeObserver = class { observe() {} disconnect() {} }")  # no frame yet
    page.goto(f"{host.addresses(world.id).app('crm')}/home")
    page.wait_for_selector("html[data-ready=true]", state="attached")
    tabs = page.get_by_role("navigation", name="CRM")
    assert tabs.get_by_role("button", name="More").is_visible()
    assert tabs.get_by_role("list").evaluate("(row) => row.scrollWidth <= row.clientWidth")


def test_ticked_records_go_to_the_bin_and_come_back(page: Page, host: Host, world: World) -> None:
    shown(page, host, world, "Lead", "All Leads")
    before = page.locator("#list-count").inner_text()
    page.get_by_role("row", name="Fergus Haddow").get_by_role("checkbox").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("row", name="Fergus Haddow")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("row", name="Fergus Haddow")).to_be_visible()
    expect(page.locator("#list-count")).to_have_text(before)


def test_a_lost_deal_asks_why(page: Page, host: Host, world: World) -> None:
    shown(page, host, world, "Opportunity", "Open Pipeline")
    page.get_by_role("link", name="Kanban").click()
    card = page.locator(".record-card").first
    name = card.get_by_role("link").inner_text()
    columns = page.locator(".board-zone")
    card.drag_to(columns.nth(1))
    expect(page.get_by_text("Moved to Qualification.")).to_be_visible()
    page.locator(".record-card", has_text=name).drag_to(columns.nth(6))
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Loss Reason").click()
    page.get_by_role("option", name="No Budget").click()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".record-card", has_text=name)).to_have_count(0)
