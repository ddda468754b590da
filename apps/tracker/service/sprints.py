"""Sprints of scrum boards: planned, under way, closed.

https://developer.atlassian.com/cloud/jira/software/rest/api-group-sprint/
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, Select, bindparam, func, select

from workworld.apps.tracker import numbers
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Board, Issue, Sprint
from workworld.apps.tracker.service import access, boards, history, sprint_members
from workworld.apps.tracker.types import BoardId, Microseconds, PageSize, SprintId, Start
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows, rows_of
from workworld.errors import Conflict, Invalid, NotFound, Problem, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require, sees, sight_of, visible

FUTURE, ACTIVE, CLOSED = "future", "active", "closed"
LONGEST_NAME = 30
State = Literal["future", "active", "closed"]
SprintName = Annotated[
    str, Field(description=f"What it is called; at most {LONGEST_NAME} characters.", max_length=255)
]
Goal = Annotated[str, Field(description="What it is to achieve.", max_length=1000)]
_sprints, _boards, _issues = Sprint.__table__.c, Board.__table__.c, Issue.__table__.c
_LAST = constant(
    select(func.max(_sprints.position).label("position")).where(
        _sprints.board_id == bindparam("board")
    )
)
_ORDER = {CLOSED: 0, ACTIVE: 1, FUTURE: 2}


@sees(Sprint)
def sprint_sight() -> ColumnElement[bool]:
    """Which sprints the viewer sees: those of boards that they see."""
    return _sprints.board_id.in_(visible(Board).with_only_columns(_boards.id))


@cache
def _by_id() -> Select[Any]:
    return constant(visible(Sprint).where(_sprints.id == bindparam("sprint")))


@cache
def _of_board() -> Select[Any]:
    found = visible(Sprint).where(_sprints.board_id == bindparam("board"))
    return constant(found.order_by(_sprints.position, _sprints.id))


def known(ctx: Context, sprint_id: int) -> Sprint:
    """A sprint that the caller sees: a row to be read.

    Raises:
        NotFound: ``sprint_not_found``; one that is hidden does not exist.
    """
    found = plain_rows(ctx.session, Sprint, _by_id(), sight_of(ctx) | {"sprint": sprint_id})
    if not found:
        said = "Sprint does not exist or you do not have permission to view it."
        raise NotFound("sprint_not_found", said)
    return found[0]


def changing(ctx: Context, sprint_id: int) -> Sprint:
    """A sprint as an object, to be changed by the caller.

    Raises:
        Refused: there is none like that, or the caller may not.
    """
    require(ctx, "tracker.sprints.edit", known(ctx, sprint_id))
    return ctx.session.get_one(Sprint, sprint_id)


def of_board(ctx: Context, board_id: int) -> Sequence[Sprint]:
    """A board's sprints that the caller sees, in its order: closed, active, future ones."""
    found = plain_rows(ctx.session, Sprint, _of_board(), sight_of(ctx) | {"board": board_id})
    return sorted(found, key=lambda each: _ORDER[each.state])


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST, Surface.MCP))
def list(
    ctx: Context,
    *,
    board_id: BoardId,
    states: Annotated[
        Sequence[State], Field(description="Only sprints in these states; none for all.")
    ] = (),
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Sprint]:
    """List the sprints of a scrum board: closed ones, the active one, then those planned."""
    board = boards.known(ctx, board_id)
    _require_scrum(board)
    found = [each for each in of_board(ctx, board_id) if not states or each.state in states]
    return Listed(found[start : start + limit], len(found), start)


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, sprint_id: SprintId) -> Sprint:
    """Look one sprint up by its number."""
    return known(ctx, sprint_id)


@operation(Effect.WRITE, scope="write:jira-work")
def create(
    ctx: Context,
    *,
    board_id: BoardId,
    name: SprintName = "",
    goal: Goal = "",
    start_us: Annotated[Microseconds | None, Field(description="When it is to begin.")] = None,
    end_us: Annotated[Microseconds | None, Field(description="When it is to end.")] = None,
) -> Sprint:
    """Plan a sprint on a scrum board, after those planned already.

    Without a name it gets the next number after the last one's.
    """
    board = boards.known(ctx, board_id)
    require(ctx, "tracker.sprints.create", board)
    _require_scrum(board)
    _require_dates(start_us, end_us)
    called = _good_name(name) if name else next_name(ctx, board)
    return add(ctx, board, called, goal.strip(), start_us, end_us)


def add(
    ctx: Context,
    board: Board,
    name: str,
    goal: str = "",
    start_us: int | None = None,
    end_us: int | None = None,
) -> Sprint:
    """Add a future sprint behind all others of a board."""
    (last,) = rows_of(ctx.session, _LAST, {"board": board.id})
    sprint = Sprint(
        id=numbers.next_number(ctx.ids, "sprint"),
        board_id=board.id,
        name=name,
        goal=goal,
        position=(last.position or 0) + 1,
        start_us=start_us,
        end_us=end_us,
        created_us=ctx.clock.now_us(),
    )
    ctx.session.add(sprint)
    ctx.session.flush()  # plain rows are read past the session, and must find it
    touch(ctx, sprint)
    ctx.emit("tracker.sprint_created", sprint_id=sprint.id, board_id=sprint.board_id)
    return sprint


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.MCP, Surface.UI))
def edit(
    ctx: Context,
    *,
    sprint_id: SprintId,
    name: Annotated[SprintName | None, Field(description="A new name.")] = None,
    goal: Annotated[Goal | None, Field(description="A new goal.")] = None,
    start_us: Annotated[Microseconds | None, Field(description="When it is to begin.")] = None,
    end_us: Annotated[Microseconds | None, Field(description="When it is to end.")] = None,
) -> Sprint:
    """Change a sprint's name, goal or dates; whatever is left out stays as it is.

    Of a closed sprint only name and goal change.
    """
    sprint = changing(ctx, sprint_id)
    if sprint.state == CLOSED and (start_us, end_us) != (None, None):
        raise Conflict("sprint_closed", f"{sprint.name} is closed: its dates stay as they are.")
    if name is not None:
        sprint.name = _good_name(name)
    if goal is not None:
        sprint.goal = goal.strip()
    sprint.start_us = sprint.start_us if start_us is None else start_us
    sprint.end_us = sprint.end_us if end_us is None else end_us
    _require_dates(sprint.start_us, sprint.end_us)
    touch(ctx, sprint)
    return sprint


@operation(Effect.WRITE, scope="write:jira-work")
def delete(ctx: Context, *, sprint_id: SprintId) -> None:
    """Delete a sprint that has not been started; its issues go back to the backlog."""
    sprint = changing(ctx, sprint_id)
    if sprint.state != FUTURE:
        said = f"{sprint.name} has been started: it is the record of what was done."
        raise Conflict("sprint_not_deletable", said)
    facts = {"sprint_id": sprint_id, "board_id": sprint.board_id, "name": sprint.name}
    for issue in inside(ctx, sprint):
        history.note(ctx, issue, sprint_members.put(ctx, issue, None))
    ctx.session.delete(sprint)
    ctx.session.flush()  # plain rows are read past the session, and must find it
    touch(ctx, sprint)
    ctx.emit("tracker.sprint_deleted", **facts)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.REST, Surface.MCP, Surface.UI))
def swap(
    ctx: Context,
    *,
    sprint_id: SprintId,
    with_id: Annotated[SprintId, Field(description="The sprint that takes its place.")],
) -> Sprint:
    """Let two planned sprints of a board change places."""
    first, second = changing(ctx, sprint_id), changing(ctx, with_id)
    if first.board_id != second.board_id or {first.state, second.state} != {FUTURE}:
        said = "Only planned sprints of one board change places."
        raise Invalid("invalid_swap", said)
    first.position, second.position = second.position, first.position
    ctx.session.flush()  # plain rows are read past the session, and must find it
    touch(ctx, first)
    return first


def inside(ctx: Context, sprint: Sprint) -> Sequence[Issue]:
    """The issues that are in a sprint now, without their sub-tasks, seen or not."""
    return sprint_members.inside(ctx, sprint.id)


def touch(ctx: Context, sprint: Sprint) -> None:
    """Let pages know that a sprint is not as it was."""
    ctx.touch(f"tracker.sprint:{sprint.id}", f"tracker.board:{sprint.board_id}")


def next_name(ctx: Context, board: Board) -> str:
    """``CAL Sprint 8`` after ``CAL Sprint 7``; the first is named after its board."""
    found = of_board(ctx, board.id)
    if not found:
        return f"{board.name[: LONGEST_NAME - 12]} Sprint 1"
    last = max(found, key=lambda each: (each.position, each.id)).name
    numbered = re.fullmatch(r"(.*?)(\d{1,9})", last)
    if numbered is None:
        return f"Sprint {len(found) + 1}"
    stem, number = numbered.groups()
    return f"{stem}{int(number) + 1:0{len(number)}}"[:LONGEST_NAME]


def _require_scrum(board: Board) -> None:
    if board.kind != "scrum":
        raise Invalid("board_has_no_sprints", "The board does not support sprints.")


def _good_name(name: str) -> str:
    name = boards.good_name(name)
    if len(name) > LONGEST_NAME:
        said = f"The sprint name must be at most {LONGEST_NAME} characters long."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "name")])
    return name


def _require_dates(start_us: int | None, end_us: int | None) -> None:
    if start_us is not None and end_us is not None and end_us <= start_us:
        said = "The end date of a sprint must be after the start date."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "endDate")])


@permits("tracker.sprints.create", Board)
def _why_no_sprint(ctx: Context, board: Board) -> Refused | None:
    """Sprints are planned by those who may manage the sprints of the board's project."""
    return access.why_not(ctx, names.MANAGE_SPRINTS, board.project_id)


@permits("tracker.sprints.edit", Sprint)
def _why_not_changed(ctx: Context, sprint: Sprint) -> Refused | None:
    """The same decides on what becomes of them."""
    return _why_no_sprint(ctx, boards.known(ctx, sprint.board_id))
