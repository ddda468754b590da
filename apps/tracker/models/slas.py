"""Service level agreements: within which time something is to happen, and how that goes."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class SlaCalendar(Base):
    """The hours in which clocks of a service desk run."""

    __tablename__ = "tracker_sla_calendars"
    __table_args__ = (Index(None, "project_id", "name", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"))
    name: Mapped[str]
    zone: Mapped[str]
    """An IANA name, such as ``America/New_York``."""
    hours: Mapped[list[list[list[int]]]] = mapped_column(JSON)
    """For each day from Monday: from when to when, in minutes since midnight."""
    holidays: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    """Days without any: ``date`` (ISO) and ``name`` each."""
    position: Mapped[int] = mapped_column(default=0)


class Sla(Base):
    """Something that is to happen to each request within a time."""

    __tablename__ = "tracker_slas"
    __table_args__ = (Index(None, "project_id", "name", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"))
    name: Mapped[str]
    """``Time to resolution``: also the name of its field in queries."""
    starts: Mapped[list[str]] = mapped_column(JSON)
    """What begins a cycle: conditions, as ``service/sla_clocks.py`` says them."""
    pauses: Mapped[list[str]] = mapped_column(JSON, default=list)
    """While one of these holds, the clock stands still."""
    stops: Mapped[list[str]] = mapped_column(JSON)
    """What ends a cycle."""
    position: Mapped[int]


class SlaGoal(Base):
    """How long it may take for some issues. The first goal whose query fits is an issue's."""

    __tablename__ = "tracker_sla_goals"
    __table_args__ = (Index(None, "sla_id", "position"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    sla_id: Mapped[str] = mapped_column(ForeignKey("tracker_slas.id", ondelete="CASCADE"))
    position: Mapped[int]
    jql: Mapped[str] = mapped_column(default="")
    """Empty for all."""
    minutes: Mapped[int]
    calendar_id: Mapped[str | None] = mapped_column(
        ForeignKey("tracker_sla_calendars.id", ondelete="SET NULL")
    )
    """Null for a clock that never rests."""


class SlaCycle(Base):
    """A clock that ran, or runs, for an issue."""

    __tablename__ = "tracker_sla_cycles"
    __table_args__ = (Index(None, "sla_id"), table_role(TableRole.DERIVED))

    issue_id: Mapped[str] = mapped_column(primary_key=True)
    sla_id: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """From 1, the oldest."""
    is_latest: Mapped[bool]
    goal_us: Mapped[int]
    calendar_id: Mapped[str]
    """Empty for none."""
    started_us: Mapped[int]
    stopped_us: Mapped[int | None]
    """Null while it goes on."""
    elapsed_us: Mapped[int]
    """Until it last stood still."""
    anchor_us: Mapped[int | None]
    """Of one that runs: what its calendar had counted when it would have begun, had it never stood
    still. What has elapsed is what the calendar counts now, less this. Null if it stands still."""
