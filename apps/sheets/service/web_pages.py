"""Workbooks as web pages: one for each sheet, packed together.

https://developers.google.com/workspace/drive/api/guides/ref-export-formats
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import escape

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Merge
from workworld.apps.sheets.service import following, lying
from workworld.apps.sheets.service.cell_links import followed
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.views import SeenCell, View
from workworld.apps.sheets.service.xlsx.colours import code_of_json
from workworld.files.spreadsheets import SteadyArchive

_UNFIT = re.compile(r"[\\/:*?\"<>|\x00-\x1f]")
_FRAME = (
    "<!doctype html>\n<html><head><meta charset=utf-8><title>{title}</title><style>"
    "table{{border-collapse:collapse;font:10pt Arial,sans-serif}}"
    "td{{border:1px solid #ddd;padding:2px 4px}}</style></head>\n<body><table>\n{rows}"
    "</table></body></html>\n"
)


def as_pages(view: View, grids: Sequence[Grid]) -> bytes:
    """What sheets show, each on a page of its own, in one archive."""
    made, taken = io.BytesIO(), set[str]()
    with SteadyArchive(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for grid in grids:
            if not grid.sheet.is_hidden:
                stem = _UNFIT.sub("_", grid.sheet.title) or "Sheet"
                name, turn = stem, 2
                while name.casefold() in taken:
                    name, turn = f"{stem} ({turn})", turn + 1
                taken.add(name.casefold())
                rows = "".join(_rows(view, grid))
                page = _FRAME.format(title=escape(grid.sheet.title), rows=rows)
                archive.writestr(f"{name}.html", page.encode())
    return made.getvalue()


def _rows(view: View, grid: Grid) -> Iterator[str]:
    extent = view.values.extent(grid)
    cells = dict(view.cells(grid, extent)) if extent.size else {}
    merges = [
        area
        for each in following.things(grid.session, Merge, {grid.sheet.id: None})
        for area in lying.areas(each, grid)
    ]
    first = {(each.top, each.left): each for each in merges}
    for row in range(extent.bottom):
        said = [
            _cell(cells.get((row, column)), first.get((row, column)))
            for column in range(extent.right)
            if (row, column) in first or not any((row, column) in each for each in merges)
        ]
        yield f"<tr>{''.join(said)}</tr>\n"


def _cell(cell: SeenCell | None, merged: Area | None) -> str:
    spans = f" rowspan={merged.height} colspan={merged.width}" if merged else ""
    if cell is None:
        return f"<td{spans}></td>"
    style = _style(cell)
    text = str(escape(cell.shown.text)).replace("\n", "<br>")
    link = followed(cell.link)
    if link and not link.startswith("#"):
        text = f'<a href="{escape(link)}">{text}</a>'
    return f'<td{spans} style="{style}">{text}</td>' if style else f"<td{spans}>{text}</td>"


def _style(cell: SeenCell) -> str:
    look: Mapping[str, Any] = cell.look
    text = look.get("textFormat") or {}
    is_number = isinstance(cell.value, int | float) and not isinstance(cell.value, bool)
    side = look.get("horizontalAlignment") or ("RIGHT" if is_number else "")
    lines = [word for name, word in (("underline", "underline"), ("strikethrough", "line-through"))
             if text.get(name)]  # fmt: skip
    told = {
        "font-weight": "bold" if text.get("bold") else "",
        "font-style": "italic" if text.get("italic") else "",
        "text-decoration": " ".join(lines),
        "color": code_of_json(text, "foregroundColor"),
        "background": code_of_json(look, "backgroundColor"),
        "text-align": {"RIGHT": "right", "CENTER": "center"}.get(side, ""),
    }
    return ";".join(f"{name}:{value}" for name, value in told.items() if value)
