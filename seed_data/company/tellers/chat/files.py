"""Files below messages: tables, logs, notes and pictures, of a few bodies that many share."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from workworld.randomness import Stream
from workworld.seed_data.company.tellers.chat.said import Room, Said
from workworld.seed_data.company.tellers.chat.talker import Talker
from workworld.seed_data.company.text.files import log, table
from workworld.seed_data.facts import FileFact

_BODIES = 12
_WIDTH, _HEIGHT = 160, 90
_COLOURS = ((31, 78, 121), (198, 89, 17), (84, 130, 53), (127, 96, 0), (90, 90, 90))
_PICTURES = "a bar chart", "a screenshot of the planner", "a floor plan", "a graph over a day"


def attach(talker: Talker, rooms: Sequence[Room], count: int) -> None:
    """Put so many files below messages of people."""
    stream = talker.company.chance.stream("chat", "files")
    bodies = _bodies(talker, stream)
    fit: list[Said] = [
        said
        for room in rooms
        for root in room.said
        for said in (root, *root.replies)
        if not said.is_automatic and len(said.text) > 30
    ]
    for place in sorted(stream.sample(range(len(fit)), min(count, len(fit)))):
        stem = talker.grammar.say("file", stream, {}).strip()
        fit[place].files = (_named(stem, stream.choice(bodies), stream),)


def _named(stem: str, body: FileFact, stream: Stream) -> FileFact:
    ending = body.name.rpartition(".")[2]
    name = f"{stem}-{stream.integer(1, 28):02}-{stream.integer(1, 12):02}.{ending}"
    return FileFact(name, body.mime, body.body, body.size, body.alt_text)


def _bodies(talker: Talker, stream: Stream) -> list[FileFact]:
    found = []
    for _ in range(_BODIES):
        found.append(FileFact("x.csv", "text/csv", table(talker.grammar, stream).encode()))
        found.append(FileFact("x.txt", "text/plain", log(talker.grammar, stream).encode()))
        colour, what = stream.choice(_COLOURS), stream.choice(_PICTURES)
        picture = _picture(colour, [stream.integer(8, _HEIGHT - 8) for _ in range(10)])
        found.append(FileFact("x.png", "image/png", picture, (_WIDTH, _HEIGHT), what))
    return found


def _picture(colour: tuple[int, int, int], bars: Sequence[int]) -> bytes:
    """A PNG of bars. https://www.w3.org/TR/png-3/"""
    white, inked = b"\xff\xff\xff", bytes(colour)
    wide = _WIDTH // len(bars)
    rows = b"".join(
        b"\0"
        + b"".join(
            (inked if _HEIGHT - row <= high else white) * (wide - 4) + white * 4 for high in bars
        )
        for row in range(_HEIGHT)
    )
    header = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
