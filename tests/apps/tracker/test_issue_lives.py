"""Issues become other things: sub-tasks, clones, issues of another project, or nothing at all."""

import pytest
from sqlalchemy import func, select, update
from tests.apps.tracker.desk import DEVELOPER, REPORTER, Desk, problems, said
from tests.apps.tracker.test_edits import own_field
from tests.apps.tracker.test_issues import component, version

from workworld.apps.tracker.models import (
    Board,
    Filter,
    HistoryItem,
    Issue,
    IssueLink,
    IssueSprint,
    Project,
    SecurityLevel,
    Sprint,
    Watcher,
)
from workworld.apps.tracker.service import comments, history, issues, links
from workworld.directory.models import Person


def sprint(desk: Desk, number: int = 4242) -> int:
    """A sprint of a board of CAL, as rows alone."""
    with desk.world.writing() as session:
        board = session.scalar(select(Board.id).order_by(Board.id))
        if board is None:
            project = session.scalar(select(Project.id).where(Project.key == "CAL"))
            owner = desk.people["aruiz"]
            times = {"created_us": 1, "updated_us": 1}
            session.add(Filter(id="4242", name="CAL", jql="project = CAL", owner_id=owner, **times))
            session.flush()  # the board refers to it
            session.add(
                Board(id=4242, name="CAL", kind="scrum", project_id=project, filter_id="4242")
            )
            session.flush()  # the sprint refers to it
            board = 4242
        session.add(Sprint(id=number, board_id=board, name=f"S{number}", position=9, created_us=1))
    return number


# Parents


def test_subtask_needs_a_parent(desk: Desk) -> None:
    refusal = desk.refused(
        issues.create, project_id="CAL", type_id="Sub-task", fields={"summary": "x"}
    )
    assert problems(refusal) == {
        "parent": "Issue type is a sub-task but parent issue key or id not specified."
    }


@pytest.mark.parametrize(
    ("type", "parent", "message"),
    [
        ("Task", "Task", "it cannot be the parent of an issue of type Task"),
        ("Epic", "Epic", "it cannot be the parent of an issue of type Epic"),
        ("Sub-task", "Epic", "it cannot be the parent of an issue of type Sub-task"),
    ],
)
def test_levels_follow_each_other(desk: Desk, type: str, parent: str, message: str) -> None:
    fields = {"summary": "x", "parent": desk.create(type=parent)}
    refusal = desk.refused(issues.create, project_id="CAL", type_id=type, fields=fields)
    assert message in problems(refusal)["parent"]


def test_subtask_is_in_the_project_of_its_parent(desk: Desk) -> None:
    fields = {"summary": "x", "parent": desk.create("OPS", by=DEVELOPER)}
    refusal = desk.refused(
        issues.create, by=DEVELOPER, project_id="CAL", type_id="Sub-task", fields=fields
    )
    assert "in the project of its parent" in problems(refusal)["parent"]


def test_issue_is_not_its_own_parent(desk: Desk) -> None:
    key = desk.create()
    refusal = desk.refused(issues.edit, issue=key, fields={"parent": key})
    assert refusal.code == "circular_parent"


def test_issue_goes_below_an_epic_and_away(desk: Desk) -> None:
    epic, key = desk.create(type="Epic"), desk.create()
    desk.edit(key, parent=epic)
    parent = desk.record(key).parent
    assert parent is not None
    assert parent.key == epic
    desk.edit(key, parent=None)
    assert desk.items(key) == [
        ("IssueParentAssociation", None, epic),
        ("IssueParentAssociation", epic, None),
    ]


def test_parent_that_is_hidden_is_not_told(desk: Desk) -> None:
    epic = desk.create("SEC", "Epic")
    key = desk.create("OPS", by=DEVELOPER)
    desk.edit(key, by=DEVELOPER, parent=epic)
    assert desk.record(key, by="gostrander").parent is None


def test_subtask_is_in_the_sprint_of_its_parent(desk: Desk) -> None:
    number = sprint(desk)
    key = desk.create()
    part = desk.create(type="Sub-task", parent=key)
    desk.edit(key, customfield_10020=number)
    assert desk.record(part).row.sprint_id == number
    late = desk.create(type="Sub-task", parent=key)
    assert desk.record(late).row.sprint_id == number
    assert desk.rows(
        select(func.count()).select_from(IssueSprint).where(IssueSprint.sprint_id == number)
    ) == [(3,)]
    refusal = desk.refused(issues.edit, issue=part, fields={"customfield_10020": None})
    assert "customfield_10020" in problems(refusal)


# Types


def test_changing_the_type_keeps_hidden_fields(desk: Desk) -> None:
    severity = own_field(desk, "Severity")
    key = desk.create(type="Bug", **{severity.id: severity.allowed[0].id})
    desk.do(issues.change_type, issue=key, type_id="Task")
    assert desk.record(key).type.name == "Task"
    refusal = desk.refused(issues.edit, issue=key, fields={severity.id: None})
    assert "not on the appropriate screen" in problems(refusal)[severity.id]
    desk.do(issues.change_type, issue=key, type_id="Bug")
    assert desk.record(key).customs == {severity.id: severity.allowed[0].id}


def test_type_whose_workflow_lacks_the_status_begins_anew(desk: Desk) -> None:
    key = desk.create(type="Bug")
    assert desk.status(key) == "Triage"
    desk.do(issues.edit, issue=key, fields={"issuetype": "Task", "summary": "Else"})
    assert desk.status(key) == "To Do"
    assert desk.items(key)[:2] == [("status", "Triage", "To Do"), ("issuetype", "Bug", "Task")]


def test_issue_becomes_a_subtask_and_an_issue_again(desk: Desk) -> None:
    whole, key = desk.create(), desk.create()
    desk.do(issues.change_type, issue=key, type_id="Sub-task", parent=whole)
    assert [part.key for part in desk.record(whole).subtasks] == [key]
    desk.do(issues.change_type, issue=key, type_id="Task")
    assert desk.record(key).parent is None
    assert desk.record(whole).subtasks == ()


def test_issue_with_subtasks_does_not_become_one(desk: Desk) -> None:
    whole, key = desk.create(), desk.create()
    desk.create(type="Sub-task", parent=key)
    refusal = desk.refused(issues.change_type, issue=key, type_id="Sub-task", parent=whole)
    assert refusal.code == "has_children"


# Moving


def test_moved_issue_has_a_new_key_and_the_old_one_leads_to_it(desk: Desk) -> None:
    key = desk.create(by=DEVELOPER, labels=["x"])
    part = desk.create(type="Sub-task", by=DEVELOPER, parent=key)
    desk.edit(key, by=DEVELOPER, summary="Before")
    row = desk.record(key).row
    desk.do(issues.move, by=DEVELOPER, issue=key, project_id="OPS")
    record = desk.record(key, by=DEVELOPER)
    assert (record.row.id, record.project.key) == (row.id, "OPS")
    assert record.row.key.startswith("OPS-")
    assert record.labels == ["x"]
    assert [child.key.partition("-")[0] for child in record.subtasks] == ["OPS"]
    assert desk.record(part, by=DEVELOPER).row.parent_id == row.id
    assert desk.items(record.row.key)[1:] == [
        ("project", "Calderoute product", "Internal operations"),
        ("Key", key, record.row.key),
    ]


def test_moved_issue_keeps_what_is_called_the_same(desk: Desk) -> None:
    key = desk.create(
        by=DEVELOPER,
        components=[component(desk, "Scorecards")],
        fixVersions=[version(desk, "4.19.0")],
    )
    parts = [component(desk, "Office", "OPS")]
    desk.do(issues.move, by=DEVELOPER, issue=key, project_id="OPS", fields={"components": parts})
    assert desk.value(key, "components") == parts
    assert desk.value(key, "fixVersions") == []


def test_move_asks_for_what_the_new_screen_requires(desk: Desk) -> None:
    key = desk.create(by=DEVELOPER)
    arguments = {"issue": key, "project_id": "OPS", "type_id": "Change"}
    refusal = desk.refused(issues.move, by=DEVELOPER, **arguments)
    assert list(problems(refusal).values()) == ["Rollback plan is required."]
    plan = own_field(desk, "Rollback plan", "OPS", "Change")
    desk.do(issues.move, by=DEVELOPER, fields={plan.id: said("Back.")}, **arguments)
    assert desk.status(key) == "Draft"


def test_subtask_is_not_moved_alone(desk: Desk) -> None:
    part = desk.create(type="Sub-task", by=DEVELOPER, parent=desk.create(by=DEVELOPER))
    refusal = desk.refused(issues.move, by=DEVELOPER, issue=part, project_id="OPS")
    assert refusal.code == "subtask_stays"


def test_issue_is_not_moved_where_all_would_see_it(desk: Desk) -> None:
    ((level,),) = desk.rows(select(SecurityLevel.id))
    key = desk.create(by=DEVELOPER)
    desk.edit(key, security=level)
    refusal = desk.refused(issues.move, by=DEVELOPER, issue=key, project_id="OPS")
    assert refusal.code == "security_level_lost"


def test_number_of_a_moved_issue_is_not_given_out_again(desk: Desk) -> None:
    key = desk.create(by=DEVELOPER)
    desk.do(issues.move, by=DEVELOPER, issue=key, project_id="OPS")
    assert desk.create() != key


# Clones


def test_clone_is_linked_and_copies_no_comments(desk: Desk) -> None:
    key = desk.create(labels=["a"], priority="1", timetracking={"original": 60})
    desk.do(comments.add, issue=key, body=said("Look at this."))
    desk.go(key, "Start progress")
    made = desk.record(desk.do(issues.clone, issue=key).key)
    assert made.row.summary == "CLONE - Something to do"
    assert (made.comment_count, made.status.name, made.labels) == (0, "To Do", ["a"])
    (link,) = made.links
    assert (link.words, link.other.key) == ("clones", key)
    assert desk.items(made.row.key) == [("Link", None, f"This issue clones {key}")]


def test_clone_takes_subtasks_and_links_along_if_wished(desk: Desk) -> None:
    key, other = desk.create(), desk.create()
    desk.create(type="Sub-task", parent=key, summary="Part")
    desk.do(links.add, type_id="Blocks", source=key, target=other)
    made = desk.do(issues.clone, issue=key, summary="Again", with_subtasks=True, with_links=True)
    record = desk.record(made.key)
    assert record.row.summary == "Again"
    assert [part.summary for part in record.subtasks] == ["Part"]
    assert sorted(link.words for link in record.links) == ["blocks", "clones"]


# Deleting


def test_deleted_issue_leaves_nothing_behind(desk: Desk) -> None:
    key, other = desk.create(labels=["a"]), desk.create()
    desk.edit(key, summary="Else")
    desk.do(links.add, type_id="Blocks", source=key, target=other)
    id = desk.record(key).row.id
    desk.do(issues.delete, issue=key)
    assert desk.refused(issues.info, issue=key).code == "issue_not_found"
    for column in (HistoryItem.issue_id, Watcher.issue_id, IssueLink.source_id, Issue.id):
        assert desk.rows(select(column).where(column == id)) == []
    assert desk.record(other).links == ()


def test_issue_with_subtasks_is_deleted_with_them_or_not_at_all(desk: Desk) -> None:
    key = desk.create()
    part = desk.create(type="Sub-task", parent=key)
    assert desk.refused(issues.delete, issue=key).code == "has_subtasks"
    desk.do(issues.delete, issue=key, subtasks=True)
    assert desk.refused(issues.info, issue=part).code == "issue_not_found"


def test_what_stands_below_an_epic_stays_when_it_is_deleted(desk: Desk) -> None:
    epic = desk.create(type="Epic")
    key = desk.create(parent=epic)
    desk.do(issues.delete, issue=epic)
    assert desk.record(key).row.parent_id is None


def test_developers_do_not_delete(desk: Desk) -> None:
    key = desk.create(by=DEVELOPER)
    assert desk.refused(issues.delete, by=DEVELOPER, issue=key).code == ("permission_denied")


def test_who_may_create_clones_though_they_may_not_link(desk: Desk) -> None:
    key = desk.create()
    made = desk.do(issues.clone, by=REPORTER, issue=key)
    (link,) = desk.record(made.key).links
    assert link.other.key == key


def test_hidden_part_is_not_counted(desk: Desk) -> None:
    ((level,),) = desk.rows(select(SecurityLevel.id))
    key = desk.create()
    part = desk.create(type="Sub-task", parent=key)
    desk.create(type="Sub-task", parent=key)
    desk.edit(part, security=level)
    assert len(desk.record(key).subtasks) == 2
    assert len(desk.record(key, by=REPORTER).subtasks) == 1


def test_who_has_left_stays_in_the_history(desk: Desk) -> None:
    key = desk.create(assignee=desk.people[DEVELOPER])
    desk.edit(key, by=DEVELOPER, summary="Else")
    left = update(Person).where(Person.id == desk.people[DEVELOPER]).values(is_deactivated=True)
    desk.change(left)
    record = desk.record(key)
    assert record.assignee is not None
    assert record.assignee.is_deactivated
    desk.edit(key, priority="1", assignee=desk.people[DEVELOPER])
    (change, _) = desk.do(history.list, issue=key).items
    assert change.author_id == desk.people[DEVELOPER]
    refusal = desk.refused(issues.assign, issue=desk.create(), person_id=desk.people[DEVELOPER])
    assert "is no longer active" in problems(refusal)["assignee"]


def test_epic_with_issues_below_it_is_moved_as_an_epic(desk: Desk) -> None:
    epic = desk.create(type="Epic", by=DEVELOPER)
    key = desk.create(by=DEVELOPER, parent=epic)
    arguments = {"issue": epic, "project_id": "OPS"}
    refusal = desk.refused(issues.move, by=DEVELOPER, type_id="Task", **arguments)
    assert refusal.code == "has_children"
    desk.do(issues.move, by=DEVELOPER, **arguments)
    desk.do(issues.move, by=DEVELOPER, issue=key, project_id="OPS", type_id="Epic")
    assert desk.record(key, by=DEVELOPER).row.parent_id is None
