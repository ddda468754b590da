"""What issues are and how they move: types, statuses, priorities, resolutions, workflows."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class IssueType(Base):
    """A type of issue."""

    __tablename__ = "tracker_issue_types"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    description: Mapped[str] = mapped_column(default="")
    icon: Mapped[str]
    """The name of its picture: ``epic``, ``story``, ``task``, ``bug``, ``subtask`` …"""
    level: Mapped[int]
    """1 for epics, 0 for what stands below them, -1 for sub-tasks."""
    position: Mapped[int]


class Status(Base):
    """Where an issue stands."""

    __tablename__ = "tracker_statuses"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    description: Mapped[str] = mapped_column(default="")
    category: Mapped[str]
    """``new`` (to do), ``indeterminate`` (in progress) or ``done``, in the vendor's words."""
    position: Mapped[int]


class Priority(Base):
    """How urgent an issue is."""

    __tablename__ = "tracker_priorities"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    description: Mapped[str] = mapped_column(default="")
    color: Mapped[str]
    position: Mapped[int]
    """From the highest, 1."""


class Resolution(Base):
    """How an issue ended."""

    __tablename__ = "tracker_resolutions"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    description: Mapped[str] = mapped_column(default="")
    position: Mapped[int]


class Workflow(Base):
    """Statuses, and the ways between them."""

    __tablename__ = "tracker_workflows"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    description: Mapped[str] = mapped_column(default="")
    initial_status_id: Mapped[str] = mapped_column(ForeignKey("tracker_statuses.id"))


class WorkflowStatus(Base):
    """A status that a workflow has."""

    __tablename__ = "tracker_workflow_statuses"

    workflow_id: Mapped[str] = mapped_column(ForeignKey("tracker_workflows.id"), primary_key=True)
    status_id: Mapped[str] = mapped_column(ForeignKey("tracker_statuses.id"), primary_key=True)
    position: Mapped[int]


class Transition(Base):
    """A way to a status."""

    __tablename__ = "tracker_transitions"
    __table_args__ = (Index(None, "workflow_id", "number", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    workflow_id: Mapped[str] = mapped_column(ForeignKey("tracker_workflows.id"))
    number: Mapped[int]
    """What the vendor's API calls its id: 11, 21 … within the workflow."""
    name: Mapped[str]
    is_global: Mapped[bool] = mapped_column(default=False)
    """Whether it leads from every other status."""
    to_id: Mapped[str] = mapped_column(ForeignKey("tracker_statuses.id"))
    screen: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Ids of the fields that it asks for, in order; ``comment`` may be among them. Without any
    there is no screen."""
    rules: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """Conditions, validators and post functions: each ``{"kind": …}`` and its settings, as
    ``service/transition_rules.py`` declares them."""


class TransitionFrom(Base):
    """A status that a transition leads from; one that is global has none."""

    __tablename__ = "tracker_transition_from"

    transition_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_transitions.id"), primary_key=True
    )
    status_id: Mapped[str] = mapped_column(ForeignKey("tracker_statuses.id"), primary_key=True)


class LinkType(Base):
    """How two issues may concern each other."""

    __tablename__ = "tracker_link_types"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    """``Blocks``."""
    inward: Mapped[str]
    """``is blocked by``."""
    outward: Mapped[str]
    """``blocks``."""
