"""Colours as workbooks of other programs have them: by value, by a place in a theme or a palette.

https://learn.microsoft.com/en-us/openspecs/office_standards/ms-oi29500/
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from workworld.apps.sheets.service.styles import THEME_COLORS

DARK = 0.45
"""Less light than this asks for white text."""
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_THEME = ("lt1", "dk1", "lt2", "dk2", *(f"accent{at}" for at in range(1, 7)), "hlink", "folHlink")
"""What the places of a theme stand for, in the order in which cells count them."""
_USUAL = ("FFFFFF", "000000", "E7E6E6", "44546A", "4472C4", "ED7D31", "A5A5A5", "FFC000")
_USUAL_THEME = (*_USUAL, "5B9BD5", "70AD47", "0563C1", "954F72")


def theme_of(source: bytes | str | None) -> Sequence[str]:
    """The colours of a theme, as ``RRGGBB``; the usual ones where it cannot be read."""
    if not source or b"<!DOCTYPE" in (source if isinstance(source, bytes) else source.encode()):
        return _USUAL_THEME
    try:
        scheme = ElementTree.fromstring(source).find(f".//{_DRAWING}clrScheme")  # noqa: S314
    except ElementTree.ParseError:
        return _USUAL_THEME
    if scheme is None:
        return _USUAL_THEME
    found = []
    for name, usual in zip(_THEME, _USUAL_THEME, strict=True):
        each = scheme.find(f"{_DRAWING}{name}")
        inner = each[0] if each is not None and len(each) else None
        value = "" if inner is None else inner.get("lastClr") or inner.get("val") or ""
        found.append(value if re.fullmatch(r"[0-9A-Fa-f]{6}", value) else usual)
    return found


def code_of(colour: Any, theme: Sequence[str]) -> str:
    """A colour of a cell as ``#rrggbb``; empty where it has none of its own."""
    if colour is None:
        return ""
    value = ""
    if colour.type == "rgb":
        value = str(colour.rgb)[-6:]
    elif colour.type == "theme" and isinstance(colour.theme, int) and colour.theme < len(theme):
        value = theme[colour.theme]
    elif colour.type == "indexed" and isinstance(colour.indexed, int):
        from openpyxl.styles.colors import COLOR_INDEX

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


def light_of(code: str) -> float:
    """How light a colour is, from 0 to 1."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def code_of_json(look: Mapping[str, Any], name: str) -> str:
    """A colour of the vendor's JSON as ``#rrggbb``: ``backgroundColorStyle`` or the older form.

    Args:
        look: what has the colour.
        name: the older form's name: ``backgroundColor``.
    """
    style = look.get(f"{name}Style") or {}
    if theme := style.get("themeColor"):
        return THEME_COLORS.get(theme, "")
    found = style.get("rgbColor", look.get(name))
    if found is None:
        return ""
    parts = (found.get(part, 0) for part in ("red", "green", "blue"))
    return "#" + "".join(f"{int(part * 255 + 0.5):02x}" for part in parts)


def argb(code: str) -> str:
    """A colour such as ``#1a73e8`` as files of other programs write it."""
    return f"FF{code[1:].upper()}"
