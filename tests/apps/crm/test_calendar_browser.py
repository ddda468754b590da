"""The calendar in a browser: meetings are moved by the pointer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.apps.crm.floor import REP, Floor

from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds

WHEN = {"StartDateTime": "2026-04-06T12:00:00Z", "EndDateTime": "2026-04-06T13:00:00Z"}
WEEK = "/calendar?view=week&date=2026-04-07"


@pytest.fixture
def page(
    floor: Floor, worlds: Worlds, snapshot: Snapshot, authority: Authority, chrome: Browser
) -> Iterator[Page]:
    """The rep's browser, at a week with a meeting."""
    floor.create("Event", Subject="Walk", **WHEN)
    with Host(worlds, snapshot, authority, control_port=0) as host:
        context = chrome.new_context(reduced_motion="reduce")
        page = context.new_page()
        page.goto(host.launch_url(floor.world.id, floor.people[REP]))
        page.goto(f"{page.url.partition('/w/')[0]}/w/{floor.world.id}/crm{WEEK}")
        yield page
        context.close()


def test_a_meeting_is_moved_made_longer_and_begun_by_the_pointer(page: Page) -> None:
    meeting = page.locator(".meeting", has_text="Walk")
    box, day = meeting.bounding_box(), page.locator(".hours-day").nth(2).bounding_box()
    assert box
    assert day
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(day["x"] + 20, box["y"] + 50)
    page.mouse.up()
    there = page.locator('[data-day="2026-04-08"] .meeting', has_text="Walk")
    expect(there).to_have_attribute("aria-label", "Walk, 2:00 PM – 3:00 PM")
    box = there.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 3)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] + 17)
    page.mouse.up()
    expect(there).to_have_attribute("aria-label", "Walk, 2:00 PM – 3:30 PM")
    page.mouse.move(day["x"] + 20, box["y"] - 80)
    page.mouse.down()
    page.mouse.move(day["x"] + 20, box["y"] - 40)
    page.mouse.up()
    expect(page.get_by_role("dialog").get_by_label("Start: time")).to_have_value("12:00 PM")


def test_hours_begin_where_they_did_though_letters_come_late(page: Page) -> None:
    page.add_init_script(  # what stands above the hours grows once the page is there, as by a font
        'addEventListener("load", () => setTimeout(() => {'
        ' document.querySelector(".hours-head").style.paddingTop = "9px"; }, 50))'
    )
    page.goto(f"{page.url.partition('?')[0]}?view=day&date=2026-04-07")
    page.wait_for_timeout(300)
    page.wait_for_selector("html[data-ready=true]", state="attached")
    frame = page.locator("#calendar-hours")
    assert frame.evaluate("(frame) => frame.scrollTop") == 280
    assert page.locator(".hours-head").first.evaluate("(head) => head.style.paddingTop") == "9px"
