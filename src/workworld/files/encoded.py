"""Bytes of files where only texts go, as in tools: as they are, or in base64."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

ENCODINGS = ("text", "base64")
"""How a text holds bytes."""


def bytes_of(content: str, encoding: str = "text") -> bytes:
    """The bytes that a text holds.

    Args:
        content: the text; in base64, white space in it does not count.
        encoding: one of ``ENCODINGS``.

    Raises:
        ValueError: it is no base64.
    """
    if encoding == "text":
        return content.encode("utf-8", "replace")
    return b64decode("".join(content.split()), validate=True)


def encoded(content: bytes, text: str | None) -> dict[str, Any]:
    """How bytes are told: ``encoding`` and ``content``.

    Args:
        content: the bytes.
        text: what they say, if they are a text.
    """
    if text is not None:
        return {"encoding": "text", "content": text}
    return {"encoding": "base64", "content": b64encode(content).decode()}
