"""Automation rules: what begins them, what they do, in whose name, and what stops them."""

from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.tracker.desk import DEVELOPER, ME, Desk, said
from tests.apps.tracker.rule_kit import LEAD, keep, part, runs, texts
from tests.kit import Doors

from workworld.apps.chat.models import Message
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    comments,
    rule_runs,
    rules,
    versions,
    watchers,
)
from workworld.clock import Clock
from workworld.deliveries.models import Delivery
from workworld.notifications.models import Notification
from workworld.passing_time import let_time_pass
from workworld.worlds import World


def test_a_new_issue_is_commented_in_the_publishers_name(desk: Desk) -> None:
    text = "Thanks, {{initiator.displayName}}: {{issue.key}} {{issue.summary.toUpperCase()}}."
    rule = keep(desk, part("created"), part("comment", text=text))
    key = desk.create(by=DEVELOPER, summary="Doors stick")
    assert texts(desk, key) == [f"Thanks, Mingzhu Chen: {key} DOORS STICK."]
    (comment,) = desk.do(comments.list, issue=key).items
    assert comment.author_id == desk.people[LEAD]
    (run,) = runs(desk, rule)
    assert (run.outcome, run.issue, run.actions) == ("success", key, 1)
    assert run.initiator_id == desk.people[DEVELOPER]


def test_a_draft_and_a_rule_that_is_off_do_nothing(desk: Desk) -> None:
    made = desk.do(
        rules.create, by=LEAD, project="CAL", name="Draft", trigger=part("created"),
        parts=[part("comment", text="Hello")],
    )  # fmt: skip
    assert made.state == "draft"
    assert texts(desk, desk.create()) == []
    assert desk.do(rules.publish, by=LEAD, rule_id=made.id).state == "enabled"
    assert desk.do(rules.switch, by=LEAD, rule_id=made.id, enabled=False).state == "disabled"
    assert texts(desk, desk.create()) == []
    desk.do(rules.switch, by=LEAD, rule_id=made.id, enabled=True)
    desk.do(rules.update, by=LEAD, rule_id=made.id, parts=[part("comment", text="Anew")])
    assert texts(desk, desk.create()) == ["Hello"]
    assert desk.do(rules.discard, by=LEAD, rule_id=made.id).parts[0]["settings"]["text"] == "Hello"


def test_rules_hold_in_their_project_alone(desk: Desk) -> None:
    rule = keep(desk, part("created"), part("edit", field="labels", verb="add", value="seen, new"))
    assert desk.value(desk.create("OPS"), "labels") == []
    assert desk.value(desk.create("CAL"), "labels") == ["new", "seen"]
    (run,) = runs(desk, rule)
    assert run.lines[0].changes == [{"field": "labels", "before": "", "after": "new seen"}]


def test_the_last_child_closes_its_parent(desk: Desk) -> None:
    made = desk.do(rules.create, by=LEAD, project="CAL", template="close-parent")
    desk.do(rules.publish, by=LEAD, rule_id=made.id)
    epic = desk.create(type="Epic")
    first, second = (desk.create(parent=epic) for _ in range(2))
    for key in (first, second):
        assert desk.status(epic) == "To Do"
        desk.go(key, "Start progress", "Ask for review", "Done")
    assert desk.status(epic) == "Done"
    assert [run.outcome for run in runs(desk, made.id)] == ["no_actions", "success"]


def test_transitions_from_and_to(desk: Desk) -> None:
    begins = part("transitioned", from_statuses=["To Do"], to_statuses=["In Progress"])
    rule = keep(
        desk, begins, part("log", text="{{fieldChange.fromString}} > {{fieldChange.toString}}")
    )
    key = desk.create()
    desk.go(key, "Start progress")
    assert [line.text for line in runs(desk, rule)[0].lines] == ["To Do > In Progress"]


def test_a_changed_field_begins_a_rule_unless_another_did(desk: Desk) -> None:
    rule = keep(
        desk,
        part("changed", fields=["Due date"], how="set"),
        part("edit", field="Start date", value="{{issue.duedate.minusDays(2)}}"),
    )
    key = desk.create()
    desk.edit(key, summary="Anew")
    assert runs(desk, rule) == []
    desk.edit(key, duedate="2026-04-10")
    assert desk.value(key, "customfield_10015") == "2026-04-08"
    desk.edit(key, duedate=None)
    assert len(runs(desk, rule)) == 1


@pytest.mark.parametrize(
    ("tests", "then"),
    [
        ([part("jql", jql="issuetype = Bug")], "no"),
        ([part("field", field="summary", operator="contains", value="door")], "yes"),
        ([part("field", field="assignee", operator="empty")], "yes"),
        ([part("role", who="initiator", has="has", role="Administrator")], "no"),
        ([part("values", first="{{issue.labels.size}}", operator="less", second="1")], "yes"),
        ([part("related", relation="linked", which="exist")], "no"),
    ],
)
def test_if_and_else(desk: Desk, tests: list[Any], then: str) -> None:
    whether = {
        **part("if"),
        "tests": tests,
        "parts": [part("comment", text="yes")],
        "otherwise": [part("comment", text="no")],
    }
    keep(desk, part("created"), whether)
    key = desk.create(by=DEVELOPER, summary="A door sticks", assignee=None)
    assert texts(desk, key) == [then]


def test_a_condition_that_is_not_met_ends_the_run(desk: Desk) -> None:
    rule = keep(
        desk, part("created"), part("jql", jql="issuetype = Bug"), part("comment", text="A bug")
    )
    assert texts(desk, desk.create()) == []
    (run,) = runs(desk, rule)
    assert (run.outcome, run.lines[0].outcome) == ("no_actions", "not_met")


def test_issues_go_round(desk: Desk) -> None:
    people = [desk.people[each] for each in (DEVELOPER, ME)]
    keep(desk, part("created"), part("assign", how="round_robin", people=people))
    got = [desk.value(desk.create(), "assignee") for _ in range(3)]
    assert got == [people[0], people[1], people[0]]


def test_whoever_has_least_to_do_gets_it(desk: Desk) -> None:
    people = [desk.people[each] for each in (DEVELOPER, LEAD)]
    keep(desk, part("created"), part("assign", how="least_busy", people=people))
    open_ones = select(Issue.assignee_id).where(Issue.resolution_id.is_(None))
    busy = [row.assignee_id for row in desk.rows(open_ones.where(Issue.key.like("CAL-%")))]
    wanted = min(people, key=busy.count)
    assert desk.value(desk.create(), "assignee") == wanted


def test_what_is_made_can_be_branched_over(desk: Desk) -> None:
    keep(
        desk,
        part("created"),
        part("jql", jql="issuetype = Story"),
        part("create_subtask", summary="Test {{issue.summary}}"),
        part("create", summary="Tell of {{issue.key}}", type="Task", link="relates to"),
        {**part("branch", relation="created"), "parts": [part("comment", text="Made")]},
    )
    key = desk.create(type="Story", summary="Yard")
    record = desk.record(key)
    assert [each.summary for each in record.subtasks] == ["Test Yard"]
    assert [each.other.summary for each in record.links] == [f"Tell of {key}"]
    assert texts(desk, record.subtasks[0].key) == texts(desk, record.links[0].other.key) == ["Made"]


def test_a_refused_action_leaves_nothing_and_the_run_goes_on(desk: Desk) -> None:
    rule = keep(
        desk,
        part("created"),
        part("edit", field="priority", value="Nonesuch"),
        part("comment", text="After it: {{issue.nonsense}}"),
    )
    key = desk.create()
    assert texts(desk, key) == ["After it:"]
    (run,) = runs(desk, rule)
    assert run.outcome == "some_errors"
    assert [line.outcome for line in run.lines] == ["failed", "noted", "done"]
    assert "Nonesuch" in run.reason
    assert "{{issue.nonsense}}" in run.lines[1].text


def test_rules_follow_each_other_only_if_they_are_to_and_not_for_ever(desk: Desk) -> None:
    shy = keep(desk, part("commented"), part("log", text="{{comment.body}}"))
    eager = keep(desk, part("commented"), part("comment", text="And again"), follows_rules=True)
    key = desk.create()
    desk.do(comments.add, issue=key, body=said("Hello"))
    assert [line.text for line in runs(desk, shy)[0].lines] == ["Hello"]
    assert len(runs(desk, shy)) == 1
    assert texts(desk, key) == ["Hello", *["And again"] * 5]
    assert [run.outcome for run in runs(desk, eager)] == [*["success"] * 5, "throttled"]


def test_a_run_does_only_so_much(desk: Desk) -> None:
    rule = keep(
        desk,
        part("created"),
        *(
            {
                **part("branch", relation="jql", jql="project = CAL"),
                "parts": [part("log", text="One more"), part("log", text="And one more")],
            }
            for _ in range(2)
        ),
    )
    desk.create()
    (run,) = runs(desk, rule)
    assert (run.outcome, run.actions) == ("throttled", 100)


def test_a_schedule_comes_by_the_worlds_clock(desk: Desk, world: World) -> None:
    desk.create(priority="1", assignee=None, summary="Fire")
    rule = keep(
        desk,
        part("scheduled", cron="*/30 * * * *", jql="summary ~ Fire AND assignee IS EMPTY"),
        part("comment", text="Still nobody's"),
    )
    assert runs(desk, rule) == []
    let_time_pass(world, 3600)
    found = runs(desk, rule)
    assert [run.outcome for run in found] == ["success", "success"]
    assert [run.began_us // 60_000_000 % 30 for run in found] == [0, 0]
    desk.do(rules.switch, by=LEAD, rule_id=rule, enabled=False)
    let_time_pass(world, 3600)
    assert len(runs(desk, rule)) == 2


def test_a_due_date_approaches(desk: Desk, world: World) -> None:
    with world.reading() as session:
        today = Clock(session).now().date()
    soon = today.replace(day=today.day + 3)
    key = desk.create(duedate=soon.isoformat(), assignee=desk.people[DEVELOPER])
    rule = keep(
        desk,
        part("due", days=1, hour=9),
        part("notify", whom=["assignee"], text="{{issue.key}} is due"),
    )
    let_time_pass(world, 4 * 86_400)
    assert key in {run.issue for run in runs(desk, rule)}
    told = select(Notification.text).where(
        Notification.person_id == desk.people[DEVELOPER], Notification.kind == "rule"
    )
    assert f"ran “A rule”: {key} is due" in [row.text for row in desk.rows(told)]


def test_a_version_that_is_released_begins_a_rule(desk: Desk) -> None:
    version = desk.do(versions.create, project="CAL", name="9.9")
    key = desk.create(fixVersions=[version.id])
    keep(
        desk,
        part("released"),
        {
            **part("branch", relation="jql", jql='fixVersion = "{{version.name}}"'),
            "parts": [part("comment", text="Out with {{version.name}}")],
        },
    )
    desk.do(versions.update, version_id=version.id, is_released=True)
    assert texts(desk, key) == ["Out with 9.9"]


def test_what_is_started_by_hand(desk: Desk) -> None:
    rule = keep(desk, part("manual"), part("watch", people=[desk.people[LEAD]]))
    key = desk.create()
    there = desk.do(rule_runs.startable, by=DEVELOPER, issue=key)
    assert [each.name for each in there] == ["A rule", "Ask for steps to reproduce"]
    desk.do(rule_runs.start, by=DEVELOPER, rule_id=rule, issue=key)
    assert desk.people[LEAD] in [each.id for each in desk.do(watchers.list, issue=key).people]
    elsewhere = desk.create("OPS")
    refusal = desk.refused(rule_runs.start, by=DEVELOPER, rule_id=rule, issue=elsewhere)
    assert refusal.code == "rule_not_found"


def test_only_who_administers_the_project_sees_its_rules(desk: Desk) -> None:
    rule = keep(desk, part("created"), part("log", text="x"))
    desk.create()
    (run,) = runs(desk, rule)
    for function, given in (
        (rules.info, {"rule_id": rule}),
        (rules.publish, {"rule_id": rule}),
        (rules.delete, {"rule_id": rule}),
        (rule_runs.list, {"rule_id": rule}),
    ):
        assert desk.refused(function, by=DEVELOPER, **given).code == "rule_not_found"
    assert desk.refused(rule_runs.info, by=DEVELOPER, run_id=run.id).code == "run_not_found"
    assert desk.refused(rules.list, by=DEVELOPER, project="CAL").code == "permission_denied"
    assert desk.refused(rules.list, by=LEAD).code == "permission_denied"


def test_a_rule_that_cannot_run_is_not_published(desk: Desk) -> None:
    made = desk.do(rules.create, by=LEAD, project="CAL", name="Nothing")
    refusal = desk.refused(rules.publish, by=LEAD, rule_id=made.id)
    assert [each.what for each in refusal.problems] == [
        "Choose what begins the rule.",
        "Add an action: a rule does something.",
    ]
    for wrong in (
        part("jql", jql="nonsense ="),
        part("transition", status="Nowhere"),
        part("edit", field="nothing", value="x"),
        part("delete"),
        part("link", link="blocks", to="CAL-99999"),
    ):
        parts = [wrong, part("log", text="x")]
        desk.do(rules.update, by=LEAD, rule_id=made.id, trigger=part("created"), parts=parts)
        assert desk.refused(rules.publish, by=LEAD, rule_id=made.id).code == "invalid_rule"
    for wrong in (part("nonsense"), {**part("log", text="x"), "parts": [part("log", text="x")]}):
        refusal = desk.refused(rules.update, by=LEAD, rule_id=made.id, parts=[wrong])
        assert refusal.code == "invalid_rule"


def test_what_the_publisher_does_not_see_begins_nothing(desk: Desk) -> None:
    """A rule of the whole site runs by the rights of whoever published it, and no further."""
    rule = keep(desk, part("created"), part("comment", text="Seen"), by=ME, project=None)
    hidden = desk.rows(select(Issue.key).where(Issue.security_level_id.is_not(None)))
    assert hidden
    key = desk.create("CAL")
    assert texts(desk, key) == ["Seen"]
    assert [run.issue for run in runs(desk, rule, by=ME)] == [key]


def test_links_work_and_requests(desk: Desk) -> None:
    other = desk.create()
    rule = keep(
        desk,
        part("created"),
        part("link", link="is blocked by", to=other),
        part("log_work", amount="1h 30m", note="By a rule"),
        part("call", url="https://hooks.partner.example/x", body='{"key": "{{issue.key}}"}'),
    )
    key = desk.create()
    (run,) = runs(desk, rule)
    told = [line.text for line in run.lines]
    assert told == [
        f"{key} is blocked by {other}",
        "Logged 1h 30m",
        f'POST https://hooks.partner.example/x {{"key": "{key}"}}',
    ]
    ((kept,),) = desk.rows(select(Delivery))
    assert (kept.sender_kind, kept.sender_id, kept.body) == ("rule", rule, f'{{"key": "{key}"}}')
    assert desk.record(key).row.time_spent == 5400


def test_an_issue_is_deleted_only_if_that_is_meant(desk: Desk) -> None:
    rule = keep(
        desk, part("created"), part("jql", jql="labels = spam"), part("delete", is_meant=True)
    )
    kept, gone = desk.create(), desk.create(labels=["spam"])
    there = [row.key for row in desk.rows(select(Issue.key).where(Issue.key.in_([kept, gone])))]
    assert there == [kept]
    assert [run.outcome for run in runs(desk, rule)] == ["no_actions", "success"]


def test_rules_speak_in_chat(desk: Desk) -> None:
    rule = keep(
        desk,
        part("created"),
        part("tell_channel", channel="#product-eng", text="New: <{{issue.key}}>"),
        part("tell_person", people=[desk.people[DEVELOPER]], text="Look at {{issue.key}}"),
    )
    key = desk.create()
    (run,) = runs(desk, rule)
    assert [line.outcome for line in run.lines] == ["done", "done"], run.lines
    found = [row.text for row in desk.rows(select(Message.text).where(Message.text.contains(key)))]
    assert sorted(found) == sorted([f"New: &lt;{key}&gt;", f"Look at {key}"])


def test_a_program_begins_a_rule(desk: Desk, doors: Doors) -> None:
    rule = keep(
        desk,
        part("webhook", about="issues"),
        part("comment", text="Build {{webhookData.build}} is out"),
    )
    key = desk.create()
    address = f"/rest/automation/hooks/{rule}/"
    secret = desk.do(rules.info, by=LEAD, rule_id=rule).secret
    client, sent = doors.anonymous("tracker"), {"issues": [key], "build": 7}
    assert client.post(address + "wrong", json=sent).status_code == 404
    assert client.get(address + secret).status_code == 405
    assert client.post(address + secret, json=sent).status_code == 200
    assert texts(desk, key) == ["Build 7 is out"]
