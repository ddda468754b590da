"""Taking one's own edits back, and doing them again."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Edit
from workworld.apps.sheets.service import access, changesets, following
from workworld.apps.sheets.service.editing import Editing, Outcome, bounds, edit
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.errors import Conflict
from workworld.operations import Effect, operation

# The vendor's API and tools have no undo: what a program did it takes back by another edit.
_DOORS = (Surface.UI,)


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def undo(ctx: Context, *, workbook_id: WorkbookId) -> Outcome:
    """Take back the caller's last edit; what others changed since stays."""
    last = _last(ctx, workbook_id, "done")
    if last is None:
        raise Conflict("nothing_to_undo", "There is nothing to undo.")
    outcome = _apply(ctx, last, changesets.inverse(last.changeset), "undo")
    last.state = "undone"
    return outcome


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def redo(ctx: Context, *, workbook_id: WorkbookId) -> Outcome:
    """Do again what the caller last took back."""
    first = _last(ctx, workbook_id, "undone")
    if first is None:
        raise Conflict("nothing_to_redo", "There is nothing to redo.")
    outcome = _apply(ctx, first, first.changeset, "redo")
    first.state = "done"
    return outcome


def offered(ctx: Context, workbook_id: str) -> tuple[str, str]:
    """What the caller could undo and redo, as the history calls it; empty for nothing."""
    back, again = _last(ctx, workbook_id, "done"), _last(ctx, workbook_id, "undone")
    return back.label if back else "", again.label if again else ""


def where(ctx: Context, workbook_id: str) -> tuple[int, Area] | None:
    """Where the workbook's last edit changed cells: the sheet as the vendor calls it, and the
    rectangle around them; None where it changed none that are there.
    """
    query = select(Edit.changeset).where(Edit.workbook_id == workbook_id)
    changeset = ctx.session.scalars(query.order_by(Edit.revision.desc()).limit(1)).first()
    grids = grids_of(ctx.session, workbook_id)
    found = changesets.places(changeset or b"", {each.sheet.id: each for each in grids})
    for grid in grids:
        if found.get(grid.sheet.id):
            return grid.sheet.sheet_id, bounds(dict.fromkeys(found[grid.sheet.id]))
    return None


def _last(ctx: Context, workbook_id: str, state: Literal["done", "undone"]) -> Edit | None:
    """The caller's last edit that can be undone, or the first that can be redone."""
    access.known(ctx, workbook_id, "writer")
    order = Edit.revision.desc() if state == "done" else Edit.revision
    query = select(Edit).where(
        Edit.workbook_id == workbook_id,
        Edit.person_id == ctx.actor.person_id,
        Edit.state == state,
    )
    return ctx.session.scalars(query.order_by(order).limit(1)).first()


def _apply(ctx: Context, of: Edit, changeset: bytes, state: str) -> Outcome:
    with edit(ctx, of.workbook_id, of.label, state=state) as editing:
        changesets.apply(ctx.session, changeset)
        _settle(editing)
    return editing.outcome


def _settle(editing: Editing) -> None:
    """What others put on lines that are gone again is gone with them."""
    before = {grid.sheet_key: grid for grid in editing.grids}
    editing.grids = grids_of(editing.ctx.session, editing.workbook.id)
    for grid in editing.grids:
        was = before.get(grid.sheet_key)
        if was is not None:
            for axis in ("row", "column"):
                gone = following.missing(was.lines(axis), grid.lines(axis))
                following.remove_lines(editing.ctx.session, grid.sheet_key, axis, gone)
