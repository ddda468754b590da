"""Each shared component on the living page: its keyboard, its names, where the focus goes."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.kit import Doors

from workworld.host import Host

pytestmark = pytest.mark.browser


@pytest.fixture
def gallery(page: Page, host: Host, doors: Doors) -> Page:
    """The living page, as an operator who is signed in as the usual persona."""
    credential = doors.authority.operator(doors.world)
    page.goto(f"{host.origin}{doors.site.root}/components?operator={credential}")
    settled(page)
    return page


@pytest.fixture
def unwatched(chrome: Browser, host: Host, doors: Doors) -> Iterator[Page]:
    """The same in a context whose console may complain: a browser logs every 4xx."""
    context = chrome.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(host.launch_url(doors.world.id, doors.person_id))
    credential = doors.authority.operator(doors.world)
    page.goto(f"{host.origin}{doors.site.root}/components?operator={credential}")
    settled(page)
    yield page
    context.close()


def settled(page: Page) -> None:
    expect(page.locator("html[data-ready=true]")).to_have_count(1)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def focused(page: Page) -> Locator:
    return page.locator(":focus")


def test_menu_follows_the_pattern(gallery: Page) -> None:
    opener = gallery.get_by_role("button", name="More actions")
    opener.focus()
    press(gallery, "ArrowDown")
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(focused(gallery)).to_have_text(re.compile("Edit"))
    press(gallery, "ArrowUp")
    expect(focused(gallery)).to_have_text("Delete")
    press(gallery, "Home", "c")
    expect(focused(gallery)).to_have_text("Copy link")
    press(gallery, "Escape")
    expect(opener).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "false")
    opener.click()
    unavailable = gallery.get_by_role("menuitem", name="Pin")
    expect(unavailable).to_have_attribute("aria-disabled", "true")
    unavailable.click(force=True)
    expect(unavailable).to_be_visible()  # it does nothing, and says why


def test_keys_reach_a_menu_however_fast_they_follow(gallery: Page) -> None:
    """The browser tells of a menu that it opened in a task of its own, which keys may overtake."""
    gallery.get_by_role("button", name="More actions").evaluate(
        """button => {
          const press = (key) => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
          button.focus(); button.click(); press("End"); press("Home"); press("ArrowDown");
        }"""
    )
    expect(gallery.get_by_role("menu", name="More actions")).to_be_visible()
    gallery.wait_for_timeout(100)
    expect(focused(gallery)).to_have_text("Copy link")


@pytest.mark.parametrize("opener", ["Open dialog", "Open drawer", "Delete channel", "Open palette"])
def test_dialog_takes_the_focus_and_gives_it_back(gallery: Page, opener: str) -> None:
    button = gallery.get_by_role("button", name=opener)
    button.focus()
    press(gallery, "Enter")
    dialog = gallery.locator("dialog:modal")
    expect(dialog).to_be_visible()
    assert gallery.evaluate(
        "document.querySelector('dialog:modal').contains(document.activeElement)"
    )
    press(gallery, "Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()


def test_form_in_a_dialog_says_what_is_wrong_and_is_then_taken(unwatched: Page) -> None:
    opener = unwatched.get_by_role("button", name="New project")
    opener.click()
    dialog = unwatched.get_by_role("dialog", name="New project")
    name = dialog.get_by_role("textbox", name="Name")
    name.fill(" ")
    dialog.get_by_role("button", name="Make project").click()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_accessible_description("Give it a name.")
    name.fill("Atlas")
    press(unwatched, "Control+Enter")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()
    expect(unwatched.get_by_role("status", name="Notices")).to_contain_text("Atlas was made.")


def test_refused_request_shows_as_a_notice_and_is_kept(unwatched: Page) -> None:
    unwatched.get_by_role("button", name="Do what is refused").click()
    notices = unwatched.get_by_role("status", name="Notices")
    expect(notices).to_contain_text("Only owners may do this.")
    notices.get_by_role("button", name="Dismiss notice").click()
    expect(notices).not_to_contain_text("Only owners")
    unwatched.get_by_role("button", name="Ana Ruiz, profile").click()
    unwatched.get_by_role("menuitem", name="Recent notices").click()
    drawer = unwatched.get_by_role("dialog", name="Recent notices")
    expect(drawer).to_contain_text("Only owners may do this.")


def test_unreachable_server_is_told_and_nothing_is_lost(unwatched: Page) -> None:
    unwatched.get_by_label("Description").fill("half a thought")
    unwatched.context.set_offline(True)
    unwatched.get_by_role("button", name="Archive with undo").click()
    notices = unwatched.get_by_role("status", name="Notices")
    expect(notices).to_contain_text("The server did not answer.")
    expect(unwatched.get_by_label("Description")).to_have_value("half a thought")
    settled(unwatched)


def test_tabs_follow_the_pattern(gallery: Page) -> None:
    tabs = gallery.get_by_role("tablist", name="Channel").get_by_role("tab")
    tabs.first.focus()
    press(gallery, "ArrowLeft")
    expect(tabs.last).to_be_focused()
    expect(tabs.last).to_have_attribute("aria-selected", "true")
    expect(gallery.get_by_role("tabpanel", name="Files")).to_be_visible()
    press(gallery, "Home")
    expect(gallery.get_by_role("tabpanel", name="About")).to_be_visible()
    assert tabs.evaluate_all("all => all.filter((tab) => tab.tabIndex === 0).length") == 1


def test_tree_follows_the_pattern(gallery: Page) -> None:
    tree = gallery.get_by_role("tree", name="Handbook")
    tree.get_by_role("treeitem", name="Handbook").focus()
    press(gallery, "ArrowDown", "ArrowDown")
    expect(tree.get_by_role("treeitem", name="Security")).to_be_focused()
    press(gallery, "ArrowRight", "ArrowRight")
    expect(tree.get_by_role("treeitem", name="Devices")).to_be_focused()
    press(gallery, "Enter")
    expect(tree.locator("[aria-selected=true]")).to_have_count(1)
    press(gallery, "ArrowLeft", "ArrowLeft")
    expect(tree.get_by_role("treeitem", name="Security")).to_have_attribute(
        "aria-expanded", "false"
    )
    press(gallery, "p")
    expect(tree.get_by_role("treeitem", name="Projects")).to_be_focused()


def test_select_follows_the_pattern(gallery: Page) -> None:
    select = gallery.get_by_role("combobox", name="Priority")
    select.focus()
    press(gallery, "ArrowDown", "ArrowDown", "Enter")
    expect(select).to_have_text("High")
    expect(gallery.locator("#f-select-value")).to_have_value("high")
    press(gallery, "u", "Enter")
    expect(select).to_have_text("Urgent")
    select.click()
    gallery.get_by_role("option", name="Low").click()
    expect(select).to_have_text("Low")
    expect(select).to_be_focused()
    press(gallery, "ArrowDown", "ArrowDown", "Escape")
    expect(select).to_have_text("Low")


def test_combobox_filters_chooses_and_makes(gallery: Page) -> None:
    team = gallery.get_by_role("combobox", name="Team")
    team.click()
    expect(gallery.get_by_role("option", name="Operations")).to_be_visible()
    team.press_sequentially("eng")
    expect(gallery.get_by_role("option", name="Operations")).to_be_hidden()
    press(gallery, "Enter")
    expect(team).to_have_value("Engineering")
    expect(gallery.locator('[name="team"]')).to_have_value("eng")
    team.fill("Legal")
    press(gallery, "Enter")
    expect(gallery.locator('[name="team"]')).to_have_value("Legal")
    team.fill("zz")
    press(gallery, "Escape")
    expect(team).to_have_value("zz")
    expect(team).to_have_attribute("aria-expanded", "false")


def test_people_are_picked_from_the_server(gallery: Page) -> None:
    people = gallery.get_by_role("combobox", name="People")
    people.press_sequentially("jon")
    settled(gallery)
    expect(gallery.get_by_role("option")).to_have_count(1)
    press(gallery, "Enter")
    expect(gallery.get_by_role("button", name="Remove Jonas Wikström")).to_be_visible()
    values = gallery.locator('input[name="people"]').evaluate_all("all => all.map((e) => e.value)")
    assert values == ["ana-ruiz", "jonas-wikström"]
    press(gallery, "Backspace")
    expect(gallery.get_by_role("button", name="Remove Jonas Wikström")).to_have_count(0)
    gallery.get_by_role("button", name="Remove Ana Ruiz").click()
    expect(people).to_be_focused()


def test_tags_are_typed(gallery: Page) -> None:
    tags = gallery.get_by_role("textbox", name="Tags")
    tags.press_sequentially("beta,gamma")
    press(gallery, "Enter")
    values = gallery.locator('input[name="tags"]').evaluate_all("all => all.map((e) => e.value)")
    assert values == ["launch", "beta", "gamma"]


def test_day_is_typed_or_picked(gallery: Page) -> None:
    day = gallery.get_by_role("textbox", name="Due date")
    day.fill("next fri")
    press(gallery, "Tab")
    expect(gallery.locator("#f-date-read")).to_have_text("Friday, March 20")
    gallery.get_by_role("button", name="Choose due date").click()
    expect(focused(gallery)).to_have_accessible_name("Friday 20 March 2026")
    press(gallery, "ArrowDown", "PageDown", "Enter")
    expect(day).to_have_value("2026-04-27")
    expect(day).to_be_focused()
    gallery.get_by_role("button", name="Choose due date").click()
    calendar = gallery.get_by_role("dialog", name="Choose due date")
    calendar.get_by_role("button", name="Today").click()
    expect(day).to_have_value("2026-03-17")
    day.fill("no day")
    press(gallery, "Tab")
    expect(day).to_have_attribute("aria-invalid", "true")


def test_number_keeps_within_its_bounds(gallery: Page) -> None:
    seats = gallery.get_by_role("spinbutton", name="Seats")
    seats.focus()
    press(gallery, "ArrowUp", "ArrowUp", "ArrowUp")
    expect(seats).to_have_value("6")


def test_rows_are_chosen(gallery: Page) -> None:
    gallery.get_by_role("checkbox", name="Select Atlas migration").check()
    everything = gallery.get_by_role("checkbox", name="Select all projects")
    assert everything.evaluate("box => box.indeterminate")
    gallery.get_by_role("checkbox", name="Select Onboarding guide").click(modifiers=["Shift"])
    expect(everything).to_be_checked()
    expect(gallery.locator("#a-table-chosen")).to_contain_text("4 selected")
    everything.uncheck()
    expect(gallery.locator("#a-table-chosen")).to_be_hidden()


def test_columns_are_sorted_hidden_and_resized(gallery: Page) -> None:
    table = gallery.get_by_role("table", name="Projects")
    table.get_by_role("link", name="Days left").click()
    settled(gallery)
    expect(table.get_by_role("columnheader", name="Days left")).to_have_attribute(
        "aria-sort", "ascending"
    )
    expect(table.get_by_role("rowheader").first).to_have_text("Billing export")
    gallery.get_by_role("button", name="Columns").click()
    gallery.get_by_role("menuitemcheckbox", name="Owner").click()
    expect(table.get_by_role("columnheader", name="Owner")).to_be_hidden()
    grip = table.get_by_role("separator", name="Width of Project")
    before = int(grip.evaluate("grip => grip.closest('th').offsetWidth"))
    grip.focus()
    press(gallery, "ArrowRight", "ArrowRight")
    assert int(grip.evaluate("grip => grip.closest('th').offsetWidth")) == before + 32


def test_long_list_loads_older_lines_in_place(gallery: Page) -> None:
    window = gallery.get_by_role("group", name="Lines")
    window.scroll_into_view_if_needed()
    expect(window.locator("#line-181")).to_have_count(1)
    before = window.locator("#line-182").evaluate(
        "line => line.offsetTop - line.parentElement.scrollTop"
    )
    window.get_by_role("link", name="Load older").dispatch_event("click")
    settled(gallery)
    expect(window.locator("#line-161")).to_have_count(1)
    after = window.locator("#line-182").evaluate(
        "line => line.offsetTop - line.parentElement.scrollTop"
    )
    assert abs(after - before) <= 1


def test_files_are_chosen_and_taken_back(gallery: Page) -> None:
    chooser = gallery.get_by_label("Attachments")
    chooser.set_input_files(
        [{"name": name, "mimeType": "text/plain", "buffer": b"x" * 1500} for name in ("a", "b")]
    )
    expect(gallery.get_by_role("list", name="Files to send")).to_contain_text("1.5 kB")
    gallery.get_by_role("button", name="Remove a", exact=True).click()
    assert chooser.evaluate("input => input.files.length") == 1


def test_tooltip_shows_on_focus_and_goes_with_escape(gallery: Page) -> None:
    gallery.get_by_role("link", name="A link").focus()
    press(gallery, "Tab")
    expect(gallery.get_by_role("tooltip")).to_have_text("Reply")
    press(gallery, "Escape")
    expect(gallery.get_by_role("tooltip")).to_have_count(0)


def test_image_opens_in_its_own_size(gallery: Page) -> None:
    gallery.get_by_role("button", name="Enlarge mark.svg").click()
    box = gallery.get_by_role("dialog", name="mark.svg")
    zoom = box.get_by_role("button", name="Actual size")
    zoom.click()
    expect(zoom).to_have_attribute("aria-pressed", "true")


def test_focus_caret_and_open_menu_survive_a_swap(gallery: Page) -> None:
    field = gallery.get_by_role("textbox", name="Name", exact=True)
    field.fill("Atlas and on")
    gallery.evaluate(
        """() => { const field = document.getElementById("f-name"); field.focus();
        field.setSelectionRange(3, 5);
        const form = document.getElementById("a-form");
        const fresh = form.cloneNode(true);
        fresh.querySelector("#f-name").setAttribute("value", "From the server");
        Idiomorph.morph(form, fresh.outerHTML, {morphStyle: "outerHTML"}); }"""
    )
    expect(field).to_be_focused()
    expect(field).to_have_value("Atlas and on")
    assert field.evaluate("e => [e.selectionStart, e.selectionEnd]") == [3, 5]
    gallery.get_by_role("button", name="Sort").click()
    gallery.evaluate(
        """() => { const part = document.querySelector("#sort-menu").parentElement;
        const fresh = part.cloneNode(true);
        fresh.querySelector('[popovertarget="sort-menu"]').setAttribute("aria-expanded", "false");
        Idiomorph.morph(part, fresh.outerHTML, {morphStyle: "outerHTML"}); }"""
    )
    expect(gallery.get_by_role("menu", name="Sort")).to_be_visible()
    expect(gallery.get_by_role("button", name="Sort")).to_have_attribute("aria-expanded", "true")


def test_every_control_has_a_name_and_no_id_is_there_twice(gallery: Page) -> None:
    ids = gallery.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    nameless = gallery.locator("button, a[href], input:not([type=hidden]), textarea").evaluate_all(
        "all => all.filter((e) => e.checkVisibility() && !(e.getAttribute('aria-label') ||"
        " e.textContent.trim() || e.labels?.length || e.getAttribute('aria-labelledby')))"
        ".map((e) => e.outerHTML.slice(0, 80))"
    )
    assert nameless == []


def test_only_operators_have_the_page(page: Page, host: Host, doors: Doors) -> None:
    def answer(path: str) -> tuple[int, str]:
        response = page.request.get(f"{host.origin}{doors.site.root}/{path}")
        return response.status, response.text()

    missing = answer("nothing-of-this-name")
    assert missing[0] == 404
    forged = doors.authority.portal()
    for path in ("components", f"components?operator={forged}", "components/options"):
        assert answer(path) == missing
