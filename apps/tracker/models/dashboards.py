"""Dashboards, with whom they are shared, and the gadgets on them."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Dashboard(Base):
    """A page of gadgets in columns."""

    __tablename__ = "tracker_dashboards"
    __table_args__ = (Index(None, "owner_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    owner_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    columns: Mapped[int] = mapped_column(default=2)
    """How many: 1, 2 or 3."""
    created_us: Mapped[int]
    updated_us: Mapped[int]


class DashboardShare(Base):
    """Who else sees, or may change, a dashboard."""

    __tablename__ = "tracker_dashboard_shares"
    __table_args__ = (Index(None, "dashboard_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    dashboard_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_dashboards.id", ondelete="CASCADE")
    )
    kind: Mapped[str]
    """``all`` (everybody who is signed in), ``project``, ``group`` or ``person``."""
    thing_id: Mapped[str] = mapped_column(default="")
    """The id of the project, group or person."""
    may_edit: Mapped[bool] = mapped_column(default=False)


class Gadget(Base):
    """Something that a dashboard shows."""

    __tablename__ = "tracker_gadgets"
    __table_args__ = (Index(None, "dashboard_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    dashboard_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_dashboards.id", ondelete="CASCADE")
    )
    kind: Mapped[str]
    """One of ``service/gadget_kinds.py``."""
    title: Mapped[str]
    color: Mapped[str] = mapped_column(default="blue")
    column: Mapped[int]
    """From 0, and in it the place."""
    position: Mapped[int]
    settings: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """What it shows, by the name of the setting."""
