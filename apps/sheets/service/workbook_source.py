"""``IMPORTRANGE(workbook, range)``: what cells of another workbook come to.

https://support.google.com/docs/answer/3093340. Whoever writes the formula, or refreshes the data,
must see the other workbook: that is the grant for all who see this one.
"""

from __future__ import annotations

import re
from typing import Any

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.values import Error
from workworld.apps.sheets.service import access, calculations
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.ranges import resolved
from workworld.apps.sheets.service.sources import source
from workworld.context import Context

_ADDRESS = re.compile(r"(?:.*/(?:s|d)/)?([A-Za-z0-9_-]{20,60})(?:[/?#].*)?")


@source("IMPORTRANGE", least=2, most=2)
def import_range(ctx: Context, workbook: str, range_: str) -> list[list[Any]]:
    """The values of a range of a workbook that the caller sees, without blank rows at its end.

    Args:
        ctx: of whoever asks.
        workbook: its id or its address.
        range_: in A1 notation, with or without a sheet's title, or a name.

    Raises:
        NotFound: there is no such workbook, or the caller does not see it.
        Invalid: it has no such range.
    """
    found = _ADDRESS.fullmatch(workbook.strip())
    other = access.known(ctx, found[1] if found else workbook.strip())
    place = resolved(ctx, grids_of(ctx.session, other.id), range_.strip())
    area, used = place.area, place.grid.used()
    bottom = max(area.top + 1, min(area.bottom, used.bottom))
    right = max(area.left + 1, min(area.right, used.right))
    seen = Area(area.top, area.left, bottom, right)
    rows = calculations.calculated(ctx, other).values(place.grid, seen)
    return [[each.code if isinstance(each, Error) else each for each in row] for row in rows]
