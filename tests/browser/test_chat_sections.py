"""Dividing the sidebar in the browser: by menus, by dragging, and by keys alone."""

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.test_chat_reading import open_chat, say
from tests.kit import Doors, Office
from tests.layout import box_of

from workworld.apps.chat.service import sections
from workworld.calls import perform

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("clean_desks")]


@pytest.fixture
def launch(doors: Doors) -> str:
    """A section of one's own, with nothing in it."""
    made = perform(doors.world, doors.actor, sections.create, name="Launch", emoji="rocket")
    return str(made.id)


def section(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="Channels").get_by_role("region", name=name)


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="Channels").get_by_role("link", name=name)


def drag(page: Page, what: Locator, where: Locator, *, above: bool = False) -> None:
    begin, end = box_of(what), box_of(where)
    page.mouse.move(begin["x"] + 40, begin["y"] + 8)
    page.mouse.down()
    page.mouse.move(begin["x"] + 50, begin["y"] + 12)
    page.mouse.move(end["x"] + 50, end["y"] + (4 if above else end["height"] - 6))
    page.mouse.up()


def titles(page: Page) -> list[str]:
    return page.locator("#sidebar .sidebar-fold").all_inner_texts()


def test_section_is_made_edited_and_deleted(page: Page, doors: Doors, office: Office) -> None:
    open_chat(page, doors, f"/c/{office.channels['general']}")
    section(page, "Channels").hover()
    page.get_by_role("button", name="Options of Channels").click()
    page.get_by_role("menuitem", name="New section").click()
    dialog = page.get_by_role("dialog", name="New section")
    dialog.get_by_role("textbox", name="Name").fill("Launch")
    dialog.get_by_label("Emoji").fill("rocket")
    page.keyboard.press("Enter")
    expect(section(page, "🚀 Launch")).to_contain_text("Drag conversations here")
    section(page, "🚀 Launch").get_by_role("button", name="Options").click()
    page.get_by_role("menuitem", name="Edit section").click()
    dialog = page.get_by_role("dialog", name="🚀 Launch")
    dialog.get_by_role("textbox", name="Name").fill("Lift-off")
    dialog.get_by_label("Latest message first").check()
    page.keyboard.press("Enter")
    expect(section(page, "🚀 Lift-off")).to_be_visible()
    page.get_by_role("button", name="Options of 🚀 Lift-off").click()
    page.get_by_role("menuitem", name="Delete section").click()
    page.get_by_role("button", name="Delete section").click()
    expect(section(page, "🚀 Lift-off")).to_have_count(0)


def test_conversation_is_dragged_into_a_section(
    page: Page, doors: Doors, office: Office, launch: str
) -> None:
    open_chat(page, doors, f"/c/{office.channels['general']}")
    drag(page, link(page, "deploys"), page.locator(f"#section-{launch}"))
    expect(section(page, "Launch").get_by_role("link")).to_have_text(["deploys"])
    expect(page.get_by_role("heading", level=1)).to_have_text("general")  # it was no click
    drag(page, link(page, "deploys"), page.locator("#section-direct .sidebar-heading"))
    expect(page.locator("#status")).to_have_text("deploys does not belong under Direct messages")
    expect(section(page, "Launch").get_by_role("link")).to_have_text(["deploys"])


def test_conversation_is_moved_by_keys_alone(
    page: Page, doors: Doors, office: Office, launch: str
) -> None:
    open_chat(page, doors, "/threads")
    link(page, "deploys").focus()
    page.keyboard.press("Space")
    expect(page.locator("#status")).to_contain_text("deploys is picked up")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#status")).to_have_text("🚀 Launch")
    page.keyboard.press("Escape")
    expect(section(page, "Launch").get_by_role("link")).to_have_count(0)
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect(section(page, "Launch").get_by_role("link")).to_have_text(["deploys"])
    expect(link(page, "deploys")).to_be_focused()


def test_conversation_is_moved_by_its_menus(
    page: Page, doors: Doors, office: Office, launch: str
) -> None:
    open_chat(page, doors, f"/c/{office.channels['general']}")
    link(page, "deploys").click(button="right")
    page.get_by_role("menuitemradio", name="Launch").click()
    expect(section(page, "Launch").get_by_role("link")).to_have_text(["deploys"])
    link(page, "deploys").focus()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitemradio", name="Channels").press("Enter")
    expect(section(page, "Launch").get_by_role("link")).to_have_count(0)
    page.get_by_role("button", name="More on #general").click()
    page.get_by_role("menuitem", name="Move to a section").click()
    page.get_by_role("radio", name="Starred").check()
    page.get_by_role("button", name="Move", exact=True).click()
    expect(section(page, "Starred").get_by_role("link")).to_have_text(["general"])


def test_sections_are_moved_by_dragging_and_by_menu(
    page: Page, doors: Doors, office: Office, launch: str
) -> None:
    open_chat(page, doors, f"/c/{office.channels['general']}")
    assert titles(page) == ["🚀 Launch", "Channels", "Direct messages"]
    drag(
        page,
        page.locator("#section-direct .sidebar-fold"),
        page.locator(f"#section-{launch}"),
        above=True,
    )
    expect(page.locator("#sidebar .sidebar-fold").first).to_have_text("Direct messages")
    section(page, "Direct messages").hover()
    page.get_by_role("button", name="Options of Direct messages").click()
    page.get_by_role("menuitem", name="Move down").click()
    expect(page.locator("#sidebar .sidebar-fold").first).to_have_text("🚀 Launch")
    assert titles(page) == ["🚀 Launch", "Direct messages", "Channels"]


def test_folding_shows_in_ones_other_tab(page: Page, doors: Doors, office: Office) -> None:
    open_chat(page, doors, f"/c/{office.channels['general']}")
    other = page.context.new_page()
    other.goto(page.url.replace(f"/c/{office.channels['general']}", "/threads"))
    page.get_by_role("button", name="Channels", exact=True).click()
    expect(link(other, "deploys")).to_have_count(0)
    expect(other.get_by_role("button", name="Channels", exact=True)).to_have_attribute(
        "aria-expanded", "false"
    )


def test_section_is_marked_as_read_and_back(
    page: Page, doors: Doors, office: Office, launch: str
) -> None:
    place = {"channel_id": office.channels["deploys"], "section_id": launch}
    perform(doors.world, doors.actor, sections.place, **place)
    for name in ("deploys", "general"):
        say(doors, office.people["mchen"], office.channels[name], "news")
    open_chat(page, doors, "/threads")
    page.get_by_role("button", name="Options of 🚀 Launch").click()
    page.get_by_role("menuitem", name="Mark all as read").click()
    expect(link(page, "deploys")).not_to_contain_text("unread")
    expect(link(page, "general")).to_contain_text("unread")
    page.get_by_role("button", name="Undo").click()
    expect(link(page, "deploys")).to_contain_text("unread")


def test_arrows_go_through_the_sidebar(page: Page, doors: Doors, office: Office) -> None:
    open_chat(page, doors, f"/c/{office.channels['general']}")
    link(page, "deploys").focus()
    page.keyboard.press("ArrowDown")
    expect(link(page, "finance-close")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(link(page, "deploys")).to_be_focused()


def test_all_is_marked_as_read_and_back_by_keys_alone(
    page: Page, doors: Doors, office: Office
) -> None:
    say(doors, office.people["mchen"], office.channels["deploys"], "news")
    open_chat(page, doors, f"/c/{office.channels['general']}")
    expect(link(page, "deploys")).to_contain_text("unread")
    page.keyboard.press("Shift+Escape")
    expect(link(page, "deploys")).not_to_contain_text("unread")
    page.keyboard.press("Shift+F6")
    expect(page.get_by_role("status", name="Notices")).to_be_focused()
    undo = page.get_by_role("button", name="Undo")
    while not undo.evaluate("(button) => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(link(page, "deploys")).to_contain_text("unread")
