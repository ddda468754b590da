"""What ranges may be called."""

from __future__ import annotations

import re

from workworld.apps.sheets.engine.addresses import MOST_COLUMNS, column_index

_NAME = re.compile(r"[^\W\d][\w.]{0,249}|_[\w.]{0,249}")
_CELL = re.compile(r"([A-Za-z]{1,3})\d+", re.ASCII)
_ROW_AND_COLUMN = re.compile(r"[Rr]\d*(?:[Cc]\d*)?|[Cc]\d*", re.ASCII)


def is_name(text: str) -> bool:
    """Whether a range may be called so.

    A name consists of letters, digits, underscores and dots, 250 at most, begins with none of
    digit and dot, and reads neither as a cell's address nor as a truth value.
    https://support.google.com/docs/answer/63175
    """
    if not _NAME.fullmatch(text) or text.casefold() in ("true", "false"):
        return False
    cell = _CELL.fullmatch(text)
    if cell is not None and column_index(cell[1]) < MOST_COLUMNS:
        return False
    return _ROW_AND_COLUMN.fullmatch(text) is None
