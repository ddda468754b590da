"""Flows: what happens by itself when records are saved or deleted.

https://help.salesforce.com/s/articleView?id=platform.flow_concepts_trigger_record.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, consequence


class Flow(Base):
    """A flow as it is built; what runs is one of its versions."""

    __tablename__ = "crm_flows"

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``300``."""
    name: Mapped[str]
    sobject: Mapped[str]
    draft: Mapped[dict[str, Any]] = mapped_column(JSON)
    """``trigger`` and ``elements`` as they are built."""
    version: Mapped[int | None]
    """Which version is active; null for none."""
    latest: Mapped[int] = mapped_column(default=0)
    """The number of the latest version."""
    is_changed: Mapped[bool] = mapped_column(default=True)
    """Whether the draft is not as the latest version."""
    changed_us: Mapped[int]
    changed_by_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))


class FlowVersion(Base):
    """A flow as it was activated once."""

    __tablename__ = "crm_flow_versions"
    __table_args__ = (Index(None, "sobject", "moment"),)

    flow_id: Mapped[str] = mapped_column(
        ForeignKey("crm_flows.id", ondelete="CASCADE"), primary_key=True
    )
    version: Mapped[int] = mapped_column(primary_key=True)
    sobject: Mapped[str]
    moment: Mapped[str]
    """``before`` or ``after`` records are saved, ``delete`` for before they are deleted, or
    ``scheduled``."""
    definition: Mapped[dict[str, Any]] = mapped_column(JSON)
    made_us: Mapped[int]
    made_by_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    """Who activated it first: posts and issues are made by their rights."""


class FlowRun(Base):
    """How one run of a flow went."""

    __tablename__ = "crm_flow_runs"
    __table_args__ = (Index(None, "record_id"), Index(None, "flow_id", "began_us"), consequence())

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``0Fo``."""
    flow_id: Mapped[str] = mapped_column(ForeignKey("crm_flows.id", ondelete="CASCADE"))
    version: Mapped[int]
    record_id: Mapped[str]
    user_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    """Whose deed began it."""
    began_us: Mapped[int]
    outcome: Mapped[str]
    """``finished``, ``waiting`` or ``failed``."""
    reason: Mapped[str] = mapped_column(default="")
    position: Mapped[int] = mapped_column(default=0)
    """Of one that waits, at which element it goes on."""
    lines: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """``kind``, ``text`` and ``outcome`` of each element that was performed."""
