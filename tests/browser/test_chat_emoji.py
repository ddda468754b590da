"""Emoji of the workspace's own in the browser: adding, writing, reacting, removing."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_chat_reading import open_chat
from tests.kit import Doors, Office

pytestmark = pytest.mark.browser


def test_emoji_is_added_written_and_removed(
    page: Page, doors: Doors, office: Office, tmp_path: Path
) -> None:
    picture = tmp_path / "Party Parrot.png"
    url = doors.rest("emoji.list")["emoji"]["calderoute"]
    path = url.removeprefix(doors.site.addresses.app("chat"))
    picture.write_bytes(doors.anonymous("chat").get(path).data)
    open_chat(page, doors, f"/c/{office.channels['general']}")
    page.get_by_role("button", name="Emoji", exact=True).click()
    picker = page.get_by_role("dialog", name="Emoji")
    picker.get_by_label("Of your own").check(force=True)
    expect(picker.get_by_role("group", name="Of your own")).to_be_visible()
    picker.get_by_role("link", name="Add emoji").click()
    dialog = page.get_by_role("dialog", name="Add emoji")
    page.wait_for_selector("html[data-ready=true]")
    dialog.get_by_label("Picture").set_input_files(picture)
    expect(dialog.get_by_role("img", name="How it looks on a dark page")).to_be_visible()
    expect(dialog.get_by_label("Name")).to_have_value("party_parrot")
    dialog.get_by_role("button", name="Add emoji").click()
    expect(page.get_by_role("rowheader", name=":party_parrot:")).to_be_visible()

    open_chat(page, doors, f"/c/{office.channels['general']}")
    text = page.get_by_role("textbox", name="Message #general")
    text.press_sequentially("we :party_par")
    page.get_by_role("option", name=":party_parrot:").click()
    text.press("Enter")
    said = page.get_by_role("article").last.locator(".message-text").get_by_role("img")
    expect(said).to_have_attribute("alt", ":party_parrot:")
    assert said.evaluate("image => image.naturalWidth") == 64

    open_chat(page, doors, "/customize/emoji")
    page.get_by_role("button", name="Actions for :party_parrot:").click()
    page.get_by_role("menuitem", name="Remove").click()
    asks = page.get_by_role("alertdialog")
    expect(asks).to_contain_text("show :party_parrot: as text")
    asks.get_by_role("button", name="Remove emoji").click()
    expect(page.get_by_role("rowheader", name=":party_parrot:")).to_have_count(0)
    assert "party_parrot" not in doors.rest("emoji.list")["emoji"]


def test_what_cannot_be_an_emoji_stays_in_the_form(
    page: Page, doors: Doors, tmp_path: Path
) -> None:
    script = tmp_path / "fine.svg"
    script.write_bytes(b"<svg onload=alert(1)>")
    open_chat(page, doors, "/customize/emoji/new")
    dialog = page.get_by_role("dialog", name="Add emoji")
    page.wait_for_selector("html[data-ready=true]")
    dialog.get_by_label("Picture").set_input_files(script)
    dialog.get_by_label("Name").fill("fine")
    dialog.get_by_role("button", name="Add emoji").click()
    said = dialog.get_by_label("Picture").evaluate("field => field.validationMessage")
    assert said == "An emoji's image is a PNG, a GIF or a JPEG."
    expect(dialog).to_be_visible()
    assert "fine" not in doors.rest("emoji.list")["emoji"]
