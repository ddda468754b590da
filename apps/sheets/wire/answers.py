"""Answers that are no JSON, or none at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Bytes:
    """A file, or nothing.

    Args:
        data: what is sent.
        kind: its type; empty for an answer without a body.
        status: of HTTP.
        headers: further ones.
    """

    data: bytes
    kind: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


NOTHING = Bytes(b"", status=204)
"""HTTP 204, as what was deleted answers."""
