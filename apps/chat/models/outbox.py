"""What is written but not sent: drafts, and messages that wait for their time."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class Draft(Base):
    """A draft that somebody laid into a conversation on purpose, one in each place."""

    __tablename__ = "chat_drafts"
    __table_args__ = (UniqueConstraint("person_id", "channel_id", "thread_ts"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"))
    thread_ts: Mapped[str] = mapped_column(default="")
    """The parent's ts for a reply, else "", so that a channel has one."""
    text: Mapped[str]
    """mrkdwn."""
    updated: Mapped[int]
    """Unix time, seconds."""


class Unfinished(Base):
    """What somebody has typed somewhere and not sent; a page keeps it unasked."""

    __tablename__ = "chat_unfinished"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    thread_ts: Mapped[str] = mapped_column(primary_key=True, default="")
    text: Mapped[str]
    """As typed, and no mrkdwn."""
    level: Mapped[str] = mapped_column(default="standard")
    """How pressing it is to be: ``standard``, ``important`` or ``urgent``."""
    asks_for_acknowledgement: Mapped[bool] = mapped_column(default=False)
    updated: Mapped[int]
    """Unix time, seconds."""


class UnfinishedEdit(Base):
    """What somebody is making of a message of theirs and has not saved; a page keeps it unasked."""

    __tablename__ = "chat_unfinished_edits"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str]
    """As typed, and no mrkdwn."""
    seen: Mapped[str]
    """When the message had been edited last as they began, "" for never."""


class ScheduledMessage(Base):
    """A message that waits for its time."""

    __tablename__ = "chat_scheduled"
    __table_args__ = (Index(None, "person_id", "post_at", "id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"))
    thread_ts: Mapped[str | None]
    is_broadcast: Mapped[bool] = mapped_column(default=False)
    text: Mapped[str]
    """mrkdwn."""
    level: Mapped[str] = mapped_column(default="standard")
    """How pressing it is to be: ``standard``, ``important`` or ``urgent``."""
    asks_for_acknowledgement: Mapped[bool] = mapped_column(default=False)
    post_at: Mapped[int]
    """Unix time, seconds."""
    created: Mapped[int]
    state: Mapped[str] = mapped_column(default="waiting")
    """``waiting``, ``sent`` or ``failed``."""
    reason: Mapped[str | None]
    """Why it was not sent, in a sentence."""
    sent_ts: Mapped[str | None]
    """The ``ts`` of the message that it became."""
