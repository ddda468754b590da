from itertools import pairwise

import pytest
from sqlalchemy import update
from tests.apps.tracker.jql.quay import Quay

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import search
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Invalid

_OURS = "project in (QUA, HAR)"
_ORDERS = (
    "",
    "ORDER BY key",
    "ORDER BY due, key DESC",
    "ORDER BY due DESC",
    "ORDER BY priority, assignee DESC",
    "ORDER BY assignee, labels DESC, rank",
    "ORDER BY status, type",
    "ORDER BY summary DESC",
    "ORDER BY component, fixVersion, sprint",
    "ORDER BY tonnage DESC, cargo",
    "ORDER BY resolution, lastViewed, votes",
)


def pages(harbour: Quay, jql: str, limit: int) -> list[list[str]]:
    found, cursor = [], ""
    while True:
        page = harbour.found(jql, limit=limit, cursor=cursor)
        found.append([row.key for row in page.rows])
        if page.next_cursor is None:
            return found
        cursor = page.next_cursor


@pytest.mark.parametrize("order", _ORDERS)
@pytest.mark.parametrize("limit", [1, 3, 10])
def test_pages_together_are_the_whole(harbour: Quay, order: str, limit: int) -> None:
    jql = f"{_OURS} {order}"
    whole = harbour.find(jql)
    found = pages(harbour, jql, limit)
    assert [key for page in found for key in page] == whole
    assert len(whole) == 10
    assert all(len(page) == limit for page, _ in pairwise(found))


def test_pages_begin_at_a_number_too(harbour: Quay) -> None:
    jql = f"{_OURS} ORDER BY key"
    page = harbour.found(jql, start=3, limit=4)
    assert [row.key for row in page.rows] == harbour.find(jql)[3:7]
    assert (page.total, page.start) == (10, 3)
    assert harbour.found(jql, start=50).rows == []


def test_what_changes_meanwhile_is_neither_repeated_nor_skipped(harbour: Quay) -> None:
    jql = "project = QUA ORDER BY rank"
    first = harbour.found(jql, limit=3)
    with harbour.world.writing() as session:
        session.execute(update(Issue).where(Issue.key == "QUA-1").values(rank="0|zz9999:"))
    rest = harbour.found(jql, limit=10, cursor=first.next_cursor)
    assert [row.key for row in rest.rows] == ["QUA-4", "QUA-5", "QUA-6", "QUA-7", "QUA-8", "QUA-1"]


def test_a_cursor_belongs_to_its_query(harbour: Quay) -> None:
    cursor = harbour.found(f"{_OURS} ORDER BY key", limit=2).next_cursor
    for other in (f"{_OURS} ORDER BY rank", "project = QUA ORDER BY key"):
        with pytest.raises(Invalid, match="cursor"):
            harbour.found(other, limit=2, cursor=cursor)
    with pytest.raises(Invalid, match="cursor"):
        harbour.found(f"{_OURS} ORDER BY key", cursor="bm90aGluZw==")


def test_counts_say_what_pages_hold(harbour: Quay) -> None:
    actor = Actor(harbour.people["mchen"])
    for jql in (_OURS, "type = Bug", "labels = nowhere", "text ~ 'crane*'"):
        counted = perform(harbour.world, actor, search.count, jql=jql)
        assert counted == harbour.found(jql).total == len(harbour.found(jql, limit=1000).rows)
    assert harbour.found("type = Bug", with_total=False).total is None


def test_some_issues_can_be_asked_about(harbour: Quay) -> None:
    ids = [row.id for row in harbour.found(f"{_OURS} ORDER BY key DESC", limit=100).rows]
    actor = Actor(harbour.people["mchen"])
    found = perform(harbour.world, actor, search.matching, jql="type = Bug", issue_ids=ids)
    assert found == ["91005", "91003"]


def test_a_query_can_be_checked_without_searching(harbour: Quay) -> None:
    actor = Actor(harbour.people["mchen"])
    query = perform(harbour.world, actor, search.check, jql="type = Bug ORDER BY key")
    assert query.order[0].field.name == "key"
    with pytest.raises(Invalid, match="does not exist"):
        perform(harbour.world, actor, search.check, jql="type = Bugs")
