"""Workflows: tools of the profile ``full``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld import automation
from workworld.apps.chat.models import Workflow, WorkflowRun
from workworld.apps.chat.service import workflow_owners, workflow_runs, workflows
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.mcp_servers.chat.added import present_done, tool
from workworld.mcp_servers.chat.schemas import (
    CURSOR,
    NUMBER,
    STRING,
    Arguments,
    described,
    given,
    whole,
)
from workworld.paging import Page

_SECOND = 1_000_000
_MOST_RUNS = 100
_WORKFLOW = {"workflow_id": described(STRING, "Id of the workflow, such as Wf0123456789.")}
_RUN = {"run_id": described(STRING, "Id of the run, such as Wr0123456789.")}
_OBJECT = {"type": "object"}
_ANSWERS = {
    "answers": {
        **_OBJECT,
        "description": "What is answered, by the names of the questions, such as which_laptop. "
        "A person is given by their id.",
    }
}
_PART = {
    "type": "object",
    "properties": {
        "kind": described(STRING, "What it is."),
        "settings": {**_OBJECT, "description": "What is settled about it, by name."},
    },
    "required": ["kind"],
}
_TRIGGERS = (
    "What begins it. Kinds and their settings: link, member_joined (channel_id); reaction "
    "(channel_id, emoji); schedule (when, repeats); webhook (variables, a list of names); "
    "issue_created (project, type; yields trigger.issue, summary, type, priority, assignee)."
)
_STEPS = (
    "What it does, in order. Kinds and their settings: form (title, person, questions: a list of "
    "label, kind line, area, choice, person or number, needed, choices); message (channel, text); "
    "direct (person, text); reply (message, text); create_channel (name, kind public or private); "
    "add_people (channel, people); set_topic (channel, topic); react (message, emoji); wait "
    "(amount, unit minutes, hours or days); create_issue (project, type, summary, description, "
    "assignee; yields step.issue). Texts and settings may name variables of what comes "
    "before: {{trigger.person}}, {{trigger.message}}, {{form.which_laptop}}, {{step.channel}}."
)
_WRONG = "invalid_settings, channel_not_found, user_not_found, invalid_variable"


def _present_one(_ctx: Context, row: Workflow) -> dict[str, Any]:
    return {
        "workflow_id": row.id,
        "name": row.name,
        "trigger": row.trigger,
        "is_published": row.version is not None,
    }


def _present_list(ctx: Context, rows: Sequence[Workflow]) -> dict[str, str]:
    return {"workflows": "\n".join(_listed(ctx, row) for row in rows) or "No workflows found."}


def _present_info(ctx: Context, row: Workflow) -> dict[str, Any]:
    """What is built is for those who build it; others see what the form asks."""
    shape = {**_present_one(ctx, row), "description": row.description, "owner_id": row.owner_id}
    live = workflows.published(ctx, row)
    if live is not None:
        asked = workflow_runs.form_first(live) or ()
        shape["questions"] = [{"name": each.key, **each.model_dump()} for each in asked]
    if ctx.actor.person_id in (row.owner_id, *workflows.managers_of(ctx, row.id)):
        shape["trigger_settings"] = row.trigger_settings
        steps = workflows.steps_of(ctx, row.id)
        shape["steps"] = [{"kind": each.kind, "settings": each.settings} for each in steps]
    return shape


def _present_run(ctx: Context, row: WorkflowRun) -> dict[str, Any]:
    asked = workflow_runs.questions_of(ctx, row)
    return {
        "run_id": row.id,
        "workflow_id": row.workflow_id,
        "status": row.status,
        "reason": row.reason,
        "asks": row.asked_id or "",
        "questions": [{"name": each.key, **each.model_dump()} for each in asked],
    }


def _present_whole(ctx: Context, row: WorkflowRun) -> dict[str, Any]:
    parts = workflow_runs.version_of(ctx, row).steps
    steps = [
        {
            "kind": parts[each.position - 1]["kind"],
            "status": each.status,
            "reason": each.reason,
            "yields": {name: text for name, (_kind, text) in each.facts.items()},
        }
        for each in workflow_runs.steps_of(ctx, row.id)
    ]
    began = {name: text for name, (_kind, text) in row.facts.items()}
    return {**_present_run(ctx, row), "began_with": began, "steps": steps}


def _accept_runs(_ctx: Context, arguments: Arguments) -> Arguments:
    limit = whole(arguments, "limit", default=20, most=_MOST_RUNS)
    return {**given(arguments, workflow_id="workflow_id", cursor="cursor"), "limit": limit}


def _present_runs(_ctx: Context, found: Page[WorkflowRun]) -> dict[str, str]:
    lines = [
        f"{row.id} | {row.status}{f': {row.reason}' if row.reason else ''} | "
        f"{from_microseconds(row.started * _SECOND).isoformat()} | {row.person_id or 'by itself'}"
        for row in found.items
    ]
    more = f"cursor: {found.next_cursor}" if found.next_cursor else "No more runs."
    return {"runs": "\n".join(lines) or "No runs found.", "pagination_info": more}


def _listed(_ctx: Context, row: Workflow) -> str:
    kind = automation.triggers().get(row.trigger)
    state = "draft" if row.version is None else "published"
    about = f" | {row.description}" if row.description else ""
    return f"{row.name} ({row.id}) | {state} | {kind.title if kind else 'No trigger'}{about}"


TOOLS = (
    tool(
        "list_workflows",
        workflows.list,
        "List the workflows that the person you act for may start or change.",
        {},
        _present_list,
        toolset="workflows",
    ),
    tool(
        "read_workflow",
        workflows.info,
        "Look a workflow up: what begins it, the questions of the form with which it begins, and "
        "for those who change it its steps. Error: workflow_not_found.",
        _WORKFLOW,
        _present_info,
        toolset="workflows",
    ),
    tool(
        "create_workflow",
        workflows.create,
        "Create a workflow, which the person you act for owns and by whose rights it runs. It "
        "begins once it is published. Errors: user_is_restricted, restricted_action, "
        f"invalid_name, {_WRONG}.",
        {
            "name": described(STRING, "What it is called; at most 80 characters."),
            "description": described(STRING, "What it is for; at most 500 characters."),
            "icon": described(STRING, "The name of an emoji, such as rocket. Default zap."),
            "trigger": {**_PART, "description": _TRIGGERS},
            "steps": {"type": "array", "items": _PART, "description": _STEPS},
        },
        _present_one,
        required=("name",),
        toolset="workflows",
    ),
    tool(
        "publish_workflow",
        workflows.publish,
        "Let a workflow begin as it is now. Errors: workflow_not_found, access_denied, no_trigger, "
        f"no_steps, restricted_action, unknown_variable, wrong_variable, "
        f"{_WRONG}.",
        _WORKFLOW,
        _present_one,
        toolset="workflows",
    ),
    tool(
        "unpublish_workflow",
        workflows.unpublish,
        "Let a workflow begin no more; runs under way go on. Errors: workflow_not_found, "
        "access_denied, not_published.",
        _WORKFLOW,
        _present_one,
        toolset="workflows",
        destructive=True,
    ),
    tool(
        "hand_over_workflow",
        workflow_owners.change,
        "Make a workflow another person's. It is a draft again, its runs under way end, and the "
        "new owner alone may change and publish it. Its owner, its managers and admins of the "
        "workspace may. Errors: workflow_not_found, access_denied, user_not_found, invalid_users "
        "(they may not build workflows), already_owner.",
        {**_WORKFLOW, "user_id": described(STRING, "Id of the new owner, such as U0123456789.")},
        _present_one,
        toolset="workflows",
        destructive=True,
    ),
    tool(
        "delete_workflow",
        workflows.remove,
        "Delete a workflow and the history of its runs for good. Errors: workflow_not_found, "
        "access_denied.",
        _WORKFLOW,
        present_done,
        toolset="workflows",
        destructive=True,
    ),
    tool(
        "start_workflow",
        workflow_runs.start,
        "Start a workflow that begins by a link in a channel, with the answers to its form. "
        "Without them it asks, and goes on when they are submitted. Errors: workflow_not_found, "
        "not_published, not_startable, invalid_answers, is_archived.",
        {**_WORKFLOW, **_ANSWERS},
        _present_run,
        required=("workflow_id",),
        toolset="workflows",
    ),
    tool(
        "submit_workflow_form",
        workflow_runs.submit,
        "Fill in the form that a run asks the person you act for. Errors: run_not_found, "
        "not_asking, access_denied, invalid_answers.",
        {**_RUN, **_ANSWERS},
        _present_run,
        toolset="workflows",
    ),
    tool(
        "list_workflow_runs",
        workflow_runs.list,
        "List the runs of a workflow, the latest first: all of them for those who change it, one's "
        "own for others. Error: workflow_not_found.",
        {
            **_WORKFLOW,
            "limit": described(NUMBER, "How many at most, 1 to 100. Default 20."),
            "cursor": CURSOR,
        },
        _present_runs,
        required=("workflow_id",),
        accept=_accept_runs,
        toolset="workflows",
    ),
    tool(
        "read_workflow_run",
        workflow_runs.info,
        "Look one run up: its status, what came of each step, and what it asks. Error: "
        "run_not_found.",
        _RUN,
        _present_whole,
        toolset="workflows",
    ),
)
