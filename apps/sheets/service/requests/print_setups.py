"""A request on how a sheet is printed. The vendor has none: it is ours, in its manner."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workworld.apps.sheets.models import PrintSetup
from workworld.apps.sheets.service import lying, print_setups
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.print_layouts import PrintLayout
from workworld.apps.sheets.service.ranges import resolved
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import Shape


class Layout(PrintLayout, Shape):
    """``PrintLayout`` in the vendor's manner of naming; what is left out is as usual."""

    breaks_after_rows: tuple[Annotated[int, Field(ge=1)], ...] = Field(default=(), max_length=200)


class UpdatePrintLayout(Shape):
    """A sheet, and how it is printed from now on."""

    sheet_id: int = 0
    layout: Layout = Field(default_factory=Layout)


@request("updatePrintLayout", "Set up printing")
def update_print_layout(edit: Editing, given: UpdatePrintLayout) -> None:
    """Keep how a sheet is printed: by whoever prints it, in PDF files and in files of others."""
    grid = edit.grid(given.sheet_id)
    layout = given.layout
    ranges: list[str] = []
    if layout.range:
        ranges = [lying.text_of(grid, resolved(edit.ctx, [grid], layout.range).area)]
    setup, settings = print_setups.kept(grid), dict(print_setups.settings_of(layout))
    if setup is None:
        setup = PrintSetup(id=lying.new_id(edit.ctx), sheet_id=grid.sheet.id, position=0)
        edit.ctx.session.add(setup)
    setup.ranges, setup.settings = ranges, settings
