"""Sales cadences: how leads and contacts are followed up, step by step.

https://help.salesforce.com/s/articleView?id=sales.hvs_cadences_overview.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base

RUNNING, COMPLETED, STOPPED = "Active", "Complete", "Stopped"


class Cadence(Base):
    """Steps that follow one another: mails, calls and tasks, some days apart."""

    __tablename__ = "crm_cadences"

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``77A``."""
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    target: Mapped[str]
    """Whom it is for: ``Lead``, ``Contact`` or ``Any``."""
    steps: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """In order: ``kind``, ``subject``, ``days`` after the one before, ``template_id`` and
    ``notes``."""
    is_active: Mapped[bool] = mapped_column(default=True)


class CadenceTracker(Base):
    """A lead or a contact is in a cadence, or was."""

    __tablename__ = "crm_cadence_trackers"
    __table_args__ = (
        Index(None, "target_id", "state"),
        Index(None, "cadence_id", "state"),
        Index(None, "task_id"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``77B``."""
    cadence_id: Mapped[str] = mapped_column(ForeignKey("crm_cadences.id"))
    target_id: Mapped[str]
    """The lead's or the contact's id."""
    owner_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    """Who does the steps."""
    steps: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """Those of the cadence when it was begun: who is in it goes on as it was."""
    state: Mapped[str]
    """``Active``, ``Complete`` or ``Stopped``."""
    reason: Mapped[str] = mapped_column(default="")
    """Why it was stopped: ``Replied``, ``Converted``, ``ManuallyRemoved`` or ``Deleted``."""
    step: Mapped[int]
    """The place of the step that is next, from 0."""
    task_id: Mapped[str | None] = mapped_column(default=None)
    """The task of that step, which stands in its owner's work list."""
    started_us: Mapped[int]
    ended_us: Mapped[int | None] = mapped_column(default=None)
