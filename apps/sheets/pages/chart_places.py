"""What is done to charts on the grid itself: they are dragged, made larger, taken away."""

from __future__ import annotations

from workworld.apps.sheets.pages.asked import Asked, Sent
from workworld.apps.sheets.pages.asking import deed
from workworld.apps.sheets.pages.format_dialogs import whole
from workworld.apps.sheets.service.line_places import LinePlaces
from workworld.errors import Invalid

_LEAST = 120


@deed("move-chart")
def move_chart(asked: Asked) -> Sent:
    """Put a chart where it was dragged to, or give it the size to which it was dragged."""
    form = asked.form
    left, top, width, height = (_pixels(form.get(name, "")) for name in _SIDES)
    places = LinePlaces(asked.ctx.session, asked.grid)
    row, column = places.row_at(top), places.column_at(left)
    overlay = {
        "anchorCell": {"sheetId": asked.place.gid, "rowIndex": row, "columnIndex": column},
        "offsetXPixels": left - places.left(column),
        "offsetYPixels": top - places.top(row),
        "widthPixels": max(width, _LEAST),
        "heightPixels": max(height, _LEAST),
    }
    moved = {
        "objectId": whole(form.get("chart", "")),
        "newPosition": {"overlayPosition": overlay},
        "fields": "*",
    }
    return Sent([{"updateEmbeddedObjectPosition": moved}])


@deed("delete-chart")
def delete_chart(asked: Asked) -> Sent:
    """Take a chart away."""
    return Sent([{"deleteEmbeddedObject": {"objectId": whole(asked.form.get("chart", ""))}}])


_SIDES = ("left", "top", "width", "height")


def _pixels(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise Invalid("invalid_argument", "A chart must lie on the grid.")
    return int(text)
