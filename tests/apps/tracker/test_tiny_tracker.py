"""What the tiny company works on hangs together: stories lead to what is, and say so."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Comment,
    HistoryItem,
    Issue,
    IssueLink,
    IssueSprint,
    IssueType,
    IssueVersion,
    ProjectType,
    Sprint,
    SprintChange,
    Status,
    Transition,
    TransitionFrom,
    Version,
    Watcher,
    Worklog,
)
from workworld.clock import Clock
from workworld.worlds import World


def changes(session: Session, field: str) -> dict[str, list[HistoryItem]]:
    """How a field of each issue changed, the first change first."""
    found = defaultdict[str, list[HistoryItem]](list)
    query = select(HistoryItem).where(HistoryItem.field == field)
    for row in session.scalars(query.order_by(HistoryItem.created_us, HistoryItem.position)):
        found[row.issue_id].append(row)
    return found


def broken(rows: Sequence[HistoryItem]) -> bool:
    """Whether a change does not begin where the one before it ended."""
    pairs = pairwise(rows)
    return any(before.to_text != after.from_text for before, after in pairs)


@pytest.mark.parametrize(
    ("field", "column"),
    [
        ("status", Issue.status_id),
        ("assignee", Issue.assignee_id),
        ("priority", Issue.priority_id),
        ("resolution", Issue.resolution_id),
        ("duedate", Issue.due_date),
    ],
)
def test_history_ends_with_what_an_issue_is(world: World, field: str, column: Any) -> None:
    with world.reading() as session:
        now: dict[str, Any] = dict(session.execute(select(Issue.id, column)).all())
        found = changes(session, field)
        wrong = [id for id, rows in found.items() if broken(rows) or rows[-1].to_id != now[id]]
    assert found
    assert not wrong


def test_every_move_is_one_that_the_workflow_allows(world: World) -> None:
    with world.reading() as session:
        workflow = dict(
            session.execute(
                select(Issue.id, ProjectType.workflow_id).join(
                    ProjectType,
                    (ProjectType.project_id == Issue.project_id)
                    & (ProjectType.type_id == Issue.type_id),
                )
            ).all()
        )
        ways = {
            (row.workflow_id, source, row.to_id)
            for row, source in session.execute(
                select(Transition, TransitionFrom.status_id).outerjoin(
                    TransitionFrom, TransitionFrom.transition_id == Transition.id
                )
            )
        }
        keys = dict(session.execute(select(Issue.id, Issue.key)).all())
        found = [row for rows in changes(session, "status").values() for row in rows]
        illegal = {
            (keys[row.issue_id], row.from_text, row.to_text)
            for row in found
            if not {(workflow[row.issue_id], source, row.to_id) for source in (row.from_id, None)}
            & ways
        }
    assert illegal == set()


def test_only_what_is_done_has_a_resolution(world: World) -> None:
    query = select(Issue.key).join(Status, Status.id == Issue.status_id)
    is_done = Status.category == "done"
    with world.reading() as session:
        assert not session.scalars(query.where(is_done, Issue.resolution_id.is_(None))).all()
        assert not session.scalars(query.where(~is_done, Issue.resolution_id.is_not(None))).all()
        assert not session.scalars(query.where(is_done, Issue.resolved_us.is_(None))).all()


def test_closed_sprints_agree_with_what_happened_in_them(world: World) -> None:
    with world.reading() as session:
        names = {row.id: row for row in session.scalars(select(Sprint))}
        assert sorted(row.state for row in names.values()) == [
            "active",
            "closed",
            "closed",
            "future",
        ]
        counts = defaultdict[int, dict[str, int]](dict)
        query = select(SprintChange.sprint_id, SprintChange.kind, func.count())
        for sprint, kind, count in session.execute(query.group_by("sprint_id", "kind")):
            counts[sprint][kind] = count
        left = select(Issue.key).join(Sprint, Sprint.id == Issue.sprint_id)
        assert not session.scalars(left.where(Sprint.state == "closed")).all()
    for id, kinds in counts.items():
        if names[id].state == "closed":
            began = kinds["committed"] + kinds["added"]
            ended = kinds["completed"] - kinds.get("reopened", 0) + kinds["not_completed"]
            assert began == ended, names[id].name


def test_subtasks_are_in_the_sprints_of_their_parents(world: World) -> None:
    with world.reading() as session:
        below = session.scalars(
            select(Issue).join(IssueType, IssueType.id == Issue.type_id).where(IssueType.level < 0)
        ).all()
        sprints = defaultdict[str, set[int]](set)
        for row in session.scalars(select(IssueSprint)):
            sprints[row.issue_id].add(row.sprint_id)
    assert below
    assert all(sprints[row.id] == sprints[row.parent_id or ""] for row in below)


def test_nothing_happened_after_now_or_before_the_issue(world: World) -> None:
    with world.reading() as session:
        now = Clock(session).now_us()
        made = dict(session.execute(select(Issue.id, Issue.created_us)).all())
        for model in (Comment, HistoryItem, Worklog):
            columns = model.__table__.c
            for issue_id, at in session.execute(select(columns.issue_id, columns.created_us)):
                assert made[issue_id] <= at <= now


def test_time_spent_is_what_was_logged(world: World) -> None:
    logged = select(Worklog.issue_id, func.sum(Worklog.seconds)).group_by(Worklog.issue_id)
    with world.reading() as session:
        spent = select(Issue.id, Issue.time_spent).where(Issue.time_spent > 0)
        assert dict(session.execute(spent).all()) == dict(session.execute(logged).all())


def test_numbers_are_those_of_which_chat_speaks(world: World) -> None:
    said = {
        "CAL-198": "Yard view",
        "CAL-203": "Recurring appointments",
        "CAL-214": "Scorecard export drops carriers without a code",
        "CAL-232": "Refuse to start when an unknown setting is present",
        "CAL-236": "Shut down the old Gatehouse cluster",
        "CAL-238": "Export of the slot history",
        "CAL-241": "Reminder mails apply headquarters' clock change to every site",
        "SUP-5093": "Haskerby Tools: scorecard shows 412 lines, the CSV has 387",
    }
    with world.reading() as session:
        query = select(Issue.key, Issue.summary).where(Issue.key.in_(said))
        assert dict(session.execute(query).all()) == said


def test_released_versions_hold_nothing_that_is_open(world: World) -> None:
    query = (
        select(Issue.key, Version.name)
        .join(IssueVersion, IssueVersion.issue_id == Issue.id)
        .join(Version, Version.id == IssueVersion.version_id)
        .where(IssueVersion.kind == "fix", Version.is_released, Issue.resolution_id.is_(None))
    )
    with world.reading() as session:
        assert session.execute(query).all() == []


def test_links_stand_in_the_history_of_both_issues(world: World) -> None:
    with world.reading() as session:
        keys = dict(session.execute(select(Issue.id, Issue.key)).all())
        told = {
            (row.issue_id, row.to_id) for rows in changes(session, "Link").values() for row in rows
        }
        links = session.scalars(select(IssueLink)).all()
    assert links
    for row in links:
        assert (row.source_id, keys[row.target_id]) in told
        assert (row.target_id, keys[row.source_id]) in told


def test_those_concerned_watch(world: World) -> None:
    with world.reading() as session:
        watching = set(session.execute(select(Watcher.issue_id, Watcher.person_id)).all())
        concerned = {
            *session.execute(select(Issue.id, Issue.creator_id)).all(),
            *session.execute(select(Comment.issue_id, Comment.author_id)).all(),
        }
    assert concerned <= watching
