"""What is new, in the browser: read when seen, marked, skipped to and told of."""

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.kit import Doors, Office

from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.host import Host

pytestmark = pytest.mark.browser


def open_chat(page: Page, doors: Doors, path: str) -> None:
    root = page.url.split("/w/")[0]
    page.goto(f"{root}/w/{doors.world.id}/chat{path}")


def say(doors: Doors, author_id: str, channel_id: str, text: str) -> None:
    perform(doors.world, Actor(author_id), messages.post, channel_id=channel_id, text=text)


def test_channel_is_read_when_its_end_was_seen(page: Page, doors: Doors, office: Office) -> None:
    general, ming = office.channels["general"], office.people["mchen"]
    sidebar = page.get_by_role("navigation", name="Channels")
    open_chat(page, doors, f"/c/{office.channels['deploys']}")
    say(doors, ming, general, f"<@{doors.person_id}> first")
    link = sidebar.get_by_role("link", name="general")
    expect(link).to_contain_text("unread")
    expect(link).to_contain_text("1")
    expect(page).to_have_title("(1) deploys – Chat")
    expect(page.locator("#toasts")).to_contain_text("mentioned you in #general")
    link.click()
    expect(page.get_by_role("separator", name="New messages")).to_be_visible()
    expect(page).to_have_title("general – Chat")
    expect(page.get_by_role("link", name="Notifications, none unread")).to_be_visible()
    expect(sidebar.get_by_role("link", name="Activity", exact=True)).to_be_visible()
    sidebar.get_by_role("link", name="deploys").click()
    expect(sidebar.get_by_role("link", name="general", exact=True)).to_be_visible()


def test_long_news_are_read_at_their_end_alone(page: Page, doors: Doors, office: Office) -> None:
    general, ming = office.channels["general"], office.people["mchen"]
    for number in range(40):
        say(doors, ming, general, f"line {number}\nand more\nand more")
    open_chat(page, doors, f"/c/{general}")
    sidebar = page.get_by_role("navigation", name="Channels")
    expect(page.get_by_role("separator", name="New messages")).to_be_in_viewport()
    open_chat(page, doors, f"/c/{office.channels['deploys']}")
    expect(sidebar.get_by_role("link", name="general")).to_contain_text("unread")
    open_chat(page, doors, f"/c/{general}?at=end")
    expect(page.locator("html[data-ready=true]")).to_have_count(1)
    open_chat(page, doors, f"/c/{office.channels['deploys']}")
    expect(sidebar.get_by_role("link", name="general", exact=True)).to_be_visible()


def test_marked_unread_stays_so_and_escape_reads_it(
    page: Page, doors: Doors, office: Office
) -> None:
    general = office.channels["general"]
    say(doors, office.people["mchen"], general, "about the keys")
    open_chat(page, doors, f"/c/{general}")
    message = page.get_by_role("log").get_by_role("article").last
    message.focus()
    page.keyboard.press("u")
    link = page.get_by_role("navigation", name="Channels").get_by_role("link", name="general")
    expect(link).to_contain_text("unread")
    page.keyboard.press("Escape")
    expect(link).not_to_contain_text("unread")


def test_keys_lead_through_conversations(page: Page, doors: Doors, office: Office) -> None:
    say(doors, office.people["mchen"], office.channels["support-escalations"], "news")
    open_chat(page, doors, f"/c/{office.channels['announcements']}")
    page.keyboard.press("Alt+Shift+ArrowDown")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("support-escalations")
    page.keyboard.press("Alt+ArrowUp")
    expect(heading).not_to_have_text("support-escalations")
    page.keyboard.press("Control+Shift+a")
    expect(heading).to_have_text("Unreads")
    page.keyboard.press("Control+Shift+d")
    expect(page.get_by_role("button", name="Show the sidebar")).to_be_visible()
    page.keyboard.press("Control+Shift+d")
    expect(page.get_by_role("link", name="Threads")).to_be_visible()


def test_all_are_read_with_a_way_back(page: Page, doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    say(doors, office.people["mchen"], general, "news")
    open_chat(page, doors, f"/c/{office.channels['deploys']}")
    link = page.get_by_role("navigation", name="Channels").get_by_role("link", name="general")
    expect(link).to_contain_text("unread")
    page.keyboard.press("Shift+Escape")
    expect(link).not_to_contain_text("unread")
    page.get_by_role("button", name="Undo").click()
    expect(link).to_contain_text("unread")


def test_reading_in_one_tab_clears_the_other(page: Page, doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    open_chat(page, doors, f"/c/{office.channels['deploys']}")
    say(doors, office.people["mchen"], general, "news")
    link = page.get_by_role("navigation", name="Channels").get_by_role("link", name="general")
    expect(link).to_contain_text("unread")
    other = page.context.new_page()
    other.goto(page.url.replace(office.channels["deploys"], general))
    expect(link).not_to_contain_text("unread")
    other.close()


def test_status_is_set_in_a_dialog_over_any_page(page: Page, doors: Doors, office: Office) -> None:
    open_chat(page, doors, f"/c/{office.channels['general']}")
    page.keyboard.press("Control+Shift+y")
    dialog = page.get_by_role("dialog", name="Set a status")
    dialog.get_by_label("What are you up to?").fill("Counting docks")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Ana Ruiz, profile").click()
    expect(page.get_by_role("menuitem", name="Counting docks")).to_be_visible()
    assert page.url.endswith(office.channels["general"])


def test_channel_is_muted_and_starred_from_its_menu(
    page: Page, doors: Doors, office: Office
) -> None:
    open_chat(page, doors, f"/c/{office.channels['deploys']}")
    for name in ("Star", "Mute"):
        page.get_by_role("button", name="More on #deploys").click()
        page.get_by_role("menuitem", name=name, exact=True).click()
    starred = page.get_by_role("region", name="Starred")
    expect(starred.get_by_role("link", name="deploys")).to_have_accessible_description("muted")


def test_channel_is_seen_without_scripts(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    general = office.channels["general"]
    say(doors, office.people["mchen"], general, "news")
    context = chrome.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(host.launch_url(doors.world.id, doors.person_id))
    open_chat(page, doors, f"/c/{general}")
    open_chat(page, doors, f"/c/{office.channels['deploys']}")
    sidebar = page.get_by_role("navigation", name="Channels")
    expect(sidebar.get_by_role("link", name="general", exact=True)).to_be_visible()
    context.close()


def test_reply_marks_its_thread_as_unread_until_one_comes_back(
    page: Page, doors: Doors, office: Office
) -> None:
    general, ming = office.channels["general"], office.people["mchen"]
    parts = [("root", doors.person_id), ("one", ming), ("two", ming)]
    root = ""
    for text, author_id in parts:
        more = {"thread_ts": root} if root else {}
        done = perform(
            doors.world, Actor(author_id), messages.post, channel_id=general, text=text, **more
        )
        root = root or done.ts
    open_chat(page, doors, f"/c/{general}/t/{root}")
    threads = page.get_by_role("navigation", name="Channels").get_by_role("link", name="Threads")
    expect(threads).not_to_contain_text("unread")
    reply = page.get_by_role("log", name="Replies").get_by_role("article").last
    reply.hover()
    reply.get_by_role("button", name="More actions").click()
    reply.get_by_role("menuitem", name="Mark thread as unread from here").click()
    expect(page.locator("#toasts")).to_contain_text("Marked as unread in your threads")
    expect(threads).to_contain_text("unread")
    say(doors, ming, general, "meanwhile")
    expect(page.get_by_role("log", name="Messages in general")).to_contain_text("meanwhile")
    expect(threads).to_contain_text("unread")
    page.get_by_role("link", name="Close thread").click()
    page.get_by_role("article").filter(has_text="root").get_by_role(
        "link", name="2 replies"
    ).click()
    expect(threads).not_to_contain_text("unread")
    page.get_by_role("button", name="Following").click()
    expect(page.get_by_role("button", name="Follow", exact=True)).to_be_visible()
