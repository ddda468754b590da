"""What can be done with a message: with the mouse, and with keys on the one that has the focus."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_chat_in_place import channel, choose, messages, say
from tests.kit import Doors, Office

pytestmark = pytest.mark.browser


def test_keys_do_what_the_toolbar_does(page: Page, doors: Doors, office: Office) -> None:
    ts = say(doors, office, "mine")
    channel(page, office, "general")
    message = page.locator(f"#m{ts.replace('.', '')}")
    dialog = page.get_by_role("dialog")
    message.focus()
    page.keyboard.press("a")
    expect(message).to_contain_text("Saved for later")
    expect(message).to_be_focused()
    page.keyboard.press("a")
    expect(message).not_to_contain_text("Saved for later")
    page.keyboard.press("p")
    expect(message).to_contain_text("Pinned by Ana")
    expect(messages(page).last).to_contain_text("pinned a message")
    page.keyboard.press("p")
    expect(message).not_to_contain_text("Pinned by")
    for key, name in (("r", "Add a reaction"), ("f", "Share this message")):
        page.keyboard.press(key)
        expect(dialog.get_by_role("heading", name=name)).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(message).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.get_by_role("alertdialog")).to_contain_text("Delete this message?")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page.get_by_role("textbox", name="Edit message")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page.get_by_role("textbox", name="Reply in thread")).to_be_focused()


def test_toolbar_is_there_for_the_message_that_has_the_focus_alone(
    page: Page, doors: Doors, office: Office
) -> None:
    say(doors, office, "mine")
    channel(page, office, "general")
    bars = page.get_by_role("toolbar", name=re.compile("^Message of"))
    expect(bars).to_have_count(0)
    messages(page).last.focus()
    expect(bars).to_have_count(1)
    quick = bars.get_by_role("button", name=re.compile("^React with")).first
    quick.click()
    expect(messages(page).last.get_by_role("button", name=re.compile(r", 1$"))).to_be_visible()


def test_toolbar_of_a_reply_leaves_its_time_to_be_pressed(
    page: Page, doors: Doors, office: Office
) -> None:
    root = say(doors, office, "mine")
    doors.rest("chat.postMessage", channel=office.channels["general"], text="Aye", thread_ts=root)
    channel(page, office, "general", f"/t/{root}")
    panel = page.locator("#panel")
    for message in panel.get_by_role("article").all():
        message.locator(".message-author").hover()
        expect(panel.get_by_role("toolbar", name=re.compile("^Message of"))).to_have_count(1)
        message.locator(".message-time").click(trial=True)


def test_link_of_a_message_is_copied(page: Page, doors: Doors, office: Office) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ts = say(doors, office, "mine")
    channel(page, office, "general")
    choose(messages(page).last, "Copy link")
    expect(page.get_by_text("Link copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/archives/{office.channels['general']}/p{ts.replace('.', '')}")
    page.goto(copied)
    expect(page.locator(".message-target")).to_contain_text("mine")


def test_message_is_shared_with_another_conversation(
    page: Page, doors: Doors, office: Office
) -> None:
    say(doors, office, "worth telling")
    channel(page, office, "general")
    last = messages(page).last
    last.hover()
    last.get_by_role("link", name=re.compile("^Share message")).click()
    dialog = page.get_by_role("dialog", name="Share this message")
    dialog.get_by_role("combobox", name="Where").fill("deploys")
    dialog.get_by_role("option", name="deploys").click()
    dialog.get_by_role("textbox", name="Note").fill("have a look")
    dialog.get_by_role("button", name="Share").click()
    expect(dialog).to_have_count(0)
    channel(page, office, "deploys")
    expect(messages(page).last).to_contain_text("have a look")
    expect(messages(page).last).to_contain_text("worth telling")


def test_saved_message_waits_under_later_until_it_is_completed(
    page: Page, doors: Doors, office: Office
) -> None:
    say(doors, office, "come back to this")
    channel(page, office, "general")
    last = messages(page).last
    last.hover()
    last.get_by_role("button", name=re.compile("^Save for later")).click()
    expect(last).to_contain_text("Saved for later")
    page.get_by_role("link", name="Later", exact=True).click()
    item = page.get_by_role("listitem").filter(has_text="come back to this")
    item.get_by_role("button", name="Set a time").click()
    page.get_by_role("menuitem", name="Tomorrow at 9:00 AM").click()
    expect(item).to_contain_text("at 9:00 AM")
    item.get_by_role("button", name="Complete").click()
    expect(item).to_have_count(0)
    page.get_by_role("link", name="Completed").click()
    expect(item).to_be_visible()


def test_bookmark_is_added_to_the_bar_and_removed(page: Page, office: Office) -> None:
    channel(page, office, "general")
    bar = page.get_by_role("list", name="Bookmarks")
    bar.get_by_role("link", name="Add a bookmark").click()
    dialog = page.get_by_role("dialog", name="Add a bookmark")
    dialog.get_by_role("textbox", name="Link").fill("https://example.com/plan")
    dialog.get_by_role("textbox", name="Name").fill("The plan")
    dialog.get_by_role("button", name="Add").click()
    expect(bar.get_by_role("link", name="The plan", exact=True)).to_be_visible()
    bar.get_by_role("link", name="Edit bookmark The plan").click()
    page.get_by_role("button", name="Remove").click()
    expect(bar.get_by_role("link", name="The plan", exact=True)).to_have_count(0)
