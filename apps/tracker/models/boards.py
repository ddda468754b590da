"""Boards and sprints."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, consequence


class Board(Base):
    """A view of what its filter finds, in columns."""

    __tablename__ = "tracker_boards"

    id: Mapped[int] = mapped_column(primary_key=True)
    """A number, as the vendor's agile API has it."""
    name: Mapped[str]
    kind: Mapped[str]
    """``scrum`` or ``kanban``."""
    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"))
    """Where it lies."""
    filter_id: Mapped[str] = mapped_column(ForeignKey("tracker_filters.id"))
    sub_query: Mapped[str] = mapped_column(default="")
    """Of a kanban board, JQL of what its columns show besides."""
    swimlanes: Mapped[str] = mapped_column(default="none")
    """``none``, ``assignee``, ``epic``, ``subtasks`` or ``query``."""
    estimation: Mapped[str] = mapped_column(default="story_points")
    """``story_points``, ``original_estimate`` or ``count``."""
    card_fields: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Up to three more fields that cards show."""
    card_colors: Mapped[str] = mapped_column(default="none")
    """``none``, ``priority``, ``type`` or ``assignee``."""
    hide_done_days: Mapped[int] = mapped_column(default=14)
    """Of a kanban board, after how many days what is done is shown no more."""
    admin_ids: Mapped[list[str]] = mapped_column(JSON, default=list)


class BoardColumn(Base):
    """A column of a board."""

    __tablename__ = "tracker_board_columns"

    board_id: Mapped[int] = mapped_column(
        ForeignKey("tracker_boards.id", ondelete="CASCADE"), primary_key=True
    )
    position: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    least: Mapped[int | None]
    """How many cards it should hold at least, and at most."""
    most: Mapped[int | None]


class BoardColumnStatus(Base):
    """A status that a column shows; on a board a status is in one column at most."""

    __tablename__ = "tracker_board_column_statuses"

    board_id: Mapped[int] = mapped_column(
        ForeignKey("tracker_boards.id", ondelete="CASCADE"), primary_key=True
    )
    status_id: Mapped[str] = mapped_column(ForeignKey("tracker_statuses.id"), primary_key=True)
    column: Mapped[int]
    """The column's position."""
    position: Mapped[int]


class QuickFilter(Base):
    """JQL that narrows a board while its button is pressed."""

    __tablename__ = "tracker_quick_filters"

    id: Mapped[str] = mapped_column(primary_key=True)
    board_id: Mapped[int] = mapped_column(ForeignKey("tracker_boards.id", ondelete="CASCADE"))
    name: Mapped[str]
    jql: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    position: Mapped[int]


class Swimlane(Base):
    """JQL of a lane of a board whose swimlanes go by query."""

    __tablename__ = "tracker_swimlanes"

    id: Mapped[str] = mapped_column(primary_key=True)
    board_id: Mapped[int] = mapped_column(ForeignKey("tracker_boards.id", ondelete="CASCADE"))
    name: Mapped[str]
    jql: Mapped[str]
    position: Mapped[int]


class Sprint(Base):
    """A sprint of a scrum board."""

    __tablename__ = "tracker_sprints"
    __table_args__ = (Index(None, "board_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    board_id: Mapped[int] = mapped_column(ForeignKey("tracker_boards.id"))
    name: Mapped[str]
    goal: Mapped[str] = mapped_column(default="")
    state: Mapped[str] = mapped_column(default="future")
    """``future``, ``active`` or ``closed``."""
    position: Mapped[int]
    """Its place among the board's."""
    start_us: Mapped[int | None]
    end_us: Mapped[int | None]
    activated_us: Mapped[int | None]
    """When it was really started."""
    completed_us: Mapped[int | None]
    created_us: Mapped[int]


class SprintChange(Base):
    """An issue came into a sprint that was under way, or left it, or ended elsewhere."""

    __tablename__ = "tracker_sprint_changes"
    __table_args__ = (Index(None, "sprint_id", "changed_us"), consequence())

    id: Mapped[str] = mapped_column(primary_key=True)
    sprint_id: Mapped[int] = mapped_column(ForeignKey("tracker_sprints.id"))
    issue_id: Mapped[str] = mapped_column(ForeignKey("tracker_issues.id", ondelete="CASCADE"))
    kind: Mapped[str]
    """``committed`` (in it when it was started), ``added``, ``removed``, ``completed``,
    ``reopened``, ``estimated``, or, when it closed, ``not_completed`` and ``completed_outside``."""
    points: Mapped[float | None]
    """The issue's estimate then."""
    changed_us: Mapped[int]
