"""Starting and completing sprints, and the record of what was in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.tracker.models import Issue, Sprint
from workworld.apps.tracker.service import (
    boards,
    history,
    site,
    sprint_changes,
    sprint_members,
    sprints,
)
from workworld.apps.tracker.service.sprints import ACTIVE, CLOSED, FUTURE
from workworld.apps.tracker.types import Microseconds, SprintId
from workworld.context import Context, Surface
from workworld.errors import Conflict, Invalid
from workworld.operations import Effect, operation

_TWO_WEEKS = 14 * 24 * 3600 * 1_000_000


@dataclass(frozen=True, slots=True)
class Completed:
    """What became of a sprint's issues."""

    sprint: Sprint
    done: int
    moved: Sequence[Issue]
    """Those that were not done."""
    destination: Sprint | None
    """Where they went; None for the backlog."""


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.MCP, Surface.UI))
def start(
    ctx: Context,
    *,
    sprint_id: SprintId,
    start_us: Annotated[
        Microseconds | None, Field(description="When it begins; left out: as planned, or now.")
    ] = None,
    end_us: Annotated[
        Microseconds | None, Field(description="When it ends; left out: as planned, or in 2 weeks.")
    ] = None,
    name: Annotated[sprints.SprintName | None, Field(description="A new name.")] = None,
    goal: Annotated[sprints.Goal | None, Field(description="A new goal.")] = None,
) -> Sprint:
    """Start a planned sprint; a board has one active sprint at a time."""
    sprint = sprints.changing(ctx, sprint_id)
    if sprint.state != FUTURE:
        said = f"{sprint.name} is {sprint.state} already: only planned sprints are started."
        raise Conflict("sprint_not_future", said)
    _require_no_other(ctx, sprint)
    begins = start_us or sprint.start_us or ctx.clock.now_us()
    ends = end_us or sprint.end_us or begins + _TWO_WEEKS
    sprints.edit(ctx, sprint_id=sprint_id, name=name, goal=goal, start_us=begins, end_us=ends)
    sprint.state, sprint.activated_us = ACTIVE, ctx.clock.now_us()
    ctx.session.flush()  # plain rows are read past the session, and must find it
    sprint_changes.record(ctx, sprint.id, sprint_changes.COMMITTED, sprints.inside(ctx, sprint))
    ctx.touch(f"tracker.project:{boards.known(ctx, sprint.board_id).project_id}")
    ctx.emit("tracker.sprint_started", sprint_id=sprint.id, board_id=sprint.board_id)
    return sprint


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.MCP, Surface.UI))
def complete(
    ctx: Context,
    *,
    sprint_id: SprintId,
    destination: Annotated[
        Literal["backlog", "sprint", "new"],
        Field(description="Where issues that are not done go: backlog, another sprint, a new one."),
    ] = "backlog",
    to_sprint_id: Annotated[
        SprintId | None, Field(description="Which sprint, for the destination sprint.")
    ] = None,
) -> Completed:
    """Complete the active sprint; what is not done goes to the backlog or into another sprint."""
    sprint = sprints.changing(ctx, sprint_id)
    if sprint.state != ACTIVE:
        said = f"{sprint.name} is {sprint.state}: only the active sprint is completed."
        raise Conflict("sprint_not_active", said)
    to = _destination(ctx, sprint, destination, to_sprint_id)
    issues = sprints.inside(ctx, sprint)
    statuses = site.statuses(ctx)
    done = [each for each in issues if statuses[each.status_id].category == "done"]
    left = [each for each in issues if statuses[each.status_id].category != "done"]
    _record(ctx, sprint, done, left)
    sprint.state, sprint.completed_us = CLOSED, ctx.clock.now_us()
    ctx.session.flush()  # plain rows are read past the session, and must find it
    for issue in issues:
        sprint_members.stay(ctx, issue)
    for issue in left if to else ():
        history.note(ctx, issue, sprint_members.put(ctx, issue, to))
    ctx.session.flush()  # plain rows are read past the session, and must find it
    sprints.touch(ctx, sprint)
    ctx.emit("tracker.sprint_completed", sprint_id=sprint.id, board_id=sprint.board_id)
    return Completed(sprint, len(done), left, to)


def _require_no_other(ctx: Context, sprint: Sprint) -> None:
    for other in sprints.of_board(ctx, sprint.board_id):
        if other.state == ACTIVE:
            said = f"{other.name} is active. Complete it before you start another sprint."
            raise Conflict("sprint_already_active", said)


def _destination(
    ctx: Context, sprint: Sprint, destination: str, to_sprint_id: int | None
) -> Sprint | None:
    if destination == "backlog":
        return None
    if destination == "new":
        board = boards.known(ctx, sprint.board_id)
        return sprints.add(ctx, board, sprints.next_name(ctx, board))
    if to_sprint_id is None:
        raise Invalid("sprint_required", "Name the sprint that the issues are to go to.")
    to = sprints.known(ctx, to_sprint_id)
    if to.state != FUTURE or to.board_id != sprint.board_id:
        raise Invalid("invalid_destination", f"{to.name} is no planned sprint of this board.")
    return ctx.session.get_one(Sprint, to.id)


def _record(ctx: Context, sprint: Sprint, done: Sequence[Issue], left: Sequence[Issue]) -> None:
    """What was done in it was recorded when it was; of the rest it is written down now."""
    finished = set[str]()
    for change in sprint_changes.of_sprint(ctx, sprint.id):
        if change.kind == sprint_changes.COMPLETED:
            finished.add(change.issue_id)
        elif change.kind in (sprint_changes.REOPENED, sprint_changes.REMOVED):
            finished.discard(change.issue_id)
    outside = [each for each in done if each.id not in finished]
    sprint_changes.record(ctx, sprint.id, sprint_changes.COMPLETED_OUTSIDE, outside)
    sprint_changes.record(ctx, sprint.id, sprint_changes.NOT_COMPLETED, left)
