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
from workworld.apps.sheets.service import alignments, following, lying, sparklines, themes
from workworld.apps.sheets.service.cell_links import followed
from workworld.apps.sheets.service.cell_pictures import Mode, Picture
from workworld.apps.sheets.service.colours import code_of
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.line_places import LinePlaces
from workworld.apps.sheets.service.views import SeenCell, View
from workworld.files.files import content_of
from workworld.files.kinds import extension_of
from workworld.files.spreadsheets import SteadyArchive

_UNFIT = re.compile(r"[\\/:*?\"<>|\x00-\x1f]")
_FRAME = (
    "<!doctype html>\n<html><head><meta charset=utf-8><title>{title}</title><style>"
    "table{{border-collapse:collapse;font:10pt {theme}}}"
    "td{{border:1px solid #ddd;padding:2px 4px}}</style></head>\n<body><table>\n{rows}"
    "</table></body></html>\n"
)


def as_pages(view: View, grids: Sequence[Grid]) -> bytes:
    """What sheets show, each on a page of its own, in one archive."""
    made, taken, files = io.BytesIO(), set[str](), dict[str, bytes]()
    with SteadyArchive(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for grid in grids:
            if not grid.sheet.is_hidden:
                stem = _UNFIT.sub("_", grid.sheet.title) or "Sheet"
                name, turn = stem, 2
                while name.casefold() in taken:
                    name, turn = f"{stem} ({turn})", turn + 1
                taken.add(name.casefold())
                rows = "".join(_rows(view, grid, files))
                title, theme = escape(grid.sheet.title), _around(view.theme)
                page = _FRAME.format(title=title, rows=rows, theme=theme)
                archive.writestr(f"{name}.html", page.encode())
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def _around(theme: themes.Theme) -> str:
    """How texts look that have no look of their own, as style sheets say it."""
    font = re.sub(r"[^\w -]", "", theme.font)
    if not theme.kept:
        return f"{font},sans-serif"
    ink, ground = theme.colours["TEXT"], theme.colours["BACKGROUND"]
    return f"'{font}',sans-serif;color:{ink};background:{ground}"


def _rows(view: View, grid: Grid, files: dict[str, bytes]) -> Iterator[str]:
    extent, places = view.values.extent(grid), LinePlaces(grid.session, grid)
    cells = dict(view.cells(grid, extent)) if extent.size else {}
    merges = [
        area
        for each in following.things(grid.session, Merge, {grid.sheet.id: None})
        for area in lying.areas(each, grid)
    ]
    first = {(each.top, each.left): each for each in merges}
    for row in range(extent.bottom):
        said = list[str]()
        for column in range(extent.right):
            at = row, column
            if at not in first and any(at in each for each in merges):
                continue
            cell = cells.get(at)
            if cell is not None and cell.picture is not None:
                size = places.size(first.get(at) or Area.of_cell(*at))
                content = _drawn(cell.picture, grid, size, files)
            else:
                content = _written(cell)
            said.append(_cell(cell, first.get(at), content, view.theme))
        yield f"<tr>{''.join(said)}</tr>\n"


def _cell(cell: SeenCell | None, merged: Area | None, content: str, theme: themes.Theme) -> str:
    spans = f" rowspan={merged.height} colspan={merged.width}" if merged else ""
    style = _style(cell, theme) if cell else ""
    return f'<td{spans} style="{style}">{content}</td>' if style else f"<td{spans}>{content}</td>"


def _written(cell: SeenCell | None) -> str:
    if cell is None:
        return ""
    text = str(escape(cell.shown.text)).replace("\n", "<br>")
    link = followed(cell.link)
    if link and not link.startswith("#"):
        return f'<a href="{escape(link)}">{text}</a>'
    return text


def _drawn(picture: Picture, grid: Grid, size: tuple[int, int], files: dict[str, bytes]) -> str:
    """A picture as markup; its file lies in a folder beside the pages."""
    width, height = size
    if picture.kind == "sparkline":
        box = max(width - 8, 1), max(height - 6, 1)
        return sparklines.as_svg(sparklines.drawn(picture.details, *box), *box)
    if picture.file is None:
        return f"<i>{escape(picture.said)}</i>"
    name = f"resources/{picture.file.id}.{extension_of(picture.file.mime, picture.file.name)}"
    files[name] = content_of(grid.session, picture.file)
    inside = f"width:{width}px;height:{height}px;object-fit:"
    how: dict[Mode, str] = {
        "fit": f"{inside}contain",
        "stretch": f"{inside}fill",
        "original": "",
        "custom": f"width:{picture.width}px;height:{picture.height}px",
    }
    said = escape(picture.said)
    return f'<img src="{escape(name)}" alt="{said}" style="{how[picture.mode]}">'


def _style(cell: SeenCell, theme: themes.Theme) -> str:
    look: Mapping[str, Any] = themes.resolved(cell.look, theme)
    text = look.get("textFormat") or {}
    side = alignments.side_of(look, cell.value).lower()
    edge = "right" if side == "right" else "left"
    room = alignments.room(look, edge)
    lines = [word for name, word in (("underline", "underline"), ("strikethrough", "line-through"))
             if text.get(name)]  # fmt: skip
    told = {
        "font-weight": "bold" if text.get("bold") else "",
        "font-style": "italic" if text.get("italic") else "",
        "text-decoration": " ".join(lines),
        "color": code_of(text, "foregroundColor"),
        "background": code_of(look, "backgroundColor"),
        "text-align": "" if side == "left" else side,
        f"padding-{edge}": f"{room + 1}px" if room != alignments.USUAL else "",
    }
    return ";".join(f"{name}:{value}" for name, value in told.items() if value)
