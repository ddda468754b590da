"""The table of what would have been sent to addresses outside."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, consequence


class Delivery(Base):
    """A request to an address outside, which nothing has left the world for."""

    __tablename__ = "deliveries_deliveries"
    __table_args__ = (
        Index(None, "app_id", "sent_us"),
        Index(None, "app_id", "sender_kind", "sender_id"),
        consequence(),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    """``Dl…``."""
    app_id: Mapped[str]
    """Whose things it tells of."""
    sender_kind: Mapped[str]
    """What sends it, as the app calls it: ``hook``, ``transition``, ``rule``."""
    sender_id: Mapped[str]
    owner_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    """With whose eyes it was written: it holds nothing that they did not see then."""
    thing_id: Mapped[str] = mapped_column(default="")
    """What it is about, as the app calls it; empty for nothing that is hidden from anybody."""
    event: Mapped[str] = mapped_column(default="")
    """What came to pass, in the vendor's word; empty if a person wrote the request themselves."""
    method: Mapped[str] = mapped_column(default="POST")
    url: Mapped[str]
    body: Mapped[str] = mapped_column(default="")
    sent_us: Mapped[int]
