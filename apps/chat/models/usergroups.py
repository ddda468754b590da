"""Groups of people who are mentioned together."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class UserGroup(Base):
    """A group that ``@handle`` mentions. Name and handle are unique, also among disabled ones."""

    __tablename__ = "chat_user_groups"

    id: Mapped[str] = mapped_column(primary_key=True)
    """``S…``."""
    name: Mapped[str] = mapped_column(unique=True)
    handle: Mapped[str] = mapped_column(unique=True)
    """Without ``@``."""
    description: Mapped[str] = mapped_column(default="")
    channel_ids: Mapped[list[str]] = mapped_column(JSON, default=list)
    """What its members are concerned with."""
    created: Mapped[int]
    """Unix time, seconds."""
    updated: Mapped[int]
    disabled: Mapped[int] = mapped_column(default=0)
    """When it was disabled; 0 as long as it can be mentioned."""
    creator_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    updated_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))


class UserGroupMember(Base):
    """A person is in a group."""

    __tablename__ = "chat_user_group_members"
    __table_args__ = (Index(None, "person_id"),)

    group_id: Mapped[str] = mapped_column(ForeignKey("chat_user_groups.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
