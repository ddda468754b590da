import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.kit import Doors
from tests.layout import box_of

pytestmark = pytest.mark.browser


@pytest.fixture
def box(page: Page) -> Locator:
    """The composer of general."""
    page.get_by_role("link", name="Open Chat").click()
    return page.get_by_role("textbox", name="Message #general")


def test_marks_go_around_what_is_selected_and_off_again(page: Page, box: Locator) -> None:
    box.fill("one\ntwo")
    box.press("Control+a")
    box.press("Control+b")
    expect(box).to_have_value("*one*\n*two*")
    box.press("Control+b")
    page.get_by_role("button", name="Numbered list").click()
    expect(box).to_have_value("1. one\n2. two")
    box.press("Control+z")
    expect(box).to_have_value("one\ntwo")
    box.press("Control+a")
    box.press("Control+Shift+8")
    box.press("End")
    box.press("Shift+Enter")
    box.type("three")
    expect(box).to_have_value("• one\n• two\n• three")


def test_colon_alone_offers_what_one_uses_most_and_takes_no_enter(page: Page, box: Locator) -> None:
    options = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    box.type("Good :")
    expect(options).to_have_count(8)
    box.press("ArrowDown")
    box.press("Enter")
    expect(box).to_have_value(re.compile("^Good :[a-z0-9_+-]+: $"))
    box.fill("Fine :D")
    box.press("Enter")
    expect(page.get_by_role("article").last).to_contain_text("Fine :D")
    expect(box).to_have_value("")


def test_names_are_completed_with_keys_and_escape_keeps_the_text(page: Page, box: Locator) -> None:
    options = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    box.type("Hi @jon")
    expect(options.first).to_contain_text("Jonas")
    box.press("Enter")
    expect(box).to_have_value("Hi @jwikstrand ")
    box.type("see #depl")
    expect(options).to_have_count(2)
    box.press("ArrowDown")
    box.press("Tab")
    expect(box).to_have_value("Hi @jwikstrand see #deploys ")
    box.type(":tad")
    expect(options.first).to_contain_text(":tada:")
    box.press("Escape")
    expect(options).to_have_count(0)
    expect(box).to_have_value("Hi @jwikstrand see #deploys :tad")
    box.press("Enter")
    expect(page.get_by_role("article").last).to_contain_text("Hi @Jonas see #deploys :tad")


def test_name_that_is_whole_is_sent_at_once(page: Page, box: Locator) -> None:
    box.type("Hi @jwikstrand")
    expect(page.get_by_role("listbox", name="Suggestions")).to_be_visible()
    box.press("Enter")
    expect(page.get_by_role("article").last).to_contain_text("Hi @Jonas")


def test_enter_counts_for_what_was_typed_when_the_list_comes_late(page: Page, box: Locator) -> None:
    held, completions = list[Route](), re.compile("/completions")
    suggestions = page.get_by_role("listbox", name="Suggestions")
    for begun, rest in (("Hi @j", "wikstrand"), ("See @j", "wikst")):
        box.type(begun)
        expect(suggestions).to_be_visible()
        page.route(completions, lambda route: held.append(route))  # noqa: PLW0108 - as it must be
        box.type(rest)
        box.press("Enter")
        for route in held:
            route.continue_()
        held.clear()
        page.unroute(completions)
        if rest == "wikstrand":
            expect(page.get_by_role("article").last).to_contain_text("Hi @Jonas")
    expect(box).to_have_value("See @jwikstrand ")


def test_text_is_there_after_another_day_and_goes_when_it_is_sent(
    page: Page, box: Locator, doors: Doors
) -> None:
    with page.expect_response(re.compile("/draft$")):
        box.type("half a thought")
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(box).to_have_value("half a thought")
    box.press("Enter")
    expect(page.get_by_role("article").last).to_contain_text("half a thought")
    page.reload()
    expect(box).to_have_value("")
    assert [step.operation for step in doors.journal] == ["chat.messages.post"]


def test_long_text_goes_as_a_snippet(page: Page, box: Locator) -> None:
    box.fill(("x = 1; " * 80 + "\n") * 40)
    page.get_by_role("link", name="Send as a snippet").click()
    dialog = page.get_by_role("dialog", name="Text snippet")
    dialog.get_by_role("textbox", name="Name").fill("jobs.py")
    dialog.get_by_role("button", name="Send to #general").click()
    expect(page.get_by_role("article").last).to_contain_text("jobs.py")
    expect(box).to_have_value("")


def test_crowd_is_asked_about_and_the_text_waits(page: Page, box: Locator) -> None:
    box.fill("@here cake")
    box.press("Enter")
    dialog = page.get_by_role("alertdialog", name="Tell everybody?")
    expect(dialog).to_contain_text("@here tells")
    dialog.get_by_role("link", name="Change it").click()
    expect(box).to_have_value("@here cake")
    box.press("Enter")
    dialog.get_by_role("button", name="Send it").click()
    expect(page.get_by_role("article").last).to_contain_text("cake")
    expect(box).to_have_value("")


def test_message_is_sent_later_from_the_menu(page: Page, box: Locator) -> None:
    box.fill("later")
    page.get_by_role("button", name="Send later").click()
    page.get_by_role("menuitem", name="Monday at 9:00 AM").click()
    expect(page.get_by_text("It is sent Monday")).to_be_visible()
    expect(box).to_have_value("")
    page.get_by_role("button", name="Send later").click()
    page.get_by_role("menuitem", name="Scheduled messages").click()
    expect(page.get_by_role("list", name="Scheduled")).to_contain_text("later")


def test_enter_breaks_lines_for_those_who_prefer_it(page: Page, box: Locator) -> None:
    box.wait_for()
    here = page.url
    page.goto(re.sub(r"/chat/.*", "/chat/settings/advanced", here))
    page.get_by_role("switch", name="Enter begins a new line").click()
    expect(page.get_by_role("switch", name="Enter begins a new line")).to_be_checked()
    page.goto(here)
    box.type("one")
    box.press("Enter")
    box.type("two")
    expect(box).to_have_value("one\ntwo")
    box.press("Control+Enter")
    last = page.get_by_role("log").get_by_role("article").last
    expect(last).to_contain_text(re.compile(r"one\s*two"))


def test_offer_to_take_back_leaves_what_was_written_uncovered(page: Page, box: Locator) -> None:
    log = box_of(page.get_by_role("log"))
    for said, is_before in (("see you", False), ("שלום לכולם", True)):
        box.fill(said)
        box.press("Enter")
        expect(page.get_by_role("log")).to_contain_text(said)
        button = page.get_by_role("button", name="Undo send")
        if is_before:  # until this message has arrived, the offer is still that of the one before
            expect(button).to_have_class(re.compile(r"\bat-start\b"))
        offer = box_of(button)
        assert (offer["x"] < log["x"] + log["width"] / 2) is is_before


def test_what_was_just_sent_is_taken_back_into_the_composer(page: Page, box: Locator) -> None:
    box.fill("too soon")
    box.press("Enter")
    log = page.get_by_role("log")
    expect(log).to_contain_text("too soon")
    page.get_by_role("button", name="Undo send").click()
    expect(log).not_to_contain_text("too soon")
    expect(box).to_have_value("too soon")
    box.fill("this stays")
    box.press("Enter")
    expect(page.get_by_role("button", name="Undo send")).to_be_visible()
    expect(page.get_by_role("button", name="Undo send")).to_have_count(0, timeout=9000)
    expect(log).to_contain_text("this stays")


def test_enter_writes_the_first_emoji_that_is_found(page: Page, box: Locator) -> None:
    box.fill("lift-off")
    page.get_by_role("button", name="Emoji", exact=True).click()
    picker = page.get_by_role("dialog", name="Emoji")
    expect(picker.get_by_role("button", name=":+1:")).to_be_visible()
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/chat/emoji?*", hold)
    wanted = picker.get_by_role("textbox")
    wanted.fill("rocket")
    with page.expect_request("**/chat/emoji?*"):
        wanted.press("Enter")  # while those are shown that one uses most
    expect(box).to_have_value("lift-off")
    for answer in late:
        answer.continue_()
    expect(box).to_have_value("lift-off :rocket: ")


def test_whoever_switches_to_a_channel_writes_there_at_once(page: Page, box: Locator) -> None:
    expect(box).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.type("deploys")
    page.keyboard.press("Enter")  # sooner than the switcher has anything to show
    there = page.get_by_role("textbox", name="Message #deploys")
    expect(there).to_be_focused()
    page.keyboard.type("can we cut")  # c alone would begin a new channel
    expect(there).to_have_value("can we cut")
    page.get_by_role("link", name="general", exact=True).click()
    expect(box).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_role("textbox", name=re.compile("^Message (?!#general)"))).to_be_focused()


def test_what_is_typed_while_the_switcher_opens_is_kept(page: Page, box: Locator) -> None:
    expect(box).to_be_focused()
    # Within one task of the page, as when a busy machine hands on all keys at once.
    page.locator("dialog[data-palette]").evaluate("""dialog => {
      const input = dialog.querySelector("input");
      dialog.showModal();
      input.value = "deploys";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }""")
    expect(page.get_by_role("textbox", name="Message #deploys")).to_be_focused()


def test_what_can_be_taken_back_covers_no_tool_of_the_message(page: Page, box: Locator) -> None:
    box.fill("only just sent")
    box.press("Enter")
    undo = page.get_by_role("button", name="Undo send")
    expect(undo).to_be_visible()
    last = page.get_by_role("log").get_by_role("article").last
    last.hover()
    last.get_by_role("button", name=re.compile("^More actions")).click(timeout=3000)
    expect(page.get_by_role("menuitem", name="Delete message")).to_be_visible()
    expect(undo).to_be_visible()
