"""What people keep of a channel at hand: pins, bookmarks, and what each has saved for later."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.chat.models.belonging import of_message
from workworld.database import Base


class Pin(Base):
    """A message that is pinned to its channel."""

    __tablename__ = "chat_pins"
    __table_args__: Any = (of_message(),)

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    pinned_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    pinned: Mapped[int]
    """Unix time, seconds."""


class Bookmark(Base):
    """A link in the bar below a channel's head."""

    __tablename__ = "chat_bookmarks"
    __table_args__: Any = (Index(None, "channel_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"))
    title: Mapped[str]
    link: Mapped[str]
    emoji: Mapped[str] = mapped_column(default="")
    """Its name without colons, or nothing."""
    created: Mapped[int]
    """Unix time, seconds."""
    updated: Mapped[int]
    creator_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    updated_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))


class SavedItem(Base):
    """A message that somebody keeps for later; nobody else sees that they do."""

    __tablename__ = "chat_saved_items"
    __table_args__: Any = (of_message(),)

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    state: Mapped[str] = mapped_column(default="in_progress")
    """``in_progress``, ``archived`` or ``completed``."""
    saved: Mapped[int]
    """Unix time, seconds."""
    due: Mapped[int | None]
    """When they want to come back to it, as Unix time in seconds."""


class HiddenPreview(Base):
    """A link in a message of which the author wants no card below it."""

    __tablename__ = "chat_hidden_previews"
    __table_args__: Any = (of_message(),)

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    url: Mapped[str] = mapped_column(primary_key=True)
    """As it is stored in the message."""
