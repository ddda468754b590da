"""Boards: what their filters find, in columns.

https://developer.atlassian.com/cloud/jira/software/rest/api-group-board/
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, Select, and_, bindparam, func, select
from sqlalchemy import delete as remove

from workworld.apps.tracker import numbers
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Board, Filter, FilterShare, Project, Sprint, Star
from workworld.apps.tracker.service import access, columns, filters, projects
from workworld.apps.tracker.types import BoardId, Name, NumberedId, PageSize, ProjectRef, Start
from workworld.context import Context
from workworld.database import constant, plain_rows, rows_of
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Problem, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require, seen, sees, sight_of, visible
from workworld.topics import listens

Kind = Annotated[Literal["scrum", "kanban"], Field(description="With sprints, or without.")]
_boards, _sprints = Board.__table__.c, Sprint.__table__.c
_filters, _projects, _stars = Filter.__table__.c, Project.__table__.c, Star.__table__.c
_SPRINTS = constant(
    select(func.count().label("number"))
    .select_from(Sprint.__table__)
    .where(_sprints.board_id == bindparam("board"))
)


@sees(Board)
def board_sight() -> ColumnElement[bool]:
    """Which boards the viewer sees: those whose project and whose filter they see."""
    return and_(
        _boards.project_id.in_(visible(Project).with_only_columns(_projects.id)),
        _boards.filter_id.in_(visible(Filter).with_only_columns(_filters.id)),
    )


@cache
def _by_id() -> Select[Any]:
    return constant(visible(Board).where(_boards.id == bindparam("board")))


@cache
def _of_project() -> Select[Any]:
    found = visible(Board).where(_boards.project_id == bindparam("project"))
    return constant(found.order_by(_boards.id))


def known(ctx: Context, board_id: int) -> Board:
    """A board that the caller sees: a row to be read.

    Raises:
        NotFound: ``board_not_found``; one that is hidden does not exist.
    """

    def look_up() -> Board:
        values = sight_of(ctx) | {"board": board_id}
        found = plain_rows(ctx.session, Board, _by_id(), values)
        if not found:
            said = "Board does not exist or you do not have permission to view it."
            raise NotFound("board_not_found", said)
        return found[0]

    return ctx.remembered(("tracker board", board_id), look_up)


def changing(ctx: Context, board_id: int) -> Board:
    """A board as an object, to be configured by the caller.

    Raises:
        Refused: there is none like that, or the caller may not.
    """
    require(ctx, "tracker.boards.edit", known(ctx, board_id))
    return ctx.session.get_one(Board, board_id)


@listens("tracker.board")
def _hears(ctx: Context, board_id: str) -> bool:
    """Whoever sees a board hears of it."""
    return bool(re.fullmatch(r"[1-9]\d{0,15}", board_id)) and seen(ctx, Board, board_id) is not None


def of_project(ctx: Context, project_id: str) -> Sequence[Board]:
    """A project's boards that the caller sees, the oldest first: rows to be read."""
    values = sight_of(ctx) | {"project": project_id}
    return plain_rows(ctx.session, Board, _of_project(), values)


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    name: Annotated[str, Field(description="A part of their names.", max_length=255)] = "",
    kind: Annotated[Kind | None, Field(description="Only boards of this kind.")] = None,
    project: Annotated[
        ProjectRef | None, Field(description="Only boards of this project, by key or id.")
    ] = None,
    filter_id: Annotated[str, Field(description="Only boards of this filter.", max_length=64)] = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Board]:
    """List the boards that the caller sees, by name."""
    wanted: Select[Any] = visible(Board)
    if name:
        wanted = wanted.where(_boards.name.icontains(name, autoescape=True))
    if kind is not None:
        wanted = wanted.where(_boards.kind == kind)
    if project is not None:
        wanted = wanted.where(_boards.project_id == projects.known(ctx, project).id)
    if filter_id:
        wanted = wanted.where(_boards.filter_id == filter_id)
    counted = select(func.count().label("total")).select_from(wanted.subquery())
    (total,) = (row.total for row in rows_of(ctx.session, counted, sight_of(ctx)))
    ordered = wanted.order_by(func.lower(_boards.name), _boards.id).offset(start).limit(limit)
    return Listed(plain_rows(ctx.session, Board, ordered, sight_of(ctx)), total, start)


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, board_id: BoardId) -> Board:
    """Look one board up by its number."""
    return known(ctx, board_id)


@operation(Effect.WRITE, scope="write:jira-work")
def create(
    ctx: Context,
    *,
    name: Name,
    kind: Kind,
    project: ProjectRef,
    filter_id: Annotated[
        NumberedId | None,
        Field(description="The saved filter that it shows; left out: a new one of the project."),
    ] = None,
) -> Board:
    """Make a board in a project, which those who administer the project may do.

    Its columns come from the workflows of the project.
    """
    place = projects.known(ctx, project)
    access.require_has(ctx, names.ADMINISTER_PROJECT, place.id)
    if filter_id is not None:
        filters.known(ctx, filter_id)
    return make(ctx, place, good_name(name), kind, filter_id)


def make(
    ctx: Context, project: Project, name: str, kind: str, filter_id: str | None = None
) -> Board:
    """Make a board whoever the caller is, as a new project has one from the beginning."""
    board = Board(
        id=numbers.next_number(ctx.ids, "board"),
        name=name,
        kind=kind,
        project_id=project.id,
        filter_id=filter_id or _own_filter(ctx, project, name),
        admin_ids=[ctx.actor.person_id],
        card_fields=[],
    )
    ctx.session.add(board)
    ctx.session.flush()  # plain rows are read past the session, and must find it
    columns.put_usual(ctx, board)
    ctx.touch(f"tracker.project:{project.id}")
    ctx.emit("tracker.board_created", board_id=board.id, project_id=project.id)
    return board


def _own_filter(ctx: Context, project: Project, name: str) -> str:
    """A new filter of all issues of a project, shared with whoever sees the project."""
    now = ctx.clock.now_us()
    row = Filter(
        id=numbers.next_id(ctx.ids, "filter"),
        name=f"Filter for {name}",
        jql=f"project = {project.key} ORDER BY Rank ASC",
        owner_id=ctx.actor.person_id,
        columns=[],
        created_us=now,
        updated_us=now,
    )
    ctx.session.add(row)
    ctx.session.flush()  # plain rows are read past the session, and must find it
    share_id = numbers.next_id(ctx.ids, "filter share")
    ctx.session.add(FilterShare(id=share_id, filter_id=row.id, kind="project", thing_id=project.id))
    ctx.session.flush()  # plain rows are read past the session, and must find it
    return row.id


@operation(Effect.WRITE, scope="manage:jira-project")
def delete(ctx: Context, *, board_id: BoardId) -> None:
    """Delete a board; its issues and its filter stay.

    One that has sprints is kept: they are the record of what was done.
    """
    board = changing(ctx, board_id)
    if rows_of(ctx.session, _SPRINTS, {"board": board_id})[0].number:
        raise Conflict("board_has_sprints", f"{board.name} has sprints. Delete those first.")
    stars = remove(Star).where(_stars.kind == "board", _stars.thing_id == str(board.id))
    ctx.session.execute(stars)
    ctx.session.delete(board)
    ctx.session.flush()  # plain rows are read past the session, and must find it
    ctx.touch(f"tracker.board:{board.id}", f"tracker.project:{board.project_id}")
    ctx.emit("tracker.board_deleted", board_id=board_id)


@permits("tracker.boards.edit", Board)
def why_not_configured(ctx: Context, board: Board) -> Refused | None:
    """Its admins configure a board, and whoever administers its project."""
    is_theirs = ctx.actor.person_id in board.admin_ids
    if is_theirs or access.has(ctx, names.ADMINISTER_PROJECT, board.project_id):
        return None
    said = "Only admins of this board or its project may configure it."
    return Forbidden("permission_denied", said)


def good_name(name: str) -> str:
    """A name without space around it.

    Raises:
        Invalid: nothing is left.
    """
    if not name.strip():
        said = "You must specify a name."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "name")])
    return name.strip()
