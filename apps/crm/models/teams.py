"""The teams with which users usually work."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class DefaultTeamMember(Base):
    """A user is on the team with which another one usually looks after accounts."""

    __tablename__ = "crm_default_team"

    user_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"), primary_key=True)
    """Whose default team it is."""
    member_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"), primary_key=True)
    role: Mapped[str | None] = mapped_column(default=None)
    access: Mapped[str] = mapped_column(default="Read")
