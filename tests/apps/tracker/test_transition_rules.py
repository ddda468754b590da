"""Each rule that a workflow may have does what it says."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import select, update
from tests.apps.tracker.desk import DEVELOPER, Desk, problems, said
from tests.apps.tracker.test_transitions import names, number

from workworld.apps.tracker.models import Issue, Transition, Workflow
from workworld.apps.tracker.service import transition_rules, transitions
from workworld.deliveries.models import Delivery


def rule(desk: Desk, *rules: Mapping[str, Any], screen: tuple[str, ...] = ()) -> None:
    """Give the transition "Start progress" of the software workflow other rules."""
    software = select(Workflow.id).where(Workflow.name == "Software workflow").scalar_subquery()
    start = update(Transition).where(
        Transition.workflow_id == software, Transition.name == "Start progress"
    )
    desk.change(start.values(rules=list(rules), screen=list(screen)))


def start(desk: Desk, key: str, **arguments: Any) -> None:
    desk.go(key, "Start progress", **arguments)


def refused(desk: Desk, key: str, **arguments: Any) -> dict[str, str]:
    way = number(desk, key, "Start progress")
    refusal = desk.refused(transitions.perform, issue=key, transition=way, **arguments)
    return problems(refusal)


def test_only_the_assignee_may(desk: Desk) -> None:
    rule(desk, {"kind": "assignee_only"})
    key = desk.create(assignee=desk.people[DEVELOPER])
    assert "Start progress" not in names(desk, key)
    start(desk, key, by=DEVELOPER)
    assert desk.status(key) == "In Progress"


def test_only_a_role_may(desk: Desk) -> None:
    rule(desk, {"kind": "role", "roles": ["10005"]})
    key = desk.create()
    ways = desk.do(transitions.list, issue=key)
    assert "only those with the role Customer may do that" in str(ways[0].refused)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, {"duedate": "Due date is required."}),
        ({"duedate": None}, {"duedate": "Due date is required."}),
    ],
)
def test_required_field_must_hold_something(
    desk: Desk, fields: dict[str, Any], message: dict[str, str]
) -> None:
    rule(desk, {"kind": "required", "field": "duedate"}, screen=("duedate",))
    key = desk.create()
    assert refused(desk, key, fields=fields) == message
    start(desk, key, fields={"duedate": "2026-04-01"})
    assert desk.value(key, "duedate") == "2026-04-01"


def test_field_must_be_changed(desk: Desk) -> None:
    rule(desk, {"kind": "changed", "field": "priority"}, screen=("priority",))
    key = desk.create(priority="2")
    assert refused(desk, key, fields={"priority": "2"}) == {"priority": "Priority must be changed."}
    start(desk, key, fields={"priority": "1"})
    assert desk.value(key, "priority") == "1"


def test_field_must_match_a_pattern(desk: Desk) -> None:
    rule(
        desk, {"kind": "pattern", "field": "summary", "pattern": "[A-Z]+: .+"}, screen=("summary",)
    )
    key = desk.create(summary="docks")
    assert "must match the pattern" in refused(desk, key)["summary"]
    start(desk, key, fields={"summary": "DOCK: jams"})
    assert desk.record(key).row.summary == "DOCK: jams"


def test_rule_sets_a_field(desk: Desk) -> None:
    rule(desk, {"kind": "set", "field": "priority", "value": "1"})
    key = desk.create()
    start(desk, key)
    assert desk.items(key) == [
        ("status", "To Do", "In Progress"),
        ("priority", "Medium", "Highest"),
    ]


@pytest.mark.parametrize(
    ("to", "handle"), [("reporter", DEVELOPER), ("lead", "aruiz"), ("me", "tbreslin")]
)
def test_rule_assigns(desk: Desk, to: str, handle: str) -> None:
    rule(desk, {"kind": "assign", "to": to})
    key = desk.create(by=DEVELOPER)
    start(desk, key, by="tbreslin")
    assert desk.value(key, "assignee") == desk.people[handle]


def test_rule_creates_a_linked_issue(desk: Desk) -> None:
    made = {"kind": "link", "type": "Relates", "issue_type": "Task", "summary": "Write it down"}
    rule(desk, made)
    key = desk.create(summary="Dock doors")
    start(desk, key)
    (link,) = desk.record(key).links
    assert (link.words, link.other.summary) == ("relates to", "Write it down: Dock doors")


def test_rule_tells_a_webhook(desk: Desk) -> None:
    rule(desk, {"kind": "webhook", "url": "https://hooks.example/start"})
    key = desk.create()
    start(desk, key)
    ((kept,),) = desk.rows(select(Delivery))
    told = json.loads(kept.body)
    assert (kept.sender_kind, kept.url) == ("transition", "https://hooks.example/start")
    assert (told["issue"]["key"], told["transition"]["transitionId"]) == (key, kept.sender_id)
    assert told["issue"]["fields"]["status"]["name"] == "In Progress"


def test_every_rule_of_the_sites_workflows_is_known(desk: Desk) -> None:
    used = {rule["kind"] for (rules,) in desk.rows(select(Transition.rules)) for rule in rules}
    assert used <= transition_rules.KINDS
    assert used


WAYS = [
    (
        "CAL",
        "Task",
        ["Start progress", "Ask for review", "Request changes", "Ask for review", "Done", "Reopen"],
        "Reopened",
    ),
    ("CAL", "Bug", ["Accept", "Start progress", "Stop progress"], "To Do"),
    (
        "OPS",
        "Incident",
        ["Investigate", "Mitigate", "Resolve", "Start postmortem", "Close"],
        "Closed",
    ),
    ("OPS", "Incident", ["Investigate", "Resolve", "Reopen"], "Investigating"),
]


@pytest.mark.parametrize(("project", "type", "ways", "end"), WAYS)
def test_resolution_is_empty_unless_the_status_is_done(
    desk: Desk, project: str, type: str, ways: list[str], end: str
) -> None:
    key = desk.create(project, type, by=DEVELOPER)
    for way in ways:
        desk.go(key, way, by=DEVELOPER, comment=said("Goes on."))
        record = desk.record(key, by=DEVELOPER)
        assert (record.resolution is None) == (record.status.category != "done")
        assert (record.row.resolved_us is None) == (record.resolution is None)
    assert desk.status(key) == end


def test_when_it_was_resolved_stays_from_one_end_to_the_next(desk: Desk) -> None:
    key = desk.create("OPS", "Incident", by=DEVELOPER)
    desk.go(key, "Investigate", "Resolve", by=DEVELOPER, comment=said("Gone."))
    first = desk.record(key, by=DEVELOPER).row
    desk.go(key, "Start postmortem", by=DEVELOPER)
    last = desk.record(key, by=DEVELOPER).row
    assert (first.resolved_us, first.resolution_id) == (last.resolved_us, last.resolution_id)
    assert desk.rows(select(Issue.status_changed_us).where(Issue.id == last.id)) > [
        (first.status_changed_us,)
    ]
