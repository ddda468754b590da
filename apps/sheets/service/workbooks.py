"""Workbooks as files: made, opened, thrown away, shared.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/create
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import delete, select

from workworld.approvals import records
from workworld.apps.sheets import APP
from workworld.apps.sheets.models import (
    Comment,
    Edit,
    Name,
    Opening,
    Share,
    Sheet,
    SignOff,
    Star,
    Style,
    Thread,
    Version,
    Workbook,
)
from workworld.apps.sheets.models.cells import Cell, Line
from workworld.apps.sheets.service import access, following
from workworld.apps.sheets.service.editing import edit
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.requests import registry
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.errors import Forbidden, Invalid
from workworld.operations import Effect, operation
from workworld.zones import zone_names

Title = Annotated[str, Field(description="What it is called.", min_length=1, max_length=500)]
TabProperties = Annotated[
    Sequence[Mapping[str, Any]],
    Field(description="The sheets' properties, as the vendor's API has them.", max_length=200),
]
UNTITLED = "Untitled spreadsheet"
# Programs change what files are in one call, ``files.update``.
_PAGES = (Surface.UI,)


@operation(Effect.WRITE, scope="spreadsheets")
def create(
    ctx: Context,
    *,
    title: Title = UNTITLED,
    locale: Annotated[str, Field(description="Such as en_US.", max_length=20)] = "en_US",
    time_zone: Annotated[str, Field(description="An IANA name.", max_length=60)] = "",
    sheets: TabProperties = (),
    requests: Annotated[
        Sequence[Mapping[str, Any]],
        Field(description="What to do to it at once, as requests.", max_length=10_000),
    ] = (),
) -> Workbook:
    """Create a spreadsheet with the sheets that are given, or an empty one."""
    if time_zone and time_zone not in zone_names():
        raise Invalid("invalid_request", f"Invalid time zone: {time_zone}")
    now, me = ctx.clock.now_us(), people.me(ctx)
    workbook = Workbook(
        id=f"1{ctx.ids.next_id('', 43)}",
        title=title,
        locale=locale,
        time_zone=time_zone or me.zone,
        owner_id=me.id,
        created_us=now,
        modified_us=now,
        modified_by=me.id,
    )
    ctx.session.add(workbook)
    ctx.session.flush()  # sheets refer to it, and its look-up goes past the session
    with edit(ctx, workbook.id, "Create", state="past") as editing:
        for index, each in enumerate(sheets or ({},)):
            first = {} if index else {"sheetId": 0}
            tab = {"title": f"Sheet{index + 1}", **first, **each}
            registry.perform(editing, index, {"addSheet": {"properties": tab}})
        for index, each in enumerate(requests):
            registry.perform(editing, index, each)
    ctx.emit("sheets.workbook_created", workbook_id=workbook.id)
    return workbook


@operation(Effect.READ, scope="spreadsheets.readonly")
def get(ctx: Context, *, workbook_id: WorkbookId) -> Workbook:
    """Read what a spreadsheet is: title, owner, when it was changed."""
    return access.known(ctx, workbook_id)


# Only pages are opened; what programs read says nothing about whom it was for.
@operation(Effect.HOUSEKEEPING, scope="spreadsheets.readonly", doors=(Surface.UI,))
def note_opened(ctx: Context, *, workbook_id: WorkbookId) -> None:
    """Note that the caller has opened a spreadsheet, for the list of recent ones."""
    access.known(ctx, workbook_id)
    key = (ctx.actor.person_id, workbook_id)
    opening = ctx.session.get(Opening, key)
    if opening is None:
        opening = Opening(person_id=key[0], workbook_id=key[1], opened_us=0)
        ctx.session.add(opening)
    opening.opened_us = ctx.clock.now_us()


@operation(Effect.WRITE, scope="spreadsheets", doors=_PAGES)
def trash(ctx: Context, *, workbook_id: WorkbookId) -> Workbook:
    """Move a spreadsheet to the trash; only its owner can, and still sees it there."""
    workbook = _own(ctx, workbook_id)
    workbook.is_trashed = True
    return workbook


@operation(Effect.WRITE, scope="spreadsheets", doors=_PAGES)
def restore(ctx: Context, *, workbook_id: WorkbookId) -> Workbook:
    """Take a spreadsheet out of the trash."""
    workbook = _own(ctx, workbook_id)
    workbook.is_trashed = False
    return workbook


@operation(Effect.WRITE, scope="spreadsheets")
def remove(ctx: Context, *, workbook_id: WorkbookId) -> None:
    """Delete a spreadsheet for ever, with all that is in it."""
    workbook = _own(ctx, workbook_id)
    session = ctx.session
    sheet_ids = {each.sheet_key: None for each in grids_of(session, workbook_id)}
    threads = select(Thread.id).where(Thread.sheet_id.in_(sheet_ids))
    session.execute(delete(Comment).where(Comment.thread_id.in_(threads)))
    models: list[Any] = [*following.ranged_models(), Cell, Line]
    for model in models:
        session.execute(delete(model).where(model.sheet_id.in_(sheet_ids)))
    session.execute(delete(SignOff).where(SignOff.workbook_id == workbook_id))
    records.forget(session, APP.id, workbook_id)
    for table in (Name, Sheet, Style, Share, Star, Version, Edit):
        session.execute(delete(table).where(table.workbook_id == workbook_id))
    session.delete(workbook)


@operation(Effect.WRITE, scope="spreadsheets", doors=_PAGES)
def star(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    is_starred: Annotated[bool, Field(description="Whether it is kept at hand.")] = True,
) -> None:
    """Keep a spreadsheet at hand, or no longer."""
    access.known(ctx, workbook_id)
    key = (ctx.actor.person_id, workbook_id)
    known = ctx.session.get(Star, key)
    if is_starred and known is None:
        ctx.session.add(Star(person_id=key[0], workbook_id=key[1]))
    elif not is_starred and known is not None:
        ctx.session.delete(known)


def _own(ctx: Context, workbook_id: str) -> Workbook:
    """A workbook that is the caller's own.

    Raises:
        NotFound: there is none that they see.
        Forbidden: it is somebody else's.
    """
    workbook = access.known(ctx, workbook_id)
    if access.role_of(ctx, workbook) != "owner":
        said = "The user does not have sufficient permissions for this file."
        raise Forbidden("insufficient_file_permissions", said)
    return workbook
