import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.kit import Doors, Office

from workworld import Environment
from workworld.host import Host
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import Snapshot

pytestmark = pytest.mark.browser


def open_channel(page: Page, name: str) -> None:
    page.get_by_role("link", name="Open Chat").click()
    channels = page.get_by_role("navigation", name="Channels")
    channels.get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.wait_for_load_state()  # keys are heard from now on


def test_person_signs_in_reads_and_posts(chrome: Browser, host: Host, doors: Doors) -> None:
    context = chrome.new_context()
    page = context.new_page()
    page.goto(f"{host.origin}{doors.site.root}/")
    page.get_by_label("Work e-mail").fill("aruiz@calderoute.example")
    page.get_by_label("Password").fill(doors.authority.password(doors.world, doors.person_id))
    page.get_by_role("button", name="Sign in").click()
    open_channel(page, "general")
    log = page.get_by_role("log", name="Messages in general")
    expect(log.get_by_text("Printer on 2 is printing everything in pink.")).to_be_in_viewport()
    composer = page.get_by_role("textbox", name="Message #general")
    composer.fill("line one")
    composer.press("Shift+Enter")
    composer.type("line <two> & *three*")
    composer.press("Enter")
    newest = log.get_by_role("article").last
    expect(newest).to_contain_text("line <two> & three")
    expect(newest).to_be_in_viewport()
    expect(composer).to_have_value("")
    (change,) = doors.changes
    assert change.after is not None
    assert change.after["text"] == "line one\nline &lt;two&gt; &amp; *three*"
    page.get_by_role("button", name="Ana Ruiz, profile").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in to Calderoute")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Sign in to Calderoute")).to_be_visible()
    context.close()


def test_two_quick_enters_post_once(page: Page, doors: Doors) -> None:
    open_channel(page, "general")
    composer = page.get_by_role("textbox", name="Message #general")
    composer.fill("only once")
    page.evaluate(
        """() => { const box = document.querySelector("[data-composer] textarea");
        for (let i = 0; i < 2; i++)
          box.dispatchEvent(new KeyboardEvent("keydown",
            {key: "Enter", bubbles: true, cancelable: true}));
        }"""
    )
    expect(page.get_by_role("log").get_by_text("only once")).to_have_count(1)
    assert len(doors.changes) == 1


def test_empty_composer_cannot_send(page: Page, doors: Doors) -> None:
    open_channel(page, "general")
    composer = page.get_by_role("textbox", name="Message #general")
    send = page.get_by_role("button", name="Send message")
    expect(send).to_be_disabled()
    composer.press("Enter")
    composer.fill("  \n ")
    expect(send).to_be_disabled()
    composer.fill("x")
    expect(send).to_be_enabled()
    assert doors.journal == []


def test_page_works_without_scripts(chrome: Browser, host: Host, doors: Doors) -> None:
    context = chrome.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(host.launch_url(doors.world.id, doors.person_id))
    open_channel(page, "general")
    newest = page.get_by_role("log").get_by_text("Printer on 2 is printing everything in pink.")
    expect(newest).to_be_in_viewport()
    page.get_by_role("textbox", name="Message #general").fill("no scripts")
    page.get_by_role("button", name="Send message").click()
    expect(page.get_by_role("log").get_by_text("no scripts")).to_be_visible()
    context.close()


def test_thread_opens_takes_a_reply_and_closes(page: Page, doors: Doors) -> None:
    open_channel(page, "general")
    page.get_by_role("link", name=re.compile(r"\d+ repl")).last.click()
    panel = page.get_by_role("complementary", name="Thread")
    composer = panel.get_by_role("textbox", name="Reply in thread")
    composer.fill("in the thread")
    composer.press("Enter")
    expect(panel.get_by_role("log").get_by_text("in the thread")).to_be_in_viewport()
    expect(
        page.get_by_role("log", name="Messages in general").get_by_text("in the thread")
    ).to_have_count(0)
    (change,) = [each for each in doors.changes if each.table == "chat_messages"]
    assert change.after is not None
    assert change.after["thread_ts"]
    panel.get_by_role("link", name="Close thread").click()
    expect(panel).to_have_count(0)
    page.go_back()
    expect(panel).to_be_visible()


def test_refused_text_stays_in_the_composer(chrome: Browser, host: Host, doors: Doors) -> None:
    context = chrome.new_context()  # not the watched page: a browser logs every 4xx it navigates to
    page = context.new_page()
    page.goto(host.launch_url(doors.world.id, doors.person_id))
    open_channel(page, "general")
    composer = page.get_by_role("textbox", name="Message #general")
    text = "x" * 40_001
    composer.fill(text)
    with page.expect_response(re.compile("/messages$")) as refused:
        composer.press("Enter")
    assert refused.value.status == 422
    expect(page.get_by_role("alert")).to_contain_text("40,000 characters")
    expect(composer).to_have_value(text)
    expect(composer).to_be_focused()
    assert doors.changes == []
    context.close()


def test_unsent_text_waits_while_one_looks_elsewhere(page: Page, doors: Doors) -> None:
    open_channel(page, "general")
    composer = page.get_by_role("textbox", name="Message #general")
    composer.fill("half a thought")
    page.get_by_role("link", name="deploys", exact=True).click()
    expect(page.get_by_role("textbox", name="Message #deploys")).to_have_value("")
    page.get_by_role("link", name="general", exact=True).click()
    expect(composer).to_have_value("half a thought")
    composer.press("Enter")
    expect(page.get_by_role("log").get_by_text("half a thought")).to_be_visible()
    expect(composer).to_have_value("")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("deploys")
    page.go_forward()
    expect(composer).to_have_value("")
    assert [each.kind for each in doors.changes if each.table == "chat_messages"] == ["insert"]


def test_keys_pressed_before_the_page_is_ready_are_not_lost(
    page: Page, doors: Doors, office: Office
) -> None:
    page.route("**/lucide.svg*", lambda _route: None)  # never answered: the page does not finish
    address = f"{page.url}chat/c/{office.channels['general']}"
    page.goto(address, wait_until="commit")
    composer = page.get_by_role("textbox", name="Message #general")
    composer.fill("quick")
    expect(page.locator("html[data-ready=false]")).to_have_count(1)
    page.unroute_all()
    composer.press("Enter")
    expect(page.get_by_role("log").get_by_text("quick", exact=True)).to_be_visible()
    assert len(doors.changes) == 1


def test_escape_closes_the_thread(page: Page) -> None:
    open_channel(page, "general")
    page.get_by_role("link", name=re.compile(r"\d+ repl")).last.click()
    panel = page.get_by_role("complementary", name="Thread")
    expect(panel.get_by_role("textbox", name="Reply in thread")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)


def test_narrow_window_shows_the_thread_alone(page: Page) -> None:
    page.set_viewport_size({"width": 640, "height": 800})
    open_channel(page, "general")
    page.get_by_role("link", name=re.compile(r"\d+ repl")).last.click()
    expect(page.get_by_role("complementary", name="Thread")).to_be_visible()
    expect(page.get_by_role("main")).to_be_hidden()


def test_keyboard_alone_reaches_a_channel_and_posts(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Open Chat":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("general")
    page.get_by_role("link", name="Skip to content").focus()
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "TEXTAREA":
            break
    page.keyboard.type("by keyboard")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log").get_by_text("by keyboard")).to_be_in_viewport()


def test_page_says_when_it_is_ready(page: Page) -> None:
    open_channel(page, "general")
    expect(page.locator("html[data-ready=true]")).to_have_count(1)


def test_snapshot_of_a_channel_is_within_an_agents_budget(page: Page, office: Office) -> None:
    open_channel(page, "product-eng")
    assert len(page.locator("body").aria_snapshot()) < 20_000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_contrast(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    open_channel(page, "general")
    ratios = page.evaluate(_CONTRAST)
    assert ratios
    assert min(ratios.values()) >= 4.5, {text: r for text, r in ratios.items() if r < 4.5}


@pytest.mark.parametrize("seed", range(2))
def test_oracle_in_the_browser_earns_what_the_tools_earn(
    chrome: Browser, snapshot: Snapshot, seed: int
) -> None:
    with Environment(home=snapshot.path.parents[1], browser=chrome) as env:
        env.reset(FAMILY.id, seed)
        assert FAMILY.solve_ui is not None
        FAMILY.solve_ui(env.browser(), env, env.task.facts)
        in_browser = env.grade(), [change.after for change in env.world.diff()]
        env.reset(FAMILY.id, seed)
        FAMILY.solve(env, env.task.facts)
        assert in_browser == (env.grade(), [change.after for change in env.world.diff()])
        assert in_browser[0].reward == 1.0


_CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b]
    .map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = rgba(getComputedStyle(e).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255];
  };
  const found = {};
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || element.disabled) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (getComputedStyle(element).clipPath === "inset(50%)") continue; // it is heard, not seen
    const [a, b] = [light(rgba(getComputedStyle(element).color)), light(behind(element))];
    const key = `${element.tagName}.${element.className}`;
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    found[key] = Math.min(found[key] ?? 99, ratio);
  }
  return found;
}"""
