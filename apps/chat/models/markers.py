"""How far people have read."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class ReadMarker(Base):
    """How far a member has read a channel; without one, not at all."""

    __tablename__ = "chat_read_markers"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    last_read: Mapped[str]
    """The ``ts`` of the newest message that was shown."""
