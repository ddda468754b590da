"""A board's settings: columns, swimlanes, quick filters, cards, and who may change them."""

import re

import pytest
from sqlalchemy import select
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

from workworld.apps.tracker.models import Board, Project
from workworld.directory.models import Person


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


@pytest.fixture
def board(doors: Doors) -> int:
    with doors.world.reading() as session:
        query = select(Board.id).join(Project).where(Project.key == "CAL", Board.kind == "scrum")
        return session.scalars(query).one()


def columns(text: str) -> list[str]:
    return re.findall(r'<h2 id="column-name-\d+">([^<]+)</h2>', text)


def statuses(text: str, column: str) -> list[str]:
    found = re.search(rf'<ol aria-label="Statuses of {column}">(.*?)</ol>', text, re.DOTALL)
    assert found is not None
    return re.findall(r'data-name="([^"]+)"', found[1])


def test_columns_are_added_named_limited_shifted_and_removed(page: Pages, board: int) -> None:
    root = f"/p/CAL/settings/board/{board}/columns"
    before = columns(page.read("/p/CAL/settings/board"))
    page.submit(f"{root}/add", name="Parked")
    page.submit(f"{root}/edit", column=str(len(before)), name="On hold", least="1", most="4")
    shown = page.read("/p/CAL/settings/board")
    assert columns(shown) == [*before, "On hold"]
    assert "At least 1, at most 4" in shown
    page.submit(f"{root}/shift", column=str(len(before)), by="-1")
    assert columns(page.read("/p/CAL/settings/board"))[-2] == "On hold"
    page.submit(f"{root}/remove", column=str(len(before) - 1))
    assert columns(page.read("/p/CAL/settings/board")) == before


def test_status_goes_to_another_column_before_another_one(page: Pages, board: int) -> None:
    shown = page.read("/p/CAL/settings/board")
    first, second = columns(shown)[:2]
    moved, beside = statuses(shown, first)[0], statuses(shown, second)[0]
    ids = dict(re.findall(r'data-status="(\d+)" data-name="([^"]+)"', shown))
    by_name = {name: id for id, name in ids.items()}
    root = f"/p/CAL/settings/board/{board}/columns/place"
    page.submit(root, status=by_name[moved], column="1", before=by_name[beside])
    assert statuses(page.read("/p/CAL/settings/board"), second)[:2] == [moved, beside]
    page.submit(root, status=by_name[moved], column="")
    shown = page.read("/p/CAL/settings/board")
    apart = shown.partition('aria-label="Statuses off the board"')[2]
    assert f'data-name="{moved}"' in apart


def test_wrong_limits_are_refused_with_a_reason(page: Pages, board: int) -> None:
    root = f"/p/CAL/settings/board/{board}/columns"
    shown = page.submit(f"{root}/edit", 422, column="0", name="A", least="many")
    assert "A limit is a whole number, or nothing." in shown
    shown = page.submit(f"{root}/edit", 422, column="0", name="A", least="5", most="2")
    assert "The minimum of A is greater than its maximum." in shown
    page.submit(f"{root}/edit", 404, column="99", name="A")


def test_lanes_and_quick_filters_go_by_query(page: Pages, board: int) -> None:
    root = f"/p/CAL/settings/board/{board}"
    lanes = {
        "lane-name": ["Urgent", "Mine"],
        "lane-jql": ["priority = High", "assignee = currentUser()"],
    }
    page.submit(f"{root}/edit", part="lanes", swimlanes="query")
    page.submit(f"{root}/lanes", **lanes, up="1")
    shown = page.read(f"/p/CAL/settings/board?board={board}&part=lanes")
    assert shown.index('value="Mine"') < shown.index('value="Urgent"')
    shown = page.submit(f"{root}/filters/add", 422, name="Broken", jql="priority =")
    assert 'id="quick-jql-problem"' in shown
    page.submit(f"{root}/filters/add", name="Only bugs", jql="type = Bug")
    shown = page.read("/p/CAL/board")
    assert "Only bugs" in shown
    assert "Urgent" in shown


def test_cards_and_general_settings_are_saved(page: Pages, board: int) -> None:
    root = f"/p/CAL/settings/board/{board}"
    page.submit(f"{root}/edit", part="cards", card_fields=["labels"], card_colors="priority")
    assert 'value="labels" checked' in page.read(f"/p/CAL/settings/board?board={board}&part=cards")
    page.submit(f"{root}/edit", part="general", name="Product board", estimation="count")
    assert "Product board" in page.read("/p/CAL/board")
    shown = page.submit(f"{root}/delete", 409)
    assert "has sprints" in shown


def test_board_is_made_and_deleted(page: Pages) -> None:
    to = page.submit("/p/CAL/settings/board/new", name="Watchtower", kind="kanban")
    made = re.search(r"board=(\d+)", to)
    assert made is not None
    assert "Watchtower" in page.read("/p/CAL/settings/board")
    page.submit(f"/p/CAL/settings/board/{made[1]}/delete")
    assert "Watchtower" not in page.read("/p/CAL/settings/board")


def test_board_admins_find_the_board_alone(page: Pages, doors: Doors, board: int) -> None:
    with doors.world.reading() as session:
        who = session.scalars(select(Person.id).where(Person.handle == "nbarve")).one()
    page.submit(f"/p/CAL/settings/board/{board}/edit", part="general", admin_ids=[who])
    theirs = Pages.of(doors, "nbarve")
    shown = theirs.read("/p/CAL/settings")
    assert columns(shown)
    assert "/settings/people" not in shown
    theirs.read("/p/CAL/settings/people", 404)
    theirs.submit(f"/p/CAL/settings/board/{board}/columns/add", name="Parked")
