"""Issues go through their workflow, and only as it allows."""

import pytest
from tests.apps.tracker.desk import DEVELOPER, REPORTER, Desk, problems, said

from workworld.apps.tracker.service import issues, links, screens, transitions

WONT_DO = "10001"


def names(desk: Desk, key: str, by: str = "aruiz") -> list[str]:
    ways = desk.do(transitions.list, by=by, issue=key)
    return [way.transition.name for way in ways if way.refused is None]


def number(desk: Desk, key: str, name: str, by: str = "aruiz") -> str:
    ways = desk.do(transitions.list, by=by, issue=key)
    return next(str(way.transition.number) for way in ways if way.transition.name == name)


def test_only_ways_from_where_it_stands_are_listed(desk: Desk) -> None:
    key = desk.create()
    assert names(desk, key) == ["Start progress", "Won't do"]
    desk.go(key, "Start progress")
    assert desk.status(key) == "In Progress"
    assert names(desk, key) == ["Stop progress", "Ask for review", "Won't do"]


def test_refusal_names_the_legal_transitions(desk: Desk) -> None:
    key = desk.create()
    refusal = desk.refused(transitions.perform, issue=key, transition="41")
    assert refusal.code == "transition_not_allowed"
    assert "'To Do'. Possible: 11 (Start progress → In Progress), 61 (Won't do → Done)" in str(
        refusal
    )


def test_done_has_a_resolution_and_reopening_takes_it_away(desk: Desk) -> None:
    key = desk.create()
    desk.go(key, "Start progress", "Ask for review", "Done", fields={"resolution": WONT_DO})
    record = desk.record(key)
    assert record.resolution is not None
    assert record.resolution.name == "Won't Do"
    assert record.row.resolved_us is not None
    desk.go(key, "Reopen")
    assert desk.record(key).resolution is None
    assert desk.record(key).row.resolved_us is None


def test_done_without_a_choice_is_resolved_as_done(desk: Desk) -> None:
    key = desk.create()
    desk.go(key, "Start progress", "Ask for review", "Done")
    assert desk.value(key, "resolution") == "10000"


def test_screen_tells_what_is_asked_for(desk: Desk) -> None:
    key = desk.create()
    desk.go(key, "Start progress", "Ask for review")
    ways = desk.do(transitions.list, issue=key)
    (done,) = [way for way in ways if way.transition.name == "Done"]
    assert [(field.id, field.is_required) for field in done.fields] == [
        ("resolution", False),
        ("comment", False),
    ]
    assert [choice.name for choice in done.fields[0].allowed][:2] == ["Done", "Won't Do"]


def test_field_that_is_not_on_the_screen_is_refused(desk: Desk) -> None:
    key = desk.create()
    start = number(desk, key, "Start progress")
    refusal = desk.refused(
        transitions.perform, issue=key, transition=start, fields={"summary": "Other"}
    )
    assert "not on the appropriate screen" in problems(refusal)["summary"]


def test_comment_that_is_asked_for_must_be_there(desk: Desk) -> None:
    key = desk.create()
    way = number(desk, key, "Won't do")
    refusal = desk.refused(transitions.perform, issue=key, transition=way)
    assert problems(refusal) == {"comment": "A comment is required: say why."}
    desk.go(key, "Won't do", comment=said("Nobody needs it."))
    record = desk.record(key)
    assert record.comment_count == 1
    assert record.values["resolution"] == WONT_DO


def test_open_subtask_keeps_its_parent_from_being_done(desk: Desk) -> None:
    key = desk.create()
    part = desk.create(type="Sub-task", parent=key)
    desk.go(key, "Start progress", "Ask for review")
    ways = desk.do(transitions.list, issue=key)
    (done,) = [way for way in ways if way.transition.name == "Done"]
    assert "all sub-tasks must be done first, and 1 are not" in str(done.refused)
    refusal = desk.refused(transitions.perform, issue=key, transition=str(done.transition.number))
    assert refusal.code == "transition_not_allowed"
    desk.go(part, "Done")
    desk.go(key, "Done")
    assert desk.status(key) == "Done"


def test_change_is_not_approved_by_who_asks_for_it(desk: Desk) -> None:
    fields = {"summary": "New pool size", "description": said("Fifty more.")}
    plan = rollback_plan(desk)
    key = desk.create("OPS", "Change", by=DEVELOPER, **fields, **{plan: said("Fifty fewer.")})
    desk.go(key, "Submit for review", by=DEVELOPER)
    assert "Approve" not in names(desk, key, by=DEVELOPER)
    desk.go(key, "Approve", by="tbreslin")
    assert desk.status(key) == "Approved"


def rollback_plan(desk: Desk) -> str:
    shown = desk.do(screens.create_screen, project_id="OPS", type_id="Change")
    return next(field.id for field in shown if field.name == "Rollback plan")


def test_open_blocker_keeps_a_change_from_being_implemented(desk: Desk) -> None:
    plan = rollback_plan(desk)
    key = desk.create("OPS", "Change", by=DEVELOPER, description=said("x"), **{plan: said("Back.")})
    blocker = desk.create("OPS", "Task", by=DEVELOPER)
    desk.do(links.add, by=DEVELOPER, type_id="Blocks", source=blocker, target=key)
    desk.go(key, "Submit for review", by=DEVELOPER)
    desk.go(key, "Approve", by="tbreslin")
    desk.go(key, "Schedule", by="tbreslin", fields={"duedate": "2026-04-01"})
    assert "Implement" not in names(desk, key, by="tbreslin")
    desk.go(blocker, "Start progress", "Ask for review", "Done", by=DEVELOPER)
    assert "Implement" in names(desk, key, by="tbreslin")


def test_required_field_of_a_transition_is_asked_for(desk: Desk) -> None:
    plan = rollback_plan(desk)
    key = desk.create("OPS", "Change", by=DEVELOPER, **{plan: said("Back.")})
    way = number(desk, key, "Submit for review", by=DEVELOPER)
    refusal = desk.refused(transitions.perform, by=DEVELOPER, issue=key, transition=way)
    assert problems(refusal) == {"description": "Description is required."}


def test_rule_assigns_an_incident_to_who_investigates(desk: Desk) -> None:
    key = desk.create("OPS", "Incident", by="tbreslin")
    desk.go(key, "Investigate", by=DEVELOPER)
    assert desk.value(key, "assignee") == desk.people[DEVELOPER]


def test_role_of_a_condition_is_needed(desk: Desk) -> None:
    key = desk.create(type="Bug", by=REPORTER)
    assert desk.status(key) == "Triage"
    refusal = desk.refused(transitions.perform, by=REPORTER, issue=key, transition="11")
    assert refusal.code == "permission_denied"
    desk.go(key, "Accept", fields={"priority": "1"})
    assert (desk.status(key), desk.value(key, "priority")) == ("To Do", "1")


def test_history_tells_of_status_and_resolution_at_once(desk: Desk) -> None:
    key = desk.create()
    desk.go(key, "Won't do", comment=said("No."))
    assert desk.items(key) == [
        ("status", "To Do", "Done"),
        ("resolution", None, "Won't Do"),
    ]


def test_resolution_is_not_to_be_edited_by_hand(desk: Desk) -> None:
    refusal = desk.refused(issues.edit, issue=desk.create(), fields={"resolution": "10000"})
    assert "resolution" in problems(refusal)


@pytest.mark.parametrize("name", ["In Progress", "Done"])
def test_global_transition_leads_from_everywhere_else(desk: Desk, name: str) -> None:
    part = desk.create(type="Sub-task", parent=desk.create())
    desk.go(part, name)
    assert desk.status(part) == name
    assert name not in names(desk, part)
