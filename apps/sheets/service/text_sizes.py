"""How much room texts take, as far as that can be told without drawing them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.service import alignments

_ROOM = 10
CHIP_ROOM = 26
"""What a smart chip takes beside its letters, in pixels: an icon, and what is around both."""
LINE = 1.83
"""How high a line is in pixels, as a multiple of its letters' points."""
_WIDER = 1.06
"""Of the typeface of the screen, as a multiple of the usual one's."""


def width_of(text: str, look: Mapping[str, Any]) -> int:
    """How wide a text is, in pixels, as far as that can be told without drawing it."""
    words = look.get("textFormat") or {}
    share = sum(_share(letter) for line in [_longest(text)] for letter in line)
    points = words.get("fontSize", 10)
    wide = int(share * points * 4 / 3 * (1.06 if words.get("bold") else 1) + 0.999)
    return wide + _ROOM + _indented(look)


def letters_of(line: str, look: Mapping[str, Any]) -> float:
    """How wide the letters of a line are on a page, in pixels, without room beside them."""
    words = look.get("textFormat") or {}
    share = sum(map(_share, line)) * (1.06 if words.get("bold") else 1)
    return float(share * words.get("fontSize", 10) * 4 / 3 * _WIDER)


def height_of(text: str, look: Mapping[str, Any]) -> int:
    """How high a text is, in pixels."""
    points = (look.get("textFormat") or {}).get("fontSize", 10)
    return int((text.count("\n") + 1) * points * LINE + 3)


def largest_of(extra: Mapping[str, Any] | None) -> float:
    """The largest letters of parts of a cell's text, in points; 0 if none of them has a size."""
    runs = (extra or {}).get("textFormatRuns") or ()
    return max((float((each.get("format") or {}).get("fontSize") or 0) for each in runs), default=0)


def lines_of(text: str, look: Mapping[str, Any], width: int) -> int:
    """On how many lines a text stands that is wrapped in a column so wide, in pixels."""
    room, count = max(width - 6 - _indented(look), 1), 0
    for paragraph in text.split("\n"):
        count, left = count + 1, room
        for word in paragraph.split(" "):
            wide = int((width_of(word + " ", look) - _ROOM - _indented(look)) * _WIDER)
            if wide > left and left < room:
                count, left = count + 1, room
            count += max(0, (wide - 1) // room) if wide > room else 0
            left -= wide % room if wide > room else wide
    return count


def _indented(look: Mapping[str, Any]) -> int:
    """What of a cell's width stays blank beside the usual, in pixels."""
    return alignments.room(look, "left") + alignments.room(look, "right") - 2 * alignments.USUAL


def _longest(text: str) -> str:
    return max(text.split("\n"), key=len)


def _share(letter: str) -> float:
    """How wide a letter is in Arial, as a share of its height."""
    if letter in "il.,:;'|! jft()[]/-":
        return 0.3
    if letter in "mwMW@%":
        return 0.88
    if letter.isupper() or ord(letter) > 0x2E7F:
        return 0.7 if letter.isupper() else 1.0
    return 0.556
