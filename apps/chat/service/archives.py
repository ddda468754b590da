"""Archives of messages in the layout of the vendor's exports, read with care: anybody made them.

Source: https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports
"""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from workworld.arguments import is_storable
from workworld.errors import Invalid

MOST_MESSAGES = 50_000
_MOST_FILES = 20_000
_MOST_BYTES = 60_000_000
"""Of all files together, as they come out."""
_LARGEST = 20_000_000
_DAY = re.compile(r"([^/]+)/\d{4}-\d{2}-\d{2}\.json")
_LISTS = {"channels.json": False, "groups.json": True}
"""Lists of channels, and whether those in them are private."""
_DIRECT = ("dms.json", "mpims.json")
_ENCRYPTED = 0x1
Thing = Mapping[str, Any]


class Skipped(NamedTuple):
    """Something that is left out."""

    where: str
    """The file, or the folder and the message's ``ts``."""
    why: str


class Room(NamedTuple):
    """A channel of an archive."""

    name: str
    is_private: bool
    shape: Thing


@dataclass
class Archive:
    """What an archive holds."""

    users: Sequence[Thing] = ()
    rooms: list[Room] = field(default_factory=list)
    messages: dict[str, list[Thing]] = field(default_factory=dict)
    """By the name of the channel, in no order."""
    skipped: list[Skipped] = field(default_factory=list)


def opened(content: bytes) -> Archive:
    """What the bytes of an archive hold.

    Raises:
        Invalid: ``invalid_archive``: no ZIP, one that is unsafe or too large, or one without the
            lists of people and channels.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return _read(packed, _entries(packed))
    # What zipfile says of damaged archives, and of those that demand more than it can do.
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        NotImplementedError,
        OSError,
        OverflowError,
        RuntimeError,
        ValueError,
    ):
        raise _bad("This is no ZIP archive, or it is damaged.") from None


def _entries(packed: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files that it says it has, by name, once all of them are found to be harmless."""
    infos = [info for info in packed.infolist() if not info.is_dir()]
    if len(infos) > _MOST_FILES:
        raise _bad(f"This archive has more than {_MOST_FILES:,} files.")
    if sum(info.file_size for info in infos) > _MOST_BYTES:
        raise _bad(f"Unpacked, this archive has more than {_MOST_BYTES // 1_000_000} MB.")
    for info in infos:
        parts = info.filename.split("/")
        if "\\" in info.filename or ".." in parts or parts[0] == "" or ":" in parts[0]:
            raise _bad(f"This archive leads outside itself: {_short(info.filename)}")
        if info.flag_bits & _ENCRYPTED:
            raise _bad("This archive is encrypted.")
    return {info.filename: info for info in infos}


def _read(packed: zipfile.ZipFile, entries: Mapping[str, zipfile.ZipInfo]) -> Archive:
    for name in ("users.json", "channels.json"):
        if name not in entries:
            raise _bad(f"This archive has no {name}: it is none of messages.")
    found = Archive(users=_listed(packed, entries["users.json"]))
    for name, is_private in _LISTS.items():
        for shape in _listed(packed, entries[name]) if name in entries else ():
            room = Room(str(shape.get("name", ""))[:80], is_private, shape)
            found.rooms.append(room)
            found.messages[room.name] = []
    for name in sorted(entries):
        if name not in ("users.json", *_LISTS):
            _take(found, packed, entries[name])
    if sum(map(len, found.messages.values())) > MOST_MESSAGES:
        raise _bad(f"This archive has more than {MOST_MESSAGES:,} messages.")
    return found


def _take(found: Archive, packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
    """Add the messages of one file; what cannot be read is told of."""
    name = info.filename
    day = _DAY.fullmatch(name)
    if day is None or day[1] not in found.messages:
        why = (
            "Direct messages are not brought in."
            if name in _DIRECT
            else "No messages of a channel."
        )
        found.skipped.append(Skipped(_short(name), why))
        return
    try:
        found.messages[day[1]] += _objects(packed, info)
    except Invalid as refused:
        found.skipped.append(Skipped(_short(name), refused.message))


def _listed(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> Sequence[Thing]:
    try:
        return _objects(packed, info)
    except Invalid as refused:
        raise _bad(f"{info.filename}: {refused.message}") from None


def _objects(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> list[Thing]:
    """The JSON objects that a file lists.

    Raises:
        Invalid: ``invalid_archive``, with what is wrong with the file.
    """
    with packed.open(info) as stream:
        content = stream.read(min(info.file_size, _LARGEST) + 1)
    if len(content) > min(info.file_size, _LARGEST):
        raise _bad("It is larger than it says, or than files may be.")
    try:
        rows = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise _bad("It is not written in UTF-8.") from None
    except (ValueError, RecursionError):
        raise _bad("It is no JSON.") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise _bad("It is no list of objects.")
    if not is_storable({"rows": rows}):
        raise _bad("It holds what cannot be kept.")
    return rows


def _short(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:200]


def _bad(said: str) -> Invalid:
    return Invalid("invalid_archive", said)
