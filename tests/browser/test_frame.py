"""What stands around every page: regions, keys, themes, the bell, what is live."""

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.kit import Doors, Office

from workworld.host import Host

pytestmark = pytest.mark.browser


def settled(page: Page) -> None:
    expect(page.locator("html[data-ready=true]")).to_have_count(1)


def open_general(page: Page) -> None:
    page.get_by_role("link", name="Open Chat").click()
    page.get_by_role("navigation", name="Channels").get_by_role("link", name="general").click()
    settled(page)


def test_theme_is_kept_by_the_browser_and_nothing_else(page: Page, doors: Doors) -> None:
    page.get_by_role("button", name="Ana Ruiz, profile").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert doors.journal == []
    page.get_by_role("button", name="Ana Ruiz, profile").click()
    expect(page.get_by_role("menuitemradio", name="Dark")).to_have_attribute("aria-checked", "true")


def test_settings_are_chosen_at_once(page: Page, host: Host, doors: Doors) -> None:
    page.goto(f"{host.origin}{doors.site.root}/settings")
    page.get_by_role("radio", name="Compact").check()
    expect(page.locator("html[data-density=compact]")).to_have_count(1)
    page.get_by_role("group", name="Single-key shortcuts").get_by_role("radio", name="Off").check()
    expect(page.locator("html[data-single-keys=off]")).to_have_count(1)
    page.keyboard.press("?")
    page.keyboard.press("Control+/")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_have_count(1)


def test_keys_do_what_the_controls_do(page: Page) -> None:
    settled(page)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_contain_text("Go to your apps")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.keyboard.press("/")
    search = page.get_by_role("searchbox", name="Search Calderoute")
    expect(search).to_be_focused()
    page.keyboard.type("g n")  # text, while somebody writes
    expect(search).to_have_value("g n")
    page.locator("main").focus()
    page.keyboard.press("g")
    page.keyboard.press("n")
    expect(page.get_by_role("heading", level=1)).to_have_text("Notifications")


def test_f6_goes_round_the_regions(page: Page) -> None:
    open_general(page)
    seen = []
    for _ in range(5):
        page.keyboard.press("F6")
        seen.append(page.evaluate("document.activeElement.closest('[data-region]').tagName"))
    assert len(set(seen[:3])) == 3 or len(set(seen)) >= 3


def test_page_hears_of_itself_and_of_notifications_before_all_channels(
    page: Page, doors: Doors, colleague: Doors, office: Office
) -> None:
    for number in range(220):
        assert doors.rest("conversations.create", name=f"many-{number}")["ok"]
    open_general(page)
    expect(page.locator("html[data-live=open]")).to_have_count(1)
    text = f"<@{doors.person_id}> among so many"
    assert colleague.rest("chat.postMessage", channel=office.channels["general"], text=text)["ok"]
    expect(page.get_by_role("link", name="Notifications, 1 unread")).to_be_visible()
    expect(page.get_by_role("log").first).to_contain_text("among so many")


def test_page_is_live(
    page: Page, chrome: Browser, host: Host, doors: Doors, colleague: Doors, office: Office
) -> None:
    open_general(page)
    expect(page.locator("html[data-live=open]")).to_have_count(1)
    bell = page.get_by_role("link", name="Notifications, none unread")
    expect(bell).to_be_visible()
    text = f"<@{doors.person_id}> look"
    assert colleague.rest("chat.postMessage", channel=office.channels["general"], text=text)["ok"]
    expect(page.get_by_role("link", name="Notifications, 1 unread")).to_be_visible()


def test_what_leaves_while_it_is_fetched_stays_away_and_the_page_is_ready(page: Page) -> None:
    settled(page)
    answered = page.evaluate("""() => new Promise((resolve) => {
      const part = document.createElement("div");
      part.setAttribute("hx-get", location.href);
      part.setAttribute("hx-trigger", "live");
      part.setAttribute("hx-swap", "morph:outerHTML");
      document.querySelector("main").append(part);
      htmx.process(part);
      part.addEventListener("htmx:beforeSend", ({ detail }) => {
        detail.xhr.addEventListener("loadend", () => resolve(detail.xhr.status));
        part.remove();
      });
      htmx.trigger(part, "live");
    })""")
    assert answered == 200
    settled(page)


def test_search_stands_beside_the_tools_of_the_top_bar_on_narrow_screens(page: Page) -> None:
    for width in (905, 1024, 1139, 1280):
        page.set_viewport_size({"width": width, "height": 768})
        ends = page.evaluate("""() => [
          document.querySelector(".topbar-company").getBoundingClientRect().right,
          document.querySelector(".topbar-search").getBoundingClientRect().left,
          document.querySelector(".topbar-search").getBoundingClientRect().right,
          document.querySelector(".topbar-tools").getBoundingClientRect().left,
          document.querySelector(".topbar-tools").getBoundingClientRect().right,
          innerWidth]""")
        assert ends == sorted(ends), width


def test_answer_is_shown_though_what_asked_for_it_has_left_the_page(page: Page) -> None:
    settled(page)
    page.evaluate(
        """() => {
          const main = document.querySelector("main");
          const asking = document.createElement("button");
          asking.setAttribute("hx-get", location.pathname);
          asking.setAttribute("hx-target", "main");
          asking.setAttribute("hx-select", "main");
          main.querySelector("h1").textContent = "Old";
          main.append(asking);
          htmx.process(asking);
          asking.click();
          asking.remove();
        }"""
    )
    expect(page.get_by_role("main").get_by_role("heading", level=1)).not_to_have_text("Old")
