"""The log of a channel: where it opens, how it goes on both ways, and what stays in sight."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_chat_in_place import channel, messages, say
from tests.kit import Doors, Office

pytestmark = pytest.mark.browser

TOP = "document.querySelector('.log-scroll').getBoundingClientRect().top"
IN_SIGHT = f"""() => {{
  const line = [...document.querySelectorAll("#log > .message")].find((each) =>
    each.getBoundingClientRect().bottom > {TOP});
  return [line.id, Math.round(line.getBoundingClientRect().top)]; }}"""


AT_REST = """() => new Promise((resolve) => {
  const scroll = document.querySelector(".log-scroll");
  let [last, still] = [NaN, 0];
  const look = () => {
    still = scroll.scrollTop === last ? still + 1 : 0;
    last = scroll.scrollTop;
    if (still > 10) resolve(); else requestAnimationFrame(look);
  };
  look(); })"""
"""A wheel goes on turning for some frames."""


def settled(page: Page) -> None:
    expect(page.locator("html[data-ready=true]")).to_have_count(1)


def keys(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('#log > .message')].map((each) => each.dataset.key)"
    )
    return found


def fill(doors: Doors, office: Office, count: int) -> list[str]:
    return [say(doors, office, f"filler {number}") for number in range(count)]


def test_reader_goes_up_through_hundreds_of_messages_without_a_jump(
    page: Page, doors: Doors, office: Office
) -> None:
    sent = fill(doors, office, 520)
    channel(page, office, "general")
    assert len(keys(page)) == 26
    seen = set(keys(page))
    for _ in range(400):  # what a turn of the wheel moves hangs on how busy the machine is
        if sent[10] in seen:
            break
        page.mouse.move(640, 400)
        page.mouse.wheel(0, -600)
        page.wait_for_timeout(30)
        settled(page)
        shown = keys(page)
        assert shown == sorted(shown)
        assert len(shown) <= 150
        assert set(shown) & seen
        seen |= set(shown)
    assert set(sent[10:]) <= seen
    page.evaluate(AT_REST)
    settled(page)
    expect(page.get_by_role("link", name="Jump to latest")).to_be_visible()
    page.get_by_role("link", name="Jump to latest").click()
    expect(page.get_by_text("filler 519", exact=True)).to_be_in_viewport()
    expect(messages(page)).to_have_count(52)  # with those that are near
    assert keys(page) == sent[-52:]


def test_older_messages_come_above_while_what_is_in_sight_stays(
    page: Page, doors: Doors, colleague: Doors, office: Office
) -> None:
    sent = fill(doors, office, 120)
    channel(page, office, "general")
    # At once, for what is scrolled to loads by itself as well.
    before = page.evaluate(
        f"""() => {{ document.querySelector(".log-scroll").scrollTop = -100;
        const before = ({IN_SIGHT})(); document.querySelector("[data-more=older]").click();
        return before; }}"""
    )
    expect(messages(page)).to_have_count(52)
    settled(page)
    assert keys(page) == sent[-52:]
    assert page.evaluate(IN_SIGHT) == before
    early = page.get_by_role("article").filter(has_text="filler 75")
    colleague.rest(
        "reactions.add", channel=office.channels["general"], timestamp=sent[75], name="eyes"
    )
    expect(early.get_by_role("button", name=":eyes:, 1")).to_have_count(1)
    doors.rest("chat.delete", channel=office.channels["general"], ts=sent[74])
    expect(messages(page)).to_have_count(51)


def test_message_is_shown_among_those_around_it_and_one_can_go_on_both_ways(
    page: Page, doors: Doors, office: Office
) -> None:
    sent = fill(doors, office, 200)
    channel(page, office, "general", f"/m/{sent[100]}")
    target = page.locator(".message-target")
    expect(target).to_contain_text("filler 100")
    expect(target).to_be_in_viewport()
    assert keys(page)[0] < sent[100] < keys(page)[-1]
    assert sent[199] not in keys(page)
    for _ in range(60):
        if sent[199] in keys(page):
            break
        page.mouse.move(640, 400)
        page.mouse.wheel(0, 900)
        page.wait_for_timeout(30)
        settled(page)
    expect(page.get_by_text("filler 199", exact=True)).to_have_count(1)
    expect(page.get_by_role("link", name="Newer messages")).to_have_count(0)


def test_channel_opens_at_the_first_unread_message(
    page: Page, colleague: Doors, office: Office
) -> None:
    channel(page, office, "general")
    channel(page, office, "deploys")
    sent = fill(colleague, office, 160)
    channel(page, office, "general")
    line = page.get_by_role("separator", name="New messages")
    expect(line).to_be_in_viewport()
    assert line.evaluate("(line) => line.nextElementSibling.dataset.key") == sent[0]
    assert sent[159] not in keys(page)
    say(colleague, office, "and one more")
    settled(page)
    expect(line).to_have_count(1)
    page.get_by_role("link", name="Jump to latest").click()
    expect(page.get_by_text("and one more", exact=True)).to_be_in_viewport()
    channel(page, office, "deploys")
    channel(page, office, "general")
    expect(line).to_have_count(0)


def test_reader_of_older_messages_is_told_how_many_have_come(
    page: Page, colleague: Doors, office: Office
) -> None:
    fill(colleague, office, 60)
    channel(page, office, "general")
    page.evaluate("document.querySelector('.log-scroll').scrollTop = -300")
    expect(page.get_by_text("filler 59", exact=True)).to_be_attached()
    settled(page)
    before = page.evaluate(IN_SIGHT)
    say(colleague, office, "the newest")
    expect(page.get_by_role("link", name="1 new message", exact=True)).to_be_visible()
    expect(page.locator("#status")).to_have_text(re.compile(r"^\S.*: the newest$"))
    say(colleague, office, "newer still")
    hint = page.get_by_role("link", name="2 new messages")
    expect(hint).to_be_visible()
    assert page.evaluate(IN_SIGHT) == before
    hint.click()
    expect(messages(page).last).to_be_in_viewport()
    expect(page.locator("[data-to-end]")).to_be_hidden()
    say(colleague, office, "after that")
    expect(page.get_by_text("after that", exact=True)).to_be_in_viewport()
    expect(page.locator("[data-to-end]")).to_be_hidden()
