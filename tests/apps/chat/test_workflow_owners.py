"""Whose workflows are: handing them over, and who builds them."""

import html
from typing import Any

from sqlalchemy import select
from tests.kit import Doors, Office, text_of
from tests.workflows import build, outcomes, part, runs

from workworld.apps.chat.models import Workflow, WorkflowManager
from workworld.apps.chat.service import running, workflow_runs, workflows
from workworld.calls import perform


def test_workflow_is_handed_over_as_a_draft(doors: Doors, office: Office) -> None:
    begins = part("link", channel_id=office.channels["deploys"])
    asks = part("form", title="What?", questions=[{"label": "What", "kind": "line"}])
    workflow_id = build(doors, begins, asks)
    given: dict[str, Any] = {"workflow_id": workflow_id}
    managers = [office.people["jwikstrand"]]
    perform(doors.world, doors.actor, workflows.update, manager_ids=managers, **given)
    perform(doors.world, doors.actor, workflow_runs.start, **given)
    (run,) = runs(doors.world, workflow_id)
    assert run.status == running.ASKING
    answer = doors.submit(f"/workflows/{workflow_id}/owner", owner=office.people["mchen"])
    assert answer.status_code == 303
    with doors.world.reading() as session:
        row = session.get_one(Workflow, workflow_id)
        assert (row.owner_id, row.version) == (office.people["mchen"], None)
        managing = select(WorkflowManager).where(WorkflowManager.workflow_id == workflow_id)
        assert session.scalars(managing).all() == []
    (run,) = runs(doors.world, workflow_id)
    assert run.status == running.CANCELLED
    assert outcomes(doors.world, run.id)[-1][0] == running.CANCELLED
    assert doors.browser.get(f"/workflows/{workflow_id}").status_code == 404
    mingzhu = Doors(doors.world, doors.authority, office.people["mchen"])
    told = html.unescape(mingzhu.home.get("/notifications").get_data(as_text=True))
    assert "handed you the workflow “Ours”" in told
    perform(doors.world, mingzhu.actor, workflows.publish, **given)


def test_admins_alone_build_workflows_if_the_workspace_says_so(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    begins = part("link", channel_id=office.channels["general"])
    says = part("message", channel=office.channels["general"], text="Hello")
    workflow_id = build(colleague, begins, says)
    assert "New workflow" in colleague.browser.get("/workflows").text
    doors.submit("/admin/settings", building="admins")
    assert "New workflow" not in colleague.browser.get("/workflows").text
    assert "New workflow" in doors.browser.get("/workflows").text
    refused = colleague.mcp("slack_create_workflow", name="Another")
    assert text_of(refused).startswith("restricted_action")
    again = colleague.mcp("slack_publish_workflow", workflow_id=workflow_id)
    assert text_of(again).startswith("restricted_action")
    handed = {"workflow_id": workflow_id, "user_id": office.people["mchen"]}
    assert text_of(colleague.mcp("slack_hand_over_workflow", **handed)).startswith("invalid_users")
    assert not doors.mcp("slack_start_workflow", workflow_id=workflow_id).is_error
    assert not colleague.mcp("slack_unpublish_workflow", workflow_id=workflow_id).is_error
    page = colleague.browser.get(f"/workflows/{workflow_id}").text
    assert "/publish" not in page
