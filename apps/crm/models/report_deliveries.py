"""Reports that come by themselves, and what they said when they did.

https://help.salesforce.com/s/articleView?id=analytics.reports_subscribe_overview.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class ReportSubscription(Base):
    """Somebody has a report sent to themselves or others again and again."""

    __tablename__ = "crm_report_subscriptions"
    __table_args__ = (Index(None, "report_id"), Index(None, "owner_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    report_id: Mapped[str] = mapped_column(ForeignKey("crm_reports.id"))
    owner_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    frequency: Mapped[str]
    """``daily``, ``weekly`` or ``monthly``."""
    days: Mapped[Sequence[int]] = mapped_column(JSON)
    """Weekly: of the week, Monday 0; monthly: of the month, from 1; daily: empty."""
    hour: Mapped[int]
    """In its owner's zone."""
    recipient_ids: Mapped[Sequence[str]] = mapped_column(JSON)
    """Users, sorted; each is sent what they may see."""
    conditions: Mapped[Sequence[dict[str, Any]]] = mapped_column(JSON)
    """Of totals over all rows: ``aggregate``, ``operator``, ``value``. All must hold, or nothing is
    sent."""
    created_us: Mapped[int]
    modified_us: Mapped[int]
    last_run_us: Mapped[int | None]


class ReportSnapshot(Base):
    """What a report said to somebody at one time; it does not change with the records."""

    __tablename__ = "crm_report_snapshots"
    __table_args__ = (Index(None, "report_id", "user_id"), Index(None, "user_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    report_id: Mapped[str] = mapped_column(ForeignKey("crm_reports.id"))
    user_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    """As whom it was run, and who alone sees it."""
    subscription_id: Mapped[str | None]
    """By which it came; null for one that they took themselves."""
    name: Mapped[str]
    """What the report was called."""
    taken_us: Mapped[int]
    rows: Mapped[int]
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What ``service/report_memories.py`` makes of a result."""
