"""Channels, and who is in them."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Channel(Base):
    """A channel, whose name is unique among live and archived ones, or a direct conversation."""

    __tablename__ = "chat_channels"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    """Of a direct one its id, which nobody sees: each person calls it after the others."""
    kind: Mapped[str]
    """``public``, ``private``, ``dm`` or ``group_dm``."""
    party: Mapped[str | None] = mapped_column(unique=True)
    """Who is in a direct one, for good: their ids, sorted, with commas between; else null."""
    topic: Mapped[str] = mapped_column(default="")
    purpose: Mapped[str] = mapped_column(default="")
    posting: Mapped[str] = mapped_column(default="everyone")
    """Who may post: ``everyone``, ``admins`` or ``list``, those who are named in ``Poster``."""
    replying: Mapped[str] = mapped_column(default="everyone")
    """Who may reply in threads: ``everyone``, or ``posters``, whoever may post."""
    is_default: Mapped[bool] = mapped_column(default=False)
    """The one channel that everybody is in."""
    is_for_newcomers: Mapped[bool] = mapped_column(default=False)
    """Whether those who join the workspace are let into it at once, as into the default one."""
    is_archived: Mapped[bool] = mapped_column(default=False)
    retention_days: Mapped[int | None]
    """The same as in ``Settings``, where the channel has a limit of its own."""
    created: Mapped[int]
    """Unix time, seconds."""
    creator_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    topic_by: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    """Who set the topic last; null as long as it is the first one, by the creator."""
    topic_set: Mapped[int | None]
    """When, as Unix time in seconds."""
    purpose_by: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    purpose_set: Mapped[int | None]


class Membership(Base):
    """A person is in a channel."""

    __tablename__ = "chat_memberships"
    __table_args__ = (Index(None, "person_id"),)

    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    role: Mapped[str] = mapped_column(default="member")
    """``admin``, as whoever creates a channel is in it, or ``member``."""
    joined: Mapped[int]
    """Unix time, seconds."""


class Poster(Base):
    """A person who may post to a channel where not everybody does."""

    __tablename__ = "chat_posters"

    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
