"""The columns of boards, and which statuses each one shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from workworld.apps.tracker.service import boards, site
from workworld.apps.tracker.service import columns as made
from workworld.apps.tracker.types import BoardId, NumberedId
from workworld.context import Context, Surface
from workworld.errors import Invalid, Problem
from workworld.operations import Effect, operation
from workworld.shapes import CLOSED

MOST_COLUMNS = 20
_DOORS = (Surface.MCP, Surface.UI)
"""The vendor's API does not configure boards."""


class ColumnSetting(BaseModel):
    """A column as it is to be."""

    model_config = CLOSED

    name: Annotated[str, Field(description="What it is called.", max_length=60)]
    statuses: Annotated[
        Sequence[NumberedId],
        Field(description="Ids of the statuses that it shows.", max_length=100),
    ] = ()
    least: Annotated[
        int | None, Field(description="How many cards it should hold.", ge=0, le=10_000)
    ] = None
    most: Annotated[
        int | None, Field(description="How many it should hold at most.", ge=0, le=10_000)
    ] = None


@operation(Effect.READ, scope="read:jira-work")
def list(ctx: Context, *, board_id: BoardId) -> Sequence[made.Column]:
    """List the columns of a board from left to right, with their statuses and limits."""
    return made.of_board(ctx, boards.known(ctx, board_id))


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    board_id: BoardId,
    columns: Annotated[
        Sequence[ColumnSetting],
        Field(description="All columns from left to right.", max_length=MOST_COLUMNS),
    ],
) -> Sequence[made.Column]:
    """Give a board these columns instead of those that it has.

    Issues whose status no column shows are not on the board.
    """
    board = boards.changing(ctx, board_id)
    problems = [*_wrong_columns(columns), *_wrong_statuses(ctx, columns)]
    if problems:
        raise Invalid("invalid_fields", problems=problems)
    made.put(ctx, board, [_setting(each) for each in columns])
    ctx.touch(f"tracker.board:{board_id}")
    return made.of_board(ctx, board)


def _setting(column: ColumnSetting) -> made.Setting:
    return made.Setting(column.name.strip(), tuple(column.statuses), column.least, column.most)


def _wrong_columns(columns: Sequence[ColumnSetting]) -> Sequence[Problem]:
    titles = [column.name.strip().casefold() for column in columns]
    said = []
    if not columns:
        said.append("A board has at least one column.")
    if not all(titles):
        said.append("Each column has a name.")
    if len(set(titles)) < len(titles):
        said.append("Two columns have the same name.")
    said += [
        f"The minimum of {column.name} is greater than its maximum."
        for column in columns
        if column.least is not None and column.most is not None and column.least > column.most
    ]
    return [Problem(each, "columns") for each in said]


def _wrong_statuses(ctx: Context, columns: Sequence[ColumnSetting]) -> Sequence[Problem]:
    wanted = [status_id for column in columns for status_id in column.statuses]
    known = site.statuses(ctx)
    said = [f"There is no status {each}." for each in wanted if each not in known]
    if len(set(wanted)) < len(wanted):
        said.append("A status stands in one column at most.")
    return [Problem(each, "columns") for each in said]
