"""With whom saved filters are shared, and who of them may change them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import FilterShare, Group
from workworld.apps.tracker.service import filters, projects
from workworld.apps.tracker.types import NumberedId
from workworld.context import Context, Surface
from workworld.database import constant, insert_row, plain_rows
from workworld.directory import people
from workworld.errors import Invalid, NotFound, Problem
from workworld.operations import Effect, operation

Kind = Annotated[
    Literal["all", "project", "group", "person"],
    Field(description="With everybody who is signed in, or with those of one thing."),
]
_shares, _groups = FilterShare.__table__.c, Group.__table__.c
_OF_FILTER = constant(
    select(FilterShare.__table__)
    .where(_shares.filter_id == bindparam("filter"))
    .order_by(_shares.id)
)
_GROUP = constant(
    select(Group.__table__).where(
        (_groups.id == bindparam("ref")) | (_groups.name == bindparam("ref"))
    )
)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST, Surface.MCP))
def list(ctx: Context, *, filter_id: filters.FilterId) -> Sequence[FilterShare]:
    """List with whom a saved filter is shared."""
    row = filters.known(ctx, filter_id)
    return plain_rows(ctx.session, FilterShare, _OF_FILTER, {"filter": row.id})


@operation(Effect.WRITE, scope="write:jira-work")
def add(
    ctx: Context,
    *,
    filter_id: filters.FilterId,
    kind: Kind,
    thing: Annotated[
        str, Field(description="The project's key, group's name or person's id.", max_length=255)
    ] = "",
    may_edit: Annotated[bool, Field(description="Whether they may change it as well.")] = False,
) -> Sequence[FilterShare]:
    """Share a saved filter; with whom it is shared already may change it or not as is said now.

    Raises:
        Forbidden: ``filter_not_editable``.
        NotFound: there is no such project, group or person.
    """
    row = filters.changing(ctx, filter_id)
    thing_id = thing_of(ctx, kind, thing)
    for share in _known(ctx, row.id):
        if (share.kind, share.thing_id) == (kind, thing_id):
            ctx.session.get_one(FilterShare, share.id).may_edit = may_edit
            break
    else:
        new = FilterShare(
            id=numbers.next_id(ctx.ids, "filter share"),
            filter_id=row.id,
            kind=kind,
            thing_id=thing_id,
            may_edit=may_edit,
        )
        insert_row(ctx.session, new)
    return _told(ctx, row.id)


@operation(Effect.WRITE, scope="write:jira-work")
def remove(
    ctx: Context,
    *,
    filter_id: filters.FilterId,
    share_id: Annotated[NumberedId, Field(description="The share's id.")],
) -> Sequence[FilterShare]:
    """Share a saved filter with somebody no more.

    Raises:
        Forbidden: ``filter_not_editable``.
        NotFound: ``share_not_found``.
    """
    row = filters.changing(ctx, filter_id)
    share = ctx.session.get(FilterShare, share_id)
    if share is None or share.filter_id != row.id:
        raise NotFound("share_not_found", f"The filter has no share with id '{share_id}'.")
    ctx.session.delete(share)
    return _told(ctx, row.id)


def _known(ctx: Context, filter_id: str) -> Sequence[FilterShare]:
    return plain_rows(ctx.session, FilterShare, _OF_FILTER, {"filter": filter_id})


def _told(ctx: Context, filter_id: str) -> Sequence[FilterShare]:
    ctx.session.flush()  # what follows reads it past the unit of work
    ctx.touch("tracker.filters", f"tracker.filter:{filter_id}")
    return _known(ctx, filter_id)


def thing_of(ctx: Context, kind: str, thing: str) -> str:
    """The id of what a share names."""
    if kind == "all":
        return ""
    if not thing.strip():
        raise Invalid("invalid_fields", problems=[Problem(f"Name the {kind}.", "thing")])
    if kind == "project":
        return projects.known(ctx, thing).id
    if kind == "person":
        if thing not in people.by_ids(ctx.session, [thing]):
            raise NotFound("user_not_found", f"The user with id '{thing}' does not exist.")
        return thing
    found = plain_rows(ctx.session, Group, _GROUP, {"ref": thing})
    if not found:
        raise NotFound("group_not_found", f"The group '{thing}' does not exist.")
    return found[0].id
