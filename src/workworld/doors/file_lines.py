"""Files as pages show them in a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from workworld.doors.site import current_site
from workworld.files.kinds import IMAGES, extension_of, is_table, is_text
from workworld.files.models import File
from workworld.files.previews import size_in_words


@dataclass(frozen=True, slots=True)
class FileLine:
    """A file below something, or in a list."""

    id: str
    title: str
    name: str
    kind: str
    """``PNG``, ``CSV``, ``PDF`` …"""
    size: str
    icon: str
    is_image: bool
    width: int
    height: int
    alt: str

    @property
    def url(self) -> str:
        """The address of its page."""
        return f"{current_site().root}/files/{self.id}"

    @classmethod
    def of(cls, row: File) -> Self:
        """The line of a file."""
        return cls(
            id=row.id,
            title=row.title,
            name=row.name,
            kind=extension_of(row.mime, row.name).upper(),
            size=size_in_words(row.size),
            icon=_icon(row.mime),
            is_image=row.mime in IMAGES and row.width is not None,
            width=row.width or 0,
            height=row.height or 0,
            alt=row.alt_text or row.title,
        )


def _icon(mime: str) -> str:
    if mime in IMAGES:
        return "image"
    if is_table(mime):
        return "table"
    return "file-text" if is_text(mime) or mime == "application/pdf" else "file"
