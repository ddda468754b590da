"""Stars: the projects and boards that somebody wants at hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import Select, String, cast, select

from workworld.apps.tracker.models import Board, Project, Star
from workworld.apps.tracker.service import boards
from workworld.apps.tracker.service import projects as all_projects
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.permissions import VIEWER, sight_of, visible
from workworld.topics import is_own, listens

# The vendor's API lets programs star filters alone, of which `filters` knows.
_DOORS = (Surface.UI, Surface.MCP)
Kind = Annotated[Literal["project", "board"], Field(description="What it is.")]
Thing = Annotated[
    str,
    Field(
        description="The project's key or id, or the board's number.", min_length=1, max_length=64
    ),
]
_stars, _projects, _boards = Star.__table__.c, Project.__table__.c, Board.__table__.c
listens("tracker.stars")(is_own)


@cache
def _starred(kind: str) -> Select[Any]:
    # Made when it is first asked, since who sees what is declared by then.
    model, key = (Project, _projects.id) if kind == "project" else (Board, cast(_boards.id, String))
    query = visible(model).join(Star.__table__, _stars.thing_id == key)
    query = query.where(_stars.person_id == VIEWER, _stars.kind == kind)
    return constant(query.order_by(_stars.starred_us, _stars.thing_id))


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def projects(ctx: Context) -> Sequence[Project]:
    """List the caller's starred projects, in the order in which they were starred."""
    return plain_rows(ctx.session, Project, _starred("project"), sight_of(ctx))


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def starred_boards(ctx: Context) -> Sequence[Board]:
    """List the caller's starred boards, in the order in which they were starred."""
    return plain_rows(ctx.session, Board, _starred("board"), sight_of(ctx))


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def star(ctx: Context, *, kind: Kind, thing: Thing) -> None:
    """Star a project or board; one that is starred stays so."""
    key = (ctx.actor.person_id, kind, _id_of(ctx, kind, thing))
    if ctx.session.get(Star, key) is None:
        person_id, _, thing_id = key
        now_us = ctx.clock.now_us()
        ctx.session.add(Star(person_id=person_id, kind=kind, thing_id=thing_id, starred_us=now_us))
    ctx.touch(f"tracker.stars:{ctx.actor.person_id}")


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def unstar(ctx: Context, *, kind: Kind, thing: Thing) -> None:
    """Take the star from a project or board; one without stays so."""
    starred = ctx.session.get(Star, (ctx.actor.person_id, kind, _id_of(ctx, kind, thing)))
    if starred is not None:
        ctx.session.delete(starred)
    ctx.touch(f"tracker.stars:{ctx.actor.person_id}")


def are_starred(ctx: Context, kind: str, ids: Sequence[str]) -> frozenset[str]:
    """Those of some things that the caller has starred, by id."""
    query = select(_stars.thing_id).where(
        _stars.person_id == ctx.actor.person_id, _stars.kind == kind, _stars.thing_id.in_(ids)
    )
    return frozenset(ctx.session.scalars(query))


def _id_of(ctx: Context, kind: str, thing: str) -> str:
    if kind == "project":
        return all_projects.known(ctx, thing).id
    if not thing.isascii() or not thing.isdigit():
        raise NotFound("board_not_found", "A board is named by its number.")
    return str(boards.known(ctx, int(thing)).id)
