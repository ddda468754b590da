"""Releases of kanban boards: what is done there becomes a version that is out."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from workworld.apps.tracker import field_ids
from workworld.apps.tracker.models import Board, Issue, IssueVersion, Project, Version
from workworld.apps.tracker.service import board_views, boards, edits, field_values, versions
from workworld.apps.tracker.types import BoardId, Name, ShortText
from workworld.context import Context, Surface
from workworld.errors import Conflict, Invalid
from workworld.operations import Effect, operation
from workworld.permissions import can

_DOORS = (Surface.MCP, Surface.UI)
_fixed = IssueVersion.__table__.c


# The vendor's API creates the version and changes each issue by requests of their own.
@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def ready(ctx: Context, *, board_id: BoardId) -> Sequence[Issue]:
    """List what a kanban board would release: its done issues that no version fixes yet.

    What the board hides because it was done long ago is not among them, nor are issues of other
    projects than the board's own.
    """
    board = boards.known(ctx, board_id)
    if board.kind != "kanban":
        raise Invalid("board_not_kanban", "Only kanban boards release what is done on them.")
    shown = board_views.show(ctx, board_id=board.id).found.everything
    done = [each for each in shown if each.is_done and each.row.project_id == board.project_id]
    fixed = select(_fixed.issue_id).where(_fixed.kind == "fix")
    query = select(Issue).where(
        Issue.id.in_([each.row.id for each in done]), Issue.id.not_in(fixed)
    )
    return ctx.session.scalars(query.order_by(Issue.rank)).all()


# The vendor's API creates the version and changes each issue by requests of their own.
@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def release(
    ctx: Context,
    *,
    board_id: BoardId,
    name: Name,
    description: ShortText = "",
    release_date: versions.Day = "",
) -> Version:
    """Release what is done on a kanban board as a new version; the board shows it no more.

    It takes the done issues that no version fixes yet. Without a date it goes out today.
    """
    board, found = boards.known(ctx, board_id), ready(ctx, board_id=board_id)
    version = versions.create(
        ctx,
        project=board.project_id,
        name=name,
        description=description,
        release_date=release_date,
    )
    if not found:
        said = "Nothing on the board is done that is in no version yet."
        raise Conflict("nothing_to_release", said)
    ctx.session.flush()  # the rows below refer to it past the unit of work
    for issue in found:
        before = {field_ids.FIX_VERSIONS: field_values.current(ctx, issue, field_ids.FIX_VERSIONS)}
        edits.put(ctx, issue, before, {field_ids.FIX_VERSIONS: [version.id]})
    versions.update(ctx, version_id=version.id, is_released=True)
    ctx.touch(f"tracker.board:{board.id}")
    return version


def may_release(ctx: Context, board: Board) -> bool:
    """Whether the caller may release what is done on a board."""
    project = ctx.session.get_one(Project, board.project_id)
    return board.kind == "kanban" and can(ctx, "tracker.versions.create", project)
