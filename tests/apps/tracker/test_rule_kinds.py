"""Rules of the tracker: what they begin with, ask and do, and those that are offered."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.tracker.desk import DEVELOPER, ME, Desk, said
from tests.apps.tracker.rule_kit import LEAD, keep, part, runs, ship, texts

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    boards,
    comments,
    links,
    rule_runs,
    rules,
    sprint_moves,
    sprint_runs,
    sprints,
    watchers,
    worklogs,
)
from workworld.passing_time import let_time_pass
from workworld.worlds import World

MINUTE, DAY = 60, 86_400


def _comment(desk: Desk, key: str) -> None:
    desk.do(comments.add, issue=key, body=said("Look"))


def _work(desk: Desk, key: str) -> None:
    desk.do(worklogs.add, issue=key, seconds=3600)


def _link(desk: Desk, key: str) -> None:
    desk.do(links.add, type_id="Relates", source=key, target=desk.create("OPS"))


@pytest.mark.parametrize(
    ("trigger", "deed", "other"),
    [
        (
            part("assigned"),
            lambda desk, key: desk.edit(key, assignee=desk.people[DEVELOPER]),
            _comment,
        ),
        (part("commented", which="public"), _comment, _work),
        (part("worked"), _work, _comment),
        (part("linked"), _link, _comment),
        (
            part("transitioned", to_statuses=["In Progress"]),
            lambda desk, key: desk.go(key, "Start progress"),
            lambda desk, key: desk.edit(key, labels=["a"]),
        ),
        (
            part("changed", fields=["Priority"]),
            lambda desk, key: desk.edit(key, priority="1"),
            lambda desk, key: desk.edit(key, labels=["a"]),
        ),
        (
            part("changed", fields=["Labels"], how="cleared"),
            lambda desk, key: desk.edit(key, labels=[]),
            lambda desk, key: desk.edit(key, labels=["b"]),
        ),
    ],
    ids=lambda value: value["kind"] if isinstance(value, Mapping) else "",
)
def test_a_deed_begins_a_rule_and_others_do_not(
    desk: Desk,
    trigger: dict[str, Any],
    deed: Callable[[Desk, str], None],
    other: Callable[[Desk, str], None],
) -> None:
    key = desk.create(labels=["a"], assignee=None)
    rule = keep(desk, trigger, part("log", text="{{issue.key}}"))
    other(desk, key)
    assert runs(desk, rule) == []
    deed(desk, key)
    (run,) = runs(desk, rule)
    assert [line.text for line in run.lines] == [key]


def test_internal_comments_are_told_from_public_ones(desk: Desk) -> None:
    key = desk.create("SUP", by="eboadi")
    inner, outer = (
        keep(desk, part("commented", which=which), part("log", text="{{comment.body}}"),
             by="eboadi", project="SUP")
        for which in ("internal", "public")
    )  # fmt: skip
    desk.do(comments.add, by="eboadi", issue=key, body=said("Among us"), is_internal=True)
    desk.do(comments.add, by="eboadi", issue=key, body=said("To all"))
    told = [
        [line.text for run in runs(desk, each, "eboadi") for line in run.lines]
        for each in (inner, outer)
    ]
    assert told == [["Among us"], ["To all"]]


def test_sprints_that_start_and_end_begin_rules(desk: Desk) -> None:
    (board,) = desk.do(boards.list, project="CAL").items
    for running in desk.do(sprints.list, board_id=board.id, states=["active"]).items:
        desk.do(sprint_runs.complete, sprint_id=running.id)
    there = desk.do(sprints.create, board_id=board.id, name="Next one")
    key = desk.create()
    desk.do(sprint_moves.to_sprint, sprint_id=there.id, issues=[key])

    def told(verb: str) -> dict[str, Any]:
        return {
            **part("branch", relation="jql", jql='sprint = "{{sprint.name}}"'),
            "parts": [part("comment", text=f"{{{{sprint.name}}}} {verb}")],
        }

    began = keep(desk, part("sprint_started"), told("begins"))
    ended = keep(desk, part("sprint_completed"), told("ends"), part("log", text="{{sprint.state}}"))
    desk.do(sprint_runs.start, sprint_id=there.id, name="Next one")
    assert texts(desk, key) == ["Next one begins"]
    assert runs(desk, ended) == []
    desk.do(sprint_runs.complete, sprint_id=there.id)
    assert len(runs(desk, began)) == 1
    (run,) = runs(desk, ended)
    assert run.lines[-1].text == "closed"


def test_a_sprint_has_no_related_issues_to_branch_over(desk: Desk) -> None:
    within = {"parts": [part("comment", text="Go")]}
    branch = {**part("branch", relation="children"), **within}
    made = desk.do(
        rules.create, by=LEAD, project="CAL", name="Lost", trigger=part("sprint_started"),
        parts=[branch],
    )  # fmt: skip
    refusal = desk.refused(rules.publish, by=LEAD, rule_id=made.id)
    assert "Choose those of a query." in refusal.message
    inside = {**part("branch", relation="jql", jql="project = CAL"), "parts": [branch]}
    desk.do(rules.update, by=LEAD, rule_id=made.id, parts=[inside])
    assert desk.do(rules.publish, by=LEAD, rule_id=made.id).state == "enabled"


CONDITIONS = [
    (part("field", field="Priority", operator="equals", value="high"), True),
    (part("field", field="Priority", operator="differs", value="Low"), True),
    (part("field", field="Labels", operator="contains", value="two"), True),
    (part("field", field="Labels", operator="lacks", value="two"), False),
    (part("field", field="Due date", operator="filled"), True),
    (part("field", field="Due date", operator="less", value="2026-04-02"), True),
    (part("field", field="Story points", operator="greater", value="5"), True),
    (part("field", field="Story points", operator="less", value="13"), True),
    (part("field", field="Assignee", operator="equals", value="Mingzhu Chen"), True),
    (part("role", who="initiator", has="lacks", role="Administrator"), False),
    (part("role", who="assignee", has="has", role="Developer"), True),
    (part("related", relation="parent", which="exist"), True),
    (part("related", relation="children", which="none"), True),
    (part("related", relation="parent", which="some", jql="status = Done"), False),
    (part("related", relation="parent", which="no", jql="status = Done"), True),
    (part("related", relation="parent", which="all", jql="issuetype = Epic"), True),
    (part("jql", jql="labels = one AND parent IS NOT EMPTY"), True),
    (part("values", first="{{issue.priority.name}}", operator="equals", second="High"), True),
]


def test_conditions(desk: Desk) -> None:
    kept = {
        keep(desk, part("created"), each, part("log", text="met")): (each, is_met)
        for each, is_met in CONDITIONS
    }
    desk.create(
        parent=desk.create(type="Epic"),
        priority="2",
        labels=["one", "two"],
        duedate="2026-04-01",
        assignee=desk.people[DEVELOPER],
        customfield_10016=8,
    )
    for rule, (condition, is_met) in kept.items():
        line = runs(desk, rule)[-1].lines[0]
        assert line.outcome == ("met" if is_met else "not_met"), condition


def test_actions_do_what_they_say(desk: Desk) -> None:
    rule = keep(
        desk,
        part("manual"),
        part("edit", field="Labels", verb="remove", value="one"),
        part("edit", field="Priority", value="Highest"),
        part("variable", name="who", value="{{issue.reporter.displayName}}"),
        part("comment", text="For {{who}}"),
        part("watch", verb="add", people=[desk.people[DEVELOPER]]),
        part("watch", verb="remove", people=[desk.people[ME]]),
        part("create_subtask", summary="Part of {{issue.summary}}"),
        part("create", type="Bug", summary="After {{issue.key}}", link="blocks"),
        part("assign", how="person", people=[desk.people[DEVELOPER]]),
        part("transition", status="In Progress"),
        part("notify", whom=["assignee"], text="Yours"),
    )  # fmt: skip
    key = desk.create(labels=["one", "two"])
    desk.do(rule_runs.start, rule_id=rule, issue=key)
    (run,) = runs(desk, rule)
    assert [line.outcome for line in run.lines] == ["done"] * 11, run.lines
    held = desk.record(key)
    assert ([*held.labels], held.priority and held.priority.name) == (["two"], "Highest")
    assert (held.status.name, held.row.assignee_id) == ("In Progress", desk.people[DEVELOPER])
    assert texts(desk, key) == ["For Ana Ruiz"]
    watching = [each.id for each in desk.do(watchers.list, issue=key).people]
    assert desk.people[DEVELOPER] in watching
    assert desk.people[ME] not in watching
    (link,) = desk.do(links.list, issue=key)
    assert (link.type.name, link.other.summary) == ("Blocks", f"After {key}")


def test_what_is_highest_and_nobodys_is_escalated_once(desk: Desk, world: World) -> None:
    rule = ship(desk, "escalate")
    key = desk.create(priority="1", assignee=None)
    calm, taken = desk.create(priority="3"), desk.create(priority="1", assignee=desk.people[ME])
    let_time_pass(world, 20 * MINUTE)
    assert desk.value(key, "labels") == []
    let_time_pass(world, 45 * MINUTE)
    assert desk.value(key, "labels") == ["escalated"]
    assert texts(desk, key) == ["This has the highest priority and nobody is on it."]
    assert [run.issue for run in runs(desk, rule)].count(key) == 1
    assert [desk.value(each, "labels") for each in (calm, taken)] == [[], []]


def test_stale_bugs_are_reminded_of_on_mondays(desk: Desk, world: World) -> None:
    rule = ship(desk, "stale-bugs")
    key = desk.create(type="Bug", assignee=desk.people[DEVELOPER])
    let_time_pass(world, 20 * DAY)
    assert key not in {run.issue for run in runs(desk, rule)}
    let_time_pass(world, 20 * DAY)
    (said_of_it,) = texts(desk, key)
    assert "Mingzhu Chen, is it still a bug?" in said_of_it


def test_a_blocker_that_is_done_is_told_of_where_it_stood_in_the_way(desk: Desk) -> None:
    ship(desk, "unblock")
    blocker, blocked, related, held = (desk.create() for _ in range(4))
    other = desk.create()
    desk.do(links.add, type_id="Blocks", source=blocker, target=blocked)
    desk.do(links.add, type_id="Blocks", source=other, target=held)
    desk.do(links.add, type_id="Relates", source=blocker, target=held)
    desk.go(blocker, "Start progress", "Ask for review", "Done")
    assert texts(desk, blocked) == [f"{blocker} is done, which stood in the way."]
    assert texts(desk, held) == texts(desk, related) == []


def test_new_bugs_are_handed_out_and_stories_get_their_sub_tasks(desk: Desk) -> None:
    ship(desk, "triage")
    ship(desk, "sub-tasks")
    bug, task = desk.create(type="Bug", assignee=None), desk.create(assignee=None)
    assert desk.record(bug).row.assignee_id is not None
    assert desk.record(task).row.assignee_id is None
    story = desk.create(type="Story", summary="Doors")
    parts = select(Issue.summary).where(Issue.parent_id == desk.record(story).row.id)
    assert sorted(row.summary for row in desk.rows(parts)) == [
        "Design: Doors",
        "Documentation: Doors",
        "Tests: Doors",
    ]


def test_a_comment_of_the_reporter_reopens_what_was_done(desk: Desk) -> None:
    ship(desk, "reopen")
    key = desk.create(by=DEVELOPER)
    desk.go(key, "Start progress", "Ask for review", "Done")
    desk.do(comments.add, issue=key, body=said("Well done"))
    assert desk.status(key) == "Done"
    desk.do(comments.add, by=DEVELOPER, issue=key, body=said("It is back"))
    assert desk.status(key) == "Reopened"
