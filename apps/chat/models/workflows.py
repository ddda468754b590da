"""Workflows: what begins them, what they do, and how each run of one went."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, ForeignKeyConstraint, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Workflow(Base):
    """A workflow as it is built; what runs is one of its versions."""

    __tablename__ = "chat_workflows"

    id: Mapped[str] = mapped_column(primary_key=True)
    """``Wf…``."""
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    icon: Mapped[str] = mapped_column(default="zap")
    """The name of an emoji, by which its messages are known."""
    owner_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    """By whose rights it runs."""
    trigger: Mapped[str] = mapped_column(default="")
    """What kind of thing begins it; empty until one is chosen."""
    trigger_settings: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    secret: Mapped[str] = mapped_column(default="")
    """The last part of the address of its web hook."""
    version: Mapped[int | None]
    """Which version is published."""
    changed_since: Mapped[bool] = mapped_column(default=False)
    """Whether it is not as it was when it was published."""
    created: Mapped[int]
    """Unix time, seconds."""
    updated: Mapped[int]


class WorkflowManager(Base):
    """Somebody who changes a workflow beside its owner."""

    __tablename__ = "chat_workflow_managers"

    workflow_id: Mapped[str] = mapped_column(
        ForeignKey("chat_workflows.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)


class WorkflowStep(Base):
    """A step of a workflow as it is built."""

    __tablename__ = "chat_workflow_steps"
    __table_args__ = (Index(None, "workflow_id", "position"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """``Ws…``."""
    workflow_id: Mapped[str] = mapped_column(ForeignKey("chat_workflows.id", ondelete="CASCADE"))
    position: Mapped[int]
    """From 1."""
    kind: Mapped[str]
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)


class WorkflowVersion(Base):
    """A workflow as it was published, which its runs go by to their end."""

    __tablename__ = "chat_workflow_versions"
    __table_args__ = (Index(None, "trigger"),)

    workflow_id: Mapped[str] = mapped_column(
        ForeignKey("chat_workflows.id", ondelete="CASCADE"), primary_key=True
    )
    version: Mapped[int] = mapped_column(primary_key=True)
    trigger: Mapped[str]
    trigger_settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    channel_id: Mapped[str | None] = mapped_column(ForeignKey("chat_channels.id"))
    """Where it begins, if that is in a channel."""
    steps: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """``kind`` and ``settings`` of each."""
    published: Mapped[int]
    """Unix time, seconds."""
    published_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))


class WorkflowRun(Base):
    """One run of a version of a workflow."""

    __tablename__ = "chat_workflow_runs"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workflow_id", "version"],
            ["chat_workflow_versions.workflow_id", "chat_workflow_versions.version"],
            ondelete="CASCADE",
        ),
        Index(None, "workflow_id", "started", "id"),
        Index(None, "person_id"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    """``Wr…``."""
    workflow_id: Mapped[str]
    version: Mapped[int]
    person_id: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    """Who began it, by whatever they did; nobody for schedules and web hooks."""
    depth: Mapped[int] = mapped_column(default=0)
    """How many runs led to this one, each to the next."""
    status: Mapped[str]
    """``running``, ``asking``, ``waiting``, ``completed``, ``failed`` or ``cancelled``."""
    reason: Mapped[str] = mapped_column(default="")
    """Why it failed."""
    position: Mapped[int] = mapped_column(default=1)
    """The step that it is at."""
    asked_id: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    """Whose answers it waits for."""
    wakes: Mapped[int | None]
    """When it goes on by itself: Unix time, seconds."""
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What its trigger yielded: the kind and text of each variable."""
    started: Mapped[int]
    """Unix time, seconds."""
    ended: Mapped[int | None]


class WorkflowRunStep(Base):
    """What came of one step of a run."""

    __tablename__ = "chat_workflow_run_steps"

    run_id: Mapped[str] = mapped_column(
        ForeignKey("chat_workflow_runs.id", ondelete="CASCADE"), primary_key=True
    )
    position: Mapped[int] = mapped_column(primary_key=True)
    status: Mapped[str]
    """``asking``, ``waiting``, ``completed``, ``failed`` or ``cancelled``."""
    reason: Mapped[str] = mapped_column(default="")
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What it yielded, answers of a form among it: the kind and text of each variable."""
    begun: Mapped[int]
    """Unix time, seconds."""
    ended: Mapped[int | None]
