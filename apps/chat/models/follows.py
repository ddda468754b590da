"""Who follows which thread."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.chat.models.belonging import of_message
from workworld.database import Base, TableRole, table_role, without_row_ids


class Follow(Base):
    """A person asked to follow a thread, or not to."""

    __tablename__ = "chat_follows"
    __table_args__ = (of_message("root_ts"),)

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(primary_key=True)
    root_ts: Mapped[str] = mapped_column(primary_key=True)
    """The parent's."""
    is_following: Mapped[bool]


class ThreadPerson(Base):
    """A person who takes part in a thread with replies, or asked to follow it or not to.

    Whoever began it, replied in it or is mentioned in it takes part, and follows it unless they
    asked not to.
    """

    __tablename__ = "chat_thread_people"
    __table_args__ = (
        Index(None, "person_id", "is_following", "latest_reply"),
        table_role(TableRole.DERIVED) | without_row_ids(),
    )

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    root_ts: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(primary_key=True)
    latest_reply: Mapped[str]
    """The thread's, so that the liveliest are found without looking at all."""
    is_following: Mapped[bool]
