"""Reports and dashboards, and the folders in which they are shared.

https://help.salesforce.com/s/articleView?id=analytics.analytics_sharing_about.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base

HIDDEN, READ_ONLY, READ_WRITE = "Hidden", "ReadOnly", "ReadWrite"
"""Whom a folder is for: its owner alone; all to see; all to see and to change."""


class ReportFolder(Base):
    """A place for reports or dashboards, shared as a whole."""

    __tablename__ = "crm_report_folders"

    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    """``Report`` or ``Dashboard``."""
    name: Mapped[str]
    access: Mapped[str] = mapped_column(default=READ_ONLY)
    """``Hidden``, ``ReadOnly`` or ``ReadWrite``."""
    owner_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    created_us: Mapped[int]


class Report(Base):
    """A question to the records that is asked again and again."""

    __tablename__ = "crm_reports"
    __table_args__ = (Index(None, "folder_id"), Index(None, "owner_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    developer_name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    folder_id: Mapped[str | None] = mapped_column(ForeignKey("crm_report_folders.id"))
    """Null while it is its owner's alone."""
    owner_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    report_type: Mapped[str]
    """One of ``service/report_types.py``."""
    definition: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What ``service/report_definitions.py`` describes."""
    created_us: Mapped[int]
    modified_us: Mapped[int]
    modified_by_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    version: Mapped[int] = mapped_column(default=1)


class Dashboard(Base):
    """A page of charts and figures, each from a report."""

    __tablename__ = "crm_dashboards"
    __table_args__ = (Index(None, "folder_id"), Index(None, "owner_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    developer_name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    folder_id: Mapped[str | None] = mapped_column(ForeignKey("crm_report_folders.id"))
    owner_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    running_user_id: Mapped[str | None] = mapped_column(ForeignKey("crm_users.id"))
    """As whom its reports run; null as whoever looks."""
    filter_field: Mapped[str] = mapped_column(default="")
    """The column that viewers may narrow all widgets by; empty for none."""
    created_us: Mapped[int]
    modified_us: Mapped[int]
    modified_by_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    version: Mapped[int] = mapped_column(default=1)


class Widget(Base):
    """What a dashboard shows of a report."""

    __tablename__ = "crm_dashboard_widgets"
    __table_args__ = (Index(None, "dashboard_id", "grid_row"), Index(None, "report_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    dashboard_id: Mapped[str] = mapped_column(ForeignKey("crm_dashboards.id", ondelete="CASCADE"))
    report_id: Mapped[str] = mapped_column(ForeignKey("crm_reports.id"))
    title: Mapped[str]
    footer: Mapped[str] = mapped_column(default="")
    kind: Mapped[str]
    """``bar``, ``column``, ``line``, ``donut``, ``metric``, ``gauge`` or ``table``."""
    grid_column: Mapped[int]
    """Of the twelve columns of its dashboard the first one that it covers, from 0."""
    grid_row: Mapped[int]
    width: Mapped[int]
    """In columns."""
    height: Mapped[int]
    """In rows."""
    aggregate: Mapped[str] = mapped_column(default="")
    """Which of the report's totals it shows; empty for its first."""
    goal: Mapped[float | None]
    """Of a gauge, what is full."""
