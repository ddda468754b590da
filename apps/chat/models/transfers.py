"""What was taken out of the workspace, and brought into it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Export(Base):
    """Somebody had what was said in channels put into a file."""

    __tablename__ = "chat_exports"
    __table_args__ = (Index(None, "created"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    form: Mapped[str]
    """``archive``, the vendor's layout; ``json`` or ``csv``, one file."""
    channel_ids: Mapped[list[str]] = mapped_column(JSON)
    is_closed: Mapped[bool]
    """Whether anything is in it that not everybody may read: owners alone get it."""
    since: Mapped[str]
    """The first day that is in it, ISO; empty for all from the beginning."""
    until: Mapped[str]
    """The last day; empty for all to the end."""
    message_count: Mapped[int]
    file_id: Mapped[str]
    """No foreign key: the file can be deleted, as others can."""
    created: Mapped[int]
    """Unix time, seconds."""


class Import(Base):
    """Somebody had an archive of messages brought into the workspace."""

    __tablename__ = "chat_imports"
    __table_args__ = (Index(None, "created"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    name: Mapped[str]
    """The archive's."""
    created: Mapped[int]
    """Unix time, seconds."""
    counts: Mapped[dict[str, int]] = mapped_column(JSON)
    """How many there came of each kind."""
    skipped: Mapped[list[list[Any]]] = mapped_column(JSON)
    """What was left out: where it stood, and why; the first thousand."""
