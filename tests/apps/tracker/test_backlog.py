"""Backlogs: open sprints with their totals, the rest, and what stands beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sqlalchemy import event
from tests.apps.tracker.board_kit import DEVELOPER, Yard, yard
from tests.kit import Office

from workworld.apps.tracker.models import Issue, IssueVersion, Version
from workworld.apps.tracker.service import (
    backlog,
    backlog_panels,
    sprint_moves,
    sprint_runs,
    sprints,
)
from workworld.apps.tracker.service.backlog import BacklogView, Section
from workworld.errors import Invalid
from workworld.worlds import World


@pytest.fixture
def place(world: World, office: Office) -> Yard:
    """A scrum project."""
    return yard(world, office)


def _view(place: Yard, told: Callable[[BacklogView], Any], **narrowing: Any) -> Any:
    return place.sees(backlog.show, told, board_id=place.board_id, narrowing=narrowing)


def _sections(view: BacklogView) -> Sequence[tuple[str, Sequence[str]]]:
    return [
        (section.sprint.name if section.sprint else "Backlog", [c.row.key for c in section.cards])
        for section in view.sections
    ]


def _first(told: Callable[[Section], Any]) -> Callable[[BacklogView], Any]:
    return lambda view: told(view.sections[0])


def _sprint(place: Yard, name: str, *keys: str) -> int:
    number: int = place.sees(sprints.create, lambda row: row.id, board_id=place.board_id, name=name)
    if keys:
        place.does(sprint_moves.to_sprint, sprint_id=number, issues=keys)
    return number


def test_sprints_stand_above_the_backlog(place: Yard) -> None:
    one, two, three = place.add(), place.add(), place.add()
    _sprint(place, "Later", two)
    place.does(sprint_runs.start, sprint_id=_sprint(place, "Now", one))
    assert _view(place, _sections) == [("Now", [one]), ("Later", [two]), ("Backlog", [three])]


def test_closed_sprints_and_what_is_done_are_left_out(place: Yard) -> None:
    sprint_id = _sprint(place, "Over", place.add(status="Done"))
    place.does(sprint_runs.start, sprint_id=sprint_id)
    place.does(sprint_runs.complete, sprint_id=sprint_id)
    assert _view(place, _sections) == [("Backlog", [])]


def test_epics_and_sub_tasks_are_not_in_it(place: Yard) -> None:
    whole = place.add()
    place.add(type="Sub-task", parent=whole)
    place.add(type="Epic")
    assert _view(place, _sections) == [("Backlog", [whole])]


def test_totals_go_by_category(place: Yard) -> None:
    keys = [
        place.add(story_points=3.0),
        place.add(story_points=2.0, status="In Progress"),
        place.add(story_points=5.0, status="In Review"),
        place.add(status="Done"),
    ]
    _sprint(place, "Now", *keys)
    totals = _view(place, _first(lambda s: {k: (t.count, t.estimate) for k, t in s.totals.items()}))
    assert totals == {"new": (1, 3.0), "indeterminate": (2, 7.0), "done": (1, 0)}
    assert _view(place, _first(lambda s: s.unestimated)) == 1


def test_loads_tell_who_has_how_much(place: Yard) -> None:
    mine = place.add(story_points=3.0, assignee=DEVELOPER)
    more = place.add(story_points=5.0, assignee=DEVELOPER)
    _sprint(place, "Now", mine, more, place.add(story_points=1.0))
    loads = _view(
        place,
        _first(lambda s: [(x.person and x.person.handle, x.total.estimate) for x in s.loads]),
    )
    assert loads == [(DEVELOPER, 8.0), (None, 1.0)]


def test_an_epic_narrows_sprints_and_backlog(place: Yard) -> None:
    epic = place.add(type="Epic")
    inside, also = place.add(parent=epic), place.add(parent=epic)
    _sprint(place, "Now", inside, place.add())
    found = _view(place, _sections, epics=[place.issue(epic).id])
    assert found == [("Now", [inside]), ("Backlog", [also])]


def test_epics_have_their_progress(place: Yard) -> None:
    epic = place.add("The epic", type="Epic")
    place.add(parent=epic, status="Done", story_points=3.0)
    place.add(parent=epic, story_points=5.0)
    place.add(type="Epic", status="Done")
    found = place.sees(
        backlog_panels.epics,
        lambda rows: [(r.row.summary, r.progress.done, r.progress.percent) for r in rows],
        board_id=place.board_id,
    )
    assert found == [("The epic", 1, 50)]


def test_versions_to_come_have_their_progress(place: Yard) -> None:
    done, open_ = place.add(status="Done"), place.add()
    ids = [place.issue(key).id for key in (done, open_)]
    with place.world.writing() as session:
        project_id = session.get_one(Issue, ids[0]).project_id
        for number, name in enumerate(("1.0", "2.0")):
            version = Version(
                id=f"8{number}",
                project_id=project_id,
                name=name,
                is_released=name == "1.0",
                position=number,
            )
            session.add(version)
        session.flush()
        for issue_id in ids:
            session.add(IssueVersion(issue_id=issue_id, kind="fix", version_id="81"))
    found = place.sees(
        backlog_panels.versions,
        lambda rows: [(r.version.name, r.progress.done, r.progress.count) for r in rows],
        board_id=place.board_id,
    )
    assert found == [("2.0", 1, 2)]
    assert _view(place, _sections, versions=["81"]) == [("Backlog", [open_])]


def test_kanban_boards_have_no_backlog(world: World, office: Office) -> None:
    kanban = yard(world, office, kind="kanban", key="ZAK")
    with pytest.raises(Invalid):
        kanban.does(backlog.show, board_id=kanban.board_id)


def test_statements_do_not_grow_with_rows(place: Yard) -> None:
    def statements() -> int:
        seen: list[str] = []
        with place.world.reading() as session:
            engine = session.get_bind()
        listener = lambda *given: seen.append(given[2])  # noqa: E731 - it has to be taken away
        event.listen(engine, "before_cursor_execute", listener)
        _view(place, _sections)
        event.remove(engine, "before_cursor_execute", listener)
        return len(seen)

    epic = place.add(type="Epic")
    place.add(parent=epic)
    few = statements()
    for _ in range(20):
        place.add(parent=epic, assignee=DEVELOPER)
    assert statements() <= few + 1  # the people are asked for once there are any
