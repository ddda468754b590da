"""Themes as files have them: a document of its own, beside the sheets.

https://learn.microsoft.com/en-us/openspecs/office_standards/ms-oi29500/
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from openpyxl.writer.theme import theme_xml
from openpyxl.xml.constants import DRAWING_NS

from workworld.apps.sheets.service import themes

PLACES: Mapping[str, int] = {
    "BACKGROUND": 0,
    "TEXT": 1,
    **{f"ACCENT{at}": at + 3 for at in range(1, 7)},
    "LINK": 10,
}
"""Which of a file's colours each of ours is."""
_TAGS = ("lt1", "dk1", "lt2", "dk2", *(f"accent{at}" for at in range(1, 7)), "hlink", "folHlink")
"""What files call their colours, in the order in which cells count them."""
_FIRST = ("FFFFFF", "000000", "E7E6E6", "44546A", "4472C4", "ED7D31", "A5A5A5", "FFC000")
_USUAL = (*_FIRST, "5B9BD5", "70AD47", "0563C1", "954F72")
_AS_TEXTS = ("Calibri", "Aptos", "Aptos Narrow")
"""The usual fonts of other programs, which are read as ours."""


@dataclass(frozen=True, slots=True)
class FileTheme:
    """The theme of a file that is read.

    Args:
        codes: its colours as ``RRGGBB``, in the order in which cells count them.
        font: its font for texts.
        is_taken: whether the workbook gets it, so that cells go on naming its colours.
    """

    codes: Sequence[str] = _USUAL
    font: str = themes.USUAL.font
    is_taken: bool = False

    @property
    def theme(self) -> themes.Theme:
        """The same as a workbook has it."""
        found = {each: f"#{self.codes[PLACES[each]].lower()}" for each in themes.COLOURS}
        return themes.Theme("", self.font, found)


def read(source: bytes | str | None, *, is_taken: bool) -> FileTheme:
    """A file's theme; the usual one where it cannot be read.

    Args:
        source: the document; None where there is none.
        is_taken: see ``FileTheme``.
    """
    data = source.encode() if isinstance(source, str) else source or b""
    if not data or b"<!DOCTYPE" in data:
        return FileTheme()
    try:
        tree = ElementTree.fromstring(data)  # noqa: S314
    except ElementTree.ParseError:
        return FileTheme()
    scheme = tree.find(f".//{_tag('clrScheme')}")
    if scheme is None:
        return FileTheme()
    found = []
    for name, usual in zip(_TAGS, _USUAL, strict=True):
        each = scheme.find(_tag(name))
        inner = each[0] if each is not None and len(each) else None
        value = "" if inner is None else inner.get("lastClr") or inner.get("val") or ""
        found.append(value if re.fullmatch(r"[0-9A-Fa-f]{6}", value) else usual)
    face = tree.find(f".//{_tag('minorFont')}/{_tag('latin')}")
    font = (face.get("typeface") or "").strip()[:100] if face is not None else ""
    usual_font = not font or font in _AS_TEXTS
    return FileTheme(found, themes.USUAL.font if usual_font else font, is_taken)


def written(theme: themes.Theme) -> bytes:
    """A workbook's theme as a document of a file."""
    ElementTree.register_namespace("a", DRAWING_NS)
    tree = ElementTree.fromstring(theme_xml)  # noqa: S314
    tree.set("name", theme.name or "Custom")
    for name, place in PLACES.items():
        each = tree.find(f".//{_tag(_TAGS[place])}")
        if each is not None:
            code = theme.colours[name][1:].upper()
            each[:] = [ElementTree.Element(_tag("srgbClr"), {"val": code})]
    for part in ("majorFont", "minorFont"):
        face = tree.find(f".//{_tag(part)}/{_tag('latin')}")
        if face is not None:
            face.set("typeface", theme.font)
    found: bytes = ElementTree.tostring(tree, encoding="utf-8", xml_declaration=True)
    return found


def _tag(name: str) -> str:
    return f"{{{DRAWING_NS}}}{name}"
