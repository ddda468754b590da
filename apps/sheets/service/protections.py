"""Who may edit what of a workbook is protected."""

from __future__ import annotations

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Protection, Workbook
from workworld.apps.sheets.service import lying
from workworld.apps.sheets.service.edit_hooks import checks
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.context import Context
from workworld.directory.models import Person
from workworld.directory.people import by_ids
from workworld.errors import Forbidden


def may_edit(ctx: Context, workbook: Workbook, thing: Protection) -> bool:
    """Whether the caller, who may edit a workbook, may edit what something in it protects."""
    me = ctx.actor.person_id
    if thing.warns_only or me in (workbook.owner_id, thing.creator_id, *thing.editor_ids):
        return True
    return thing.is_for_company and not ctx.session.get_one(Person, me).is_guest


@checks
def check(edit: Editing, grid: Grid, area: Area) -> None:
    """See to it that nothing protected is edited by those who may not.

    Raises:
        Forbidden: ``protected_range``, with whom to ask.
    """
    for thing in lying.on(edit, Protection, grid):
        if not may_edit(edit.ctx, edit.workbook, thing) and _protects(thing, grid, area):
            raise refusal(edit, thing)


def refusal(edit: Editing, thing: Protection) -> Forbidden:
    """What those are told who may not edit what something protects."""
    owner = by_ids(edit.ctx.session, [thing.creator_id])[thing.creator_id]
    about = f" ({thing.description})" if thing.description else ""
    said = (
        "You are trying to edit a protected cell or object. Please contact the spreadsheet owner "
        f"to remove protection if you need to edit. It is protected by {owner.name}{about}."
    )
    return Forbidden("protected_range", said)


def _protects(thing: Protection, grid: Grid, area: Area) -> bool:
    """Whether something protects a part of a rectangle."""
    if not thing.is_sheet:
        return any(each.common(area) is not None for each in lying.areas(thing, grid))
    left = [area]
    for free in lying.areas(thing, grid):
        left = [piece for each in left for piece in lying.minus(each, free)]
    return bool(left)
