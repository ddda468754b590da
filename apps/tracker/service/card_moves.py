"""Moving cards on a board: into another column, which takes a transition, and to a place there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import boards, columns, ranking, sight, transitions
from workworld.apps.tracker.service.columns import Column
from workworld.apps.tracker.service.ranking import After, Before
from workworld.apps.tracker.service.transitions import Available
from workworld.apps.tracker.types import BoardId, IssueRef
from workworld.context import Context, Surface
from workworld.errors import Conflict, Invalid
from workworld.operations import Effect, operation

ColumnPosition = Annotated[
    int, Field(description="Which column, from the left, the first is 0.", ge=0, le=100)
]


@dataclass(frozen=True, slots=True)
class Move:
    """A column, and how a card gets there."""

    column: Column
    is_here: bool
    """Whether it is in this column already."""
    ways: Sequence[Available]
    """The transitions that the caller may take."""
    reason: str
    """Why there are none."""

    @property
    def is_legal(self) -> bool:
        """Whether the card may be dropped there."""
        return self.is_here or bool(self.ways)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def legal_columns(ctx: Context, *, board_id: BoardId, issue: IssueRef) -> Sequence[Move]:
    """List the columns of a board, and how the caller may move a card into each of them."""
    made = columns.of_board(ctx, boards.known(ctx, board_id))
    row, ways = sight.read(ctx, issue), transitions.list(ctx, issue=issue)
    return [_move(row, column, ways) for column in made]


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def move(
    ctx: Context,
    *,
    board_id: BoardId,
    issue: IssueRef,
    column: ColumnPosition,
    transition: Annotated[
        str | None, Field(description="Which way, if several lead there.", max_length=20)
    ] = None,
    before: Before = None,
    after: After = None,
) -> Issue:
    """Move a card into a column, and before or after another card if one is named.

    Its status changes through the workflow. A transition that asks for something first is
    ``transition_needs_screen``, one that is not possible ``transition_not_allowed``.
    """
    made = columns.of_board(ctx, boards.known(ctx, board_id))
    row = sight.known(ctx, issue)
    target = next((each for each in made if each.position == column), None)
    if target is None:
        raise Invalid("column_not_found", "The board has no such column any more.")
    if row.status_id not in {status.id for status in target.statuses}:
        way = _chosen(_move(row, target, transitions.list(ctx, issue=issue)), transition)
        transitions.perform(ctx, issue=row.id, transition=str(way.transition.number))
    if before is not None or after is not None:
        ranking.put(ctx, ranking.known(ctx, [row.id]), before, after)
    ctx.touch(f"tracker.board:{board_id}")
    return row


def _chosen(there: Move, number: str | None) -> Available:
    ways = [way for way in there.ways if number in (None, str(way.transition.number))]
    if not ways:
        raise Conflict("transition_not_allowed", there.reason or "There is no such way any more.")
    plain = next((way for way in ways if not way.has_screen), None)
    if plain is None:
        asked = ", ".join(field.name for field in ways[0].fields)
        name = ways[0].transition.name
        raise Conflict("transition_needs_screen", f"“{name}” asks for {asked} first.")
    return plain


def _move(row: Issue, column: Column, ways: Sequence[Available]) -> Move:
    shown = [status.id for status in column.statuses]
    if row.status_id in shown:
        return Move(column, True, (), "")
    there = sorted(
        (way for way in ways if way.to.id in shown), key=lambda way: shown.index(way.to.id)
    )
    possible = [way for way in there if way.refused is None]
    if possible:
        return Move(column, False, possible, "")
    refused = [way.refused.message for way in there if way.refused is not None]
    said = f"The workflow leads {row.key} from where it is to no status of {column.name}."
    return Move(column, False, (), refused[0] if refused else said)
