"""Saved filters: queries with a name, an owner, and those with whom they are shared.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-filters/
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Select, bindparam, func, select
from sqlalchemy import delete as sql_delete

from workworld.apps.tracker import numbers
from workworld.apps.tracker.jql import parse
from workworld.apps.tracker.jql.conditions import check
from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Board, Filter, FilterShare, FilterSubscription, Star
from workworld.apps.tracker.service import access, filter_views, owned
from workworld.apps.tracker.types import Jql, NumberedId, PageSize, PersonId, ShortText, Start
from workworld.context import Context, Surface
from workworld.database import constant, insert_row, plain_rows, rows_of
from workworld.directory import people
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Problem, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require, sight_of, visible

FilterName = Annotated[str, Field(description="What the filter is called.", max_length=255)]
FilterId = Annotated[NumberedId, Field(description="A filter's id.")]
Columns = Annotated[
    Sequence[str], Field(description="Ids of the fields that its results show.", max_length=60)
]
_filters, _shares, _stars = Filter.__table__.c, FilterShare.__table__.c, Star.__table__.c
_NAMESAKE = constant(
    select(_filters.id).where(
        _filters.owner_id == bindparam("owner"), func.lower(_filters.name) == bindparam("lowered")
    )
)
_BOARDS = constant(select(Board.name).where(Board.filter_id == bindparam("filter")).limit(1))


@cache
def _by_id() -> Select[Any]:
    return constant(visible(Filter).where(_filters.id == bindparam("filter")))


def known(ctx: Context, filter_id: str) -> Filter:
    """A filter that the caller sees: a row to be read.

    Raises:
        NotFound: ``filter_not_found``; one that is hidden does not exist.
    """
    found = plain_rows(ctx.session, Filter, _by_id(), sight_of(ctx) | {"filter": filter_id})
    if not found:
        said = f"The selected filter with id '{filter_id}' does not exist."
        raise NotFound("filter_not_found", said)
    return found[0]


def changing(ctx: Context, filter_id: str) -> Filter:
    """A filter that the caller may change, as an object.

    Raises:
        Forbidden: ``filter_not_editable``.
    """
    row = ctx.session.get_one(Filter, known(ctx, filter_id).id)
    require(ctx, "tracker.filters.update", row)
    return row


@permits("tracker.filters.update", Filter)
def _update_rule(ctx: Context, row: Filter) -> Refused | None:
    if filter_views.may_edit(ctx, row.id):
        return None
    return Forbidden("filter_not_editable", "You do not have permission to edit this filter.")


@permits("tracker.filters.delete", Filter)
def _delete_rule(ctx: Context, row: Filter) -> Refused | None:
    if row.owner_id == ctx.actor.person_id or access.is_admin(ctx):
        return None
    said = "You do not have permission to delete this filter: only its owner can."
    return Forbidden("filter_not_editable", said)


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    text: Annotated[ShortText, Field(description="What the name holds; all by default.")] = "",
    owner_id: Annotated[PersonId | None, Field(description="Only this person's.")] = None,
    is_starred: Annotated[bool, Field(description="Only those that the caller starred.")] = False,
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[filter_views.FilterView]:
    """List the saved filters that the caller sees, by name."""
    asked = owned.Asked(text, owner_id, is_starred, start, limit)
    rows, total = owned.found(ctx, Filter, "filter", asked)
    return Listed(filter_views.views(ctx, rows), total, start)


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, filter_id: FilterId) -> filter_views.FilterView:
    """Look one saved filter up."""
    return filter_views.views(ctx, [known(ctx, filter_id)])[0]


@operation(Effect.WRITE, scope="write:jira-work")
def create(
    ctx: Context,
    *,
    name: FilterName,
    jql: Jql = "",
    description: ShortText = "",
    columns: Columns = (),
    is_starred: Annotated[bool, Field(description="Whether it is a favourite.")] = False,
) -> Filter:
    """Save a query under a name; nobody else sees it until it is shared.

    Raises:
        Invalid: ``invalid_fields``: the caller has one of that name, or the query makes no sense.
    """
    now_us = ctx.clock.now_us()
    row = Filter(
        id=numbers.next_id(ctx.ids, "filter"),
        name=_good_name(ctx, ctx.actor.person_id, name),
        description=description.strip(),
        jql=_good_jql(ctx, jql),
        owner_id=ctx.actor.person_id,
        columns=[*columns],
        created_us=now_us,
        updated_us=now_us,
    )
    insert_row(ctx.session, row)
    if is_starred:
        star(ctx, filter_id=row.id)
    _touch(ctx, row.id)
    return known(ctx, row.id)


@operation(Effect.WRITE, scope="write:jira-work")
def update(
    ctx: Context,
    *,
    filter_id: FilterId,
    name: Annotated[FilterName | None, Field(description="Another name.")] = None,
    jql: Annotated[Jql | None, Field(description="Another query, in JQL.")] = None,
    description: Annotated[ShortText | None, Field(description="What it is for.")] = None,
    columns: Annotated[
        Columns | None, Field(description="The fields that its list shows, in order.")
    ] = None,
) -> Filter:
    """Change a saved filter; what is not given stays as it is.

    Raises:
        Forbidden: ``filter_not_editable``.
        Invalid: ``invalid_fields``.
    """
    row = changing(ctx, filter_id)
    if name is not None:
        row.name = _good_name(ctx, row.owner_id, name, besides=row.id)
    if jql is not None:
        row.jql = _good_jql(ctx, jql)
    if description is not None:
        row.description = description.strip()
    if columns is not None:
        row.columns = [*columns]
    row.updated_us = ctx.clock.now_us()
    ctx.session.flush()  # what follows reads it past the unit of work
    _touch(ctx, row.id)
    return row


@operation(Effect.WRITE, scope="write:jira-work")
def delete(ctx: Context, *, filter_id: FilterId) -> None:
    """Delete a saved filter, unless a board shows what it finds.

    Raises:
        Forbidden: ``filter_not_editable``.
        Conflict: ``filter_in_use``.
    """
    row = ctx.session.get_one(Filter, known(ctx, filter_id).id)
    require(ctx, "tracker.filters.delete", row)
    boards = rows_of(ctx.session, _BOARDS, {"filter": row.id})
    if boards:
        said = f"The filter cannot be deleted because the board '{boards[0].name}' uses it."
        raise Conflict("filter_in_use", said)
    for gone in (FilterShare, FilterSubscription):
        ctx.session.execute(sql_delete(gone).where(gone.filter_id == row.id))
    theirs = (_stars.kind == "filter", _stars.thing_id == row.id)
    ctx.session.execute(sql_delete(Star).where(*theirs))
    ctx.session.delete(row)
    ctx.session.flush()  # what follows reads it past the unit of work
    _touch(ctx, filter_id)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.MCP,))
def give(
    ctx: Context,
    *,
    filter_id: FilterId,
    owner_id: Annotated[PersonId, Field(description="Who owns it from now on.")],
) -> Filter:
    """Give a saved filter to somebody else, who sees it from now on; its owner can, or an admin.

    Raises:
        Forbidden: ``filter_not_editable``.
        NotFound: ``user_not_found``.
        Invalid: ``invalid_fields``: they have one of that name.
    """
    row = ctx.session.get_one(Filter, known(ctx, filter_id).id)
    require(ctx, "tracker.filters.delete", row)
    if owner_id not in people.by_ids(ctx.session, [owner_id]):
        raise NotFound("user_not_found", f"The user with id '{owner_id}' does not exist.")
    _good_name(ctx, owner_id, row.name, besides=row.id)
    row.owner_id = owner_id
    row.updated_us = ctx.clock.now_us()
    ctx.session.flush()  # what follows reads it past the unit of work
    _touch(ctx, row.id)
    return row


@operation(Effect.WRITE, scope="write:jira-work")
def star(ctx: Context, *, filter_id: FilterId) -> None:
    """Make a saved filter one of the caller's favourites."""
    row, me = known(ctx, filter_id), ctx.actor.person_id
    if ctx.session.get(Star, (me, "filter", row.id)) is None:
        now_us = ctx.clock.now_us()
        new = Star(person_id=me, kind="filter", thing_id=row.id, starred_us=now_us)
        ctx.session.add(new)
        ctx.session.flush()  # what follows reads it past the unit of work
    _touch(ctx, row.id)


@operation(Effect.WRITE, scope="write:jira-work")
def unstar(ctx: Context, *, filter_id: FilterId) -> None:
    """Make a saved filter a favourite of the caller's no more."""
    row = known(ctx, filter_id)
    mine = (_stars.person_id == ctx.actor.person_id, _stars.thing_id == row.id)
    ctx.session.execute(sql_delete(Star).where(_stars.kind == "filter", *mine))
    _touch(ctx, row.id)


def _good_name(ctx: Context, owner_id: str, name: str, besides: str = "") -> str:
    """A name that the owner has given to no other filter."""
    said = name.strip()
    if not said:
        raise _wrong("You must specify a name to save this filter as.", "name")
    values = {"owner": owner_id, "lowered": said.lower()}
    if any(row.id != besides for row in rows_of(ctx.session, _NAMESAKE, values)):
        raise _wrong("Filter with same name already exists.", "name")
    return said


def _good_jql(ctx: Context, jql: str) -> str:
    try:
        check(Scope.of(ctx), parse(jql))
    except Invalid as refusal:
        raise _wrong(refusal.message, "jql") from refusal
    return jql.strip()


def _wrong(said: str, field: str) -> Invalid:
    return Invalid("invalid_fields", said, problems=[Problem(said, field)])


def _touch(ctx: Context, filter_id: str) -> None:
    ctx.touch("tracker.filters", f"tracker.filter:{filter_id}")
