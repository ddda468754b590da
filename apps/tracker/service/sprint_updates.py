"""A sprint's change by the state that it is to have, as the vendor's API has it.

https://developer.atlassian.com/cloud/jira/software/rest/api-group-sprint/
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.tracker.models import Sprint
from workworld.apps.tracker.service import sprint_runs, sprints
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.types import Microseconds, SprintId
from workworld.context import Context
from workworld.operations import Effect, operation


@operation(Effect.WRITE, scope="write:jira-work", doors=PROGRAMS)
def update(
    ctx: Context,
    *,
    sprint_id: SprintId,
    state: Annotated[
        Literal["future", "active", "closed"] | None,
        Field(description="active starts it, closed completes it; what is not done goes back."),
    ] = None,
    name: Annotated[sprints.SprintName | None, Field(description="A new name.")] = None,
    goal: Annotated[sprints.Goal | None, Field(description="A new goal.")] = None,
    start_us: Annotated[Microseconds | None, Field(description="When it is to begin.")] = None,
    end_us: Annotated[Microseconds | None, Field(description="When it is to end.")] = None,
) -> Sprint:
    """Change a sprint, start it, or complete it."""
    now = sprints.known(ctx, sprint_id).state
    if state == "active" and now != state:
        given = {"name": name, "goal": goal, "start_us": start_us, "end_us": end_us}
        return sprint_runs.start(ctx, sprint_id=sprint_id, **given)  # type: ignore[arg-type]
    changed = sprints.edit(
        ctx, sprint_id=sprint_id, name=name, goal=goal, start_us=start_us, end_us=end_us
    )
    if state == "closed" and now != state:
        sprint_runs.complete(ctx, sprint_id=sprint_id)
    return changed
