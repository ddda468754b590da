"""Copies of workbooks, and of sheets into other workbooks.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.sheets/copyTo
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.sheets.models import Line, Metadata, Name, Protection, Sheet, Thread, Workbook
from workworld.apps.sheets.service import access, following, lying
from workworld.apps.sheets.service.editing import Editing, edit
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.apps.sheets.service.refusals import no_access, no_sheet
from workworld.apps.sheets.service.sheet_properties import check_title, free_title
from workworld.apps.sheets.service.styles import Styles
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context
from workworld.database import driver
from workworld.operations import Effect, operation

_CELLS = (
    "SELECT row_id, column_id, kind, number, text, style_id, note, extra FROM sheets_cells"
    " WHERE sheet_id = ?"
)
_PUT = (
    "INSERT INTO sheets_cells"
    " (sheet_id, row_id, column_id, kind, number, text, style_id, note, extra)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@operation(Effect.WRITE, scope="spreadsheets")
def copy(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    title: Annotated[
        str, Field(description="What it is called; by default Copy of …", max_length=500)
    ] = "",
) -> Workbook:
    """Copy a spreadsheet; the copy is the caller's own, shared with nobody, without comments."""
    source = access.known(ctx, workbook_id)
    if not source.readers_may_copy and not access.may(ctx, source, "writer"):
        raise no_access()
    now = ctx.clock.now_us()
    made = Workbook(
        id=f"1{ctx.ids.next_id('', 43)}",
        title=title.strip() or f"Copy of {source.title}"[:500],
        locale=source.locale,
        time_zone=source.time_zone,
        recalculation=source.recalculation,
        theme=source.theme,
        owner_id=ctx.actor.person_id,
        created_us=now,
        modified_us=now,
        modified_by=ctx.actor.person_id,
    )
    ctx.session.add(made)
    ctx.session.flush()  # sheets refer to it, and its look-up goes past the session
    with edit(ctx, made.id, "Copy", state="past") as editing:
        grids = grids_of(ctx.session, workbook_id)
        taken = {grid.sheet.id: _copied(editing, grid, grid.sheet.title) for grid in grids}
        sheet_ids = {old: new.sheet.id for old, new in taken.items()}
        name_ids = _copy_names(ctx, workbook_id, made.id, sheet_ids)
        _copy_things(ctx, sheet_ids, name_ids)
        _copy_metadata(ctx, workbook_id, made.id)
        editing.grids = list(taken.values())
    ctx.emit("sheets.workbook_created", workbook_id=made.id)
    return made


@operation(Effect.WRITE, scope="spreadsheets")
def copy_sheet(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    sheet_id: Annotated[int, Field(description="The sheet's id in its spreadsheet.", ge=0)],
    destination_id: Annotated[
        str, Field(description="The id of the spreadsheet into which it is copied.", max_length=100)
    ],
    title: Annotated[
        str, Field(description="What it is called; by default Copy of …", max_length=100)
    ] = "",
) -> Grid:
    """Copy a sheet into another spreadsheet, or into its own, behind the last one there."""
    source = access.known(ctx, workbook_id)
    if not source.readers_may_copy and not access.may(ctx, source, "writer"):
        raise no_access()
    found = [e for e in grids_of(ctx.session, workbook_id) if e.sheet.sheet_id == sheet_id]
    if not found:
        raise no_sheet(sheet_id)
    with edit(ctx, destination_id, "Copy sheet") as editing:
        if title:
            check_title(editing.grids, title)
        wanted = title or free_title(editing.grids, f"Copy of {found[0].sheet.title}", " {}")
        made = _copied(editing, found[0], wanted, len(editing.grids))
        editing.grids.append(made)
        _copy_things(ctx, {found[0].sheet.id: made.sheet.id}, {})
    return made


def _copied(editing: Editing, grid: Grid, title: str, position: int | None = None) -> Grid:
    """A sheet copied into the workbook that is edited, with its cells and lines.

    Args:
        editing: that workbook.
        grid: the sheet.
        title: of the copy.
        position: of the copy; None for that of the sheet, whose number it keeps then as well.
    """
    ctx, old = editing.ctx, grid.sheet
    number = ctx.ids.next_number("sheets sheet", 2**31 - 1)
    kept = _columns(old)
    place = {} if position is None else {"sheet_id": number, "position": position}
    sheet = Sheet(
        **kept | {"id": number, "workbook_id": editing.workbook.id, "title": title} | place
    )
    ctx.session.add(sheet)
    ctx.session.flush()  # cells are written past the session
    looks = _looks(editing, grid)
    database = driver(ctx.session)
    cells = list(database.execute(_CELLS, (old.id,)))
    database.executemany(
        _PUT,
        [(number, *each[:5], None if each[5] is None else looks[each[5]], *each[6:])
         for each in cells],
    )  # fmt: skip
    for line in ctx.session.scalars(select(Line).where(Line.sheet_id == old.id)):
        style_id = None if line.style_id is None else looks[line.style_id]
        ctx.session.add(Line(**_columns(line) | {"sheet_id": number, "style_id": style_id}))
    return Grid(ctx.session, sheet)


def _looks(editing: Editing, grid: Grid) -> Mapping[int, int | None]:
    """The looks of a sheet's workbook → the same in the one that is edited."""
    known = Styles(editing.ctx, grid.sheet.workbook_id).all()
    return {style_id: editing.styles.id_of(look) for style_id, look in sorted(known.items())}


def _columns(row: Any) -> dict[str, Any]:
    return {each.key: getattr(row, each.key) for each in row.__table__.columns}


def _copy_names(
    ctx: Context, source_id: str, target_id: str, sheet_ids: Mapping[int, int]
) -> Mapping[str, str]:
    """Copy named ranges: the id of each → that of its copy."""
    found = {}
    query = select(Name).where(Name.workbook_id == source_id).order_by(Name.id)
    for name in ctx.session.scalars(query).all():
        found[name.id] = str(lying.new_id(ctx))
        new = {"id": found[name.id], "workbook_id": target_id, "sheet_id": sheet_ids[name.sheet_id]}
        ctx.session.add(Name(**_columns(name) | new))
    return found


def _copy_metadata(ctx: Context, source_id: str, target_id: str) -> None:
    """Copy what programs keep with a workbook as a whole."""
    query = select(Metadata).where(Metadata.workbook_id == source_id).order_by(Metadata.id)
    for thing in ctx.session.scalars(query).all():
        new = {"id": lying.new_id(ctx), "workbook_id": target_id}
        ctx.session.add(Metadata(**_columns(thing) | new))


def _copy_things(ctx: Context, sheet_ids: Mapping[int, int], name_ids: Mapping[str, str]) -> None:
    """Copy what lies on ranges of sheets, but for conversations about them."""
    for model in following.ranged_models():
        if model is Thread:
            continue
        for thing in following.things(ctx.session, model, sheet_ids):
            kept = _columns(thing)
            kept |= {"id": lying.new_id(ctx), "sheet_id": sheet_ids[thing.sheet_id]}
            if "sources" in kept:
                kept["sources"] = [
                    {**each, "sheet": sheet_ids[each["sheet"]]}
                    if each["sheet"] in sheet_ids
                    else {**each, "sheet": kept["sheet_id"], "range": following.LOST}
                    for each in kept["sources"]
                ]
            if model is Protection:
                kept |= {"creator_id": ctx.actor.person_id, "editor_ids": []}
                kept["name_id"] = name_ids.get(kept["name_id"] or "")
            ctx.session.add(model(**kept))
