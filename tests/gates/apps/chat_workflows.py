"""Workflows, as the gates see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from workworld.apps.chat.models import Channel, Workflow, WorkflowRun, WorkflowStep
from workworld.apps.chat.service import workflow_runs, workflows
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import GUESTS, Person
from workworld.worlds import World

_ASKS = {"label": "What for", "kind": "area", "needed": True, "choices": []}


def keep_workflow(world: World, actor: Actor) -> None:
    """The person has built and started a workflow, which asks them."""
    with world.reading() as session:
        if session.get_one(Person, actor.person_id).role in GUESTS:
            return
        channel_id = session.scalars(select(Channel.id).where(Channel.is_default)).one()
    form = {"title": "What for?", "questions": [_ASKS]}
    says = {"channel": channel_id, "text": "{{form.what_for}}"}
    parts: list[dict[str, Any]] = [
        {"kind": "form", "settings": form},
        {"kind": "message", "settings": says},
    ]
    begins = {"kind": "link", "settings": {"channel_id": channel_id}}
    named = {"name": "What I built", "description": "What I built it for"}
    made = perform(world, actor, workflows.create, trigger=begins, steps=parts, **named)
    perform(world, actor, workflows.publish, workflow_id=made.id)
    perform(world, actor, workflow_runs.start, workflow_id=made.id)


def workflow_facts(world: World, person_id: str) -> dict[str, str]:
    """Arguments that lead to what the person has built; nothing before there is any."""
    with world.reading() as session:
        mine = select(Workflow.id).where(Workflow.owner_id == person_id)
        own = session.scalars(mine.order_by(Workflow.created.desc())).first()
        if own is None:
            return {}
        step = select(WorkflowStep.id).where(WorkflowStep.workflow_id == own)
        run = select(WorkflowRun.id).where(WorkflowRun.workflow_id == own)
        return {
            "workflow_id": own,
            "step_id": str(session.scalars(step.order_by(WorkflowStep.position)).first()),
            "run_id": str(session.scalars(run).first()),
        }


def workflow_screens(world: World, person_id: str, channel_id: str) -> Mapping[str, Sequence[str]]:
    """The addresses of the pages of workflows."""
    with world.reading() as session:
        role = session.get_one(Person, person_id).role
        mine = select(Workflow.id).where(Workflow.owner_id == person_id)
        own = session.scalars(mine.order_by(Workflow.created.desc())).first() or ""
        theirs = session.scalars(
            select(Workflow.id).where(Workflow.name == "Request a laptop")
        ).one()
        steps = select(WorkflowStep.id).where(WorkflowStep.workflow_id == own)
        step = session.scalars(steps.order_by(WorkflowStep.position)).first() or ""
        run = session.scalars(select(WorkflowRun.id).where(WorkflowRun.workflow_id == own)).first()
    root, built = f"/workflows/{own}", bool(own)
    addresses = {
        "": [root, f"/workflows/{theirs}"],
        "/details": [f"{root}/details"],
        "/trigger": [f"{root}/trigger", f"{root}/trigger?kind=reaction"],
        "/owner": [f"{root}/owner"],
        "/delete": [f"{root}/delete"],
        "/steps/new": [f"{root}/steps/new", f"{root}/steps/new?kind=add_people"],
        "/steps/<step_id>": [f"{root}/steps/{step}"],
        "/steps/<step_id>/preview": [f"{root}/steps/{step}/preview"],
        "/runs": [f"{root}/runs"],
        "/runs/<run_id>": [f"{root}/runs/{run}"],
        "/runs/<run_id>/form": [f"{root}/runs/{run}/form"],
        "/choices": [],  # options of a field, which are seen there
    }
    return {
        "/workflows": ["/workflows"],
        "/workflows/new": ["/workflows/new"],
        "/c/<channel_id>/workflows/<workflow_id>": [f"/c/{channel_id}/workflows/{theirs}"],
        **{
            f"/workflows/<workflow_id>{path}": found if built and role not in GUESTS else []
            for path, found in addresses.items()
        },
    }
