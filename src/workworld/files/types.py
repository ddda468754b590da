"""The argument types of file operations."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

from pydantic import Field, PlainSerializer


def digest_of(content: bytes) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def _noted(content: bytes) -> dict[str, Any]:
    return {"sha256": digest_of(content), "size": len(content)}


Bytes = Annotated[
    bytes,
    # The journal keeps which bytes came, and not the bytes.
    PlainSerializer(_noted, when_used="json"),
    Field(description="The file's bytes."),
]
FileId = Annotated[
    str, Field(description="Id of a file, such as F0A1B2C3D4.", min_length=1, max_length=64)
]
FileName = Annotated[
    str, Field(description="The file's name, such as plan.csv.", min_length=1, max_length=1000)
]
FileTitle = Annotated[str, Field(description="What the file is called.", max_length=255)]
FileSize = Annotated[int, Field(description="How many bytes the file has.", ge=0)]
AltText = Annotated[
    str, Field(description="What an image shows, for those who cannot see it.", max_length=1000)
]
