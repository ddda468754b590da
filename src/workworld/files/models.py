"""Tables of files."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld import fulltext
from workworld.database import Base, TableRole, table_role


class File(Base):
    """A file that is there to be read."""

    __tablename__ = "files_files"
    __table_args__ = (Index(None, "uploader_id"), Index(None, "sha256"))

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    title: Mapped[str]
    mime: Mapped[str]
    """What its bytes are, whatever its name says."""
    size: Mapped[int]
    sha256: Mapped[str]
    """Of its bytes, which lie in ``Content``."""
    width: Mapped[int | None]
    """Of an image, in pixels."""
    height: Mapped[int | None]
    alt_text: Mapped[str] = mapped_column(default="")
    """What an image shows, in words."""
    uploader_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    created: Mapped[int]
    """Unix time, seconds."""


class Upload(Base):
    """A file that somebody has announced and not completed; nobody sees it yet."""

    __tablename__ = "files_uploads"
    __table_args__ = table_role(TableRole.SYSTEM)

    id: Mapped[str] = mapped_column(primary_key=True)
    """The file's, as soon as it is one."""
    name: Mapped[str]
    size: Mapped[int]
    """As announced."""
    alt_text: Mapped[str] = mapped_column(default="")
    uploader_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    sha256: Mapped[str | None]
    """Of its bytes, when they have come."""


class Content(Base):
    """The bytes of all files that are equal.

    The table is not state: what tasks compare is the digest, which stands in the file's own row. So
    no changeset of a private world holds the bytes again; those of a shared world hold it.
    """

    __tablename__ = "files_contents"
    __table_args__ = table_role(TableRole.SYSTEM)

    sha256: Mapped[str] = mapped_column(primary_key=True)
    content: Mapped[bytes]


class FileText(Base):
    """By what words a file is found."""

    __tablename__ = "files_texts"
    __table_args__ = table_role(TableRole.DERIVED)

    file_id: Mapped[str] = mapped_column(primary_key=True)
    said: Mapped[str]
    """Its name, its title, what an image shows and, of a text, how it begins."""


FILE_WORDS = fulltext.index(FileText, "said")
