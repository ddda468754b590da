"""Workflows of chat that begin with issues, and create some."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from tests.kit import Doors, Office, text_of
from tests.workflows import build, newest, others_message, outcomes, part, runs

from workworld.apps.tracker.service import issues
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Refused
from workworld.worlds import World


def made(doors: Doors, table: str = "tracker_issues") -> list[dict[str, Any]]:
    """What was added to a table."""
    return [dict(each.after) for each in doors.changes if each.table == table and each.after]


def create(world: World, actor: Actor, project: str, type_id: str, summary: str) -> Any:
    fields = {"summary": summary}
    return perform(world, actor, issues.create, project_id=project, type_id=type_id, fields=fields)


def test_a_message_that_people_mark_becomes_an_issue_which_its_thread_is_told_of(
    doors: Doors, office: Office
) -> None:
    deploys, mchen = office.channels["deploys"], office.people["mchen"]
    ts = others_message(doors.world, office, "deploys")
    build(
        doors,
        part("reaction", channel_id=deploys, emoji="bug"),
        part(
            "create_issue",
            project="CAL",
            type="Bug",
            summary="From chat: {{trigger.author}}",
            description="{{trigger.person}} marked {{trigger.message}}",
            assignee="{{trigger.author}}",
        ),
        part("reply", message="{{trigger.message}}", text="That is {{step.issue}} now."),
    )
    doors.rest("reactions.add", channel=deploys, timestamp=ts, name="bug")
    (issue,) = made(doors)
    assert (issue["summary"], issue["assignee_id"]) == ("From chat: Ming", mchen)
    assert issue["reporter_id"] == doors.person_id
    assert f"/archives/{deploys}/p" in str(issue["description"])
    told = made(doors, "chat_messages")[-1]["text"]
    assert told.startswith("That is <https://tracker.")
    assert told.endswith(f"/browse/{issue['key']}|{issue['key']}> now.")


def test_new_issues_of_a_project_begin_one(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    workflow_id = build(
        doors,
        part("issue_created", project="CAL", type="Bug"),
        part(
            "message",
            channel=deploys,
            text="{{trigger.person}}: {{trigger.issue}} {{trigger.summary}} ({{trigger.type}})",
        ),
    )
    hers = Actor(office.people["mchen"])
    create(doors.world, hers, "CAL", "Task", "No bug")
    create(doors.world, hers, "OPS", "Task", "Elsewhere")
    assert runs(doors.world, workflow_id) == []
    key = create(doors.world, hers, "CAL", "Bug", "The gate <sticks>").key
    (run,) = runs(doors.world, workflow_id)
    assert (run.status, run.person_id) == ("completed", hers.person_id)
    said = newest(doors.world, deploys).text
    assert said.startswith(f"<@{hers.person_id}>: <https://tracker.")
    assert said.endswith(f"|{key}> The gate &lt;sticks&gt; (Bug)")
    page = unescape(doors.browser.get(f"/workflows/{workflow_id}/runs/{run.id}").text)
    assert key in page
    assert f"https://tracker.calderoute.example/browse/{key} " not in page


def test_what_its_owner_does_not_see_begins_nothing(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    says = part("message", channel=office.channels["deploys"], text="{{trigger.issue}}")
    with pytest.raises(Refused) as refused:
        build(colleague, part("issue_created", project="SEC"), says)
    assert refused.value.code == "invalid_settings"
    mine = build(doors, part("issue_created", project="SEC"), says)
    create(doors.world, doors.actor, "SEC", "Task", "Wombat burrow")
    assert len(runs(doors.world, mine)) == 1


def test_one_that_creates_what_begins_it_does_not_run_for_ever(
    doors: Doors, office: Office
) -> None:
    begins = part("issue_created", project="CAL")
    again = part("create_issue", project="CAL", summary="After {{trigger.issue}}")
    workflow_id = build(doors, begins, again)
    key = create(doors.world, doors.actor, "CAL", "Task", "Wombat").key
    assert len(runs(doors.world, workflow_id)) == 1
    assert [each["summary"] for each in made(doors)] == ["Wombat", f"After {key}"]


def test_a_project_that_lacks_the_type_fails_the_run_and_says_why(
    doors: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    ts = others_message(doors.world, office, "deploys")
    begins = part("reaction", channel_id=deploys, emoji="bug")
    workflow_id = build(
        doors, begins, part("create_issue", project="CAL", type="Incident", summary="Fire")
    )
    doors.rest("reactions.add", channel=deploys, timestamp=ts, name="bug")
    (run,) = runs(doors.world, workflow_id)
    assert run.status == "failed"
    ((status, reason),) = outcomes(doors.world, run.id)
    assert status == "failed"
    assert reason
    assert made(doors) == []


def test_both_are_built_on_the_page_and_by_the_tool(doors: Doors, office: Office) -> None:
    doors.submit("/workflows/new", name="Triage")
    (row,) = made(doors, "chat_workflows")
    page = f"/workflows/{row['id']}"
    for kind in ("trigger", "steps/new"):
        assert "issue" in doors.browser.get(f"{page}/{kind}").get_data(as_text=True)
    asked = doors.browser.get(f"{page}/trigger?kind=issue_created").get_data(as_text=True)
    assert "(CAL)" in asked
    doors.submit(f"{page}/trigger", kind="issue_created", project="CAL", type="Bug")
    filled = {"project": "OPS", "type": "Task", "summary": "Look at {{trigger.issue}}"}
    doors.submit(f"{page}/steps/new", kind="create_issue", **filled)
    shown = unescape(doors.browser.get(page).get_data(as_text=True))
    assert "An issue is created" in shown
    assert "(OPS)" in shown
    wrong = doors.submit(f"{page}/trigger", kind="issue_created", project="NOPE")
    assert wrong.status_code == 422
    given = {
        "name": "By tool",
        "trigger": part("issue_created", project="CAL"),
        "steps": [part("create_issue", **filled)],
    }
    assert "Wf" in text_of(doors.mcp("slack_create_workflow", **given))
    given["steps"] = [part("create_issue", **(filled | {"project": "NOPE"}))]
    assert "invalid_settings" in text_of(doors.mcp("slack_create_workflow", **given))
