"""An issue's change by the status that it is to have, as the community's tool has it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import bulk, transitions
from workworld.apps.tracker.service import issues as single
from workworld.apps.tracker.types import FieldValues, IssueRef
from workworld.context import Context, Surface
from workworld.operations import Effect, operation


# The vendor's API changes fields by one request and a status by another, and so do pages.
@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.MCP,))
def update(
    ctx: Context,
    *,
    issue: IssueRef,
    status: Annotated[
        str,
        Field(
            description="Name of the status, or of the transition that leads there.",
            min_length=1,
            max_length=255,
        ),
    ],
    fields: FieldValues = {},  # noqa: B006 - it is only read
) -> Issue:
    """Change fields of an issue and move it on to a status that a transition leads to."""
    if fields:
        single.edit(ctx, issue=issue, fields=fields)
    ways = bulk.ways_to(ctx, issue, status)
    number = str(ways[0].transition.number) if ways else status[:20]
    return transitions.perform(ctx, issue=issue, transition=number)
