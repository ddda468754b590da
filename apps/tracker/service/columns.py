"""What boards are made of: columns, and the statuses that each of them shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, select

from workworld.apps.tracker.models import Board, BoardColumn, BoardColumnStatus, Status
from workworld.apps.tracker.service import site
from workworld.context import Context
from workworld.database import constant, insert_row, plain_rows

_MOST_IN_PROGRESS = 4
_columns, _placed = BoardColumn.__table__.c, BoardColumnStatus.__table__.c
_COLUMNS = constant(
    select(BoardColumn.__table__)
    .where(_columns.board_id == bindparam("board"))
    .order_by(_columns.position)
)
_PLACED = constant(
    select(BoardColumnStatus.__table__)
    .where(_placed.board_id == bindparam("board"))
    .order_by(_placed.column, _placed.position)
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a board."""

    position: int
    name: str
    statuses: tuple[Status, ...]
    least: int | None = None
    most: int | None = None

    @property
    def is_done(self) -> bool:
        """Whether all that it shows is done."""
        return bool(self.statuses) and all(each.category == "done" for each in self.statuses)


@dataclass(frozen=True, slots=True)
class Setting:
    """A column as it is to be."""

    name: str
    statuses: tuple[str, ...]
    least: int | None = None
    most: int | None = None


def of_board(ctx: Context, board: Board) -> Sequence[Column]:
    """A board's columns from left to right."""
    values, known = {"board": board.id}, site.statuses(ctx)
    inside: dict[int, list[Status]] = {}
    for row in plain_rows(ctx.session, BoardColumnStatus, _PLACED, values):
        inside.setdefault(row.column, []).append(known[row.status_id])
    return [
        Column(row.position, row.name, tuple(inside.get(row.position, ())), row.least, row.most)
        for row in plain_rows(ctx.session, BoardColumn, _COLUMNS, values)
    ]


def unmapped(ctx: Context, board: Board) -> Sequence[Status]:
    """The statuses of its project's workflows that no column of a board shows."""
    shown = {status.id for column in of_board(ctx, board) for status in column.statuses}
    return [each for each in statuses_of(ctx, board.project_id) if each.id not in shown]


def statuses_of(ctx: Context, project_id: str) -> Sequence[Status]:
    """The statuses that a project's issues may have, in the order of its workflows."""
    types = site.project_types(ctx).get(project_id, {})
    flows = site.workflow_statuses(ctx)
    found: dict[str, Status] = {}
    for row in types.values():
        for status in flows.get(row.workflow_id, ()):
            found.setdefault(status.id, status)
    return [*found.values()]


def put_usual(ctx: Context, board: Board) -> None:
    """Give a new board one column of what is to do, some of what is in progress, one of what is
    done."""
    put(ctx, board, usual(statuses_of(ctx, board.project_id)))


def usual(statuses: Sequence[Status]) -> Sequence[Setting]:
    """The columns that boards of these statuses begin with."""
    groups: Mapping[str, Sequence[Status]] = {
        kind: [each for each in statuses if each.category == kind]
        for kind in ("new", "indeterminate", "done")
    }
    under_way = groups["indeterminate"]
    if len(under_way) <= _MOST_IN_PROGRESS:
        middle = [_setting(status.name, [status]) for status in under_way]
    else:
        middle = [_setting("In Progress", under_way)]
    todo, done = _setting("To Do", groups["new"]), _setting("Done", groups["done"])
    return [todo, *middle, done]


def _setting(name: str, statuses: Sequence[Status]) -> Setting:
    return Setting(name, tuple(each.id for each in statuses))


def put(ctx: Context, board: Board, columns: Sequence[Setting]) -> None:
    """Give a board these columns instead of those that it has."""
    for model in (BoardColumnStatus, BoardColumn):
        ctx.session.execute(delete(model).where(model.board_id == board.id))
    for position, column in enumerate(columns):
        row = BoardColumn(
            board_id=board.id,
            position=position,
            name=column.name.strip(),
            least=column.least,
            most=column.most,
        )
        insert_row(ctx.session, row)
        for place, status_id in enumerate(column.statuses):
            shown = BoardColumnStatus(
                board_id=board.id, status_id=status_id, column=position, position=place
            )
            insert_row(ctx.session, shown)
