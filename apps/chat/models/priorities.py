"""How pressing messages are, and who has acknowledged those whose authors asked for it."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.chat.models.belonging import of_message, of_priority
from workworld.database import Base, reaches_people


class MessagePriority(Base):
    """What its author said of a message when posting it; an ordinary message has no such row."""

    __tablename__ = "chat_message_priorities"
    __table_args__ = (
        of_message(),
        reaches_people(),
    )

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    level: Mapped[str]
    """``standard``, ``important`` or ``urgent``."""
    asks_for_acknowledgement: Mapped[bool]


class Acknowledgement(Base):
    """That a person has taken note of a message, where its author asked for that."""

    __tablename__ = "chat_acknowledgements"
    __table_args__ = (
        of_priority(),
        Index(None, "person_id"),
    )

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    """The message's."""
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    given_us: Mapped[int]
    """When, in microseconds since the Unix epoch."""
