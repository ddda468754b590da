"""The builder of reports in a browser: its form changes itself, its address keeps it all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.apps.crm.floor import REP
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.worlds import World

pytestmark = pytest.mark.browser
READY = 'html[data-ready="true"]'


@pytest.fixture
def doors(world: World, office: Office, authority: Authority) -> Doors:
    """A sales representative at every door."""
    return Doors(world, authority, office.people[REP])


def test_a_report_is_built_step_by_step_and_saved(page: Page, doors: Doors) -> None:
    root = page.url.partition("/w/")[0]
    page.goto(f"{root}/w/{doors.world.id}/crm/reports/new?type=Opportunity&column=Name")
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Add Amount").click()
    expect(page.get_by_role("button", name="Remove Amount")).to_be_visible()
    page.get_by_role("combobox", name="Format").click()
    page.get_by_role("option", name="Summary").click()
    page.get_by_role("combobox", name="Add row group").fill("Stage")
    page.get_by_role("option", name="Stage", exact=True).click()
    expect(page.get_by_role("rowheader", name=re.compile("Stage: Qualification"))).to_be_visible()
    page.reload()
    page.wait_for_selector(READY)
    expect(page.get_by_role("combobox", name="Row group 1")).to_have_value("Stage")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("A report needs a name.")
    page.get_by_role("textbox", name="Report name").fill("By stage, of mine")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="By stage, of mine", level=1)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/crm/reports/00O\w+$"))
