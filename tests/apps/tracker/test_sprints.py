"""Sprints: planned, started, completed, with the record that reports are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.tracker.board_kit import DEVELOPER, STRANGER, Yard, yard
from tests.kit import Office

from workworld.apps.tracker.models import HistoryItem, Issue, IssueSprint, SprintChange
from workworld.apps.tracker.service import sprint_moves, sprint_runs, sprints
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.worlds import World


@pytest.fixture
def place(world: World, office: Office) -> Yard:
    """A scrum project."""
    return yard(world, office)


def _create(place: Yard, name: str = "", **more: Any) -> int:
    number: int = place.sees(
        sprints.create, lambda row: row.id, board_id=place.board_id, name=name, **more
    )
    return number


def _into(place: Yard, sprint_id: int, *keys: str) -> None:
    place.does(sprint_moves.to_sprint, sprint_id=sprint_id, issues=keys)


def _kinds(place: Yard, sprint_id: int) -> Sequence[tuple[str, str]]:
    with place.world.reading() as session:
        query = (
            select(Issue.key, SprintChange.kind)
            .join(Issue, Issue.id == SprintChange.issue_id)
            .where(SprintChange.sprint_id == sprint_id)
            .order_by(SprintChange.changed_us, Issue.number)
        )
        return [(key, kind) for key, kind in session.execute(query)]


def _history(place: Yard, key: str) -> Sequence[tuple[str | None, str | None]]:
    with place.world.reading() as session:
        query = (
            select(HistoryItem.from_text, HistoryItem.to_text)
            .join(Issue, Issue.id == HistoryItem.issue_id)
            .where(Issue.key == key, HistoryItem.field == "Sprint")
            .order_by(HistoryItem.created_us)
        )
        return [(before, after) for before, after in session.execute(query)]


def test_sprints_are_numbered_on(place: Yard) -> None:
    _create(place, "ZED Sprint 9")
    assert place.sprint(_create(place)).name == "ZED Sprint 10"


def test_the_first_sprint_is_called_after_its_board(place: Yard) -> None:
    assert place.sprint(_create(place)).name == "ZED board Sprint 1"


@pytest.mark.parametrize("name", [" ", "x" * 31])
def test_a_bad_name_is_refused(place: Yard, name: str) -> None:
    with pytest.raises(Invalid):
        _create(place, name)


def test_a_sprint_ends_after_it_begins(place: Yard) -> None:
    with pytest.raises(Invalid):
        _create(place, "Dates", start_us=2_000_000, end_us=1_000_000)


def test_kanban_boards_have_no_sprints(world: World, office: Office) -> None:
    kanban = yard(world, office, kind="kanban", key="ZAK")
    with pytest.raises(Invalid, match="does not support sprints"):
        _create(kanban)


def test_only_those_who_manage_sprints_plan_them(place: Yard) -> None:
    with pytest.raises(Forbidden):
        place.does(sprints.create, DEVELOPER, board_id=place.board_id)


def test_to_strangers_a_sprint_is_not_there(place: Yard) -> None:
    sprint_id = _create(place)
    with pytest.raises(NotFound):
        place.does(sprints.info, STRANGER, sprint_id=sprint_id)


def test_sub_tasks_go_into_the_sprint_with_their_parent(place: Yard) -> None:
    parent = place.add()
    part = place.add(type="Sub-task", parent=parent)
    sprint_id = _create(place)
    _into(place, sprint_id, parent)
    assert [place.issue(key).sprint_id for key in (parent, part)] == [sprint_id, sprint_id]


def test_a_sub_task_alone_goes_nowhere(place: Yard) -> None:
    part = place.add(type="Sub-task", parent=place.add())
    with pytest.raises(Invalid, match="move the parent"):
        _into(place, _create(place), part)


def test_an_epic_goes_into_no_sprint(place: Yard) -> None:
    with pytest.raises(Invalid, match="epic"):
        _into(place, _create(place), place.add(type="Epic"))


def test_history_names_the_sprints(place: Yard) -> None:
    key, first, second = place.add(), _create(place, "One"), _create(place, "Two")
    _into(place, first, key)
    _into(place, second, key)
    place.does(sprint_moves.to_backlog, issues=[key])
    assert _history(place, key) == [("", "One"), ("One", "Two"), ("Two", "")]


def test_moving_can_rank_as_well(place: Yard) -> None:
    keys = [place.add() for _ in range(3)]
    sprint_id = _create(place)
    _into(place, sprint_id, keys[0])
    place.does(sprint_moves.to_sprint, sprint_id=sprint_id, issues=[keys[2]], before=keys[0])
    assert place.order() == ["ZED-3", "ZED-1", "ZED-2"]


def test_starting_commits_what_is_inside(place: Yard) -> None:
    keys, sprint_id = [place.add(), place.add()], _create(place)
    _into(place, sprint_id, *keys)
    place.does(sprint_runs.start, sprint_id=sprint_id)
    assert _kinds(place, sprint_id) == [(key, "committed") for key in keys]
    assert place.sprint(sprint_id).state == "active"


def test_a_sprint_lasts_two_weeks_if_nothing_is_said(place: Yard) -> None:
    sprint_id = _create(place)
    place.does(sprint_runs.start, sprint_id=sprint_id)
    begun = place.sprint(sprint_id)
    assert (begun.end_us or 0) - (begun.start_us or 0) == 14 * 24 * 3600 * 1_000_000


def test_a_board_has_one_active_sprint(place: Yard) -> None:
    first, second = _create(place), _create(place)
    place.does(sprint_runs.start, sprint_id=first)
    with pytest.raises(Conflict) as refused:
        place.does(sprint_runs.start, sprint_id=second)
    assert refused.value.code == "sprint_already_active"


def test_scope_changes_are_recorded_while_it_is_under_way(place: Yard) -> None:
    keys, sprint_id = [place.add(), place.add()], _create(place)
    _into(place, sprint_id, keys[0])
    place.does(sprint_runs.start, sprint_id=sprint_id)
    _into(place, sprint_id, keys[1])
    place.does(sprint_moves.to_backlog, issues=[keys[0]])
    assert _kinds(place, sprint_id)[1:] == [(keys[1], "added"), (keys[0], "removed")]


def test_completing_moves_only_what_is_not_done(place: Yard) -> None:
    done, open_ = place.add(status="Done"), place.add(status="In Progress")
    sprint_id, next_id = _create(place, "One"), _create(place, "Two")
    _into(place, sprint_id, done, open_)
    place.does(sprint_runs.start, sprint_id=sprint_id)
    place.does(
        sprint_runs.complete, sprint_id=sprint_id, destination="sprint", to_sprint_id=next_id
    )
    assert place.issue(done).sprint_id is None
    assert place.issue(open_).sprint_id == next_id
    assert place.sprint(sprint_id).state == "closed"


def test_what_was_moved_stays_with_the_closed_sprint_as_well(place: Yard) -> None:
    key, sprint_id, next_id = place.add(), _create(place, "One"), _create(place, "Two")
    _into(place, sprint_id, key)
    place.does(sprint_runs.start, sprint_id=sprint_id)
    place.does(
        sprint_runs.complete, sprint_id=sprint_id, destination="sprint", to_sprint_id=next_id
    )
    issue_id = place.issue(key).id
    with place.world.reading() as session:
        query = select(IssueSprint.sprint_id).where(IssueSprint.issue_id == issue_id)
        assert set(session.scalars(query)) == {sprint_id, next_id}
    assert _history(place, key)[-1] == ("One", "One, Two")


def test_completing_records_what_was_not_done_and_what_was_done_elsewhere(place: Yard) -> None:
    done, open_, sprint_id = place.add(status="Done"), place.add(), _create(place)
    _into(place, sprint_id, done, open_)
    place.does(sprint_runs.start, sprint_id=sprint_id)
    place.does(sprint_runs.complete, sprint_id=sprint_id)
    assert _kinds(place, sprint_id)[2:] == [
        (done, "completed_outside"),
        (open_, "not_completed"),
    ]


def test_a_new_sprint_may_take_what_is_not_done(place: Yard) -> None:
    key, sprint_id = place.add(), _create(place, "Sprint 4")
    _into(place, sprint_id, key)
    place.does(sprint_runs.start, sprint_id=sprint_id)
    place.does(sprint_runs.complete, sprint_id=sprint_id, destination="new")
    assert place.sprint(place.issue(key).sprint_id or 0).name == "Sprint 5"


def test_only_the_active_sprint_is_completed(place: Yard) -> None:
    with pytest.raises(Conflict):
        place.does(sprint_runs.complete, sprint_id=_create(place))


def test_a_closed_sprint_takes_no_issues(place: Yard) -> None:
    key, sprint_id = place.add(), _create(place)
    place.does(sprint_runs.start, sprint_id=sprint_id)
    place.does(sprint_runs.complete, sprint_id=sprint_id)
    with pytest.raises(Invalid, match="closed"):
        _into(place, sprint_id, key)


def test_deleting_a_planned_sprint_frees_its_issues(place: Yard) -> None:
    key, sprint_id = place.add(), _create(place)
    _into(place, sprint_id, key)
    place.does(sprints.delete, sprint_id=sprint_id)
    assert place.issue(key).sprint_id is None


def test_an_active_sprint_is_not_deleted(place: Yard) -> None:
    sprint_id = _create(place)
    place.does(sprint_runs.start, sprint_id=sprint_id)
    with pytest.raises(Conflict):
        place.does(sprints.delete, sprint_id=sprint_id)


def test_planned_sprints_change_places(place: Yard) -> None:
    first, second = _create(place, "One"), _create(place, "Two")
    place.does(sprints.swap, sprint_id=first, with_id=second)
    named = place.sees(
        sprints.list, lambda page: [row.name for row in page.items], board_id=place.board_id
    )
    assert named == ["Two", "One"]


def test_sprints_are_listed_by_state(place: Yard) -> None:
    active, _future = _create(place, "One"), _create(place, "Two")
    place.does(sprint_runs.start, sprint_id=active)
    named = place.sees(
        sprints.list,
        lambda page: [row.name for row in page.items],
        board_id=place.board_id,
        states=["active"],
    )
    assert named == ["One"]


def test_the_ends_of_the_backlog_leave_out_what_is_in_sprints(place: Yard) -> None:
    keys = [place.add() for _ in range(4)]
    sprint_id = _create(place)
    _into(place, sprint_id, keys[0])
    place.does(sprint_moves.to_end, board_id=place.board_id, issues=[keys[3]], end="top")
    assert place.order() == [keys[0], keys[3], keys[1], keys[2]]
    place.does(sprint_moves.to_end, board_id=place.board_id, issues=[keys[0]])
    assert place.order() == [keys[3], keys[1], keys[2], keys[0]]
    assert place.issue(keys[0]).sprint_id is None


def test_the_end_of_a_sprint_may_be_empty(place: Yard) -> None:
    key, sprint_id = place.add(), _create(place)
    place.does(
        sprint_moves.to_end, board_id=place.board_id, issues=[key], sprint_id=sprint_id, end="top"
    )
    assert place.issue(key).sprint_id == sprint_id
