"""Whom projects tell of what happens to their issues."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class RecipientChange(Base):
    """A project tells somebody of an event who usually is not told, or the other way round."""

    __tablename__ = "tracker_recipient_changes"

    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"), primary_key=True)
    event: Mapped[str] = mapped_column(primary_key=True)
    """One of ``notification_names.EVENTS``: ``created``, ``commented`` …"""
    recipient: Mapped[str] = mapped_column(primary_key=True)
    """One of ``notification_names.RECIPIENTS``: ``assignee``, ``watchers``, ``role`` …"""
    parameter: Mapped[str] = mapped_column(primary_key=True, default="")
    """The id of the role, group or person."""
    is_told: Mapped[bool]
