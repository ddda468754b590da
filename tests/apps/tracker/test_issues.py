"""Issues are created with what they must have, and nothing that does not fit."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select
from tests.apps.tracker.desk import DEVELOPER, REPORTER, Desk, problems, said

from workworld.apps.tracker.models import Component, Issue, Project, SecurityLevel, Version
from workworld.apps.tracker.service import issues, preferences, projects, watchers
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.events import on
from workworld.ids import Ids
from workworld.topics import heard


def component(desk: Desk, name: str, project: str = "CAL") -> str:
    query = select(Component.id).join(Project, Project.id == Component.project_id)
    ((found,),) = desk.rows(query.where(Component.name == name, Project.key == project))
    return str(found)


def version(desk: Desk, name: str, project: str = "CAL") -> str:
    query = select(Version.id).join(Project, Project.id == Version.project_id)
    ((found,),) = desk.rows(query.where(Version.name == name, Project.key == project))
    return str(found)


def test_new_issue_has_what_new_issues_have(desk: Desk) -> None:
    record = desk.record(desk.create(summary="  Dock doors jam  "))
    assert record.row.summary == "Dock doors jam"
    assert (record.status.name, record.type.name) == ("To Do", "Task")
    assert record.priority is not None
    assert record.priority.name == "Medium"
    assert record.reporter is not None
    assert record.reporter.handle == record.creator.handle == "aruiz"  # type: ignore[union-attr]
    assert record.resolution is None
    assert record.is_watching


def test_numbers_count_up_and_are_never_given_out_twice(desk: Desk) -> None:
    first, second = desk.create(), desk.create()
    number = int(first.rpartition("-")[2])
    assert second == f"CAL-{number + 1}"
    desk.do(issues.delete, issue=second)
    assert desk.create() == f"CAL-{number + 2}"


def test_issue_is_found_by_key_in_any_case_and_by_id(desk: Desk) -> None:
    key = desk.create()
    record = desk.record(key.lower())
    assert record.row.key == key
    assert desk.record(record.row.id).row.key == key


def test_new_issues_come_last(desk: Desk) -> None:
    first, second = desk.record(desk.create()).row, desk.record(desk.create()).row
    assert first.rank < second.rank


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("summary", "", "You must specify a summary of the issue."),
        ("summary", "   ", "You must specify a summary of the issue."),
        ("summary", None, "You must specify a summary of the issue."),
        ("summary", "a\nb", "The summary is invalid because it contains newline characters."),
        ("summary", "x" * 256, "Summary can't exceed 255 characters."),
        ("summary", 7, "Summary must be a text."),
        ("duedate", "2026-02-30", "Error parsing date string: 2026-02-30."),
        ("duedate", "tomorrow", "Error parsing date string: tomorrow."),
        ("labels", ["a b"], "The label 'a b' contains spaces which is invalid."),
        ("labels", "a", "Labels must be a list"),
        ("labels", ["x" * 256], "is longer than 255 characters"),
        ("priority", "9", "Allowed values: Highest (1), High (2), Medium (3), Low (4)"),
        ("priority", None, "Priority 'None' is not valid."),
        ("assignee", "U404", "User 'U404' does not exist."),
        ("assignee", 7, "User '7' does not exist."),
        ("reporter", None, "Reporter is required."),
        ("components", ["404"], "Component '404' is not valid. Allowed values: Accounts"),
        ("fixVersions", ["404"], "Version '404' is not valid."),
        ("customfield_10020", 404, "Sprint '404' is not valid."),
        ("customfield_10020", "x", "Sprint 'x' is not valid."),
        ("customfield_10016", "many", "Story Points must be a number."),
        ("customfield_10016", -1, "Story Points can't be less than 0."),
        ("timetracking", {"original": -1}, "Invalid time duration entered: -1."),
        ("timetracking", {"spent": 1}, "Time tracking has an original and a remaining estimate."),
        ("security", "404", "Security level '404' is not valid. Allowed values: Security team"),
        ("parent", "CAL-404", "Issue 'CAL-404' does not exist or you do not have permission"),
        ("description", "Plain words", "This is not a document"),
        ("customfield_10021", "yes", "Flagged must be true or false."),
        ("status", "10001", "Field 'status' cannot be set. It is not on the appropriate screen"),
        ("nonsense", "x", "Field 'nonsense' cannot be set. It is not on the appropriate screen"),
    ],
)
def test_value_that_does_not_fit_is_refused_at_its_field(
    desk: Desk, field: str, value: object, message: str
) -> None:
    fields = {"summary": "Fine", field: value}
    refusal = desk.refused(issues.create, project_id="CAL", type_id="Story", fields=fields)
    assert refusal.code == "invalid_fields"
    assert message in problems(refusal)[field]


def test_all_that_is_wrong_is_told_at_once(desk: Desk) -> None:
    fields = {"duedate": "x", "priority": "0"}
    refusal = desk.refused(issues.create, project_id="CAL", type_id="Task", fields=fields)
    assert list(problems(refusal)) == ["duedate", "priority", "summary"]


def test_required_field_of_a_screen_is_asked_for(desk: Desk) -> None:
    fields = {"summary": "New pool size"}
    refusal = desk.refused(
        issues.create, by=DEVELOPER, project_id="OPS", type_id="Change", fields=fields
    )
    assert list(problems(refusal).values()) == ["Rollback plan is required."]


def test_type_that_the_project_lacks_is_refused_with_those_it_has(desk: Desk) -> None:
    refusal = desk.refused(
        issues.create, project_id="CAL", type_id="Incident", fields={"summary": "x"}
    )
    assert "Allowed values: Epic (10000), Story (10001)" in problems(refusal)["issuetype"]


def test_type_is_known_by_name_or_id(desk: Desk) -> None:
    assert (
        desk.record(desk.create(type="bug")).type.id
        == desk.record(desk.create(type="10004")).type.id
    )


def test_who_cannot_create_is_refused(desk: Desk) -> None:
    arguments = {"project_id": "CAL", "type_id": "Task", "fields": {"summary": "x"}}
    assert desk.refused(issues.create, by="gostrander", **arguments).code == "permission_denied"


def test_hidden_project_is_as_one_that_does_not_exist(desk: Desk) -> None:
    arguments = {"type_id": "Task", "fields": {"summary": "x"}}
    hidden = desk.refused(issues.create, by=REPORTER, project_id="SEC", **arguments)
    missing = desk.refused(issues.create, by=REPORTER, project_id="NONE", **arguments)
    assert hidden.code == missing.code == "project_not_found"


def test_hidden_issue_is_as_one_that_does_not_exist(desk: Desk) -> None:
    key = desk.create("SEC")
    hidden = desk.refused(issues.info, by=REPORTER, issue=key)
    missing = desk.refused(issues.info, by=REPORTER, issue="SEC-404")
    assert (hidden.code, str(hidden)) == (missing.code, str(missing))


def test_issue_of_a_security_level_is_seen_by_its_members_alone(desk: Desk) -> None:
    key = desk.create()
    ((level,),) = desk.rows(select(SecurityLevel.id))
    desk.edit(key, security=level)
    assert desk.record(key, by="mchen").row.key == key
    assert desk.refused(issues.info, by="lraghunath", issue=key).code == "issue_not_found"


def test_automatic_assignee_is_the_lead_of_the_component(desk: Desk) -> None:
    parts = [component(desk, "Scorecards")]
    assert desk.value(desk.create(components=parts), "assignee") == desk.people["mchen"]
    assert desk.value(desk.create(components=parts, assignee=None), "assignee") is None
    assert desk.value(desk.create(), "assignee") is None


def test_automatic_assignee_is_the_lead_where_the_project_says_so(desk: Desk) -> None:
    assert desk.value(desk.create("OPS", by=DEVELOPER), "assignee") == desk.people["wtallis"]


def test_who_is_not_assignable_cannot_be_assigned(desk: Desk) -> None:
    refusal = desk.refused(issues.assign, issue=desk.create(), person_id=desk.people["gostrander"])
    assert "cannot be assigned issues" in problems(refusal)["assignee"]


def test_assigning_by_the_rule(desk: Desk) -> None:
    key = desk.create("OPS", by=DEVELOPER, assignee=desk.people["nbarve"])
    desk.do(issues.assign, by=DEVELOPER, issue=key, person_id="-1")
    assert desk.value(key, "assignee") == desk.people["wtallis"]


def test_creator_and_assignee_watch_unless_they_would_rather_not(desk: Desk) -> None:
    desk.do(preferences.choose, by=DEVELOPER, watch_own=False)
    key = desk.create(assignee=desk.people[DEVELOPER])
    watching = desk.do(watchers.list, issue=key)
    assert [person.handle for person in watching.people] == ["aruiz"]


def test_reporter_edits_until_the_issue_is_triaged(desk: Desk) -> None:
    key = desk.create(type="Bug", by=REPORTER)
    desk.edit(key, by=REPORTER, summary="What I meant")
    desk.go(key, "Accept")
    refusal = desk.refused(issues.edit, by=REPORTER, issue=key, fields={"summary": "Too late"})
    assert refusal.code == "permission_denied"


def test_nothing_changes_in_an_archived_project(desk: Desk) -> None:
    key = desk.create()
    desk.do(projects.archive, project="CAL")
    refusal = desk.refused(issues.edit, issue=key, fields={"summary": "x"})
    assert refusal.code == "project_archived"
    refusal = desk.refused(issues.create, project_id="CAL", type_id="Task", fields={"summary": "x"})
    assert refusal.code == "project_archived"


def test_description_is_kept_with_its_words(desk: Desk) -> None:
    key = desk.create(description=said("Doors two and three."))
    assert desk.record(key).row.description_text == "Doors two and three."
    desk.edit(key, description=None)
    assert desk.rows(select(Issue.description_text).where(Issue.description.is_(None)))
    assert desk.value(key, "description") is None


def test_parallel_creates_count_up_without_gaps_or_doubles(desk: Desk) -> None:
    first = int(desk.create().partition("-")[2])
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda number: desk.create(summary=f"No. {number}"), range(12)))
    numbers = sorted(int(key.partition("-")[2]) for key in made)
    assert numbers == list(range(first + 1, first + 13))


def test_parallel_additions_all_survive(desk: Desk) -> None:
    key = desk.create()

    def add(label: str) -> None:
        change = {"field": "labels", "verb": "add", "value": label}
        desk.do(issues.edit, issue=key, changes=[change])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, "abcdefgh"))
    assert desk.value(key, "labels") == [*"abcdefgh"]


def test_pages_hear_of_an_issue_that_its_reader_sees(desk: Desk) -> None:
    open_one, hidden = (desk.record(desk.create(project)).row.id for project in ("CAL", "SEC"))
    topics = [f"tracker.issue:{open_one}", f"tracker.issue:{hidden}", "tracker.issue:404"]
    with desk.world.reading() as session:
        request = Request(Surface.SYSTEM, "hear")
        ctx = Context(session, Actor(desk.people[REPORTER]), request, Clock(session), Ids(session))
        assert heard(ctx, topics) == topics[:1]


def test_what_is_told_of_a_new_issue(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("workworld.events._handlers", {})
    for kind in ("created", "assigned", "mentioned", "updated"):
        on(f"tracker.issue_{kind}")(lambda _ctx, event: told.append(event.kind))
    mention = {"type": "mention", "attrs": {"id": desk.people[DEVELOPER]}}
    text = {"type": "doc", "content": [{"type": "paragraph", "content": [mention]}]}
    key = desk.create(description=text, assignee=desk.people[DEVELOPER])
    assert told == ["tracker.issue_created", "tracker.issue_assigned", "tracker.issue_mentioned"]
    told.clear()
    desk.edit(key, description=text, summary="Else")
    assert told == ["tracker.issue_updated"]
