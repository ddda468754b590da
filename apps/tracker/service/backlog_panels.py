"""What stands beside a backlog: epics with their progress, and versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, select

from workworld.apps.tracker.models import Board, Issue, IssueVersion, Status, Version
from workworld.apps.tracker.service import board_filters, boards, cards, site
from workworld.apps.tracker.types import BoardId
from workworld.context import Context, Surface
from workworld.database import constant, given, plain_rows, rows_of
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

_issues, _versions = Issue.__table__.c, Version.__table__.c
_in_version = IssueVersion.__table__.c
_UNRELEASED = constant(
    select(Version.__table__)
    .where(
        _versions.project_id == bindparam("project"),
        _versions.is_released.is_(False),
        _versions.is_archived.is_(False),
    )
    .order_by(_versions.position)
)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something is."""

    count: int = 0
    done: int = 0
    estimate: float = 0
    """Of all issues, in the board's unit."""
    estimate_done: float = 0

    @property
    def percent(self) -> int:
        """How much of it is done, counted by issues."""
        return round(100 * self.done / self.count) if self.count else 0


@dataclass(frozen=True, slots=True)
class EpicView:
    """An epic, and how far what stands below it is."""

    row: Issue
    status: Status
    progress: Progress


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version to come, and how far it is."""

    version: Version
    progress: Progress


@cache
def _below() -> Select[Any, Any, Any, Any]:
    wanted = visible(Issue).with_only_columns(
        _issues.parent_id.label("of"),
        _issues.status_id,
        _issues.story_points,
        _issues.original_estimate,
    )
    return constant(wanted.where(_issues.parent_id.in_(given("ids"))))


@cache
def _in_versions() -> Select[Any, Any, Any, Any]:
    wanted = visible(Issue).with_only_columns(
        _in_version.version_id.label("of"),
        _issues.status_id,
        _issues.story_points,
        _issues.original_estimate,
    )
    joined = wanted.join(IssueVersion.__table__, _in_version.issue_id == _issues.id)
    fixed = _in_version.kind == "fix", _in_version.version_id.in_(given("ids"))
    return constant(joined.where(*fixed, cards.of_levels(0)))


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def epics(ctx: Context, *, board_id: BoardId) -> Sequence[EpicView]:
    """List the epics of a board that are not done, by rank, with their progress."""
    board, statuses = boards.known(ctx, board_id), site.statuses(ctx)
    done = [each.id for each in statuses.values() if each.category == "done"]
    open_ = _issues.status_id.not_in(done)
    rows = cards.find(ctx, board_filters.of_board(ctx, board), cards.of_levels(1), open_)
    far = _progress(ctx, board, _below(), [row.id for row in rows])
    return [EpicView(row, statuses[row.status_id], far.get(row.id, Progress())) for row in rows]


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def versions(ctx: Context, *, board_id: BoardId) -> Sequence[VersionView]:
    """List the versions of a board's project that are to come, with their progress."""
    board = boards.known(ctx, board_id)
    rows = plain_rows(ctx.session, Version, _UNRELEASED, {"project": board.project_id})
    far = _progress(ctx, board, _in_versions(), [row.id for row in rows])
    return [VersionView(row, far.get(row.id, Progress())) for row in rows]


def _progress(
    ctx: Context, board: Board, query: Select[Any, Any, Any, Any], ids: Sequence[str]
) -> dict[str, Progress]:
    found: dict[str, Progress] = {}
    statuses = site.statuses(ctx)
    for row in rows_of(ctx.session, query, sight_of(ctx) | {"ids": list(ids)}):
        before = found.get(row.of, Progress())
        is_done = statuses[row.status_id].category == "done"
        size = cards.estimate_of(board, row) or 0
        found[row.of] = Progress(
            before.count + 1,
            before.done + is_done,
            before.estimate + size,
            before.estimate_done + size * is_done,
        )
    return found
