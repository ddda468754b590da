"""Where cells lead: by ``HYPERLINK``, by a look with a link, or by what a file said of them.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells#CellData
"""

from __future__ import annotations

from workworld.apps.sheets.service.calculations import Values
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.apps.sheets.service.styles import Format

_LEADS = ("https://", "http://", "mailto:", "#gid=")
"""How addresses begin that are followed: those of the web, of mail, and of places in the file."""


def own_link(cell: CellRow, look: Format) -> str:
    """The address that a cell has whatever it comes to; empty if it has none."""
    told = (look.get("textFormat") or {}).get("link") or {}
    return str((cell.extra or {}).get("link") or told.get("uri") or "")


def link_of(values: Values, grid: Grid, place: Place, cell: CellRow, look: Format) -> str:
    """The address that a cell leads to; empty if it leads nowhere.

    Args:
        values: what the workbook's cells come to; the cell's own value was asked for.
        grid: its sheet.
        place: where it is.
        cell: what it holds.
        look: how it looks.
    """
    if cell.kind == "formula" and "HYPERLINK" in (cell.text or "").upper():
        shown = values.ask(lambda each: each.display(grid.sheet.id, *place))
        if shown is not None and shown.kind == "link":
            return str(shown.details["url"])
    return own_link(cell, look)


def followed(address: str) -> str:
    """An address where a reader may be sent; empty if it is none, such as one of a script."""
    return address if address.lower().startswith(_LEADS) else ""
