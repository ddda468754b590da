"""Tables as formulas name them: ``Deals[Amount]``, ``Deals[#ALL]``, ``Deals[[#HEADERS],[Amount]]``.

https://support.google.com/docs/answer/14239833
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.sheets.engine.addresses import Area, quoted

_PART = re.compile(
    r"\[(?:"
    r"#(?P<whole>all|data|headers)"
    r"|(?P<single>[^][#@]+)"
    r"|(?:\[#(?P<rows>all|data|headers)\] *, *)?"
    r"\[(?P<first>[^][#@]+)\](?: *: *\[(?P<last>[^][#@]+)\])?"
    r")\]"
)


@dataclass(frozen=True, slots=True)
class TableFrame:
    """A table as formulas see it."""

    name: str
    title: str
    """Of its sheet."""
    area: Area
    """With the row that names its columns."""
    columns: Sequence[str]

    @property
    def called(self) -> str:
        """What formulas call it, in small letters."""
        return self.name.replace(" ", "_").casefold()

    @property
    def data(self) -> str:
        """Its rows below the names of its columns, as a reference."""
        return self._reference("data", 0, len(self.columns) - 1)

    def part(self, said: str) -> str | None:
        """What stands behind its name in a formula, as a reference; None if that is no part of it.

        Args:
            said: the rest, brackets included, in small letters.
        """
        found = _PART.fullmatch(said)
        if found is None:
            return None
        if found["whole"]:
            return self._reference(found["whole"], 0, len(self.columns) - 1)
        first = self._column(found["single"] or found["first"])
        last = self._column(found["last"]) if found["last"] else first
        if first is None or last is None:
            return None
        return self._reference(found["rows"] or "data", *sorted((first, last)))

    def _column(self, name: str) -> int | None:
        names = [each.casefold() for each in self.columns]
        return names.index(name.strip()) if name.strip() in names else None

    def _reference(self, rows: str, first: int, last: int) -> str:
        area = self.area
        top = area.top + 1 if rows == "data" and area.height > 1 else area.top
        bottom = area.top + 1 if rows == "headers" else area.bottom
        text = str(Area(top, area.left + first, bottom, area.left + last + 1))
        return f"{quoted(self.title)}!{text if ':' in text else f'{text}:{text}'}"


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
    wanted = re.compile(rf"(?<=\[) *{re.escape(old)} *(?=\])", re.IGNORECASE)
    put = wanted.sub(lambda _: new, f"[{rest}")
    return f"{name}{put}" if put != f"[{rest}" else None
