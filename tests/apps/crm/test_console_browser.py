"""The console in a browser: cases stay open in tabs, with what was opened out of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.apps.crm.floor import SUPPORT, Floor

from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds


@pytest.fixture
def page(
    floor: Floor, worlds: Worlds, snapshot: Snapshot, authority: Authority, chrome: Browser
) -> Iterator[Page]:
    """The browser of the support lead, who has opened two cases."""
    account = floor.create("Account", Name="Mellow Freight")
    first = floor.create("Case", by=SUPPORT, Subject="Gates freeze")
    floor.update(first, by="wtallis", AccountId=account)
    second = floor.create("Case", by=SUPPORT, Subject="Labels twice")
    with Host(worlds, snapshot, authority, control_port=0) as host:
        context = chrome.new_context(reduced_motion="reduce")
        page = context.new_page()
        page.goto(host.launch_url(floor.world.id, floor.people[SUPPORT]))
        root = page.url.partition("/w/")[0]
        for each in (second, first):
            page.goto(f"{root}/w/{floor.world.id}/crm/Case/{each}")
        yield page
        context.close()


def test_cases_stay_open_in_tabs_with_what_is_written_to_them(page: Page) -> None:
    tabs = page.get_by_role("navigation", name="Open cases")
    answer = page.get_by_label("Message")
    answer.fill("We look into it")
    expect(tabs.get_by_role("link", name="Gates freeze Not sent")).to_be_visible()
    page.locator(".record-highlights").get_by_role("link", name="Mellow Freight").click()
    below = tabs.get_by_role("list", name="Opened out of the case")
    here = below.get_by_role("link", name="Mellow Freight")
    expect(here).to_have_attribute("aria-current", "page")
    page.keyboard.press("[")
    expect(page.get_by_role("heading", name="Labels twice")).to_be_visible()
    expect(below).to_be_hidden()
    page.keyboard.press("]")
    expect(answer).to_have_value("We look into it")
    page.reload()
    expect(answer).to_have_value("We look into it")
    expect(below.get_by_role("link")).to_have_count(2)
    tabs.get_by_role("button", name="Close Mellow Freight").click()
    expect(below).to_be_hidden()
    tabs.get_by_role("button", name="Gates freeze").click()
    expect(page.get_by_role("status", name="Notices")).to_contain_text("is not sent")
    tabs.get_by_role("button", name="Gates freeze and discard what you wrote").click()
    expect(page.get_by_role("heading", name="Labels twice")).to_be_visible()
    expect(tabs.get_by_role("link", name="Gates freeze")).to_have_count(0)


def test_a_form_that_was_refused_leaves_the_tab_with_its_record(page: Page) -> None:
    page.goto(f"{page.url}/files/new")
    with page.expect_navigation():  # without a file, as a browser without scripts sends it
        page.locator("#add-files form").evaluate("(form) => form.submit()")
    expect(page).to_have_url(re.compile("/files/on/Case/"))
    link = page.get_by_role("navigation", name="Open cases").get_by_role("link", name="Gates")
    expect(link).to_have_attribute("href", re.compile(r"/crm/Case/\w+$"))
    expect(link).to_have_count(1)


def test_posts_are_written_with_buttons(page: Page) -> None:
    page.goto(f"{page.url}?tab=chatter")
    text = page.get_by_label("Share an update")
    text.fill("One\n\n- Two")
    text.press("Control+a")
    page.get_by_role("button", name="Bold").click()
    expect(text).to_have_value("**One**\n\n- **Two**")
    text.press("Control+b")
    expect(text).to_have_value("One\n\n- Two")
    text.press("Control+End")
    text.press("Enter")
    expect(text).to_have_value("One\n\n- Two\n- ")


def test_answering_by_its_key_leads_to_the_text(page: Page) -> None:
    expect(page.get_by_label("Message")).not_to_be_focused()
    page.keyboard.press("y")
    expect(page.get_by_label("Message")).to_be_focused()
