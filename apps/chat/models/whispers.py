"""What is said in a conversation to one person alone."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, consequence, reaches_people, table_role

_WITH_ITS_CAUSE = {"info": {**consequence()["info"], **reaches_people()["info"]}}


class Whisper(Base):
    """A message that only one member sees; it is in no history and found by no search.

    People see it at once. Those that an app gives with what somebody did, such as a hint, come and
    go with that; one that is all that a step did is what it is graded on.
    """

    __tablename__ = "chat_whispers"
    __table_args__ = _WITH_ITS_CAUSE

    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    """Who sees it."""
    ts: Mapped[str] = mapped_column(primary_key=True)
    author_id: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    """Who says it; null for chat itself."""
    thread_ts: Mapped[str | None]
    """The parent's ``ts`` if it is said in a thread, else null."""
    text: Mapped[str]
    """mrkdwn."""
    blocks: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    attachments: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))


class Dismissal(Base):
    """A whisper that its reader wants to see no more."""

    __tablename__ = "chat_dismissals"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
