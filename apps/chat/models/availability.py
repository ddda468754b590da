"""Whether people are there."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Availability(Base):
    """What a person says of whether they are there; without it, nothing."""

    __tablename__ = "chat_availability"

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    is_away: Mapped[bool] = mapped_column(default=False)
    """Whether they set themselves away; else their working hours decide."""
    status_emoji: Mapped[str] = mapped_column(default="")
    """Its name without colons."""
    status_text: Mapped[str] = mapped_column(default="")
    status_until: Mapped[int | None]
    """When the status ends, as Unix time in seconds; null for never."""
    snoozed_until: Mapped[int | None]
    """Until when they want no notices, as Unix time in seconds."""
