"""What people choose for themselves: which channels matter to them, and of what they are told."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class ChannelChoice(Base):
    """What a member chose for one channel; without it, what is usual."""

    __tablename__ = "chat_channel_choices"

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    is_starred: Mapped[bool] = mapped_column(default=False)
    starred_us: Mapped[int | None]
    """When it was starred, in microseconds since the Unix epoch."""
    is_muted: Mapped[bool] = mapped_column(default=False)
    is_folded: Mapped[bool] = mapped_column(default=False)
    """Whether files and previews in it are folded up."""
    level: Mapped[str] = mapped_column(default="")
    """Of what they are told: ``all``, ``mentions``, ``nothing``, or as everywhere else."""
    thread_replies: Mapped[bool | None]
    """Whether they are told of replies in threads that they follow; null as everywhere else."""
    section_id: Mapped[str] = mapped_column(default="")
    """In which of their own sections it stands; empty where it usually does."""


class PersonChoice(Base):
    """What a person chose for all channels; without it, what is usual."""

    __tablename__ = "chat_person_choices"

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    level: Mapped[str] = mapped_column(default="mentions")
    """``all``, ``mentions`` or ``nothing``."""
    thread_replies: Mapped[bool] = mapped_column(default=True)
    days: Mapped[str] = mapped_column(default="")
    """On which days notices may come: ``every``, ``weekdays``, or "" for always."""
    starts: Mapped[int] = mapped_column(default=9 * 60)
    """From which minute of these days on, in the person's zone."""
    ends: Mapped[int] = mapped_column(default=18 * 60)
    """Until which."""
    exceptions: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Ids of people whose messages come through all the same."""


class Keyword(Base):
    """A word that counts as a mention of a person."""

    __tablename__ = "chat_keywords"

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    word: Mapped[str] = mapped_column(primary_key=True)
    """Folded, one or several words."""


class SidebarView(Base):
    """How somebody left their sidebar: which sections are folded, whether only news is shown."""

    __tablename__ = "chat_sidebar_views"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    """``unread``, ``hidden``, or ``fold:`` or ``all:`` and the section."""
