"""Workbooks as files: found by Drive's queries, renamed, thrown away.

https://developers.google.com/workspace/drive/api/reference/rest/v3/files
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import access, workbooks
from workworld.apps.sheets.service.editing import edit
from workworld.apps.sheets.service.file_queries import condition
from workworld.apps.sheets.service.requests import registry
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, encode_cursor
from workworld.permissions import sight_of

# Pages have lists of their own, and a control for each of these changes.
_DOORS = (Surface.REST, Surface.MCP)
_ORDERS: dict[str, Any] = {
    "name": func.lower(Workbook.title),
    "name_natural": func.lower(Workbook.title),
    "createdTime": Workbook.created_us,
    "modifiedTime": Workbook.modified_us,
    "modifiedByMeTime": Workbook.modified_us,
    "viewedByMeTime": Workbook.modified_us,
    "sharedWithMeTime": Workbook.modified_us,
    "recency": Workbook.modified_us,
    "folder": None,
    "starred": None,
    "quotaBytesUsed": None,
}
"""By what files can be ordered; what is the same for all of them has no column."""


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def list(
    ctx: Context,
    *,
    query: Annotated[
        str,
        Field(description="Such as: name contains 'budget' and trashed = false.", max_length=5000),
    ] = "",
    order_by: Annotated[
        str, Field(description="Such as: modifiedTime desc,name.", max_length=300)
    ] = "",
    limit: Annotated[int, Field(description="How many at most.", ge=1, le=1000)] = 100,
    cursor: Annotated[str, Field(description="Where the last answer ended.", max_length=500)] = "",
) -> Page[Workbook]:
    """Find spreadsheets by a query of Drive's, those first that were changed last."""
    wanted = select(Workbook).where(access.workbook_sight())
    if query.strip():
        wanted = wanted.where(condition(query, ctx.actor.person_id))
    listing = f"files {query}\n{order_by}"
    start = int(decode_cursor(listing, cursor)) if cursor else 0
    ordered = wanted.order_by(*_order(order_by), Workbook.id).offset(start).limit(limit + 1)
    found = ctx.session.scalars(ordered, sight_of(ctx)).all()
    more = encode_cursor(listing, str(start + limit)) if len(found) > limit else None
    return Page(found[:limit], more)


def _order(text: str) -> tuple[Any, ...]:
    """What a listing is ordered by.

    Raises:
        Invalid: there is no such order.
    """
    found = []
    for part in text.split(",") if text.strip() else ["modifiedTime desc"]:
        name, _, way = part.strip().partition(" ")
        if name not in _ORDERS or way.strip() not in ("", "asc", "desc"):
            raise Invalid("invalid_query", f"Invalid sort key: {part.strip()[:100]}")
        column = _ORDERS[name]
        if column is not None:
            found.append(column.desc() if way.strip() == "desc" else column)
    return tuple(found)


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def update(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    title: Annotated[
        str | None, Field(description="What it is to be called.", min_length=1, max_length=500)
    ] = None,
    is_trashed: Annotated[
        bool | None, Field(description="Whether it is to lie in the trash; only owners may say so.")
    ] = None,
    is_starred: Annotated[
        bool | None, Field(description="Whether the caller wants it at hand.")
    ] = None,
    readers_may_copy: Annotated[
        bool | None, Field(description="Whether those who may only read it may copy it.")
    ] = None,
) -> Workbook:
    """Rename a spreadsheet, throw it away or take it back, star it; the rest of it stays."""
    workbook = access.known(ctx, workbook_id)
    if title is not None:
        with edit(ctx, workbook_id, "Rename") as editing:
            properties = {"properties": {"title": title}, "fields": "title"}
            registry.perform(editing, 0, {"updateSpreadsheetProperties": properties})
    if readers_may_copy is not None:
        access.known(ctx, workbook_id, "writer").readers_may_copy = readers_may_copy
    if is_trashed is not None:
        change = workbooks.trash if is_trashed else workbooks.restore
        change(ctx, workbook_id=workbook_id)
    if is_starred is not None:
        workbooks.star(ctx, workbook_id=workbook_id, is_starred=is_starred)
    return workbook
