"""Texts as other programs write them: which encoding bytes are in, said or told by themselves."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from workworld.errors import Invalid

UTF_8, UTF_16, WINDOWS, LATIN = "utf-8", "utf-16", "windows-1252", "iso-8859-1"
ENCODINGS = (UTF_8, UTF_16, WINDOWS, LATIN)
"""Those that can be said."""
_MARKS = (
    (codecs.BOM_UTF8, UTF_8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, UTF_16, "utf-16"),
    (codecs.BOM_UTF16_BE, UTF_16, "utf-16"),
)
_LONGEST_SAMPLE = 4096


class Decoded(NamedTuple):
    """A text, and the encoding that it was in."""

    text: str
    encoding: str


def decode(content: bytes, encoding: str = "") -> Decoded:
    """The text that some bytes are.

    Args:
        content: the bytes.
        encoding: one of ``ENCODINGS``; empty to be told by the bytes: by a mark at their
            beginning, else UTF-16 by its zeros, else UTF-8 if they are that, else Windows-1252.

    Raises:
        Invalid: ``unreadable_file``: they are no text in that encoding.
    """
    if encoding and encoding not in ENCODINGS:
        raise Invalid("unreadable_file", f"There is no encoding '{encoding}': {_known()}.")
    for mark, name, codec in _MARKS:
        if content.startswith(mark) and encoding in ("", name):
            return Decoded(_text(content, codec, name), name)
    wanted = encoding or _sniffed(content)
    codec = _without_mark(content) if wanted == UTF_16 else wanted
    return Decoded(_text(content, codec, wanted), wanted)


def _sniffed(content: bytes) -> str:
    if _zeros(content, 0) or _zeros(content, 1):
        return UTF_16
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return WINDOWS
    return UTF_8


def _zeros(content: bytes, at: int) -> bool:
    """Whether most of every second byte is zero, as in UTF-16 of what is mostly Latin."""
    sample = content[:_LONGEST_SAMPLE][at::2]
    return len(sample) > 1 and sample.count(0) > len(sample) // 2


def _without_mark(content: bytes) -> str:
    return "utf-16-be" if _zeros(content, 0) else "utf-16-le"


def _text(content: bytes, codec: str, name: str) -> str:
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Invalid(
            "unreadable_file",
            f"The file is no text in {name}: line {line} has bytes that mean nothing in it."
            f" Say which encoding it is in: {_known()}.",
        ) from None
    if "\x00" in text:
        raise Invalid("unreadable_file", f"The file is no text in {name}: it holds binary data.")
    return text


def _known() -> str:
    return ", ".join(ENCODINGS)
