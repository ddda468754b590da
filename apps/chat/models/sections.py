"""How people divide their sidebars."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Section(Base):
    """A section that somebody made, or what they chose for one that everybody has."""

    __tablename__ = "chat_sections"

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    """``starred``, ``channels``, ``direct``, ``apps``, or of one's own making."""
    name: Mapped[str] = mapped_column(default="")
    """Empty for one that everybody has."""
    emoji: Mapped[str] = mapped_column(default="")
    """The name of one, without colons, or nothing."""
    shows: Mapped[str] = mapped_column(default="all")
    """``all`` conversations, or ``unread`` ones alone."""
    sorting: Mapped[str] = mapped_column(default="")
    """``name``, ``recent``, ``priority``, or empty for what is usual."""


class SidebarOrder(Base):
    """In which order somebody wants their sections; without it, the usual one."""

    __tablename__ = "chat_sidebar_orders"

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    section_ids: Mapped[list[str]] = mapped_column(JSON, default=list)
