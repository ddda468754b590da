"""Which requests to post have been carried out."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class PostedNonce(Base):
    """A request to post by the name that its client gave it, so that it posts once."""

    __tablename__ = "chat_posted_nonces"
    __table_args__ = table_role(TableRole.SYSTEM)

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(primary_key=True)
    nonce: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str]
    """The message's."""
