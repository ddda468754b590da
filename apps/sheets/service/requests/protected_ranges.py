"""Requests that protect ranges and sheets.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#addprotectedrangerequest
"""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets import masks
from workworld.apps.sheets.models import Protection
from workworld.apps.sheets.service import lying, protections, resources
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests.named_ranges import known as known_name
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.rule_shapes import Editors, ProtectedRange
from workworld.apps.sheets.service.requests.shapes import GridRange, Shape
from workworld.directory.people import by_email
from workworld.errors import Invalid


class AddProtectedRange(Shape):
    """A new protection."""

    protected_range: ProtectedRange


class UpdateProtectedRange(Shape):
    """A protection, of which a mask names what changes."""

    protected_range: ProtectedRange
    fields: str


class DeleteProtectedRange(Shape):
    """A protection that goes."""

    protected_range_id: int


@request("addProtectedRange", "Protect range")
def add_protected_range(edit: Editing, given: AddProtectedRange) -> dict[str, Any]:
    """Protect a range, or a sheet but for some ranges: only some may edit it, or all are warned."""
    wanted = given.protected_range
    thing = Protection(
        id=wanted.protected_range_id or lying.new_id(edit.ctx),
        creator_id=edit.ctx.actor.person_id,
        description=wanted.description,
        warns_only=wanted.warning_only,
        is_sheet=False,
        is_for_company=False,
        editor_ids=[],
        position=0,
    )
    if edit.ctx.session.get(Protection, thing.id) is not None:
        raise Invalid("invalid_request", f"A protected range with id {thing.id} already exists.")
    grid = _place(edit, thing, wanted)
    _let_edit(edit, thing, wanted.editors)
    edit.ctx.session.add(thing)
    told = resources.protected_range(edit.ctx, grid, edit.workbook, thing)
    return {"protectedRange": told}


@request("updateProtectedRange", "Change protection")
def update_protected_range(edit: Editing, given: UpdateProtectedRange) -> None:
    """Change what is protected, from whom and how."""
    wanted, mask = given.protected_range, masks.parsed(given.fields)
    thing = _known(edit, wanted.protected_range_id)
    if masks.wants(mask, "range") or masks.wants(mask, "namedRangeId"):
        _place(edit, thing, wanted)
    elif masks.wants(mask, "unprotectedRanges"):
        grid = next(each for each in edit.grids if each.sheet.id == thing.sheet_id)
        thing.ranges = _free(edit, grid, wanted.unprotected_ranges)
    if masks.wants(mask, "description"):
        thing.description = wanted.description
    if masks.wants(mask, "warningOnly"):
        thing.warns_only = wanted.warning_only
    if masks.wants(mask, "editors"):
        _let_edit(edit, thing, wanted.editors)


@request("deleteProtectedRange", "Remove protection")
def delete_protected_range(edit: Editing, given: DeleteProtectedRange) -> None:
    """Protect something no longer."""
    edit.ctx.session.delete(_known(edit, given.protected_range_id))


def _known(edit: Editing, thing_id: int | None) -> Protection:
    """A protection that whoever edits may change."""
    found = edit.ctx.session.get(Protection, thing_id or 0)
    here = {each.sheet.id for each in edit.grids}
    if found is None or found.sheet_id not in here:
        raise Invalid("invalid_request", f"No protected range with id: {thing_id}")
    if not protections.may_edit(edit.ctx, edit.workbook, found):
        raise protections.refusal(edit, found)
    return found


def _place(edit: Editing, thing: Protection, wanted: ProtectedRange) -> Grid:
    """Let a protection lie where a request wants it."""
    if wanted.named_range_id:
        name = known_name(edit, wanted.named_range_id)
        grid = next(each for each in edit.grids if each.sheet.id == name.sheet_id)
        thing.name_id, thing.ranges, thing.is_sheet = name.id, [name.range], False
    else:
        given = wanted.range or GridRange()
        grid = edit.grid(given.sheet_id)
        area = area_of(grid, given)
        thing.name_id = None
        thing.is_sheet = not (given.model_fields_set - {"sheet_id"})
        if thing.is_sheet:
            thing.ranges = _free(edit, grid, wanted.unprotected_ranges)
        else:
            if wanted.unprotected_ranges:
                said = "unprotectedRanges can only be set when a whole sheet is protected."
                raise Invalid("invalid_request", said)
            thing.ranges = [lying.range_text(grid, given, area)]
    thing.sheet_id = grid.sheet.id
    return grid


def _free(edit: Editing, grid: Grid, given: list[GridRange]) -> list[str]:
    del edit
    if any(each.sheet_id != grid.sheet.sheet_id for each in given):
        raise Invalid("invalid_request", "unprotectedRanges must be on the protected sheet.")
    return [lying.range_text(grid, each, area_of(grid, each)) for each in given]


def _let_edit(edit: Editing, thing: Protection, editors: Editors | None) -> None:
    if editors is None:
        return
    if thing.warns_only and (editors.users or editors.groups):
        said = "Editors cannot be set for protection that only warns."
        raise Invalid("invalid_request", said)
    found = []
    for address in editors.users:
        person = by_email(edit.ctx.session, address)
        if person is None:
            raise Invalid("invalid_request", f"There is nobody with the address {address}.")
        found.append(person.id)
    thing.editor_ids = list(dict.fromkeys(found))
    thing.is_for_company = editors.domain_users_can_edit
