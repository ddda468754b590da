"""List views: named lists of an object's records, and who may see and change them.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_listviews.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field as Argument
from sqlalchemy import delete as sql_delete
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import ListView, ListViewLook, ListViewPin
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people
from workworld.apps.crm.service.list_view_access import known, may_edit, not_yours, sees
from workworld.apps.crm.service.list_view_values import (
    ChartOf,
    Columns,
    Descending,
    Filters,
    GroupIds,
    Logic,
    Name,
    QueueId,
    Scope,
    Sharing,
    SortField,
    ViewId,
    WhichScope,
    WhoSees,
    fill,
    usual_columns,
)
from workworld.apps.crm.service.records import SCOPE, sobject_of
from workworld.apps.crm.types import SObjectName
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.operations import Effect, operation

PREFIX = "00B"
_views, _pins = ListView.__table__.c, ListViewPin.__table__.c
# The vendor's REST API reads list views that pages have made.
_WITHOUT_REST = (Surface.MCP, Surface.UI)


@dataclass(frozen=True, slots=True)
class View:
    """A list view as a user has it."""

    row: ListView
    is_pinned: bool
    may_edit: bool
    """Whether they may change what it finds and how it is shared."""
    may_delete: bool


@operation(Effect.READ, scope=SCOPE)
def list(ctx: Context, *, sobject: SObjectName) -> Sequence[View]:
    """List the list views of an object that the caller sees, by name."""
    kind = sobject_of(ctx, sobject)
    query = select(ListView.__table__).where(_views.sobject == kind.name)
    query = query.order_by(_views.name.collate("NOCASE"), _views.id)
    pinned = _pinned(ctx, kind.name)
    found = plain_rows(ctx.session, ListView, query, {})
    return tuple(_view(ctx, row, pinned) for row in found if sees(ctx, row))


@operation(Effect.READ, scope=SCOPE)
def info(ctx: Context, *, view_id: ViewId) -> View:
    """Look one list view up."""
    row = known(ctx, view_id)
    return _view(ctx, row, _pinned(ctx, row.sobject))


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def create(
    ctx: Context,
    *,
    sobject: SObjectName,
    name: Name,
    scope: WhichScope = "everything",
    queue_id: QueueId = None,
    filters: Filters = (),
    logic: Logic = "",
    columns: Columns = (),
    sort_field: SortField = "",
    is_descending: Descending = False,
    sharing: WhoSees = "private",
    group_ids: GroupIds = (),
    chart: ChartOf = None,
) -> View:
    """Make a list view; nobody else sees it until it is shared.

    Raises:
        Invalid: ``INVALID_FILTER``, ``INVALID_FIELD`` or ``REQUIRED_FIELD_MISSING``.
    """
    kind = sobject_of(ctx, sobject)
    now_us = ctx.clock.now_us()
    row = ListView(
        id=record_ids.next_id(ctx.ids, PREFIX),
        sobject=kind.name,
        developer_name="",
        owner_id=people.me(ctx).id,
        created_us=now_us,
        is_standard=False,
    )
    asked = {
        "name": name,
        "scope": scope,
        "queue_id": queue_id,
        "filters": filters,
        "logic": logic,
        "columns": columns or usual_columns(kind),
        "sort_field": sort_field,
        "is_descending": is_descending,
        "sharing": sharing,
        "group_ids": group_ids,
        "chart": chart,
    }
    fill(ctx, kind, row, asked)
    row.developer_name = _developer_name(ctx, row)
    ctx.session.add(row)
    ctx.session.flush()  # what follows reads it past the unit of work
    ctx.touch(f"crm.list_views:{kind.name}")
    return info(ctx, view_id=row.id)


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def update(
    ctx: Context,
    *,
    view_id: ViewId,
    name: Annotated[Name | None, Argument(description="Another name.")] = None,
    scope: Annotated[Scope | None, Argument(description="Whose records.")] = None,
    queue_id: QueueId = None,
    filters: Annotated[Filters | None, Argument(description="Other filters.")] = None,
    logic: Annotated[Logic | None, Argument(description="Another filter logic.")] = None,
    columns: Annotated[Columns | None, Argument(description="Other columns.")] = None,
    sort_field: Annotated[SortField | None, Argument(description="Another order.")] = None,
    is_descending: Annotated[bool | None, Argument(description="Largest first?")] = None,
    sharing: Annotated[Sharing | None, Argument(description="Who else sees it.")] = None,
    group_ids: Annotated[GroupIds | None, Argument(description="Which groups see it.")] = None,
    chart: ChartOf = None,
) -> View:
    """Change a list view; what is not given stays as it is. An empty chart takes it away.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: it is somebody else's, or a standard one.
        Invalid: as for ``create``.
    """
    row = ctx.session.get_one(ListView, known(ctx, view_id).id)
    if not may_edit(ctx, row):
        raise not_yours()
    given = {
        "name": name,
        "scope": scope,
        "queue_id": queue_id,
        "filters": filters,
        "logic": logic if logic is not None or filters is None else "",
        "columns": columns,
        "sort_field": sort_field,
        "is_descending": is_descending,
        "sharing": sharing,
        "group_ids": group_ids,
        "chart": chart,
    }
    fill(ctx, objects.of_name(row.sobject), row, {k: v for k, v in given.items() if v is not None})
    ctx.session.flush()  # what follows reads it past the unit of work
    ctx.touch(f"crm.list_views:{row.sobject}", f"crm.list_view:{row.id}")
    return info(ctx, view_id=row.id)


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def delete(ctx: Context, *, view_id: ViewId) -> None:
    """Delete a list view; the records in it stay.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: it is somebody else's, or a standard one.
    """
    row = ctx.session.get_one(ListView, known(ctx, view_id).id)
    if not may_edit(ctx, row):
        raise not_yours()
    for model in (ListViewPin, ListViewLook):
        ctx.session.execute(sql_delete(model).where(model.view_id == row.id))
    ctx.session.delete(row)
    ctx.session.flush()  # what follows reads it past the unit of work
    ctx.touch(f"crm.list_views:{row.sobject}")


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def pin(ctx: Context, *, view_id: ViewId) -> View:
    """Make a list view the one that the caller sees first of its object."""
    row = known(ctx, view_id)
    key = (people.me(ctx).id, row.sobject)
    there = ctx.session.get(ListViewPin, key)
    if there is None:
        ctx.session.add(ListViewPin(user_id=key[0], sobject=key[1], view_id=row.id))
    else:
        there.view_id = row.id
    ctx.session.flush()  # what follows reads it past the unit of work
    return _view(ctx, row, row.id)


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def unpin(ctx: Context, *, view_id: ViewId) -> View:
    """See what was looked at last first again, and not this list view."""
    row = known(ctx, view_id)
    mine = (_pins.user_id == people.me(ctx).id, _pins.view_id == row.id)
    ctx.session.execute(sql_delete(ListViewPin).where(*mine))
    return _view(ctx, row, "")


@operation(Effect.HOUSEKEEPING, scope=SCOPE, doors=(Surface.UI,))
def arrange(
    ctx: Context,
    *,
    view_id: ViewId,
    widths: Annotated[Mapping[str, int], Argument(description="Pixels by field.")],
    wrapped: Annotated[Sequence[str], Argument(description="Fields whose texts wrap.")],
) -> None:
    """Note how wide the caller's columns of a list view are, and which of them wrap."""
    row = known(ctx, view_id)
    names = set(row.columns)
    key = (people.me(ctx).id, row.id)
    look = ctx.session.get(ListViewLook, key)
    if look is None:
        look = ListViewLook(user_id=key[0], view_id=key[1])
        ctx.session.add(look)
    look.widths = {k: max(60, min(v, 800)) for k, v in sorted(widths.items()) if k in names}
    look.wrapped = sorted(names & set(wrapped))


def look_of(ctx: Context, view_id: str) -> tuple[Mapping[str, int], Sequence[str]]:
    """How wide the caller's columns of a list view are, and which of them wrap."""
    found = ctx.session.get(ListViewLook, (people.me(ctx).id, view_id))
    return (found.widths, found.wrapped) if found else ({}, ())


def default_of(views: Sequence[View]) -> View | None:
    """The list view that somebody sees first: the pinned one, or what they looked at last."""
    pinned = [each for each in views if each.is_pinned]
    recent = [each for each in views if each.row.scope == "recent"]
    return next(iter((*pinned, *recent, *views)), None)


def _view(ctx: Context, row: ListView, pinned: str) -> View:
    may = may_edit(ctx, row)
    return View(row, row.id == pinned, may, may)


def _pinned(ctx: Context, sobject: str) -> str:
    query = select(_pins.view_id).where(
        _pins.user_id == people.me(ctx).id, _pins.sobject == sobject
    )
    return ctx.session.scalar(query) or ""


def _developer_name(ctx: Context, row: ListView) -> str:
    plain = re.sub(r"\W+", "_", row.name, flags=re.ASCII).strip("_") or "View"
    query = select(_views.developer_name).where(_views.sobject == row.sobject)
    taken = set(ctx.session.scalars(query))
    found, number = plain, 1
    while found in taken:
        found, number = f"{plain}{number}", number + 1
    return found
