"""Colours of attachments: pages have a few of their own."""

from __future__ import annotations

from typing import Any

_NAMED = ("good", "warning", "danger")
_HUES = ((0x2EB67D, "good"), (0xECB22E, "warning"), (0xE01E5A, "danger"), (0x36C5F0, "info"))


def nearest(given: Any) -> str:
    """The name of our colour that is nearest to a wanted one; "" if none is wanted."""
    wanted = str(given or "").strip().lower().lstrip("#")
    if wanted in _NAMED:
        return wanted
    try:
        red, green, blue = bytes.fromhex(wanted)
    except ValueError:
        return ""

    def distance(hue: int) -> int:
        theirs = (hue >> 16, hue >> 8 & 255, hue & 255)
        return sum((a - b) ** 2 for a, b in zip((red, green, blue), theirs, strict=True))

    return min(_HUES, key=lambda each: distance(each[0]))[1]
