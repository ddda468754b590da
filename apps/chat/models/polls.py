"""Polls: a question below which people choose, in a message of its own."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.chat.models.belonging import of_message, of_poll
from workworld.database import Base, reaches_people


class Poll(Base):
    """What a message asks; it goes with the message, whose text says it too."""

    __tablename__ = "chat_polls"
    __table_args__: Any = (
        of_message(),
        reaches_people(),
    )

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    question: Mapped[str]
    """Plain text; own addresses in their stored form."""
    is_multiple: Mapped[bool]
    """Whether one person may choose several options."""
    is_anonymous: Mapped[bool]
    """Whether nobody is shown who chose what."""
    closes: Mapped[int | None]
    """When it closes by itself, as Unix time in seconds; null for never."""
    closed: Mapped[int | None]
    """Since when nobody votes any more, as Unix time in seconds."""
    closed_by: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    """Null as long as it is open, and where its time had come."""


class PollOption(Base):
    """Something to choose, by its place in the poll, from 1 on."""

    __tablename__ = "chat_poll_options"
    __table_args__: Any = (of_poll(), reaches_people())

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


class PollVote(Base):
    """That somebody chose an option."""

    __tablename__ = "chat_poll_votes"
    __table_args__: Any = (of_poll(), Index(None, "person_id"))

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    voted_us: Mapped[int]
    """When, in microseconds since the Unix epoch."""
