"""What workbooks have from other apps, brought up to date when somebody asks."""

from __future__ import annotations

from workworld.apps.sheets.service import access, calculations, sources
from workworld.apps.sheets.service.edit_hooks import finishes
from workworld.apps.sheets.service.editing import Editing, Outcome, edit
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation


# The vendor's API refreshes its own kind of sources alone; agents have a tool of ours.
@operation(Effect.WRITE, scope="spreadsheets", doors=(Surface.MCP, Surface.UI))
def refresh(ctx: Context, *, workbook_id: WorkbookId) -> Outcome:
    """Ask other apps again for all that a spreadsheet's formulas have from them."""
    with edit(ctx, workbook_id, "Refresh data") as editing:
        sources.forget(ctx, editing.workbook)
    return editing.outcome


@finishes
def ask_what_is_new(editing: Editing) -> None:
    """Formulas that ask other apps are answered within the edit that has put them in."""
    if sources.are_asked(editing.ctx, editing.workbook):
        calculations.answered(editing.ctx, editing.workbook)


@operation(Effect.READ, scope="spreadsheets.readonly", doors=(Surface.UI,))
def refreshed(ctx: Context, *, workbook_id: WorkbookId) -> int | None:
    """Tell when other apps were last asked for a spreadsheet's formulas; nothing if never."""
    return sources.refreshed_us(ctx, access.known(ctx, workbook_id))
