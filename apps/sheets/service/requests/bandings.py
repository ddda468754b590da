"""Requests on alternating colours.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#addbandingrequest
"""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Banding
from workworld.apps.sheets.service import lying, resources
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.rule_shapes import BandedRange, Id
from workworld.apps.sheets.service.requests.shapes import GridRange, Shape
from workworld.errors import Invalid

_SIDES = ("rowProperties", "columnProperties")


class AddBanding(Shape):
    """A range that is to have alternating colours."""

    banded_range: BandedRange


class UpdateBanding(Shape):
    """Alternating colours, of which a mask names what changes."""

    banded_range: BandedRange
    fields: str


class DeleteBanding(Shape):
    """Alternating colours that go."""

    banded_range_id: Id


@request("addBanding", "Alternating colors")
def add_banding(edit: Editing, given: AddBanding) -> dict[str, Any]:
    """Let rows or columns of a range have alternating colours."""
    wanted = given.banded_range
    range_ = wanted.range or GridRange()
    grid = edit.grid(range_.sheet_id)
    area = area_of(grid, range_)
    edit.check_writable(grid, area)
    _check_free(edit, grid, area, None)
    settings = {name: each for name, each in wanted.json_form().items() if name in _SIDES}
    if not any(settings.values()):
        raise Invalid("invalid_request", "rowProperties or columnProperties must be set.")
    thing = Banding(
        id=wanted.banded_range_id or lying.new_id(edit.ctx),
        sheet_id=grid.sheet.id,
        position=0,
        ranges=[lying.range_text(grid, range_, area)],
        settings=settings,
    )
    if edit.ctx.session.get(Banding, thing.id) is not None:
        raise Invalid("invalid_request", f"A banded range with id {thing.id} already exists.")
    edit.ctx.session.add(thing)
    return {"bandedRange": resources.banded_range(grid.sheet, thing)}


@request("updateBanding", "Alternating colors")
def update_banding(edit: Editing, given: UpdateBanding) -> None:
    """Change alternating colours, or where they are."""
    wanted, mask = given.banded_range, masks.parsed(given.fields)
    thing = _known(edit, wanted.banded_range_id)
    if masks.wants(mask, "range") and wanted.range is not None:
        grid = edit.grid(wanted.range.sheet_id)
        area = area_of(grid, wanted.range)
        _check_free(edit, grid, area, thing)
        thing.sheet_id = grid.sheet.id
        thing.ranges = [lying.range_text(grid, wanted.range, area)]
    settings, told = dict(thing.settings), wanted.json_form()
    for name in _SIDES:
        if masks.wants(mask, name):
            settings.pop(name, None)
            if name in told:
                settings[name] = told[name]
    thing.settings = settings


@request("deleteBanding", "Remove alternating colors")
def delete_banding(edit: Editing, given: DeleteBanding) -> None:
    """Take alternating colours away."""
    edit.ctx.session.delete(_known(edit, given.banded_range_id))


def _known(edit: Editing, thing_id: int | None) -> Banding:
    found = edit.ctx.session.get(Banding, thing_id or 0)
    if found is None or found.sheet_id not in {each.sheet.id for each in edit.grids}:
        raise Invalid("invalid_request", f"No banded range with id: {thing_id}")
    return found


def _check_free(edit: Editing, grid: Grid, area: Area, own: Banding | None) -> None:
    others = (each for each in lying.on(edit, Banding, grid) if each is not own)
    if any(each.common(area) for thing in others for each in lying.areas(thing, grid)):
        said = (
            "You cannot add alternating background colors to a range that already has alternating "
            "background colors."
        )
        raise Invalid("invalid_request", said)
