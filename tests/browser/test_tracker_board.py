"""Boards and backlogs in the browser: dragging, by keys alone, menus, and what others do."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.apps.tracker.board_kit import DEVELOPER, Yard, yard
from tests.kit import Doors, Office
from tests.layout import box_of

from workworld.apps.tracker.service import card_moves, sprint_moves, sprint_runs, sprints
from workworld.worlds import World

pytestmark = pytest.mark.browser


@pytest.fixture
def place(world: World, office: Office) -> Yard:
    """A scrum project with three issues in the active sprint and two in the backlog."""
    made = yard(world, office)
    keys = [made.add("Alpha"), made.add("Beta"), made.add("Gamma", status="In Progress")]
    made.add("Delta")
    made.add("Epsilon")
    number = made.sees(sprints.create, lambda row: row.id, board_id=made.board_id, name="Now")
    made.does(sprint_moves.to_sprint, sprint_id=number, issues=keys)
    made.does(sprint_runs.start, sprint_id=number)
    return made


def open_tracker(page: Page, doors: Doors, path: str) -> None:
    page.goto(f"{page.url.split('/w/')[0]}/w/{doors.world.id}/tracker{path}")
    expect(page.locator("html")).to_have_attribute("data-ready", "true")


def column(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name=name, exact=True)


def card(page: Page, key: str) -> Locator:
    return page.locator(f'.card[data-key="{key}"]')


def row(page: Page, key: str) -> Locator:
    return page.locator(f'.row[data-key="{key}"]')


def drag(page: Page, what: Locator, where: Locator, *, moves: int = 3) -> None:
    """Press, move and release; several moves or one, as agents send them."""
    begin, end = box_of(what), box_of(where)
    page.mouse.move(begin["x"] + 60, begin["y"] + 14)
    page.mouse.down()
    page.mouse.move(end["x"] + 60, end["y"] + 6, steps=moves)
    page.mouse.up()


@pytest.mark.parametrize("moves", [1, 10])
def test_a_card_is_dragged_between_two_columns(
    page: Page, doors: Doors, place: Yard, moves: int
) -> None:
    open_tracker(page, doors, "/p/ZED/board")
    drag(page, card(page, "ZED-1"), card(page, "ZED-3"), moves=moves)
    expect(page.locator("#status")).to_have_text("ZED-1 moved to In Progress")
    expect(column(page, "In Progress").get_by_role("link")).to_have_text(["Alpha", "Gamma"])
    page.reload()
    expect(column(page, "In Progress").get_by_role("link")).to_have_text(["Alpha", "Gamma"])
    assert place.order()[:3] == ["ZED-2", "ZED-1", "ZED-3"]


def test_an_illegal_column_is_refused_with_its_reason(
    page: Page, doors: Doors, place: Yard
) -> None:
    open_tracker(page, doors, "/p/ZED/board")
    begin, end = box_of(card(page, "ZED-1")), box_of(page.locator('[data-column="2"]'))
    page.mouse.move(begin["x"] + 60, begin["y"] + 14)
    page.mouse.down()
    page.mouse.move(begin["x"] + 80, begin["y"] + 20)
    expect(page.locator('[data-column="2"]')).to_have_class("cell is-refusing")
    page.mouse.move(end["x"] + 60, end["y"] + 40)
    page.mouse.up()
    expect(page.locator("#toasts")).to_contain_text("to no status of In Review")
    expect(column(page, "To Do").get_by_role("link")).to_have_text(["Alpha", "Beta"])
    assert place.issue("ZED-1").status_id == place.issue("ZED-2").status_id


def test_a_card_is_moved_by_keys_alone(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/board")
    card(page, "ZED-2").get_by_role("link").focus()
    page.keyboard.press("Space")
    expect(page.locator("#status")).to_contain_text("ZED-2 is picked up")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status")).to_have_text("In Progress, place 2 of 2")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect(column(page, "In Progress").get_by_role("link")).to_have_text(["Beta", "Gamma"])
    expect(card(page, "ZED-2").get_by_role("link")).to_be_focused()


def test_escape_leaves_a_card_where_it_was(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/board")
    card(page, "ZED-2").get_by_role("link").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("#status")).to_have_text("It stays where it was")
    assert place.order()[:2] == ["ZED-1", "ZED-2"]


def test_a_menu_moves_a_card(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/board")
    card(page, "ZED-1").hover()
    page.get_by_role("button", name="Actions for ZED-1").click()
    expect(page.get_by_role("menuitem", name="In Review")).to_have_attribute(
        "aria-disabled", "true"
    )
    page.get_by_role("menuitem", name="In Progress").click()
    expect(column(page, "In Progress").get_by_role("link")).to_have_text(["Alpha", "Gamma"])
    page.get_by_role("button", name="Actions for ZED-3").click()
    page.get_by_role("menuitem", name="Top of the column").click()
    expect(column(page, "In Progress").get_by_role("link")).to_have_text(["Gamma", "Alpha"])


def test_a_transition_with_a_screen_asks_first(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/board")
    drag(page, card(page, "ZED-3"), page.locator('[data-column="3"]'))
    dialog = page.get_by_role("dialog", name="Won't do: ZED-3 to Done")
    dialog.get_by_role("textbox", name="Comment").fill("Nobody needs it.")
    dialog.get_by_role("button", name="Won't do").click()
    expect(column(page, "Done").get_by_role("link")).to_have_text(["Gamma"])


def test_what_others_do_shows_at_once(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/board")
    expect(page.locator("html")).to_have_attribute("data-live", "open")
    place.does(card_moves.move, DEVELOPER, board_id=place.board_id, issue="ZED-1", column=1)
    expect(column(page, "In Progress").get_by_role("link")).to_have_text(["Alpha", "Gamma"])


def test_narrowing_has_an_address_and_back_leads_out(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/board")
    page.get_by_role("button", name="Group by").click()
    page.get_by_role("radio", name="Assignee").check()
    expect(page.get_by_role("button", name="Unassigned")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("searchbox", name="Words or a key").fill("alp")
    expect(page.locator(".card")).to_have_count(1)
    assert "q=alp" in page.url
    page.get_by_role("link", name="Clear filters").click()
    expect(page.locator(".card")).to_have_count(3)
    page.go_back()
    expect(page.locator(".card")).to_have_count(1)


def test_an_issue_opens_beside_the_board(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/board")
    page.get_by_role("link", name="Beta").click()
    expect(page.get_by_role("complementary", name="Issue ZED-2")).to_be_visible()
    assert "issue=ZED-2" in page.url


def test_several_issues_are_dragged_into_a_sprint(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/backlog")
    row(page, "ZED-4").get_by_role("link").click(modifiers=["Control"])
    row(page, "ZED-5").get_by_role("link").click(modifiers=["Shift"])
    expect(page.get_by_role("toolbar", name="Selected issues")).to_contain_text("2 selected")
    drag(page, row(page, "ZED-4"), row(page, "ZED-2"))
    expect(page.get_by_role("list", name="Now").get_by_role("link")).to_have_text(
        ["Alpha", "Delta", "Epsilon", "Beta", "Gamma"]
    )
    expect(page.locator("#status")).not_to_have_text("2 selected")  # it is there, and kept
    assert place.issue("ZED-5").sprint_id == place.issue("ZED-1").sprint_id


def test_a_menu_sends_issues_to_the_backlog(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/backlog")
    page.get_by_role("checkbox", name="Select ZED-1").check(force=True)
    page.get_by_role("checkbox", name="Select ZED-2").check(force=True)
    page.get_by_role("button", name="Move to…").click()
    page.get_by_role("menuitem", name="Top of the backlog").click()
    expect(page.get_by_role("list", name="Backlog").get_by_role("link")).to_have_text(
        ["Alpha", "Beta", "Delta", "Epsilon"]
    )


def test_rows_are_moved_by_keys_from_list_to_list(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/backlog")
    row(page, "ZED-4").get_by_role("link").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#status")).to_have_text("Now, place 4 of 4")
    page.keyboard.press("Space")
    expect(page.get_by_role("list", name="Now").get_by_role("link")).to_have_text(
        ["Alpha", "Beta", "Gamma", "Delta"]
    )


def test_issues_are_estimated_and_created_in_place(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/backlog")
    page.get_by_role("button", name="Estimate of ZED-4: none").click()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Estimate of ZED-4: 5")).to_be_focused()
    page.get_by_text("Create issue in Backlog").click()
    for summary in ("Zeta", "Eta"):
        page.get_by_role("textbox", name="Summary of a new issue in Backlog").fill(summary)
        page.keyboard.press("Enter")
        last = page.get_by_role("list", name="Backlog").get_by_role("link").last
        expect(last).to_have_text(summary)
    expect(page.get_by_role("textbox", name="Summary of a new issue in Backlog")).to_be_focused()


def test_a_sprint_is_completed_into_a_new_one(page: Page, doors: Doors, place: Yard) -> None:
    open_tracker(page, doors, "/p/ZED/backlog")
    page.get_by_role("link", name="Complete sprint").click()
    dialog = page.get_by_role("dialog", name="Complete Now")
    expect(dialog).to_contain_text("3 open issues")
    dialog.get_by_role("radio", name="New sprint").check()
    dialog.get_by_role("button", name="Complete sprint").click()
    expect(page.get_by_role("heading", name="Sprint 2")).to_be_visible()
    expect(page.get_by_role("list", name="Sprint 2").get_by_role("link")).to_have_text(
        ["Alpha", "Beta", "Gamma"]
    )


def test_lingering_on_a_card_tells_more(page: Page, doors: Doors) -> None:
    open_tracker(page, doors, "/p/OPS/board")
    card = page.locator(".card[data-key='OPS-43']")
    card.hover()
    details = page.get_by_role("tooltip").filter(has_text="OPS-43")
    expect(details).to_contain_text("Mingzhu Chen")
    page.keyboard.press("Escape")
    expect(details).to_be_hidden()
