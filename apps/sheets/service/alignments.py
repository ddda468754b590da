"""Where in their cells texts stand: on which side, and how far from it.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells#Padding
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from workworld.apps.sheets.engine.values import Error, Value

Side = Literal["LEFT", "CENTER", "RIGHT"]
USUAL = 3
"""The room between texts and the sides of their cells, in pixels."""
MOST = 15
"""How many steps texts are indented at most."""
_STEP = 9
"""As wide as three blanks, which is a step in files of other programs."""
_SIDES: Mapping[str, Side] = {"LEFT": "LEFT", "CENTER": "CENTER", "RIGHT": "RIGHT"}


def side_of(look: Mapping[str, Any], value: Value) -> Side:
    """On which side of its cell a text stands: as was chosen, else by what it is of."""
    if chosen := _SIDES.get(look.get("horizontalAlignment", "")):
        return chosen
    if isinstance(value, bool | Error):
        return "CENTER"
    return "RIGHT" if isinstance(value, int | float) else "LEFT"


def room(look: Mapping[str, Any], side: str) -> int:
    """The room between a text and a side of its cell (``left``, ``right``), in pixels."""
    padding: Mapping[str, int] = look.get("padding") or {}
    return padding.get(side, 0) if padding else USUAL


def steps_of(look: Mapping[str, Any]) -> int:
    """By how many steps a text is indented from the side at which it stands."""
    side = "right" if look.get("horizontalAlignment") == "RIGHT" else "left"
    return max(round((room(look, side) - USUAL) / _STEP), 0)


def indented(steps: int, side: Side) -> dict[str, int] | None:
    """The ``padding`` of so many steps from a side; None for none."""
    if steps <= 0:
        return None
    padding = {"top": 2, "right": USUAL, "bottom": 2, "left": USUAL}
    padding["right" if side == "RIGHT" else "left"] += min(steps, MOST) * _STEP
    return padding
