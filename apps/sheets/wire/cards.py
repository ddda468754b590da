"""What addresses of workbooks lead to: title, owner and the first rows of the range."""

from __future__ import annotations

import re
from itertools import islice
from urllib.parse import parse_qs, urlsplit

from workworld.apps.sheets import APP
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.apps.sheets.service.ranges import resolved
from workworld.apps.sheets.service.views import View
from workworld.context import Context
from workworld.directory import people
from workworld.errors import Refused
from workworld.links.cards import Card, resolves
from workworld.permissions import seen

_WORKBOOK = re.compile(r"/s/([A-Za-z0-9]{44})(?:/view)?/?")
_ROWS, _COLUMNS = 4, 5
_LONGEST = 40


@resolves(APP.id)
def card_of(ctx: Context, path: str) -> Card | None:
    """The card of a workbook that the caller may see, with what stands first in it."""
    parts = urlsplit(path)
    match = _WORKBOOK.fullmatch(parts.path)
    workbook = seen(ctx, Workbook, match[1]) if match else None
    if workbook is None:
        return None
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    grid, area = _place(ctx, workbook, query.get("gid", ""), query.get("range", ""))
    owner = people.by_ids(ctx.session, [workbook.owner_id])[workbook.owner_id]
    return Card(
        "Spreadsheet",
        workbook.title,
        subtitle=f"{grid.sheet.title} · {owner.name}",
        icon=APP.icon,
        rows=_rows(View(ctx, workbook), grid, area),
    )


def _place(ctx: Context, workbook: Workbook, gid: str, range_: str) -> tuple[Grid, Area]:
    """The sheet and range that an address names; the first sheet in view by default."""
    grids = grids_of(ctx.session, workbook.id)
    shown = [each for each in grids if not each.sheet.is_hidden]
    grid = next((each for each in shown if str(each.sheet.sheet_id) == gid), shown[0])
    try:
        found = resolved(ctx, [grid, *grids], range_) if range_ else None
    except Refused:
        found = None
    if found is None or found.is_single:
        return grid, grid.area
    return found.grid, found.area


def _rows(view: View, grid: Grid, area: Area) -> tuple[tuple[str, ...], ...]:
    """The first rows of a range, as far as a card has room."""
    right = min(area.right, area.left + _COLUMNS)
    first = Area(area.top, area.left, min(area.bottom, area.top + _ROWS), right)
    told = {at: cell.shown.text for at, cell in islice(view.cells(grid, first), first.size)}
    rows = [
        tuple(_short(told.get((row, column), "")) for column in range(first.left, right))
        for row in range(first.top, first.bottom)
    ]
    while rows and not any(rows[-1]):
        rows.pop()
    width = max((at + 1 for row in rows for at, said in enumerate(row) if said), default=0)
    return tuple(row[:width] for row in rows)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
