"""What is drawn in cells in the place of a text: sparklines, and pictures of the company's files.

Nothing is fetched from elsewhere: of a picture that lies outside, the place is shown and where it
would come from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from workworld.apps.sheets.engine.values import Display
from workworld.apps.sheets.service import sparklines
from workworld.apps.sheets.service.calculations import Values
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.context import Context
from workworld.files.kinds import IMAGES
from workworld.files.models import File
from workworld.links.addresses import canonical, canonical_url, rendered, split
from workworld.permissions import seen

_NAMES = ("SPARKLINE", "IMAGE")
Mode = Literal["fit", "stretch", "original", "custom"]


class Picture(NamedTuple):
    """What stands in a cell in the place of a text."""

    kind: Literal["sparkline", "image"]
    said: str
    """What it shows, in words."""
    details: Mapping[str, Any]
    """A sparkline's; see ``sparklines.drawn``."""
    url: str = ""
    """Where an image lies, as the reader reaches it; empty if it is not shown."""
    file: File | None = None
    mode: Mode = "fit"
    width: int = 0
    """In pixels; 0 unless asked for."""
    height: int = 0


def picture_of(
    ctx: Context, values: Values, grid: Grid, place: Place, cell: CellRow
) -> Picture | None:
    """What is drawn in a cell; None if its text says all.

    Args:
        ctx: of the reader.
        values: what the workbook's cells come to; the cell's own value was asked for.
        grid: its sheet.
        place: where it is.
        cell: what it holds.
    """
    return drawn_in(ctx, cell, lambda: values.ask(lambda each: each.display(grid.sheet.id, *place)))


def drawn_in(ctx: Context, cell: CellRow, asked: Callable[[], Display | None]) -> Picture | None:
    """What is drawn in a cell of the present or of the past; None if its text says all.

    Args:
        ctx: of the reader.
        cell: what it holds.
        asked: what the calculation shows in its place; asked only where something may be drawn.
    """
    text = (cell.text or "").upper() if cell.kind == "formula" else ""
    if not any(name in text for name in _NAMES):
        return None
    shown = asked()
    if shown is None or shown.kind == "link":
        return None
    if shown.kind == "image":
        return _image(ctx, shown)
    details = shown.details
    said = sparklines.said_of(details["charttype"], details["values"])
    return Picture("sparkline", said, details)


def _image(ctx: Context, shown: Display) -> Picture:
    details = shown.details
    file = _file(ctx, str(details["url"]))
    told: dict[str, Any] = {
        "mode": details["mode"],
        "width": details.get("width", 0),
        "height": details.get("height", 0),
    }
    if file is None:
        said = f"Picture that is not shown: {rendered(ctx, details['url'])}"
        return Picture("image", said, {}, **told)
    url = rendered(ctx, canonical_url(ctx, "files", f"/{file.id}/content"))
    return Picture("image", file.alt_text or f"Picture: {file.title}", {}, url, file, **told)


def _file(ctx: Context, address: str) -> File | None:
    """The company's picture at an address, if the reader may see it."""
    place = split(ctx, canonical(ctx, address.strip()))
    if place is None or place[0] != "files":
        return None
    file_id = place[1].partition("?")[0].strip("/").partition("/")[0]
    found = seen(ctx, File, file_id) if file_id.isalnum() else None
    return found if found is not None and found.mime in IMAGES else None
