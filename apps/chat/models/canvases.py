"""Canvases: what stands in them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class CanvasSection(Base):
    """One block of a canvas: a heading, a paragraph, a list …"""

    __tablename__ = "chat_canvas_sections"
    __table_args__ = (Index(None, "canvas_id", "position"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Ours, which stays; what the API calls a section changes with every update."""
    canvas_id: Mapped[str] = mapped_column(ForeignKey("chat_documents.id", ondelete="CASCADE"))
    position: Mapped[int]
    """From 0, without gaps."""
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    """A document of rich text with one block, as JSON."""
    text: Mapped[str]
    """Its words, for searching."""
    edited: Mapped[int]
    """When it was last changed, as Unix time in seconds."""
    edited_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    version: Mapped[int]
    """The canvas's version that it was last changed in."""
