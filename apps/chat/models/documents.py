"""What canvases and lists have in common: a title, a place, and whom they are shared with."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, reaches_people

CANVAS = "canvas"
LIST = "list"


class Document(Base):
    """A canvas or a list. It belongs to whoever owns it, and may stand in a channel."""

    __tablename__ = "chat_documents"
    __table_args__ = (
        CheckConstraint(f"kind IN ('{CANVAS}', '{LIST}')", name="kind"),
        Index(None, "channel_id"),
        Index(None, "owner_id"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    """``canvas`` or ``list``."""
    title: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    """What a list is for; a canvas says so itself."""
    owner_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    """Whoever made it, until they make it somebody else's."""
    channel_id: Mapped[str | None] = mapped_column(ForeignKey("chat_channels.id"))
    """Where it stands as a tab; whoever is there may read it, and write to it if they may post."""
    is_main: Mapped[bool] = mapped_column(default=False)
    """The one canvas that is the channel's own."""
    created: Mapped[int]
    """Unix time, seconds."""
    updated: Mapped[int]
    updated_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    version: Mapped[int] = mapped_column(default=1)
    """Rises with every change."""


class DocumentPerson(Base):
    """A document is shared with a person."""

    __tablename__ = "chat_document_people"
    __table_args__ = (Index(None, "person_id"), reaches_people())

    document_id: Mapped[str] = mapped_column(
        ForeignKey("chat_documents.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    level: Mapped[str]
    """``read`` or ``write``."""


class DocumentChannel(Base):
    """A document is shared with the members of a channel."""

    __tablename__ = "chat_document_channels"
    __table_args__ = (Index(None, "channel_id"),)

    document_id: Mapped[str] = mapped_column(
        ForeignKey("chat_documents.id", ondelete="CASCADE"), primary_key=True
    )
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    level: Mapped[str]
    """``read`` or ``write``."""
