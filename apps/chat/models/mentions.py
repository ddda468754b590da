"""Whom messages call."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.chat.models.belonging import of_message
from workworld.database import Base, consequence


class Mention(Base):
    """A message called somebody when it was posted; the sidebar counts those that are unread."""

    __tablename__ = "chat_mentions"
    __table_args__ = (
        of_message(),
        consequence(),
    )

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    """The message's."""
    kind: Mapped[str]
    """The strongest reason: ``mention``, ``everybody`` or ``keyword``."""
    root_ts: Mapped[str | None]
    """The parent's ``ts`` for a reply that stands in its thread alone, else null."""
