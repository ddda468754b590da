"""Addresses in R1C1 notation: rows and columns by their numbers, or by how far off they are.

https://developers.google.com/workspace/sheets/api/guides/concepts#cell
"""

from __future__ import annotations

import re

from workworld.apps.sheets.engine.addresses import MOST_COLUMNS, Corner, Reference

_LINE = r"(?:([1-9][0-9]{0,7})|\[(-?[0-9]{1,7})\])?"
_CORNER = re.compile(rf"R{_LINE}C{_LINE}", re.ASCII | re.IGNORECASE)
_TITLE = re.compile(r"(?:'((?:[^']|'')+)'|([^'!]+))!(.*)", re.DOTALL)


def parse(text: str, home: tuple[int, int] | None = None) -> Reference | None:
    """Read a reference such as ``R2C3``, ``'Plan B'!R1C1:R4C2`` or ``R[-1]C``.

    Args:
        text: the reference.
        home: the row and the column that what is so far off counts from, from zero; without it
            only numbers are read.

    Returns:
        None where it is none, or leads beyond the first row or column.
    """
    titled = _TITLE.fullmatch(text)
    sheet = None
    if titled:
        sheet = titled[2] if titled[1] is None else titled[1].replace("''", "'")
        text = titled[3]
    corners = [_corner(each, home) for each in text.split(":")]
    if len(corners) > 2 or any(each is None for each in corners):
        return None
    return Reference(corners[0], corners[1] if len(corners) == 2 else None, sheet)  # type: ignore[arg-type]


def _corner(text: str, home: tuple[int, int] | None) -> Corner | None:
    found = _CORNER.fullmatch(text.strip())
    if found is None:
        return None
    lines = list[int]()
    for at, (number, off) in enumerate(((found[1], found[2]), (found[3], found[4]))):
        if number is not None:
            lines.append(int(number) - 1)
        elif home is None:
            return None
        else:
            lines.append(home[at] + int(off or 0))
    row, column = lines
    return Corner(column, row) if row >= 0 and 0 <= column < MOST_COLUMNS else None
