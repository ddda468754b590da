"""What people want to be reminded of."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Reminder(Base):
    """Somebody is to be reminded of something, once or again and again."""

    __tablename__ = "chat_reminders"
    __table_args__ = (Index(None, "person_id", "due", "id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    creator_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    """Who is reminded."""
    text: Mapped[str]
    due: Mapped[int]
    """When, or when next: Unix time, seconds."""
    recurrence: Mapped[str] = mapped_column(default="")
    """"" for once; else ``daily``, ``weekdays``, ``weekly``, ``monthly`` or ``yearly``."""
    created: Mapped[int]
    reminded: Mapped[int | None]
    """When it was done last."""
    completed: Mapped[int | None]
    """When it was marked as complete."""
