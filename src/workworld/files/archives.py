"""Files of other programs, looked at before anything in them is trusted.

https://learn.microsoft.com/en-us/openspecs/office_standards/ms-xlsx/
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from workworld.errors import Invalid, TooLarge

MOST_CELLS = 1_000_000
BEGINS = b"PK\x03\x04"
OLDER = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How workbooks of before 2007 begin, and those that are kept by a password."""
_MOST_UNPACKED = 200_000_000
_MOST_PARTS = 5_000
_MOST_COVERED = 2_000_000
"""How many cells merges and links may cover, which the library walks one by one."""
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_DOCTYPES = tuple("<!DOCTYPE".encode(each) for each in ("utf-8", "utf-16-le", "utf-16-be"))
"""What no part of a workbook has: it lets a part name others, or itself, over and over."""
_COVERS = re.compile(rb"<(?:\w+:)?(mergeCell|hyperlink)\b[^>]*?\bref=\"([^\"]{1,40})\"")
_A_MERGE = 100
"""What merging cells costs the library whatever their number, in cells that it walks."""
_PARTS = (
    (r"xl/slicers?/|xl/slicerCaches/", "slicers"),
    (r"xl/media/", "images"),
    (r"xl/externalLinks/", "links to other files"),
    (r"xl/queryTables/|xl/connections", "connections to other sources"),
    (r"xl/ctrlProps/|xl/activeX/", "form controls"),
    (r"xl/chartsheets/", "sheets that are charts"),
    (r"customXml/", "data of other programs"),
    (r"xl/timelines/", "timelines"),
)
"""Parts that are not read, and what they are."""
_NEWER = (
    (b"<x14:sparkline ", "sparklines"),
    (b"<x14:sparkline>", "sparklines"),
    (b"<x14:cfRule ", "conditional formats of newer kinds"),
    (b"<x14:dataValidation ", "validation rules that look at other sheets"),
    (b"<protectedRange ", "ranges that some may edit in a protected sheet"),
)
"""What stands within sheets that is not read."""


def checked(content: bytes) -> list[str]:
    """What a file holds that is not read, in words.

    Raises:
        Invalid: ``unreadable_file``: it is no workbook, is damaged, or is kept by a password;
            ``macros``: it holds programs; ``too_large``.
    """
    if content.startswith(OLDER):
        if _ENCRYPTED in content:
            said = "The file is protected by a password. Save it without one and try again."
            raise Invalid("password_protected", said)
        raise unreadable("It is of an older kind (.xls): save it as .xlsx.")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _looked_at(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
        raise unreadable() from None


def unreadable(why: str = "Save it as .xlsx again.") -> Invalid:
    """What is said of a file that cannot be read."""
    return Invalid("unreadable_file", f"The file is no workbook that can be read. {why}")


def _looked_at(archive: zipfile.ZipFile) -> list[str]:
    parts = archive.infolist()
    names = [each.filename for each in parts]
    if any(name.lower().endswith("vbaproject.bin") for name in names):
        raise Invalid("macros", "The file holds macros, which are not taken: save it as .xlsx.")
    if len(parts) > _MOST_PARTS or sum(each.file_size for each in parts) > _MOST_UNPACKED:
        raise too_large()
    cells = covered = unpacked = 0
    newer: dict[str, None] = {}
    for part in parts:
        with archive.open(part) as source:
            data = source.read(_MOST_UNPACKED - unpacked + 1)
        unpacked += len(data)
        if unpacked > _MOST_UNPACKED:
            raise too_large()
        if part.filename.endswith((".xml", ".rels", ".vml")) and any(
            each in data for each in _DOCTYPES
        ):
            raise unreadable("It holds what no workbook holds.")
        if part.filename.startswith("xl/worksheets/") and part.filename.endswith(".xml"):
            cells += len(re.findall(rb"<(?:\w+:)?c[ >/]", data))
            covered += sum(
                _size(reference) + (_A_MERGE if tag == b"mergeCell" else 0)
                for tag, reference in _COVERS.findall(data)
            )
            newer |= dict.fromkeys(said for mark, said in _NEWER if mark in data)
    if cells > MOST_CELLS:
        raise too_large()
    if covered > _MOST_COVERED:
        said = "The file is too large: it merges cells, or links them, in too many places."
        raise TooLarge("too_large", said)
    parts_said = [said for form, said in _PARTS if any(re.match(form, name) for name in names)]
    return [*parts_said, *newer]


def _size(reference: bytes) -> int:
    from openpyxl.utils.cell import range_boundaries

    try:
        left, top, right, bottom = range_boundaries(reference.decode("ascii", "replace"))
    except (ValueError, TypeError):
        return 0
    if left is None or top is None or right is None or bottom is None:
        return _MOST_COVERED
    return max(right - left + 1, 0) * max(bottom - top + 1, 0)


def too_large() -> TooLarge:
    """What is said of a file that holds too much."""
    return TooLarge("too_large", f"The file is too large: it may hold {MOST_CELLS:,} cells.")
