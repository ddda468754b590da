"""How sheets are to be printed, as it is kept with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.models import PrintSetup
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.print_layouts import UPRIGHT, PrintLayout


def kept(grid: Grid) -> PrintSetup | None:
    """What is kept of a sheet; None if it is printed as usual."""
    query = select(PrintSetup).where(PrintSetup.sheet_id == grid.sheet.id)
    return grid.session.scalars(query.order_by(PrintSetup.id)).first()


def layout_of(grid: Grid) -> PrintLayout:
    """How a sheet is laid out on paper where nobody says otherwise."""
    setup = kept(grid)
    return UPRIGHT if setup is None else as_kept(setup)


def as_kept(setup: PrintSetup) -> PrintLayout:
    """What is kept of a sheet, as a layout."""
    return PrintLayout(**setup.settings, range=setup.ranges[0] if setup.ranges else "")


def settings_of(layout: PrintLayout) -> Mapping[str, Any]:
    """What of a layout is not as usual, its range aside."""
    return layout.model_dump(mode="json", exclude_defaults=True, exclude={"range"})
