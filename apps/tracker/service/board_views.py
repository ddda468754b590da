"""What a board shows: its columns, and in each of them cards, lane by lane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import ColumnElement, and_, or_, select

from workworld.apps.tracker.models import (
    Board,
    Issue,
    IssueVersion,
    Project,
    QuickFilter,
    Sprint,
    Status,
    Version,
)
from workworld.apps.tracker.service import (
    board_filters,
    boards,
    cards,
    columns,
    lanes,
    projects,
    site,
    sprints,
)
from workworld.apps.tracker.service.board_filters import Found, Narrowing
from workworld.apps.tracker.service.cards import Card
from workworld.apps.tracker.service.columns import Column
from workworld.apps.tracker.service.lanes import Kind, Lane
from workworld.apps.tracker.types import BoardId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_DAY = 24 * 3600 * 1_000_000
_issues, _versions = Issue.__table__.c, Version.__table__.c
_fixed = IssueVersion.__table__.c
_RELEASED = (
    select(_fixed.issue_id)
    .join(Version.__table__, _versions.id == _fixed.version_id)
    .where(_fixed.kind == "fix", _versions.is_released)
)
Looked = Annotated[Narrowing, Field(description="What to look for; nothing shows all.")]


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column, and how many cards it holds."""

    column: Column
    count: int
    """Of all cards, whatever is looked for."""
    points: float

    @property
    def is_over(self) -> bool:
        """Whether it holds more than it should."""
        return self.column.most is not None and self.count > self.column.most

    @property
    def is_under(self) -> bool:
        """Whether it holds less than it should."""
        return self.column.least is not None and self.count < self.column.least


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board as somebody sees it."""

    board: Board
    project: Project
    columns: Sequence[ColumnView]
    lanes: Sequence[Lane]
    lanes_by: Kind
    sprints: Sequence[Sprint]
    """The active ones of a scrum board."""
    has_planned: bool
    """Whether there is a sprint that could be started."""
    quick_filters: Sequence[QuickFilter]
    found: Found
    unmapped: Sequence[Status]
    """Statuses of the project that no column shows."""


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def show(
    ctx: Context,
    *,
    board_id: BoardId,
    narrowing: Looked = Narrowing(),  # noqa: B008 - it is frozen
    swimlanes: Annotated[
        Kind | None, Field(description="By what lanes go; left out: as the board has it.")
    ] = None,
    old: Annotated[
        bool, Field(description="Show what was released or done long ago on a kanban board, too.")
    ] = False,
) -> BoardView:
    """Show a board: its columns with the cards of the active sprint, or of a kanban board all.

    What was released or done long ago is not shown on kanban boards, unless it is asked for.
    """
    board = boards.known(ctx, board_id)
    by = swimlanes or lanes.kind_of(board)
    made = columns.of_board(ctx, board)
    known = sprints.of_board(ctx, board.id) if board.kind == "scrum" else ()
    active = [sprint for sprint in known if sprint.state == sprints.ACTIVE]
    wanted = _on_board(board, by, made, active)
    if board.kind != "scrum" and not old:
        wanted = [*wanted, _is_recent(ctx, board)]
    found = board_filters.find(ctx, board, narrowing, *wanted)
    return BoardView(
        board,
        projects.known(ctx, board.project_id),
        _counted(made, found.everything),
        lanes.of_cards(ctx, board, by, made, found.cards),
        by,
        active,
        any(sprint.state == sprints.FUTURE for sprint in known),
        board_filters.quick_filters(ctx, board.id),
        found,
        columns.unmapped(ctx, board),
    )


def _on_board(
    board: Board,
    by: Kind,
    made: Sequence[Column],
    active: Sequence[Sprint],
) -> Sequence[ColumnElement[bool]]:
    """Which issues stand on a board: in a column, no epics, and sub-tasks if they have lanes."""
    shown = [status.id for column in made for status in column.statuses]
    levels = (0, -1) if by == lanes.SUBTASKS else (0,)
    wanted = [_issues.status_id.in_(shown), cards.of_levels(*levels)]
    if board.kind == "scrum":
        return [*wanted, _issues.sprint_id.in_([sprint.id for sprint in active])]
    return wanted


def _is_recent(ctx: Context, board: Board) -> ColumnElement[bool]:
    """Not done, or neither released nor done so long ago that it is hidden."""
    done = [each.id for each in site.statuses(ctx).values() if each.category == "done"]
    since = ctx.clock.now_us() - board.hide_done_days * _DAY
    kept = and_(_issues.status_changed_us >= since, _issues.id.not_in(_RELEASED))
    return or_(_issues.status_id.not_in(done), kept)


def _counted(made: Sequence[Column], found: Sequence[Card]) -> Sequence[ColumnView]:
    inside: Mapping[int, list[Card]] = {column.position: [] for column in made}
    at = places(made)
    for card in found:
        inside[at[card.row.status_id]].append(card)
    return [
        ColumnView(column, len(held), sum(card.estimate or 0 for card in held))
        for column, held in zip(made, inside.values(), strict=True)
    ]


def places(made: Sequence[Column]) -> Mapping[str, int]:
    """The position of the column that shows a status, by its id."""
    return {status.id: column.position for column in made for status in column.statuses}
