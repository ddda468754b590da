"""What parts of a service desk have in common: a name and a place within a project.

Request types are seen by whoever sees the project; queues, SLAs, calendars and canned replies by
those who browse all of it, which customers do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, bindparam, func, select

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import (
    CannedReply,
    Project,
    ProjectAccess,
    Queue,
    RequestType,
    Sla,
    SlaCalendar,
)
from workworld.apps.tracker.service import access, projects
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.errors import Invalid, NotFound, Problem
from workworld.permissions import VIEWER, seen, sees, sight_of, visible

P = TypeVar("P", RequestType, Queue, Sla, SlaCalendar, CannedReply)
DESK = "service_desk"
_access = ProjectAccess.__table__.c
_WORDS = {
    "RequestType": "request_type",
    "Queue": "queue",
    "Sla": "sla",
    "SlaCalendar": "calendar",
    "CannedReply": "canned_reply",
}
_LONGEST_NAME = 100


def browsed() -> Select[Any]:
    """Ids of the projects that the viewer browses wholly."""
    bit = names.BIT[names.BROWSE]
    return select(_access.project_id).where(
        _access.person_id == VIEWER, _access.granted.op("&")(bit) != 0
    )


@sees(RequestType)
def _types() -> ColumnElement[bool]:
    seen_ones = visible(Project).with_only_columns(Project.__table__.c.id)
    return RequestType.__table__.c.project_id.in_(seen_ones)


@sees(Queue)
def _queues() -> ColumnElement[bool]:
    return Queue.__table__.c.project_id.in_(browsed())


@sees(Sla)
def _slas() -> ColumnElement[bool]:
    return Sla.__table__.c.project_id.in_(browsed())


@sees(SlaCalendar)
def _calendars() -> ColumnElement[bool]:
    return SlaCalendar.__table__.c.project_id.in_(browsed())


@sees(CannedReply)
def _replies() -> ColumnElement[bool]:
    return CannedReply.__table__.c.project_id.in_(browsed())


def desk(ctx: Context, ref: str) -> Project:
    """A service desk that the caller sees, as a customer at least: a row to be read.

    Raises:
        NotFound: ``service_desk_not_found``.
    """
    missing = NotFound("service_desk_not_found", "The service desk could not be found.")
    try:
        row = projects.known(ctx, ref)
    except NotFound:
        raise missing from None
    if row.kind != DESK:
        raise missing
    return row


def served(ctx: Context, ref: str) -> Project:
    """The same, for those who work there.

    Raises:
        NotFound: ``service_desk_not_found``.
        Forbidden: ``permission_denied``: the caller is a customer.
    """
    row = desk(ctx, ref)
    access.require_has(ctx, names.BROWSE, row.id)
    return row


def run(ctx: Context, ref: str) -> Project:
    """The same, for those who administer it.

    Raises:
        Refused: there is none, or the caller may not.
    """
    row = desk(ctx, ref)
    access.require_has(ctx, names.ADMINISTER_PROJECT, row.id)
    return row


def of_project(ctx: Context, model: type[P], project_id: str) -> Sequence[P]:
    """The parts of a kind that the caller sees, in their order: rows to be read."""
    return plain_rows(ctx.session, model, _listing(model), sight_of(ctx) | {"project": project_id})


def known(ctx: Context, model: type[P], part_id: str) -> P:
    """A part that the caller sees: a row to be read.

    Raises:
        NotFound: ``queue_not_found`` and so on.
    """
    row = seen(ctx, model, part_id)
    if row is None:
        noun = _WORDS[model.__name__]
        raise NotFound(f"{noun}_not_found", f"There is no {noun.replace('_', ' ')} {part_id}.")
    return row


def changing(ctx: Context, model: type[P], part_id: str) -> P:
    """The same as an object, for those who administer the project.

    Raises:
        Refused: there is none, or the caller may not.
    """
    row = known(ctx, model, part_id)
    access.require_has(ctx, names.ADMINISTER_PROJECT, row.project_id)
    return ctx.session.get_one(model, row.id)


def good_name(
    ctx: Context, model: type[P], project_id: str, name: str, own_id: str | None = None
) -> str:
    """A name that a part may have.

    Raises:
        Invalid: ``invalid_queue`` and so on: it is empty, too long, or another one's.
    """
    name, table = name.strip(), model.__table__.c
    noun = _WORDS[model.__name__].replace("_", " ")
    if not name:
        problem = f"The {noun} needs a name."
    elif len(name) > _LONGEST_NAME or not name.isprintable():
        problem = f"The {noun}'s name is one line of at most {_LONGEST_NAME} characters."
    elif ctx.session.scalar(
        select(table.id).where(
            table.project_id == project_id,
            func.lower(table.name) == name.lower(),
            table.id != (own_id or ""),
        )
    ):
        problem = f"There is a {noun} called {name} already."
    else:
        return name
    raise wrong(model, problem, "name")


def wrong(model: type[P], what: str, field: str) -> Invalid:
    """What is wrong with a part.

    Returns:
        ``invalid_queue`` and so on.
    """
    return Invalid(f"invalid_{_WORDS[model.__name__]}", what, problems=[Problem(what, field)])


def next_place(ctx: Context, model: type[P], project_id: str) -> int:
    """The place behind all others of a project."""
    table: Any = model.__table__.c
    last = ctx.session.scalar(
        select(func.max(table.position)).where(table.project_id == project_id)
    )
    return 0 if last is None else int(last) + 1


def put_at(ctx: Context, model: type[P], row: P, place: int) -> None:
    """Move a part to a place among those of its project."""
    ctx.session.flush()  # the others are read with it
    rows = list(
        ctx.session.scalars(
            select(model)
            .where(model.__table__.c.project_id == row.project_id, model.__table__.c.id != row.id)
            .order_by(model.__table__.c.position, model.__table__.c.id)
        )
    )
    rows.insert(min(max(place, 0), len(rows)), row)
    for position, each in enumerate(rows):
        each.position = position


def changed(ctx: Context, project_id: str) -> None:
    """Let pages know that something of a service desk is not as it was."""
    ctx.touch(f"tracker.desk:{project_id}", f"tracker.project:{project_id}")


@cache
def _listing(model: type[P]) -> Select[Any]:
    # Made when it is first asked, since who sees what is declared by then.
    table: Any = model.__table__.c
    rows = visible(model).where(table.project_id == bindparam("project"))
    return constant(rows.order_by(table.position, table.id))
