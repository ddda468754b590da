"""How far people have read."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.chat.models.belonging import of_message
from workworld.database import Base, TableRole, table_role, without_row_ids


class ReadMarker(Base):
    """How far a member has looked at a channel, as its page notes unasked."""

    __tablename__ = "chat_read_markers"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    last_read: Mapped[str]
    """The ``ts`` of the newest message that was shown."""


class ReadMark(Base):
    """Up to where a member said that they have read a channel, which may be further up than before.

    To say so is a step, which takes the page's own note away; what is looked at later counts again.
    With neither of the two, everything since the member joined is unread.
    """

    __tablename__ = "chat_read_marks"

    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    last_read: Mapped[str]
    """The ``ts`` of the newest message that counts as read."""


class ThreadMarker(Base):
    """How far somebody has looked at a thread; without it, as far as its parent."""

    __tablename__ = "chat_thread_markers"
    __table_args__ = table_role(TableRole.HOUSEKEEPING) | without_row_ids()

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    root_ts: Mapped[str] = mapped_column(primary_key=True)
    last_read: Mapped[str]
    """The ``ts`` of the newest reply that was shown."""


class ThreadMark(Base):
    """From where on somebody said that a thread is unread to them.

    To say so is a step, which takes the page's own note away; what is looked at later counts again.
    """

    __tablename__ = "chat_thread_marks"
    __table_args__ = (of_message("root_ts"),)

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(primary_key=True)
    root_ts: Mapped[str] = mapped_column(primary_key=True)
    """The parent's."""
    last_read: Mapped[str]
    """What comes after this ``ts`` is unread."""
