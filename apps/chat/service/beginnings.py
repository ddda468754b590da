"""What begins workflows by itself: which are published for it, and the guard against loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import bindparam, select

from workworld.apps.chat.models import Workflow, WorkflowVersion
from workworld.apps.chat.service import running
from workworld.context import Actor, Context
from workworld.database import constant, plain_rows

_versions, _rows = WorkflowVersion.__table__.c, Workflow.__table__.c
_BEGUN_BY = constant(
    select(WorkflowVersion.__table__)
    .join(Workflow.__table__, _rows.id == _versions.workflow_id)
    .where(
        _rows.version == _versions.version,
        _versions.trigger == bindparam("wanted"),
        _versions.channel_id == bindparam("in_channel"),
    )
    .order_by(_versions.workflow_id)
)
_ANYWHERE = constant(
    select(WorkflowVersion.__table__)
    .join(Workflow.__table__, _rows.id == _versions.workflow_id)
    .where(_rows.version == _versions.version, _versions.trigger == bindparam("wanted"))
    .order_by(_versions.workflow_id)
)


def begun_by(ctx: Context, trigger: str, channel_id: str) -> Sequence[WorkflowVersion]:
    """The published versions that something in a channel begins: rows to be read."""
    values = {"wanted": trigger, "in_channel": channel_id}
    return plain_rows(ctx.session, WorkflowVersion, _BEGUN_BY, values)


def begun_anywhere(ctx: Context, trigger: str) -> Sequence[WorkflowVersion]:
    """The published versions that begin with a kind of trigger, wherever: rows to be read."""
    return plain_rows(ctx.session, WorkflowVersion, _ANYWHERE, {"wanted": trigger})


def begin(ctx: Context, version: WorkflowVersion, facts: Mapping[str, str], person_id: str) -> None:
    """Begin a run, unless the workflow itself is behind it, or too many one after another."""
    behind = running.run_behind(ctx)
    if behind is not None:
        is_own = behind.workflow_id == version.workflow_id
        if is_own or behind.depth + 1 >= running.MOST_DEPTH:
            return
    running.begin(ctx, version, facts, person_id)


def owner_of(ctx: Context, version: WorkflowVersion) -> Context:
    """The context of whoever's rights count for a workflow."""
    return replace(ctx, actor=Actor(ctx.session.get_one(Workflow, version.workflow_id).owner_id))
