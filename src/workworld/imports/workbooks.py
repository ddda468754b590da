"""The first sheet of a workbook (XLSX) as rows of texts.

https://learn.microsoft.com/en-us/openspecs/office_standards/ms-xlsx/
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from xml.etree import ElementTree

from workworld.errors import Invalid

XLSX = "xlsx"
_BEGINS = b"PK\x03\x04"
_LARGEST_PART = 64 * 1024 * 1024
"""Unpacked; a file that grows further is meant to do harm."""
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_PACKAGE = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_WORKBOOK = "xl/workbook.xml"
_PLACE = re.compile(r"([A-Z]{1,3})(\d+)")
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""Numbers of formats that every workbook has, those of days and times."""
_QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')
_EPOCH = datetime(1899, 12, 30)  # noqa: DTZ001 - sheets know no zones


def is_workbook(content: bytes) -> bool:
    """Whether a file seems to be a workbook."""
    return content.startswith(_BEGINS)


def lines(content: bytes) -> list[tuple[int, list[str]]]:
    """The rows of its first sheet that hold something, each with its number from 1.

    Raises:
        Invalid: ``unreadable_file``: it is no workbook, or is damaged.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return list(_rows(packed))
    except (
        zipfile.BadZipFile,
        ElementTree.ParseError,
        zlib.error,
        EOFError,
        KeyError,
        IndexError,
        NotImplementedError,
        OverflowError,
        RuntimeError,
        ValueError,
    ):
        said = "The file is no workbook that can be read. Save it as XLSX or CSV again."
        raise Invalid("unreadable_file", said) from None


def _rows(packed: zipfile.ZipFile) -> Iterator[tuple[int, list[str]]]:
    sheet = _part(packed, _first_sheet(packed))
    shared = _shared(packed)
    dates = _date_styles(packed)
    for number, row in enumerate(sheet.iter(f"{_MAIN}row"), start=1):
        cells: list[str] = []
        for cell in row.iter(f"{_MAIN}c"):
            found = _PLACE.fullmatch(cell.get("r", ""))
            place = _column(found[1]) if found else len(cells)
            cells += [""] * (place - len(cells))
            cells[place:] = [_text(cell, shared, dates)]
        if any(each.strip() for each in cells):
            yield int(row.get("r", number)), cells


def _text(cell: ElementTree.Element, shared: Sequence[str], dates: frozenset[int]) -> str:
    kind, value = cell.get("t", "n"), cell.findtext(f"{_MAIN}v") or ""
    if kind == "inlineStr":
        return "".join(each.text or "" for each in cell.iter(f"{_MAIN}t"))
    if kind == "s":
        return shared[int(value)]
    if kind == "b":
        return "true" if value == "1" else "false"
    if kind == "n" and value and int(cell.get("s", "0")) in dates:
        return _day(float(value))
    if kind == "n" and value:
        return f"{float(value):.15g}"
    return value


def _day(serial: float) -> str:
    """A day or moment that is kept as the days since the end of 1899."""
    moment = _EPOCH + timedelta(seconds=round(serial * 86_400))
    is_day = serial == int(serial)
    return moment.date().isoformat() if is_day else moment.isoformat(sep=" ")


def _first_sheet(packed: zipfile.ZipFile) -> str:
    sheets = _part(packed, _WORKBOOK).iter(f"{_MAIN}sheet")
    wanted = next(sheets).get(f"{_OFFICE}id")
    related = _part(packed, "xl/_rels/workbook.xml.rels")
    for each in related.iter(f"{_PACKAGE}Relationship"):
        if each.get("Id") == wanted:
            target = each.get("Target", "")
            return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    raise KeyError(wanted)


def _shared(packed: zipfile.ZipFile) -> Sequence[str]:
    """The texts that cells name by their number."""
    if "xl/sharedStrings.xml" not in packed.namelist():
        return ()
    found = _part(packed, "xl/sharedStrings.xml").iter(f"{_MAIN}si")
    return ["".join(each.text or "" for each in item.iter(f"{_MAIN}t")) for item in found]


def _date_styles(packed: zipfile.ZipFile) -> frozenset[int]:
    """The numbers of the styles in which numbers are days or moments."""
    if "xl/styles.xml" not in packed.namelist():
        return frozenset()
    styles = _part(packed, "xl/styles.xml")
    own: Mapping[int, str] = {
        int(each.get("numFmtId", "0")): each.get("formatCode", "")
        for each in styles.iter(f"{_MAIN}numFmt")
    }
    cells = styles.find(f"{_MAIN}cellXfs")
    formats = [int(each.get("numFmtId", "0")) for each in cells] if cells is not None else []
    return frozenset(
        number
        for number, each in enumerate(formats)
        if each in _DATE_FORMATS or re.search("[dyhs]", _QUOTED.sub("", own.get(each, "").lower()))
    )


def _part(packed: zipfile.ZipFile, name: str) -> ElementTree.Element:
    if packed.getinfo(name).file_size > _LARGEST_PART:
        raise ValueError(name)
    with packed.open(name) as part:
        content = part.read(_LARGEST_PART + 1)
    if len(content) > _LARGEST_PART or b"<!DOCTYPE" in content:
        raise ValueError(name)
    return ElementTree.fromstring(content)  # noqa: S314 - it has no document type


def _column(letters: str) -> int:
    """The place of a column from 0: ``A`` is 0, ``AA`` 26."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
