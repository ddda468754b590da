"""Messages, and what stands below them."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, ForeignKeyConstraint, Index
from sqlalchemy import text as sql_text
from sqlalchemy.orm import Mapped, mapped_column

from workworld import fulltext
from workworld.apps.chat.models.belonging import of_message
from workworld.database import Base, TableRole, reaches_people, table_role, without_row_ids


class Message(Base):
    """A message, keyed by channel and ``ts``, which is its time and its place in the channel."""

    __tablename__ = "chat_messages"
    __table_args__ = (
        ForeignKeyConstraint(
            ["channel_id", "thread_ts"], ["chat_messages.channel_id", "chat_messages.ts"]
        ),
        # Of replies alone: what stands in the channel itself is found by its key.
        Index(
            None,
            "channel_id",
            "thread_ts",
            "ts",
            sqlite_where=sql_text("thread_ts IS NOT NULL"),
        ),
        Index(None, "author_id", "ts"),
        Index(
            "ix_chat_messages_broadcasts", "channel_id", "ts", sqlite_where=sql_text("is_broadcast")
        ),
        reaches_people(),
    )

    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    author_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    text: Mapped[str]
    """mrkdwn, exactly as sent."""
    thread_ts: Mapped[str | None]
    """The parent's ``ts`` for a reply, else null."""
    is_broadcast: Mapped[bool] = mapped_column(default=False)
    """A reply that was also sent to the channel."""
    subtype: Mapped[str | None]
    """Null for what people write; else what kind of note it is, in Slack's words: ``me_message``,
    ``channel_join``, ``channel_topic`` … and ``tombstone`` for a deleted parent of replies."""
    edited_ts: Mapped[str | None]
    """When the text was last changed."""
    edited_by: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))


class Reaction(Base):
    """A person's emoji below a message."""

    __tablename__ = "chat_reactions"
    __table_args__ = (
        ForeignKeyConstraint(
            ["channel_id", "ts"], ["chat_messages.channel_id", "chat_messages.ts"]
        ),
        Index(None, "person_id"),
        without_row_ids(),
    )

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    """The message's."""
    emoji: Mapped[str] = mapped_column(primary_key=True)
    """Its name without colons: ``+1``, ``wave::skin-tone-3``."""
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    added_us: Mapped[int]
    """When, in microseconds since the Unix epoch."""


class MessageFile(Base):
    """A file below a message."""

    __tablename__ = "chat_message_files"
    __table_args__ = (
        of_message(),
        Index(None, "file_id"),
    )

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    file_id: Mapped[str] = mapped_column(ForeignKey("files_files.id", ondelete="CASCADE"))


class ThreadRollUp(Base):
    """What a parent message shows of its replies, so that a page need not count them."""

    __tablename__ = "chat_threads"
    __table_args__ = (
        ForeignKeyConstraint(
            ["channel_id", "ts"], ["chat_messages.channel_id", "chat_messages.ts"]
        ),
        table_role(TableRole.DERIVED) | without_row_ids(),
    )

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    """The parent's."""
    reply_count: Mapped[int]
    latest_reply: Mapped[str]
    people: Mapped[list[str]] = mapped_column(JSON)
    """Ids of those who replied, in the order of their first reply."""


WORDS = fulltext.index(Message, "text")
