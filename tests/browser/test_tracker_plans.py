"""Timelines and calendars in the browser: bars and days by mouse and by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.apps.tracker.desk import Desk
from tests.browser.test_tracker_issue import READY, opened
from tests.kit import Doors, Office
from tests.layout import box_of

from workworld.apps.tracker import field_ids as f
from workworld.worlds import World

pytestmark = pytest.mark.browser


@pytest.fixture
def desk(world: World, office: Office) -> Desk:
    """People of the company at the tracker's operations."""
    return Desk(world, office.people)


def test_bars_are_moved_by_mouse_and_keys(page: Page, doors: Doors, desk: Desk) -> None:
    dates = {f.START_DATE: "2026-03-10", f.DUE_DATE: "2026-03-13"}
    key = desk.create("OPS", by="wtallis", summary="Movable", **dates)
    opened(page, doors, "/p/OPS/timeline?zoom=weeks")
    bar = page.locator(f"a[data-bar][data-issue={key}]")
    box = box_of(bar)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y)
    page.mouse.move(x + 48, y)
    page.mouse.up()
    expect(bar).to_have_attribute("data-start", "2026-03-12")
    expect(bar).to_have_attribute("data-due", "2026-03-15")
    page.wait_for_selector(READY)
    bar.focus()
    page.keyboard.press("ArrowLeft")
    expect(bar).to_have_attribute("data-start", "2026-03-11")
    page.wait_for_selector(READY)
    page.keyboard.press("Shift+ArrowRight")
    expect(bar).to_have_attribute("data-due", "2026-03-15")
    expect(bar).to_have_attribute("data-start", "2026-03-11")
    assert desk.value(key, f.DUE_DATE) == "2026-03-15"


def test_days_take_what_is_dragged_there(page: Page, doors: Doors, desk: Desk) -> None:
    key = desk.create("OPS", by="wtallis", summary="Movable", duedate="2026-03-18")
    opened(page, doors, "/p/OPS/calendar")
    day = page.locator("td[data-day='2026-03-25']")
    page.locator(f".month-item[data-key={key}]").drag_to(day)
    expect(day.locator(f"[data-key={key}]")).to_be_visible()
    assert desk.value(key, f.DUE_DATE) == "2026-03-25"
    page.wait_for_selector(READY)
    day.get_by_role("link", name=f"Dates of {key}").focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("textbox", name="Due date")
    box.fill("2026-03-27")
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"td[data-day='2026-03-27'] [data-key={key}]")).to_be_visible()
