"""Writing in the tracker: what a slash inserts, tables by keys, pictures that are pasted."""

from __future__ import annotations

import base64
import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.apps.tracker.desk import Desk
from tests.browser.test_tracker_issue import READY, opened
from tests.files.sending import PNG
from tests.kit import Doors, Office
from tests.layout import box_of

from workworld.worlds import World

pytestmark = pytest.mark.browser
_PASTE = """(text, bytes) => {
  const held = new DataTransfer();
  const data = Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0));
  held.items.add(new File([data], "image.png", { type: "image/png" }));
  const said = { clipboardData: held, bubbles: true, cancelable: true };
  text.dispatchEvent(new ClipboardEvent("paste", said));
}"""


@pytest.fixture
def key(world: World, office: Office) -> str:
    """A new issue."""
    return Desk(world, office.people).create("CAL", by="mchen", summary="Something to do")


def described(page: Page, doors: Doors, key: str) -> Locator:
    """The description of an issue, which is being edited."""
    opened(page, doors, f"/browse/{key}?edit=description")
    text = page.get_by_role("textbox", name="Description")
    expect(text).to_be_focused()
    return text


def test_slash_inserts_what_is_chosen(page: Page, doors: Doors, key: str) -> None:
    text = described(page, doors, key)
    for typed, into in (("/head", "# Why\n"), ("/warn", "Careful")):
        page.keyboard.type(typed)
        expect(page.get_by_role("listbox", name="What to insert")).to_be_visible()
        page.keyboard.press("Enter")
        page.keyboard.type(into.removeprefix("# "))
    expect(text).to_have_value("# Why\n\n> [!WARNING]\n> Careful")
    page.keyboard.press("Control+Enter")
    description = page.locator("#field-description")
    expect(description.get_by_role("heading", name="Why")).to_be_visible()
    expect(description.locator(".panel-warning")).to_have_text("Careful")


def test_emoji_are_offered_by_name(page: Page, doors: Doors, key: str) -> None:
    text = described(page, doors, key)
    page.keyboard.type("Done :tad")
    expect(page.get_by_role("option").first).to_contain_text(":tada:")
    page.keyboard.press("Tab")
    expect(text).to_have_value("Done :tada: ")


def test_table_is_written_by_keys(page: Page, doors: Doors, key: str) -> None:
    text = described(page, doors, key)
    page.keyboard.type("/table")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    for typed in ("Day", "Tab", "Slots", "Tab", "Monday", "Tab", "12", "Enter", "Tuesday", "Tab"):
        if typed in ("Tab", "Enter"):
            page.keyboard.press(typed)
        else:
            page.keyboard.type(typed)
    page.keyboard.type("9")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("Friday")
    page.keyboard.press("Control+Enter")
    rows = page.locator("#field-description").get_by_role("row")
    expect(rows).to_have_text(["DaySlots", "Monday12", "Friday9"])
    expect(text).to_have_count(0)


def test_pasted_picture_is_attached_shown_and_made_smaller(
    page: Page, doors: Doors, key: str
) -> None:
    text = described(page, doors, key)
    page.keyboard.type("Look: ")
    text.evaluate(_PASTE, base64.b64encode(PNG).decode())
    expect(text).to_have_value(re.compile(r"^Look: !\[image\.png\]\(http.*/files/F\w+\)$"))
    page.get_by_role("button", name="Preview").first.click()
    page.get_by_role("button", name="Small").click()
    expect(page.get_by_role("button", name="Small")).to_have_attribute("aria-pressed", "true")
    handle = page.get_by_role("slider", name="Width of image.png")
    place = box_of(handle)
    page.mouse.move(place["x"] + 8, place["y"] + 8)
    page.mouse.down()
    page.mouse.move(place["x"] + 48, place["y"] + 20, steps=2)
    page.mouse.up()
    expect(handle).to_have_attribute("aria-valuenow", "200")
    expect(page.get_by_role("button", name="Small")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowRight")
    expect(handle).to_have_attribute("aria-valuetext", "210 pixels")
    page.get_by_role("button", name="Save", exact=True).click()
    picture = page.locator("#field-description .picture img")
    expect(picture).to_have_attribute("width", "210")
    page.wait_for_selector(READY)
    assert picture.evaluate("each => each.complete && each.naturalWidth > 0")
    expect(page.locator("#attachments .file-card")).to_have_count(1)
