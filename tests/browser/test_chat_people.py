"""The card of a person whose name is pointed at."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.kit import Doors, Office

pytestmark = pytest.mark.browser


@pytest.fixture
def card(page: Page, office: Office) -> Locator:
    page.goto(re.sub(r"/w/([^/]+)/.*", rf"/w/\1/chat/c/{office.channels['deploys']}", page.url))
    page.wait_for_selector("html[data-ready=true]")
    return page.get_by_role("dialog", name="Mingzhu Chen")


def author(page: Page) -> Locator:
    return page.get_by_role("log").locator(".author-link", has_text="Ming").last


def test_card_opens_over_a_name_stays_while_one_is_in_it_and_goes(
    page: Page, card: Locator
) -> None:
    author(page).hover()
    expect(card).to_be_visible()
    expect(card).to_contain_text("local time")
    card.get_by_role("button", name="Message Mingzhu Chen").hover()
    page.wait_for_timeout(400)
    expect(card).to_be_visible()
    page.get_by_role("heading", level=1).hover()
    expect(card).to_have_count(0)


def test_card_opens_for_the_keyboard_and_escape_closes_it_alone(page: Page, card: Locator) -> None:
    name = author(page)
    name.evaluate("name => name.closest('.message').focus()")
    page.keyboard.press("Tab")
    expect(name).to_be_focused()
    expect(card).to_be_visible()
    page.keyboard.press("Tab")
    expect(card.get_by_role("link").or_(card.get_by_role("button")).first).to_be_focused()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(name).to_be_focused()


def test_passing_over_names_asks_for_nothing_and_clicks_go_through(
    page: Page, card: Locator
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in page.get_by_role("log").locator(".author-link").all()[-4:]:
        name.hover()
    page.get_by_role("heading", level=1).hover()
    page.wait_for_timeout(600)
    assert not [url for url in asked if "/card" in url]
    author(page).click()
    expect(page.get_by_role("complementary", name="Profile")).to_contain_text("Mingzhu Chen")
    expect(card).to_have_count(0)


def test_message_button_of_a_card_opens_the_conversation(page: Page, card: Locator) -> None:
    author(page).hover()
    card.get_by_role("button", name="Message Mingzhu Chen").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mingzhu Chen")


def test_names_and_reactions_under_threads_say_who_is_there(
    page: Page, card: Locator, doors: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    mingzhu = Doors(doors.world, doors.authority, office.people["mchen"])
    ts = mingzhu.rest("chat.postMessage", channel=deploys, text="Who comes?")["ts"]
    mingzhu.rest("reactions.add", channel=deploys, timestamp=ts, name="tada")
    doors.rest("chat.postMessage", channel=deploys, text="I do", thread_ts=ts)
    page.goto(page.url.partition("/c/")[0] + "/threads")
    page.wait_for_selector("html[data-ready=true]")
    root = page.get_by_role("article").filter(has_text="Who comes?").first
    root.get_by_role("button", name=":tada:, 1").hover()
    expect(page.get_by_role("tooltip")).to_have_text("Ming reacted with :tada:")
    root.locator(".author-link").hover()
    expect(card).to_contain_text("local time")
    root.get_by_role("button", name=":tada:, 1").click()
    expect(root.get_by_role("button", name=":tada:, 2")).to_be_visible()
