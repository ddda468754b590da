"""Accounts, what people looked at lately, and what they starred."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, select
from tests.apps.tracker.desk import Desk

from workworld.apps.tracker import permission_names as may
from workworld.apps.tracker.models import LastViewed, SecurityLevel, Star
from workworld.apps.tracker.service import boards, stars, users, views
from workworld.directory import roles as company_roles


def test_people_are_found_by_the_beginnings_of_words(desk: Desk) -> None:
    found = desk.do(users.search, query="ana")
    assert [person.name for person in found.items] == ["Ana Kovač", "Ana Ruiz"]
    assert [row.name for row in desk.do(users.search, query="kovac").items] == ["Ana Kovač"]


def test_a_search_is_counted_whole(desk: Desk) -> None:
    found = desk.do(users.search, query="ana", limit=1)
    assert (len(found.items), found.total, found.is_last) == (1, 2, False)


def test_leavers_are_found_only_if_asked_for(desk: Desk) -> None:
    desk.do(company_roles.deactivate, by="gostrander", person_id=desk.people["akovac"])
    assert desk.do(users.search, query="kovac").total == 0
    assert desk.do(users.search, query="kovac", with_inactive=True).total == 1


def test_issues_can_be_assigned_to_those_who_work_on_them(desk: Desk) -> None:
    found = desk.do(users.assignable, project="SEC")
    assert [row.name for row in found.items] == ["Ana Ruiz", "Mingzhu Chen", "Tadhg Breslin"]
    key = desk.create("SEC")
    assert desk.do(users.assignable, issue=key, query="tad").items[0].name == "Tadhg Breslin"


def test_nobody_learns_to_whom_hidden_issues_can_be_assigned(desk: Desk) -> None:
    refusal = desk.refused(users.assignable, by="dwhitlock", project="SEC")
    assert refusal.code == "project_not_found"


def test_those_with_a_permission_are_found(desk: Desk) -> None:
    found = desk.do(users.holding, project="SEC", permission=may.ADMINISTER_PROJECT)
    assert [row.name for row in found.items] == ["Ana Ruiz", "Tadhg Breslin"]  # he leads it


def test_only_those_who_see_an_issue_may_be_mentioned(desk: Desk) -> None:
    level = desk.rows(select(SecurityLevel.id))[0].id
    key = desk.create("CAL", security=level)
    found = desk.do(users.viewers, issue=key)
    assert {row.handle for row in found} == {"aruiz", "mchen", "tbreslin"}


def test_a_guest_knows_few(desk: Desk) -> None:
    hidden = desk.people["nbarve"]
    assert desk.do(users.several, by="shaugland", person_ids=[hidden]) == []
    refusal = desk.refused(users.info, by="shaugland", person_id=hidden)
    assert refusal.code == "user_not_found"


def test_the_groups_of_somebody_are_listed(desk: Desk) -> None:
    found = desk.do(users.groups_of, person_id=desk.people["mchen"])
    assert [row.name for row in found] == ["engineering", "jira-software-users"]


def test_what_somebody_looked_at_comes_first(desk: Desk) -> None:
    desk.change(delete(LastViewed))
    first, second = desk.create("CAL"), desk.create("OPS")
    for key in (first, second, first):
        desk.do(views.note, issue=key)
    assert [row.key for row in desk.do(views.recent)] == [first, second]
    assert [row.key for row in desk.do(views.recent_projects)] == ["CAL", "OPS"]


def test_what_somebody_looked_at_and_sees_no_more_is_gone(desk: Desk) -> None:
    desk.change(delete(LastViewed))
    key = desk.create("CAL")
    desk.do(views.note, by="jwikstrand", issue=key)
    desk.edit(key, security=desk.rows(select(SecurityLevel.id))[0].id)
    assert desk.do(views.recent, by="jwikstrand") == []


def test_looking_is_no_step(desk: Desk) -> None:
    key = desk.create("CAL")
    before = desk.world.diff()
    desk.do(views.note, issue=key)
    assert desk.world.diff() == before


def test_starred_projects_and_boards_are_at_hand(desk: Desk) -> None:
    desk.change(delete(Star))
    (board,) = desk.do(boards.list, project="OPS").items
    desk.do(stars.star, kind="project", thing="SUP")
    desk.do(stars.star, kind="project", thing="cal")
    desk.do(stars.star, kind="board", thing=str(board.id))
    assert [row.key for row in desk.do(stars.projects)] == ["SUP", "CAL"]
    assert [row.id for row in desk.do(stars.starred_boards)] == [board.id]
    desk.do(stars.unstar, kind="project", thing="SUP")
    assert [row.key for row in desk.do(stars.projects)] == ["CAL"]


@pytest.mark.parametrize(("kind", "thing"), [("project", "SEC"), ("board", "7"), ("board", "x")])
def test_what_is_hidden_cannot_be_starred(desk: Desk, kind: str, thing: str) -> None:
    refusal = desk.refused(stars.star, by="dwhitlock", kind=kind, thing=thing)
    assert refusal.code == f"{kind}_not_found"
