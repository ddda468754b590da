"""An issue in the browser: edited in place, live, by keys, and beside a list."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.apps.tracker.desk import Desk
from tests.kit import Doors, Office

from workworld.apps.tracker.service import comments, issues, links, site
from workworld.worlds import World

pytestmark = pytest.mark.browser
READY = "html[data-ready='true']"


@pytest.fixture
def desk(world: World, office: Office) -> Desk:
    """People of the company at the tracker's operations."""
    return Desk(world, office.people)


@pytest.fixture
def key(desk: Desk) -> str:
    """A new issue."""
    return desk.create("CAL", by="mchen", summary="Something to do")


def opened(page: Page, doors: Doors, path: str) -> None:
    """Go to a page of the tracker, by the address bar."""
    root = page.url.partition("/w/")[0]
    page.goto(f"{root}/w/{doors.world.id}/tracker{path}")
    page.wait_for_selector(READY)


def edit(page: Page, name: str) -> None:
    """Begin to edit a field in place."""
    page.get_by_role("link", name=f"Edit {name}", exact=True).focus()
    page.keyboard.press("Enter")


def test_summary_is_saved_by_enter_and_restored_by_escape(
    page: Page, doors: Doors, key: str
) -> None:
    opened(page, doors, f"/browse/{key}")
    page.keyboard.press("e")
    box = page.get_by_role("textbox", name="Summary")
    expect(box).to_be_focused()
    box.fill("Renamed")
    box.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Renamed")
    edit(page, "summary")
    box.fill("Never kept")
    box.press("Escape")
    expect(box).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Renamed")


def test_leaving_a_field_saves_it(page: Page, doors: Doors, key: str) -> None:
    opened(page, doors, f"/browse/{key}")
    edit(page, "Story Points")
    box = page.get_by_role("textbox", name="Story Points")
    expect(box).to_be_focused()
    box.fill("5")
    page.get_by_role("textbox", name="Add a comment").click()
    expect(box).to_have_count(0)
    expect(page.locator("#field-customfield_10016 dd")).to_contain_text("5")


def test_refused_value_is_restored_with_the_reason(page: Page, doors: Doors, key: str) -> None:
    opened(page, doors, f"/browse/{key}")
    edit(page, "summary")
    page.get_by_role("textbox", name="Summary").fill(" ")
    page.get_by_role("textbox", name="Summary").press("Enter")
    title = page.locator("#field-summary")
    expect(title.get_by_role("alert")).to_have_text("You must specify a summary of the issue.")
    expect(title.get_by_role("heading")).to_have_text("Something to do")


def test_assignee_is_picked_while_one_types(page: Page, doors: Doors, key: str) -> None:
    opened(page, doors, f"/browse/{key}")
    page.keyboard.press("a")
    box = page.get_by_role("combobox", name="Assignee")
    expect(box).to_be_focused()
    box.press_sequentially("mingz")
    expect(page.get_by_role("option")).to_have_count(2)
    expect(box).to_have_attribute("aria-activedescendant", re.compile(".+"))
    box.press("Enter")
    expect(box).to_have_count(0)
    expect(page.locator("#field-assignee dd").first).to_contain_text("Mingzhu Chen")


def test_assignee_is_taken_away_by_choosing_nobody(page: Page, doors: Doors, desk: Desk) -> None:
    key = desk.create("CAL", summary="Mine", assignee=doors.person_id)
    opened(page, doors, f"/browse/{key}")
    edit(page, "Assignee")
    page.get_by_role("option", name="Unassigned").click()
    expect(page.get_by_role("combobox", name="Assignee")).to_have_count(0)
    expect(page.locator("#field-assignee dd").first).to_contain_text("Unassigned")


def test_assign_to_me_by_key(page: Page, doors: Doors, key: str) -> None:
    opened(page, doors, f"/browse/{key}")
    page.keyboard.press("i")
    expect(page.locator("#field-assignee dd").first).to_contain_text("Ana Ruiz")


def test_priority_is_chosen_from_a_list(page: Page, doors: Doors, key: str) -> None:
    opened(page, doors, f"/browse/{key}")
    edit(page, "Priority")
    page.get_by_role("option", name="Highest").click()
    expect(page.locator("#field-priority dd")).to_contain_text("Highest")


def test_label_is_made_while_one_types(page: Page, doors: Doors, key: str) -> None:
    opened(page, doors, f"/browse/{key}")
    page.keyboard.press("l")
    box = page.get_by_role("combobox", name="Labels")
    expect(box).to_be_focused()
    box.press_sequentially("brand-new")
    page.get_by_role("option", name="Create “brand-new”").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#field-labels dd")).to_contain_text("brand-new")


def test_status_menu_offers_transitions_and_their_screen(
    page: Page, doors: Doors, key: str
) -> None:
    opened(page, doors, f"/browse/{key}")
    page.get_by_role("button", name="Status To Do, change status").click()
    page.get_by_role("menuitem", name="Start progress").click()
    expect(page.get_by_role("button", name="Status In Progress, change status")).to_be_visible()
    page.get_by_role("button", name="Status In Progress, change status").click()
    page.get_by_role("menuitem", name="Won't do").click()
    dialog = page.get_by_role("dialog", name="Won't do")
    dialog.get_by_role("button", name="Won't do").click()
    expect(dialog.get_by_role("textbox", name="Comment")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_role("textbox", name="Comment").fill("Nobody needs it.")
    dialog.get_by_role("button", name="Won't do").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Status Done, change status")).to_be_visible()
    expect(page.locator("#entries")).to_contain_text("Nobody needs it.")


def test_comment_mentions_somebody_and_is_quoted(page: Page, doors: Doors, key: str) -> None:
    opened(page, doors, f"/browse/{key}")
    page.keyboard.press("m")
    box = page.get_by_role("textbox", name="Add a comment")
    expect(box).to_be_focused()
    box.press_sequentially("Look @jwik")
    expect(page.get_by_role("option", name="Jonas Wikstrand")).to_be_visible()
    box.press("Enter")
    expect(box).to_have_value("Look @jwikstrand ")
    box.press("Control+Enter")
    comment = page.get_by_role("article", name="Comment by Ana Ruiz")
    expect(comment).to_contain_text("Look @Jonas")
    expect(box).to_have_value("")
    comment.get_by_role("button", name="Quote Ana Ruiz").click()
    expect(box).to_have_value("> Look @jwikstrand\n\n")
    comment.get_by_role("link", name="Edit the comment of Ana Ruiz").click()
    expect(page.get_by_role("textbox", name="Edit the comment")).to_be_focused()
    page.keyboard.type(" again")
    page.keyboard.press("Control+Enter")
    expect(comment).to_contain_text(re.compile("Look @Jonas.* again"))


def test_others_changes_show_at_once_and_typed_text_stays(
    page: Page, doors: Doors, desk: Desk, key: str
) -> None:
    opened(page, doors, f"/browse/{key}")
    expect(page.locator("html[data-live=open]")).to_have_count(1)
    box = page.get_by_role("textbox", name="Add a comment")
    box.fill("Half a thought")
    page.get_by_role("link", name="History").click()
    expect(page).to_have_url(re.compile(r"activity=history$"))
    edit(page, "Due date")
    due = page.get_by_role("textbox", name="Due date")
    expect(due).to_be_focused()
    due.press_sequentially("2026-0")
    desk.do(issues.edit, by="mchen", issue=key, fields={"summary": "Changed elsewhere"})
    expect(page.get_by_role("heading", level=1)).to_have_text("Changed elsewhere")
    expect(box).to_have_value("Half a thought")
    expect(due).to_have_value("2026-0")
    expect(due).to_be_focused()
    expect(page.get_by_role("article", name="Change by Mingzhu Chen")).to_be_visible()


def test_link_is_found_by_words_of_the_summary(page: Page, doors: Doors, key: str) -> None:
    opened(page, doors, f"/browse/{key}")
    page.get_by_role("link", name="Link issue").click()
    box = page.get_by_role("combobox", name="Issue to link")
    expect(box).to_be_focused()
    box.press_sequentially("scorecard export drops")
    page.get_by_role("option", name="CAL-214").click()
    page.locator("#links").get_by_role("button", name="Link", exact=True).click()
    expect(page.locator("#links").get_by_role("link", name="CAL-214")).to_be_visible()


def test_pasted_screenshot_is_attached(page: Page, doors: Doors, key: str) -> None:
    opened(page, doors, f"/browse/{key}")
    page.get_by_role("textbox", name="Add a comment").click()
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          const gif = atob('R0lGODlhAQABAAAAACwAAAAAAQABAAA=');
          const bytes = Uint8Array.from(gif, (c) => c.charCodeAt(0));
          data.items.add(new File([bytes], 'shot.gif', { type: 'image/gif' }));
          document.activeElement.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.locator("#attachments").get_by_role("link", name="shot.gif")).to_be_visible()
    box = page.get_by_role("textbox", name="Add a comment")
    expect(box).to_have_value(re.compile(r"!\[shot\.gif\]\(http.*/files/F\w+\)"))


def test_warning_names_what_still_blocks(page: Page, doors: Doors, desk: Desk, key: str) -> None:
    blocker = desk.create("CAL", by="mchen", summary="In the way")
    kind = next(row for row in desk.do(site.link_types).values() if row.name == "Blocks")
    desk.do(links.add, type_id=kind.id, source=blocker, target=key)
    opened(page, doors, f"/browse/{key}")
    page.get_by_role("button", name="Status To Do, change status").click()
    page.get_by_role("menuitem", name="Won't do").click()
    dialog = page.get_by_role("dialog", name="Won't do")
    expect(dialog.get_by_role("status").filter(has_text="Still blocked")).to_contain_text(blocker)


def test_address_of_a_comment_shows_it(page: Page, doors: Doors, desk: Desk, key: str) -> None:
    body = {"type": "doc", "content": [{"type": "paragraph", "content": []}]}
    remarks = []
    for number in range(15):
        body["content"] = [
            {"type": "paragraph", "content": [{"type": "text", "text": f"Remark {number}"}]}
        ]
        remarks.append(desk.do(comments.add, issue=key, body=body))
    comment = remarks[-1]
    opened(page, doors, f"/browse/{key}#comment-{comment.id}")
    expect(page.locator(f"#comment-{comment.id}")).to_be_in_viewport()


def test_panel_opens_beside_a_list_with_an_address_of_its_own(
    page: Page, doors: Doors, desk: Desk
) -> None:
    for number in range(3):
        desk.create("CAL", summary=f"Mine {number}", assignee=doors.person_id)
    opened(page, doors, "/")
    link = page.get_by_role("main").locator("a[data-issue]", has_text="Mine 1").first
    link.click()
    panel = page.get_by_role("complementary", name="Issue CAL-")
    expect(panel.get_by_role("heading", name="Mine 1")).to_be_visible()
    assert "issue=CAL-" in page.url
    page.keyboard.press("j")
    expect(panel.get_by_role("heading", name="Mine 1")).to_have_count(0)
    page.reload()
    expect(panel).to_be_visible()
    page.keyboard.press("u")
    expect(panel).to_have_count(0)
    assert "issue=" not in page.url


def test_palette_does_what_the_menu_of_the_issue_does(page: Page, doors: Doors, key: str) -> None:
    opened(page, doors, f"/browse/{key}")
    page.keyboard.press(".")
    palette = page.get_by_role("dialog", name="Go to anything")
    box = palette.get_by_role("combobox")
    box.fill("add fl")
    expect(palette.get_by_role("option").first).to_have_text(f"Add flag{key}")
    box.press("Enter")
    expect(palette).to_be_hidden()
    expect(page.locator(".issue-flag")).to_contain_text("Flagged")
    page.keyboard.press(".")
    box.fill("clone")
    expect(palette.get_by_role("option").first).to_have_text(f"Clone{key}")
    box.press("Enter")
    expect(page.get_by_role("dialog", name="Clone")).to_be_visible()
