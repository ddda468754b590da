"""Colours of the vendor's JSON as style sheets write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DARK = 0.45
"""Less light than this asks for white text."""


def code_of(look: Mapping[str, Any], name: str) -> str:
    """A colour of a look as ``#rrggbb``: ``backgroundColorStyle`` or the older form.

    Args:
        look: what has the colour, which is none of a theme: see ``themes.resolved``.
        name: the older form's name: ``backgroundColor``.

    Returns:
        Empty where there is none.
    """
    style: Mapping[str, Any] = look.get(f"{name}Style") or {}
    parts = style.get("rgbColor", look.get(name))
    if not isinstance(parts, Mapping):
        return ""
    return "#" + "".join(
        f"{int(min(max(float(parts.get(each) or 0), 0), 1) * 255 + 0.5):02x}"
        for each in ("red", "green", "blue")
    )


def light_of(code: str) -> float:
    """How light a colour is, from 0 to 1."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue
