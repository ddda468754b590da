"""Workflows to try, and what became of them."""

from typing import Any

from sqlalchemy import select

from tests.kit import Doors, Office
from workworld.apps.chat.models import Message, Workflow, WorkflowRun, WorkflowRunStep, WorkflowStep
from workworld.apps.chat.service import workflows
from workworld.calls import perform
from workworld.worlds import World

HOUR = 3600
ANSWERS = {"which_laptop": "13 inches", "what_for": "A <!channel> & *more*", "needed_by": ""}
Part = dict[str, Any]


def part(kind: str, /, **settings: Any) -> Part:
    return {"kind": kind, "settings": settings}


def build(doors: Doors, trigger: Part, *parts: Part, name: str = "Ours") -> str:
    made = perform(
        doors.world, doors.actor, workflows.create, name=name, trigger=trigger, steps=list(parts)
    )
    perform(doors.world, doors.actor, workflows.publish, workflow_id=made.id)
    return str(made.id)


def laptop(world: World) -> str:
    with world.reading() as session:
        return session.scalars(select(Workflow.id).where(Workflow.name == "Request a laptop")).one()


def runs(world: World, workflow_id: str) -> list[WorkflowRun]:
    with world.reading() as session:
        query = select(WorkflowRun).where(WorkflowRun.workflow_id == workflow_id)
        found = list(session.scalars(query.order_by(WorkflowRun.started, WorkflowRun.id)))
        session.expunge_all()
        return found


def outcomes(world: World, run_id: str) -> list[tuple[str, str]]:
    with world.reading() as session:
        query = select(WorkflowRunStep).where(WorkflowRunStep.run_id == run_id)
        rows = session.scalars(query.order_by(WorkflowRunStep.position))
        return [(row.status, row.reason) for row in rows]


def built_steps(world: World, workflow_id: str) -> list[tuple[str, str]]:
    with world.reading() as session:
        query = select(WorkflowStep.id, WorkflowStep.kind)
        query = query.where(WorkflowStep.workflow_id == workflow_id)
        return [
            (found.id, found.kind)
            for found in session.execute(query.order_by(WorkflowStep.position))
        ]


def newest(world: World, channel_id: str) -> Message:
    with world.reading() as session:
        query = select(Message).where(Message.channel_id == channel_id)
        row = session.scalars(query.order_by(Message.ts.desc()).limit(1)).one()
        session.expunge(row)
        return row


def others_message(world: World, office: Office, channel: str) -> str:
    """The newest message of Mingzhu's in a channel."""
    with world.reading() as session:
        query = select(Message.ts).where(
            Message.channel_id == office.channels[channel],
            Message.author_id == office.people["mchen"],
            Message.subtype.is_(None),
        )
        return session.scalars(query.order_by(Message.ts.desc())).first() or ""
