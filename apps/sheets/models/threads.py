"""Comments on cells."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.sheets.models.ranges import Ranged
from workworld.database import Base


class Thread(Ranged, Base):
    """A conversation about a range."""

    __tablename__ = "sheets_threads"

    is_resolved: Mapped[bool] = mapped_column(default=False)
    assignee_id: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    """Who is to do what it asks for."""
    quoted: Mapped[str] = mapped_column(default="")
    """What the range's first cell showed when it began."""


class Comment(Base):
    """A comment, or an answer to one."""

    __tablename__ = "sheets_comments"
    __table_args__ = (Index(None, "thread_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    thread_id: Mapped[int] = mapped_column(ForeignKey("sheets_threads.id", ondelete="CASCADE"))
    author_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    text: Mapped[str]
    created_us: Mapped[int]
    edited_us: Mapped[int | None]
    deed: Mapped[str] = mapped_column(default="")
    """What it did to the conversation: ``resolve``, ``reopen``, ``assign``; or nothing."""
