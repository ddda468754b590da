"""What bytes are: told by how they begin, and for texts by the file's name."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import PurePosixPath
from typing import NamedTuple

import imagesize

IMAGES = ("image/png", "image/jpeg", "image/gif", "image/webp")
"""Images that browsers show and that can do nothing else."""
OTHER = "application/octet-stream"
TEXT = "text/plain"

_OFFICE = "application/vnd.openxmlformats-officedocument"
_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"\x1f\x8b", "application/gzip"),
    (b"ID3", "audio/mpeg"),
)
_PACKED = (
    ("xl/workbook.xml", f"{_OFFICE}.spreadsheetml.sheet"),
    ("word/document.xml", f"{_OFFICE}.wordprocessingml.document"),
    ("ppt/presentation.xml", f"{_OFFICE}.presentationml.presentation"),
)
_TEXTS = {
    "csv": "text/csv",
    "css": "text/css",
    "html": "text/html",
    "htm": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "md": "text/markdown",
    "py": "text/x-python",
    "svg": "image/svg+xml",
    "tsv": "text/tab-separated-values",
    "xml": "application/xml",
    "yaml": "application/yaml",
    "yml": "application/yaml",
}
_EXTENSIONS = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "application/pdf": "pdf",
    "application/gzip": "gz",
    "application/zip": "zip",
    "audio/mpeg": "mp3",
    "video/mp4": "mp4",
    f"{_OFFICE}.spreadsheetml.sheet": "xlsx",
    f"{_OFFICE}.wordprocessingml.document": "docx",
    f"{_OFFICE}.presentationml.presentation": "pptx",
}
_TABLES = ("text/csv", "text/tab-separated-values")


class Size(NamedTuple):
    """Of an image, in pixels."""

    width: int
    height: int


def mime_of(content: bytes, name: str) -> str:
    """The media type of some bytes; a name never makes a text of what is none."""
    for beginning, mime in _BEGINNINGS:
        if content.startswith(beginning):
            return mime
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    if content[4:8] == b"ftyp":
        return "video/mp4"
    if content.startswith(b"PK\x03\x04"):
        return _packed(content)
    return _TEXTS.get(extension_in(name), TEXT) if text_of(content) is not None else OTHER


def text_of(content: bytes) -> str | None:
    """The text that bytes are in UTF-8; None when they are no text."""
    if b"\x00" in content:
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def is_text(mime: str) -> bool:
    """Whether something of this media type is a text."""
    return mime == TEXT or mime in _TEXTS.values()


def is_table(mime: str) -> bool:
    """Whether it is a text of rows and columns."""
    return mime in _TABLES


def extension_of(mime: str, name: str) -> str:
    """The usual end of the names of such files, without a dot; ``text`` for one without any."""
    if known := _EXTENSIONS.get(mime):
        return known
    return extension_in(name) or ("text" if is_text(mime) else "binary")


def extension_in(name: str) -> str:
    """How a name ends, in small letters and without the dot."""
    return PurePosixPath(name).suffix[1:].lower()


def image_size(content: bytes, mime: str) -> Size | None:
    """How large an image is; None for what is none, or is damaged."""
    if mime not in IMAGES:
        return None
    try:
        width, height = imagesize.get(io.BytesIO(content))
    except (ValueError, OSError, struct.error, IndexError, OverflowError):
        return None
    return Size(int(width), int(height)) if width > 0 and height > 0 else None


def _packed(content: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            inside = set(archive.namelist())
    # zipfile says NotImplementedError of archives that demand a newer format than it knows.
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, struct.error):
        inside = set()
    return next((mime for part, mime in _PACKED if part in inside), "application/zip")
