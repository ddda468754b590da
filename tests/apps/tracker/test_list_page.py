"""A project's list: what it holds, how it is grouped and sorted, and cells edited in place."""

import re

import pytest
from sqlalchemy import select
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

from workworld.apps.tracker.models import Issue


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


def test_list_is_in_the_order_of_rank(page: Pages) -> None:
    keys = page.keys("/p/CAL/list?size=100")
    assert keys[:3] == ["CAL-189", "CAL-190", "CAL-191"]
    assert len(keys) == 64


def test_words_narrow_the_list(page: Pages) -> None:
    assert page.keys("/p/CAL/list?q=slot+history") == ["CAL-238"]


def test_what_is_done_can_be_hidden(page: Pages) -> None:
    keys = page.keys("/p/CAL/list?done=hide&size=100")
    assert "CAL-238" in keys
    assert "CAL-214" not in keys


def test_groups_have_headings(page: Pages) -> None:
    shown = page.read("/p/CAL/list?group=assignee&size=100")
    headings = re.findall(r'<th scope="rowgroup"[^>]*>([^<]+)<', shown)
    assert "Mingzhu Chen" in headings
    assert "Unassigned" in headings
    assert len(headings) == len(set(headings))


def test_headings_sort(page: Pages) -> None:
    keys = page.keys("/p/CAL/list?sort=-created")
    assert keys[0] == "CAL-252"
    assert len(keys) == 25


def test_pages_follow_one_another(page: Pages) -> None:
    first, second = page.keys("/p/CAL/list"), page.keys("/p/CAL/list?page=2")
    assert not {*first} & {*second}


def test_cell_is_edited_in_place(page: Pages) -> None:
    editor = page.read("/p/CAL/list/CAL-238/priority?edit=1")
    assert 'data-inline-editor="select"' in editor
    line = page.send("/p/CAL/list/CAL-238/priority", priority="1")
    assert "Highest" in line
    with page.doors.world.reading() as session:
        held = session.scalar(select(Issue.priority_id).where(Issue.key == "CAL-238"))
    assert held == "1"


def test_refused_value_stands_with_its_reason(page: Pages) -> None:
    answer = page.send("/p/CAL/list/CAL-238/summary", 422, summary=" ")
    assert "field-problem" in answer
    with page.doors.world.reading() as session:
        held = session.scalar(select(Issue.summary).where(Issue.key == "CAL-238"))
    assert held == "Export of the slot history"


def test_status_offers_what_the_workflow_allows(page: Pages) -> None:
    editor = page.read("/p/CAL/list/CAL-250/status?edit=1")
    options = re.findall(r'data-value="(\d+)"[^>]*><span class="option-text">([^<]+)', editor)
    numbers = {name: number for number, name in options}
    assert "Start progress → In Progress" in numbers
    assert not any("In Review" in name for name in numbers)
    line = page.send("/p/CAL/list/CAL-250/status", status=numbers["Start progress → In Progress"])
    assert "In Progress" in line


def test_whoever_may_not_edit_has_no_editors(doors: Doors) -> None:
    shown = Pages.of(doors, "nbarve").read("/p/CAL/list")
    assert "cell-edit" not in shown


def test_hidden_project_has_no_list(doors: Doors) -> None:
    theirs = Pages.of(doors, "nbarve")
    hidden, missing = theirs.read("/p/SEC/list", 404), theirs.read("/p/NONE/list", 404)
    assert hidden.replace("SEC", "") == missing.replace("NONE", "")


def test_list_keeps_within_its_budget(page: Pages) -> None:
    assert len(page.read("/p/CAL/list?size=50")) < 150_000
