"""What comes and goes on chat's pages without their being loaded anew."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from tests.kit import Doors, Office

from workworld.host import Host

pytestmark = pytest.mark.browser

FILE = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"what we agreed"}
HANDED = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "notes.txt", { type: "text/plain" }));
  const said = name === "drop" ? new DragEvent("drop", { dataTransfer: data, bubbles: true })
    : new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  document.querySelector("#channel-composer").dispatchEvent(said);
}"""


def channel(page: Page, office: Office, name: str, tail: str = "") -> Locator:
    """Open a channel; its composer."""
    root = re.sub(r"(/w/[^/]+).*", r"\1", page.url)
    expect(page.locator("html[data-ready=true]")).to_have_count(1)  # on its way nowhere itself
    page.goto(f"{root}/chat/c/{office.channels[name]}{tail}")
    expect(page.locator("html[data-ready=true][data-live=open]")).to_have_count(1)
    return page.get_by_role("textbox", name=f"Message #{name}")


def messages(page: Page) -> Locator:
    return page.get_by_role("log").first.get_by_role("article")


def choose(message: Locator, name: str) -> None:
    """Choose something from the menu of a message."""
    message.hover()
    message.get_by_role("button", name=re.compile("^More actions")).click()
    message.get_by_role("menuitem", name=name).click()


def say(doors: Doors, office: Office, text: str, name: str = "general", **more: str) -> str:
    """Somebody writes by another door."""
    answer = doors.rest("chat.postMessage", channel=office.channels[name], text=text, **more)
    assert answer["ok"], answer
    ts: str = answer["ts"]
    return ts


@contextmanager
def forgiving(chrome: Browser, host: Host, doors: Doors) -> Iterator[Page]:
    """A page that may complain: browsers do of every refusal."""
    context = chrome.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(host.launch_url(doors.world.id, doors.person_id))
    yield page
    context.close()


def test_reaction_is_chosen_taken_away_and_given_again(page: Page, office: Office) -> None:
    channel(page, office, "general")
    last = messages(page).last
    last.hover()
    last.get_by_role("link", name=re.compile("^React to message")).click()
    dialog = page.get_by_role("dialog", name="Add a reaction")
    dialog.get_by_role("textbox").fill("rocket")
    dialog.get_by_role("textbox").press("Enter")
    expect(dialog).to_have_count(0)
    pill = last.get_by_role("button", name=":rocket:, 1")
    expect(pill).to_have_attribute("aria-pressed", "true")
    pill.click()
    expect(pill).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/c/\w+$"))


def test_arrow_up_edits_and_enter_saves(page: Page, doors: Doors, office: Office) -> None:
    composer = channel(page, office, "general")
    composer.fill("frist")
    composer.press("Enter")
    expect(messages(page).last).to_contain_text("frist")
    composer.press("ArrowUp")
    editor = page.get_by_role("textbox", name="Edit message")
    expect(editor).to_be_focused()
    editor.fill("first")
    editor.press("Escape")
    expect(editor).to_have_count(0)
    expect(composer).to_be_focused()
    composer.press("ArrowUp")
    editor.fill("first")
    editor.press("Enter")
    expect(messages(page).last).to_contain_text("first (edited)")
    expect(composer).to_be_focused()
    assert page.evaluate("history.length") == 3


def test_edit_of_the_message_under_the_mouse_is_shown(
    page: Page, doors: Doors, office: Office
) -> None:
    say(doors, office, "frist")
    channel(page, office, "general")
    message = messages(page).last
    message.hover()
    choose(message, "Edit message")
    page.get_by_role("textbox", name="Edit message").fill("first")
    page.get_by_role("button", name="Save changes").click()
    expect(message).to_contain_text("first (edited)")
    expect(message).to_be_focused()


def test_focused_message_follows_what_others_do(
    page: Page, doors: Doors, colleague: Doors, office: Office
) -> None:
    ts = say(doors, office, "look here")
    channel(page, office, "general")
    messages(page).last.focus()
    colleague.rest("reactions.add", channel=office.channels["general"], timestamp=ts, name="eyes")
    expect(messages(page).last.get_by_role("button", name=":eyes:, 1")).to_be_visible()
    expect(messages(page).last).to_be_focused()


def test_refused_edit_says_why_and_keeps_the_text(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    say(doors, office, "mine")
    with forgiving(chrome, host, doors) as page:
        channel(page, office, "general").press("ArrowUp")
        editor = page.get_by_role("textbox", name="Edit message")
        editor.fill(" ")
        editor.press("Enter")
        expect(page.get_by_role("alert")).to_have_text("A message needs some text.")
        expect(editor).to_have_value(" ")
        expect(editor).to_be_focused()
        page.get_by_role("link", name="Cancel").click()
        expect(messages(page).last).to_contain_text("mine")


def test_what_others_write_leaves_drafts_editors_menus_and_selections_alone(
    page: Page, doors: Doors, colleague: Doors, office: Office
) -> None:
    say(doors, office, "mine")
    composer = channel(page, office, "general")
    composer.press("ArrowUp")
    editor = page.get_by_role("textbox", name="Edit message")
    editor.fill("half a correction")
    say(colleague, office, "while you edit")
    expect(messages(page).last).to_contain_text("while you edit")
    expect(editor).to_have_value("half a correction")
    expect(editor).to_be_focused()
    editor.press("Escape")
    composer.fill("half a thought")
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.message-text'))")
    selected = page.evaluate("String(getSelection())")
    page.get_by_role("button", name="More on #general").click()
    say(colleague, office, "while you think")
    expect(messages(page).last).to_contain_text("while you think")
    expect(page.get_by_role("menu", name="Channel #general")).to_be_visible()
    expect(composer).to_have_value("half a thought")
    assert selected
    assert page.evaluate("String(getSelection())") == selected


def test_next_message_is_typed_while_one_is_sent(page: Page, office: Office) -> None:
    composer = channel(page, office, "general")
    waiting: list[Route] = []
    page.route(re.compile("/messages$"), lambda route: waiting.append(route))  # noqa: PLW0108 - it must be a function
    composer.fill("one")
    composer.press("Enter")
    expect(page.get_by_text("one", exact=True)).to_be_visible()
    page.keyboard.type("two")
    composer.press("Enter")
    page.keyboard.type("thr")
    for _ in range(2):
        while not waiting:
            page.wait_for_timeout(10)
        waiting.pop().continue_()
        page.wait_for_timeout(50)
    expect(messages(page).last).to_contain_text("two")
    expect(messages(page).nth(-2)).to_contain_text("one")
    expect(composer).to_have_value("thr")


def test_text_comes_back_when_the_server_is_not_reached(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    with forgiving(chrome, host, doors) as page:
        composer = channel(page, office, "general")
        page.route(re.compile("/messages$"), lambda route: route.abort())
        composer.fill("precious")
        composer.press("Enter")
        expect(page.get_by_role("status").get_by_text("try again")).to_be_visible()
        expect(composer).to_have_value("precious")
        page.unroute_all()
        composer.press("Enter")
        expect(messages(page).last).to_contain_text("precious")


@pytest.mark.parametrize("way", ["choose", "drop", "paste"])
def test_file_is_attached_and_sent(page: Page, office: Office, way: str) -> None:
    composer = channel(page, office, "general")
    if way == "choose":
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Attach files").click()
        chooser.value.set_files([FILE])  # type: ignore[list-item]
    else:
        page.evaluate(HANDED, [way, "what we agreed"])
    chips = page.get_by_role("list", name="Files to send")
    expect(chips.get_by_role("button", name="Remove notes.txt")).to_be_visible()
    expect(composer).to_be_focused()
    composer.press("Enter")
    expect(messages(page).last.get_by_role("link", name="notes.txt", exact=True)).to_be_visible()
    expect(chips.get_by_role("listitem")).to_have_count(0)


def test_file_can_be_taken_off_and_stays_after_a_refusal(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    with forgiving(chrome, host, doors) as page:
        composer = channel(page, office, "general")
        files = page.locator("#foot input[type=file]")
        files.set_input_files([FILE])  # type: ignore[list-item]
        remove = page.get_by_role("button", name="Remove notes.txt")
        remove.click()
        expect(page.get_by_role("button", name="Send message")).to_be_disabled()
        files.set_input_files([FILE])  # type: ignore[list-item]
        expect(remove).to_be_visible()
        composer.fill("x" * 40_001)
        composer.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("40,000 characters")
        expect(remove).to_be_visible()
        composer.fill("")
        expect(page.get_by_role("alert")).to_have_count(0)
        composer.fill("shorter")
        composer.press("Enter")
        expect(
            messages(page).last.get_by_role("link", name="notes.txt", exact=True)
        ).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)


def test_same_words_twice_are_two_messages(page: Page, office: Office) -> None:
    composer = channel(page, office, "general")
    for _ in range(2):
        composer.fill("really the same")
        composer.press("Enter")
    expect(messages(page).get_by_text("really the same")).to_have_count(2)


def test_what_was_taken_before_the_line_broke_is_not_posted_again(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    def take_and_break(route: Route) -> None:
        route.fetch()
        route.abort()

    with forgiving(chrome, host, doors) as page:
        composer = channel(page, office, "general")
        page.route(re.compile("/messages$"), take_and_break, times=1)
        composer.fill("only once")
        composer.press("Enter")
        expect(composer).to_have_value("only once")
        composer.press("Enter")
        expect(composer).to_have_value("")
        expect(messages(page).last).to_contain_text("only once")
        expect(messages(page).get_by_text("only once")).to_have_count(1)
