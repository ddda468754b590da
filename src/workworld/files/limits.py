"""How large a file may be."""

from __future__ import annotations

import os

from workworld.errors import TooLarge

LARGEST_FILE = int(os.environ.get("WORKWORLD_LARGEST_FILE") or 10_000_000)
"""In bytes; the environment variable ``WORKWORLD_LARGEST_FILE`` sets another limit."""
LARGEST_UPLOAD = LARGEST_FILE + (64 << 10)
"""How long the body of a request may be that carries a file: its envelope included."""


def most() -> str:
    """How large a file may be, in words."""
    return f"{LARGEST_FILE / 1_000_000:g} MB"


def require_fitting(size: int) -> None:
    """See to it that a file is not too large.

    Raises:
        TooLarge: ``file_too_large``.
    """
    if size > LARGEST_FILE:
        raise TooLarge("file_too_large", f"A file may have {most()}; this one has {size:,} bytes.")
