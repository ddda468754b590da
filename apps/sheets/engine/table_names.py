"""Tables as formulas name them: ``Deals[Amount]``, ``Deals[[#HEADERS],[Amount]]``.

https://support.google.com/docs/answer/14239833. The row of the formula is named as Excel does it,
``Deals[@Amount]``:
https://support.microsoft.com/office/f5ed2452-2337-4f71-bed3-c8ae6d2b276e
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.sheets.engine.addresses import Area, quoted
from workworld.apps.sheets.engine.values import REFERENCE, VALUE

_ROWS = "all|data|headers|totals|this row"
_SPAN = r"\[(?P<first>[^][#@]+)\](?: *: *\[(?P<last>[^][#@]+)\])?"
_PART = re.compile(
    r"\[(?:"
    rf"#(?P<whole>{_ROWS})"
    r"|(?P<here>@)?(?P<single>[^][#@]+)"
    r"|(?P<row>@)"
    rf"|(?:(?P<beside>@)|\[#(?P<rows>{_ROWS})\] *, *)?{_SPAN}"
    r")\]"
)
_HERE = "this row"


@dataclass(frozen=True, slots=True)
class TableFrame:
    """A table as formulas see it."""

    name: str
    title: str
    """Of its sheet."""
    area: Area
    """With the row that names its columns."""
    columns: Sequence[str]
    has_totals: bool = False
    """Whether its last row is none of its data."""

    @property
    def called(self) -> str:
        """What formulas call it, in small letters."""
        return self.name.replace(" ", "_").casefold()

    @property
    def data(self) -> str:
        """Its rows below the names of its columns, as a reference."""
        return self._reference("data", 0, len(self.columns) - 1)

    def stands_for(self, text: str) -> str | None:
        """A part of a formula that names the table, as a reference; None for all else.

        What names the row of its formula stays as it is.
        """
        name, bracket, rest = text.casefold().partition("[")
        if name != self.called:
            return None
        found = self.part(bracket + rest) if bracket else self.data
        return None if found is None or found.startswith("#") else found

    def part(self, said: str, row: int | None = None) -> str | None:
        """What stands behind its name in a formula, as a reference; None if that is no part of it.

        Args:
            said: the rest, brackets included, in small letters.
            row: the row that the formula stands in, from zero; None where it stands in none.

        Returns:
            An error where the table has no such row.
        """
        found = _PART.fullmatch(said)
        if found is None:
            return None
        is_here = found["here"] or found["row"] or found["beside"]
        rows = _HERE if is_here else found["whole"] or found["rows"] or "data"
        if found["whole"] or found["row"]:
            return self._reference(str(rows), 0, len(self.columns) - 1, row)
        first = self._column(found["single"] or found["first"])
        last = self._column(found["last"]) if found["last"] else first
        if first is None or last is None:
            return None
        return self._reference(rows, min(first, last), max(first, last), row)

    def _column(self, name: str) -> int | None:
        names = [each.casefold() for each in self.columns]
        return names.index(name.strip()) if name.strip() in names else None

    def _reference(self, rows: str, first: int, last: int, row: int | None = None) -> str:
        lines = self._lines(rows, row)
        if isinstance(lines, str):
            return lines
        area = self.area
        text = str(Area(lines[0], area.left + first, lines[1], area.left + last + 1))
        is_one = rows in (_HERE, "totals") or ":" in text
        return f"{quoted(self.title)}!{text if is_one else f'{text}:{text}'}"

    def _lines(self, rows: str, row: int | None) -> tuple[int, int] | str:
        """The first of some rows, and the one behind their last; an error if there are none."""
        top, bottom = self.area.top, self.area.bottom
        below = bottom - 1 if self.has_totals and bottom - top > 2 else bottom
        if rows == "headers":
            return top, top + 1
        if rows == "all":
            return top, bottom
        if rows == "totals":
            return (below, bottom) if below < bottom else REFERENCE
        first = top + 1 if bottom - top > 1 else top
        if rows == "data":
            return first, below
        return (row, row + 1) if row is not None and first <= row < below else VALUE


def renamed(text: str, old: str, new: str) -> str | None:
    """A reference to a table under the table's new name; None if it is to another.

    Args:
        text: what a formula says, such as ``Deals[Amount]``.
        old: what the table was called.
        new: what it is called now.
    """
    name, bracket, rest = text.partition("[")
    if name.casefold() != old.replace(" ", "_").casefold():
        return None
    return f"{new.replace(' ', '_')}{bracket}{rest}"


def column_renamed(text: str, table: str, old: str, new: str) -> str | None:
    """A reference to a column of a table under the column's new name; None if it is to another."""
    name, bracket, rest = text.partition("[")
    if not bracket or name.casefold() != table.replace(" ", "_").casefold():
        return None
    wanted = re.compile(rf"(?<=[\[@]) *{re.escape(old)} *(?=\])", re.IGNORECASE)
    put = wanted.sub(lambda _: new, f"[{rest}")
    return f"{name}{put}" if put != f"[{rest}" else None
