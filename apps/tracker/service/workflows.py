"""Workflows: statuses, and the ways between them with what each asks for and does."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.apps.tracker.models import Status, Transition, TransitionFrom, Workflow
from workworld.apps.tracker.service import rule_words, site
from workworld.apps.tracker.service.rule_words import RuleWords
from workworld.apps.tracker.types import NumberedId
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows, rows_of
from workworld.errors import NotFound
from workworld.operations import Effect, operation

_ways, _sources = Transition.__table__.c, TransitionFrom.__table__.c
_WAYS = constant(
    select(Transition.__table__)
    .where(_ways.workflow_id == bindparam("workflow"))
    .order_by(_ways.number)
)
_SOURCES = constant(
    select(_sources.transition_id, _sources.status_id)
    .join(Transition.__table__, _ways.id == _sources.transition_id)
    .where(_ways.workflow_id == bindparam("workflow"))
)


@dataclass(frozen=True, slots=True)
class Way:
    """A transition of a workflow."""

    number: int
    name: str
    sources: Sequence[Status]
    """Where it leads from; of one that leads from everywhere none."""
    is_global: bool
    to: Status
    screen: Sequence[str]
    """Names of the fields that it asks for."""
    rules: Sequence[RuleWords]


@dataclass(frozen=True, slots=True)
class Flow:
    """A workflow."""

    workflow: Workflow
    initial: Status
    statuses: Sequence[Status]
    ways: Sequence[Way]


# Tools and pages read one at a time.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST,))
def list(ctx: Context) -> Sequence[Flow]:
    """List the site's workflows with their statuses and transitions, by name."""
    rows = sorted(site.workflows(ctx).values(), key=lambda row: (row.name.casefold(), row.id))
    return [show(ctx, workflow_id=row.id) for row in rows]


# The vendor's API lists them all.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP, Surface.UI))
def show(
    ctx: Context,
    *,
    workflow_id: Annotated[NumberedId, Field(description="A workflow's id.")],
) -> Flow:
    """Tell a workflow's statuses and transitions, with conditions, validators and functions."""
    row = site.workflows(ctx).get(workflow_id)
    if row is None:
        raise NotFound("workflow_not_found", "The workflow does not exist.")
    known, values = site.statuses(ctx), {"workflow": row.id}
    sources: dict[str, builtins.list[Status]] = {}
    for each in rows_of(ctx.session, _SOURCES, values):
        sources.setdefault(each.transition_id, []).append(known[each.status_id])
    ways = [
        Way(
            each.number,
            each.name,
            sorted(sources.get(each.id, ()), key=lambda status: status.position),
            each.is_global,
            known[each.to_id],
            [rule_words.field_name(ctx, field) for field in each.screen],
            [rule_words.words_of(ctx, rule) for rule in each.rules],
        )
        for each in plain_rows(ctx.session, Transition, _WAYS, values)
    ]
    statuses = site.workflow_statuses(ctx).get(row.id, [])
    return Flow(row, known[row.initial_status_id], statuses, ways)
