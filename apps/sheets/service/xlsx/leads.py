"""Links from cells to places in the same file: ``Rates!A1`` in files, ``#gid=7&range=A1`` in ours.

https://learn.microsoft.com/en-us/openspecs/office_standards/ms-xlsx/
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from openpyxl.worksheet.hyperlink import Hyperlink

from workworld.apps.sheets.engine.addresses import parse, quoted
from workworld.files.spreadsheets import clean

_OUTSIDE = ("http://", "https://", "mailto:")
_CALLED = re.compile(r"(\bHYPERLINK\(\s*\"#)((?:[^\"]|\"\")*)\"", re.IGNORECASE)
"""``HYPERLINK`` whose first argument is a text that names a place."""


class Inward:
    """Leads from links of a file to the sheets that were made of it.

    Args:
        ids: ``SheetProperties.sheetId`` by what the file calls the sheet.
        names: the ranges of the file that have a name, by that name.
    """

    def __init__(self, ids: Mapping[str, int], names: Mapping[str, str]) -> None:
        self._ids = {title.casefold(): sheet_id for title, sheet_id in ids.items()}
        self._names = {name.casefold(): text for name, text in names.items()}

    def address(self, link: Any, title: str) -> str:
        """Where a cell's link leads; empty if to another file or to what is not there.

        Args:
            link: openpyxl's ``Hyperlink``.
            title: what the file calls the cell's sheet.
        """
        target, place = str(link.target or ""), str(link.location or "")
        if target.startswith(_OUTSIDE):
            return f"{target}#{place}" if place else target
        if target and not target.startswith("#"):
            return ""
        return self._place(place or target[1:], title)

    def formula(self, text: str, title: str) -> str:
        """A formula with the places that it links to by a text, as ours are called."""

        def told(found: re.Match[str]) -> str:
            address = self._place(found[2].replace('""', '"'), title)
            return f'{found[1]}{address[1:]}"' if address else found[0]

        return _CALLED.sub(told, text)

    def _place(self, text: str, title: str) -> str:
        text = self._names.get(text.casefold(), text).replace("$", "")
        reference = parse(text)
        if reference is None:
            return ""
        sheet_id = self._ids.get((reference.sheet or title).casefold())
        there = reference._replace(sheet=None)
        return "" if sheet_id is None else f"#gid={sheet_id}&range={there}"


class Outward:
    """Leads from links of ours to the sheets of a file.

    Args:
        titles: what the file calls sheets, by ``SheetProperties.sheetId``.
    """

    def __init__(self, titles: Mapping[int, str]) -> None:
        self._titles = titles

    def link(self, address: str) -> Hyperlink | None:
        """A cell's link as files have it; None if it leads to a sheet that is not there."""
        if not address.startswith("#"):
            return Hyperlink(ref="", target=clean(address))
        place = self._place(address[1:])
        return Hyperlink(ref="", location=place) if place else None

    def formula(self, text: str) -> str:
        """A formula with the places that it links to by a text, as files call them."""

        def told(found: re.Match[str]) -> str:
            place = self._place(found[2])
            return f'{found[1]}{place.replace(chr(34), chr(34) * 2)}"' if place else found[0]

        return _CALLED.sub(told, text)

    def _place(self, text: str) -> str:
        wanted = parse_qs(text)
        gid, ranged = wanted.get("gid", [""])[0], wanted.get("range", ["A1"])[0]
        title = self._titles.get(int(gid)) if gid.isascii() and gid.isdecimal() else None
        reference = parse(ranged)
        if title is None or reference is None:
            return ""
        return f"{quoted(title)}!{reference._replace(sheet=None)}"
