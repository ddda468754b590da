"""Emoji that only this workspace has."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class OwnEmoji(Base):
    """An emoji of the workspace's own: an image, or another name of an emoji that there is.

    The bytes of an image are the core's, by their digest.
    """

    __tablename__ = "chat_emoji"

    name: Mapped[str] = mapped_column(primary_key=True)
    """Without colons; none of everybody's emoji is called so."""
    alias_of: Mapped[str] = mapped_column(default="")
    """The name of an emoji with a picture, own or everybody's; empty for one with its own image."""
    sha256: Mapped[str] = mapped_column(default="")
    """Of the image's bytes; empty for another name."""
    mime: Mapped[str] = mapped_column(default="")
    creator_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    created: Mapped[int]
    """Unix time, seconds."""
