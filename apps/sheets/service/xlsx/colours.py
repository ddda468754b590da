"""Colours as workbooks of other programs have them: by value, by a place in a theme or a palette.

https://learn.microsoft.com/en-us/openspecs/office_standards/ms-oi29500/
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from typing import Any

from openpyxl.styles.colors import COLOR_INDEX, Color

from workworld.apps.sheets.service import colours, themes
from workworld.apps.sheets.service.xlsx.theme_files import PLACES, FileTheme


def style_of(colour: Any, theme: FileTheme) -> dict[str, Any]:
    """A colour of a cell as ``ColorStyle``, by the theme where it is one of that; else nothing."""
    code = code_of(colour, theme)
    if code and theme.is_taken and colour.type == "theme" and not colour.tint:
        for name, place in PLACES.items():
            if place == colour.theme:
                return {"themeColor": name}
    return {"rgbColor": themes.parts(code)} if code else {}


def code_of(colour: Any, theme: FileTheme) -> str:
    """A colour of a cell as ``#rrggbb``; empty where it has none of its own."""
    if colour is None:
        return ""
    value = ""
    if colour.type == "rgb":
        value = str(colour.rgb)[-6:]
    elif (
        colour.type == "theme" and isinstance(colour.theme, int) and colour.theme < len(theme.codes)
    ):
        value = theme.codes[colour.theme]
    elif colour.type == "indexed" and isinstance(colour.indexed, int):
        value = COLOR_INDEX[colour.indexed][-6:] if colour.indexed < len(COLOR_INDEX) else ""
    if not re.fullmatch(r"[0-9A-Fa-f]{6}", value):
        return ""
    return f"#{_tinted(value, float(colour.tint or 0)).lower()}"


def _tinted(value: str, tint: float) -> str:
    """A colour made lighter, or darker where the tint is below zero."""
    if not tint:
        return value
    red, green, blue = (int(value[at : at + 2], 16) / 255 for at in (0, 2, 4))
    hue, light, depth = colorsys.rgb_to_hls(red, green, blue)
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    parts = colorsys.hls_to_rgb(hue, min(max(light, 0), 1), depth)
    return "".join(f"{round(part * 255):02x}" for part in parts)


def written(look: Mapping[str, Any], name: str) -> Color | None:
    """A colour of the vendor's JSON as files have it, by the theme where it is one of that.

    Args:
        look: what has the colour.
        name: the older form's name: ``backgroundColor``.

    Returns:
        None where there is none.
    """
    named = (look.get(f"{name}Style") or {}).get("themeColor")
    if named:
        return Color(theme=PLACES[named])
    code = colours.code_of(look, name)
    return Color(rgb=argb(code)) if code else None


def argb(code: str) -> str:
    """A colour such as ``#1a73e8`` as files of other programs write it."""
    return f"FF{code[1:].upper()}"
