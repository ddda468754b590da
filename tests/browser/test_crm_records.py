"""Pages of records in a browser: editing in place, dialogs, lookups and keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.apps.crm.floor import REP, Floor
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.worlds import World

pytestmark = pytest.mark.browser
READY = 'html[data-ready="true"]'


@pytest.fixture
def floor(world: World, office: Office) -> Floor:
    """People at the CRM's operations."""
    return Floor(world, office.people)


@pytest.fixture
def doors(world: World, office: Office, authority: Authority) -> Doors:
    """A sales representative at every door."""
    return Doors(world, authority, office.people[REP])


def opened(page: Page, doors: Doors, path: str) -> None:
    """Go to a page of the CRM, by the address bar."""
    root = page.url.partition("/w/")[0]
    page.goto(f"{root}/w/{doors.world.id}/crm{path}")
    page.wait_for_selector(READY)


def test_a_field_is_edited_from_its_value_and_leaving_warns(
    page: Page, doors: Doors, floor: Floor
) -> None:
    deal = floor.create("Opportunity", NextStep="Call")
    opened(page, doors, f"/Opportunity/{deal}")
    page.locator("#field-NextStep dd").dblclick()
    box = page.get_by_role("textbox", name="Next Step")
    expect(box).to_be_focused()
    page.keyboard.type("Call Una")
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("alert")).to_contain_text("What you entered is not saved.")
    page.get_by_role("button", name="Keep editing").click()
    box.focus()
    page.keyboard.press("Control+s")
    expect(page.locator("#field-NextStep dd")).to_contain_text("Call Una")
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?tab=details")
    page.keyboard.press("e")
    page.get_by_role("textbox", name="Opportunity Name").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Edit Next Step")).to_have_count(1)


def test_what_is_wrong_is_at_the_top_and_leads_to_its_field(
    page: Page, doors: Doors, floor: Floor
) -> None:
    deal = floor.create("Opportunity")
    opened(page, doors, f"/Opportunity/{deal}/edit")
    page.get_by_role("textbox", name="Amount").fill("lots")
    page.get_by_role("button", name="Save", exact=True).click()
    alert = page.locator("#record-errors")
    expect(alert).to_be_focused()
    alert.get_by_role("link", name="Amount").click()
    expect(page.get_by_role("textbox", name="Amount")).to_be_focused()
    expect(page.get_by_role("textbox", name="Amount")).to_have_value("lots")


def test_a_contact_is_made_for_an_account_that_is_made_on_the_way(
    page: Page, doors: Doors, floor: Floor
) -> None:
    floor.create("Account", Name="Fenwright")
    opened(page, doors, "/Contact/new")
    dialog = page.get_by_role("dialog", name="New Contact")
    dialog.get_by_role("textbox", name="Last Name").fill("Abara")
    account = dialog.get_by_role("combobox", name="Account")
    account.fill("fenw")
    page.get_by_role("option", name="Fenwright").click()
    expect(account).to_have_value("Fenwright")
    dialog.get_by_role("link", name="New record for account").click()
    inner = page.get_by_role("dialog", name="New Account")
    inner.get_by_role("textbox", name="Account Name").fill("Larkspur Docks")
    inner.get_by_role("button", name="Save", exact=True).click()
    expect(inner).to_have_count(0)
    expect(account).to_have_value("Larkspur Docks")
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Abara")
    expect(page.get_by_role("link", name="Larkspur Docks").first).to_be_visible()


def test_a_task_is_made_by_key_ticked_off_and_followed(
    page: Page, doors: Doors, floor: Floor
) -> None:
    deal = floor.create("Opportunity")
    opened(page, doors, f"/Opportunity/{deal}")
    page.keyboard.press("t")
    expect(page.get_by_role("textbox", name="Subject")).to_be_focused()
    page.keyboard.type("Draft the offer")
    page.keyboard.press("Control+Enter")
    page.get_by_role("button", name="Mark as done: Draft the offer").click()
    expect(page.get_by_text("“Draft the offer” is done.")).to_be_visible()
    page.get_by_role("link", name="No follow-up").click()
    expect(page.get_by_role("img", name="Done")).to_have_count(1)


def test_a_deleted_record_comes_back_from_the_notice(
    page: Page, doors: Doors, floor: Floor
) -> None:
    deal = floor.create("Opportunity")
    opened(page, doors, f"/Opportunity/{deal}")
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    page.get_by_label("Notices").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larkspur: gates")


def test_a_dialog_at_its_own_address_refuses_quietly_and_leads_on(page: Page, doors: Doors) -> None:
    opened(page, doors, "/Lead/new")
    dialog = page.get_by_role("dialog")
    box = dialog.get_by_label("Description")
    box.evaluate("(e) => { e.style.height = '200px'; }")  # as whoever drags its corner
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog.get_by_text("2 things are to be mended")).to_be_visible()
    page.keyboard.press("Escape")
    dialog.get_by_role("button", name="Discard").click()
    expect(page).to_have_url(re.compile("/crm/Lead/list$"))


def test_whoever_goes_back_to_a_record_finds_its_place_in_the_list(
    page: Page, doors: Doors, floor: Floor
) -> None:
    for number in range(3):
        floor.create("Opportunity", Name=f"Lockers {number}")
    opened(page, doors, "/Opportunity/list")
    page.get_by_role("button", name="Choose a list view").click()
    page.get_by_role("menuitem", name="All Opportunities", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("All Opportunities")
    opened(page, doors, f"{page.url.partition('/crm')[2]}&q=Lockers")
    page.get_by_role("link", name="Lockers 1").click()
    place = page.get_by_role("navigation", name="Records of the list")
    expect(place).to_contain_text(re.compile(r"\d of 3"))
    found = place.inner_text()
    opened(page, doors, "/Lead/list")
    opened(page, doors, "/home")
    for _ in range(2):
        page.go_back()
        page.wait_for_selector(READY)
    expect(place).to_have_text(found, use_inner_text=True)
    page.reload()
    expect(place).to_have_text(found, use_inner_text=True)


def test_a_step_that_is_looked_at_keeps_the_focus(page: Page, doors: Doors, floor: Floor) -> None:
    deal = floor.create("Opportunity", Name="Lockers")
    opened(page, doors, f"/Opportunity/{deal}")
    step = page.get_by_role("link", name="Needs Analysis")
    step.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Mark as current stage")).to_be_visible()
    expect(step).to_be_focused()


def test_a_record_beside_its_list_needs_no_way_through_the_list(
    page: Page, doors: Doors, floor: Floor
) -> None:
    for number in range(2):
        floor.create("Opportunity", Name=f"Lockers {number}")
    opened(page, doors, "/Opportunity/list")
    page.get_by_role("button", name="Choose a list view").click()
    page.get_by_role("menuitem", name="All Opportunities", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("All Opportunities")
    opened(page, doors, f"{page.url.partition('/crm')[2]}&q=Lockers")
    page.get_by_role("link", name="Split view").click()
    expect(page.locator("#split-record #record")).to_contain_text("Lockers")
    page.wait_for_selector(READY)
    expect(page.get_by_role("navigation", name="Records of the list")).to_have_count(0)


def test_a_contact_is_downloaded_as_a_card_and_the_page_stays(
    page: Page, doors: Doors, floor: Floor
) -> None:
    contact = floor.create("Contact", LastName="Zürrer", FirstName="Ada")
    opened(page, doors, f"/Contact/{contact}")
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Export as vCard").click()
    dialog = page.get_by_role("dialog", name="Export as vCard")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "Ada Zürrer.vcf"
    assert "N:Zürrer;Ada" in download.value.path().read_text("utf-8")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", name="Ada Zürrer")).to_be_visible()
