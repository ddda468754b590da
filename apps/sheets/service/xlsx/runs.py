"""Texts of which parts look otherwise than the rest, as workbooks of other programs have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from workworld.apps.sheets.service.xlsx import looks
from workworld.apps.sheets.service.xlsx.colours import written as coloured
from workworld.apps.sheets.service.xlsx.theme_files import FileTheme

Json = dict[str, Any]


def written(text: str, runs: Sequence[Mapping[str, Any]], whole: Mapping[str, Any]) -> CellRichText:
    """A text in parts.

    Args:
        text: all of it.
        runs: the vendor's ``TextFormatRun``, each from where it begins, in units of UTF-16.
        whole: the cell's own ``TextFormat``, of which runs say what differs.
    """
    units = text.encode("utf-16-le")
    starts = [int(each.get("startIndex") or 0) for each in runs]
    looks_of = [{**whole, **(each.get("format") or {})} for each in runs]
    if not starts or starts[0] > 0:
        starts, looks_of = [0, *starts], [dict(whole), *looks_of]
    made = CellRichText()
    for start, end, look in zip(starts, [*starts[1:], len(units) // 2], looks_of, strict=True):
        piece = units[2 * start : 2 * end].decode("utf-16-le", "replace")
        if piece:
            made.append(TextBlock(_font(look), piece))
    return made


def _font(look: Mapping[str, Any]) -> InlineFont:
    ink: Any = coloured(look, "foregroundColor")
    return InlineFont(
        rFont=look.get("fontFamily") or looks.USUAL_FONT,
        sz=look.get("fontSize") or looks.USUAL_SIZE,
        b=look.get("bold") or None,
        i=look.get("italic") or None,
        strike=look.get("strikethrough") or None,
        u="single" if look.get("underline") else None,
        color=ink,
    )


def read(value: CellRichText, theme: FileTheme) -> list[Json]:
    """The runs of a text; none where all of it looks alike.

    Args:
        value: the text in its parts.
        theme: the file's.
    """
    found: list[Json] = []
    at = 0
    for part in value:
        look = looks.text_of(part.font, theme) if isinstance(part, TextBlock) else {}
        if look != (found[-1]["format"] if found else {}):
            found.append({**({"startIndex": at} if at else {}), "format": look})
        at += len(str(part).encode("utf-16-le")) // 2
    return found
