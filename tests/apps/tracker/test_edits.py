"""Fields are edited one by one, by several people at once, and their history is kept."""

from typing import Any

import pytest
from sqlalchemy import update
from tests.apps.tracker.desk import DEVELOPER, Desk, problems, said
from tests.apps.tracker.test_issues import component, version

from workworld.apps.tracker.models import Version
from workworld.apps.tracker.service import custom_fields, history, issues, screens


def own_field(desk: Desk, name: str, project: str = "CAL", type: str = "Bug") -> Any:
    shown = desk.do(screens.create_screen, project_id=project, type_id=type)
    return next(field for field in shown if field.name == name)


def test_each_change_is_in_the_history_in_the_vendors_words(desk: Desk) -> None:
    key = desk.create(fixVersions=[version(desk, "4.19.0")], labels=["dock"])
    desk.edit(
        key,
        summary="Else",
        assignee=desk.people[DEVELOPER],
        labels=["dock", "yard"],
        fixVersions=[version(desk, "4.20.0")],
        components=[component(desk, "Scorecards")],
        duedate="2026-04-01",
        timetracking={"original": 3600},
    )
    assert desk.items(key) == [
        ("summary", "Something to do", "Else"),
        ("assignee", None, "Mingzhu Chen"),
        ("labels", "dock", "dock yard"),
        ("Fix Version", "4.19.0", None),
        ("Fix Version", None, "4.20.0"),
        ("Component", None, "Scorecards"),
        ("duedate", None, "2026-04-01 00:00:00.0"),
        ("timeoriginalestimate", None, "3600"),
        ("timeestimate", None, "3600"),
    ]
    (change,) = desk.do(history.list, issue=key).items
    assert change.author_id == desk.people["aruiz"]


def test_what_stays_the_same_is_no_change(desk: Desk) -> None:
    key = desk.create(labels=["a"])
    version_before = desk.record(key).row.version
    desk.edit(key, summary="Something to do", labels=["a"], priority="3")
    assert desk.items(key) == []
    assert desk.record(key).row.version == version_before


def test_history_is_paged_from_either_end(desk: Desk) -> None:
    key = desk.create()
    for number in range(5):
        desk.edit(key, summary=f"Take {number}")
    last = desk.do(history.list, issue=key, start=0, limit=2, newest_first=True)
    assert (last.total, [change.items[0].to_text for change in last.items]) == (
        5,
        ["Take 4", "Take 3"],
    )
    second = desk.do(history.list, issue=key, start=2, limit=2)
    assert [change.items[0].to_text for change in second.items] == ["Take 2", "Take 3"]


def test_additions_leave_alone_what_others_added(desk: Desk) -> None:
    key = desk.create(labels=["a"])
    for label, who in (("b", "aruiz"), ("c", DEVELOPER)):
        change = {"field": "labels", "verb": "add", "value": label}
        desk.do(issues.edit, by=who, issue=key, changes=[change])
    gone = {"field": "labels", "verb": "remove", "value": "a"}
    desk.do(issues.edit, issue=key, changes=[gone])
    assert desk.value(key, "labels") == ["b", "c"]


def test_nothing_is_added_to_a_field_of_one_value(desk: Desk) -> None:
    change = {"field": "summary", "verb": "add", "value": "x"}
    refusal = desk.refused(issues.edit, issue=desk.create(), changes=[change])
    assert "holds one value" in problems(refusal)["summary"]


def test_edits_of_different_fields_at_once_both_survive(desk: Desk) -> None:
    key = desk.create()
    seen = desk.record(key).row.version
    desk.do(issues.edit, by=DEVELOPER, issue=key, fields={"priority": "1"}, version=seen)
    desk.do(issues.edit, issue=key, fields={"summary": "Else"}, version=seen)
    assert (desk.value(key, "priority"), desk.value(key, "summary")) == ("1", "Else")


def test_edit_of_what_somebody_else_changed_is_refused_with_both_values(desk: Desk) -> None:
    key = desk.create()
    seen = desk.record(key).row.version
    desk.edit(key, by=DEVELOPER, summary="Theirs")
    refusal = desk.refused(issues.edit, issue=key, fields={"summary": "Mine"}, version=seen)
    assert refusal.code == "version_conflict"
    assert problems(refusal)["summary"] == (
        "Mingzhu Chen has changed Summary meanwhile: it is now 'Theirs', and you wanted 'Mine'."
    )
    desk.do(issues.edit, issue=key, fields={"summary": "Theirs"}, version=seen)


def test_estimates_in_conflict_are_told(desk: Desk) -> None:
    key = desk.create()
    seen = desk.record(key).row.version
    desk.edit(key, by=DEVELOPER, timetracking={"original": 3600})
    refusal = desk.refused(
        issues.edit, issue=key, fields={"timetracking": {"original": 60}}, version=seen
    )
    assert "it is now '1h, of which 1h remain'" in problems(refusal)["timetracking"]


@pytest.mark.parametrize("value", [None, ""])
def test_summary_cannot_be_cleared(desk: Desk, value: str | None) -> None:
    refusal = desk.refused(issues.edit, issue=desk.create(), fields={"summary": value})
    assert problems(refusal) == {"summary": "You must specify a summary of the issue."}


def test_who_cannot_edit_is_refused(desk: Desk) -> None:
    refusal = desk.refused(
        issues.edit, by="gostrander", issue=desk.create(), fields={"summary": "x"}
    )
    assert refusal.code == "permission_denied"


def test_archived_version_is_kept_and_not_chosen_anew(desk: Desk) -> None:
    released = version(desk, "4.18.0")
    key, other = desk.create(fixVersions=[released]), desk.create()
    desk.change(update(Version).where(Version.id == released).values(is_archived=True))
    desk.edit(key, fixVersions=[released, version(desk, "4.20.0")])
    assert len(desk.value(key, "fixVersions")) == 2
    refusal = desk.refused(issues.edit, issue=other, fields={"fixVersions": [released]})
    assert "is not valid" in problems(refusal)["fixVersions"]


def test_own_fields_hold_values_of_their_kind(desk: Desk) -> None:
    severity, area = own_field(desk, "Severity"), own_field(desk, "Area")
    customers, reviewer = own_field(desk, "Customers affected"), own_field(desk, "Reviewer")
    parent = next(choice for choice in area.allowed if choice.name == "Scorecards")
    below = next(choice for choice in area.allowed if choice.parent_id == parent.id)
    held = {
        severity.id: severity.allowed[1].id,
        area.id: [parent.id, below.id],
        customers.id: [choice.id for choice in customers.allowed[:2]],
        reviewer.id: desk.people[DEVELOPER],
        own_field(desk, "Build").id: "4.18.3-rc1",
        own_field(desk, "Case link").id: "https://crm.example/cases/17",
    }
    key = desk.create(type="Bug", **held)
    assert desk.record(key).customs == held
    desk.edit(key, **{severity.id: None, customers.id: []})
    assert desk.items(key) == [
        ("Severity", "S2 - major", None),
        ("Customers affected", "Brackwater Freight, Haskerby", None),
    ]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Severity", "404", "Severity '404' is not valid. Allowed values: S1 - critical"),
        ("Customers affected", ["404"], "Customers affected '404' is not valid."),
        ("Customers affected", "x", "Customers affected must be a list"),
        ("Area", ["404"], "Area '404' is not valid. Allowed values: Dock Planner"),
        ("Reviewer", "U404", "User 'U404' does not exist."),
        ("Build", "x" * 256, "Build can't exceed 255 characters."),
        ("Case link", "javascript:alert(1)", "Invalid URL"),
    ],
)
def test_value_that_does_not_fit_an_own_field_is_refused(
    desk: Desk, name: str, value: object, message: str
) -> None:
    field = own_field(desk, name).id
    refusal = desk.refused(
        issues.create, project_id="CAL", type_id="Bug", fields={"summary": "x", field: value}
    )
    assert message in problems(refusal)[field]


def test_option_of_another_branch_does_not_fit(desk: Desk) -> None:
    area = own_field(desk, "Area")
    first, second = [choice for choice in area.allowed if choice.parent_id is None][:2]
    stray = next(choice for choice in area.allowed if choice.parent_id == second.id)
    refusal = desk.refused(
        issues.create,
        project_id="CAL",
        type_id="Bug",
        fields={"summary": "x", area.id: [first.id, stray.id]},
    )
    assert f"Area '{stray.id}' is not valid" in problems(refusal)[area.id]


def test_field_of_another_type_is_not_on_the_screen(desk: Desk) -> None:
    severity = own_field(desk, "Severity")
    refusal = desk.refused(
        issues.create, project_id="CAL", type_id="Task", fields={"summary": "x", severity.id: None}
    )
    assert severity.id in problems(refusal)


def test_option_that_was_disabled_stays_where_it_is(desk: Desk) -> None:
    severity = own_field(desk, "Severity")
    option = severity.allowed[0].id
    key = desk.create(type="Bug", **{severity.id: option})
    desk.do(custom_fields.edit_option, option_id=option, is_disabled=True)
    desk.edit(key, **{severity.id: option, "summary": "Else"})
    refusal = desk.refused(
        issues.create,
        project_id="CAL",
        type_id="Bug",
        fields={"summary": "x", severity.id: option},
    )
    assert severity.id in problems(refusal)


def test_flag_is_put_on_and_taken_away(desk: Desk) -> None:
    key = desk.create()
    desk.do(issues.flag, issue=key)
    assert desk.record(key).row.is_flagged
    desk.do(issues.flag, issue=key, flagged=False)
    assert desk.items(key) == [
        ("Flagged", None, "Impediment"),
        ("Flagged", "Impediment", None),
    ]


def test_remaining_estimate_follows_the_original_until_work_is_done(desk: Desk) -> None:
    key = desk.create(timetracking={"original": 7200})
    assert desk.value(key, "timetracking") == {"original": 7200, "remaining": 7200}
    desk.edit(key, timetracking={"remaining": 60})
    assert desk.value(key, "timetracking") == {"original": 7200, "remaining": 60}


def test_due_date_is_a_date_without_a_zone(desk: Desk) -> None:
    key = desk.create(duedate="2026-03-29")
    for who in ("aruiz", "eboadi"):  # Boston and Dublin, where the clocks change that night
        assert desk.record(key, by=who).row.due_date == "2026-03-29"


def test_words_of_a_description_name_who_is_mentioned(desk: Desk) -> None:
    key = desk.create(description=said("Nobody."))
    mention = {"type": "mention", "attrs": {"id": desk.people[DEVELOPER]}}
    text = {"type": "doc", "content": [{"type": "paragraph", "content": [mention]}]}
    desk.edit(key, description=text)
    assert desk.record(key).row.description_text == "@Ming"
