"""Projects, who works in them, and what their issues may be."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class Category(Base):
    """What several projects have in common."""

    __tablename__ = "tracker_categories"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    description: Mapped[str] = mapped_column(default="")


class Project(Base):
    """A project; its key begins the keys of its issues."""

    __tablename__ = "tracker_projects"

    id: Mapped[str] = mapped_column(primary_key=True)
    """A decimal number, as of all that the vendor numbers."""
    key: Mapped[str] = mapped_column(unique=True)
    """2 to 10 capitals and digits, a capital first; it never changes."""
    name: Mapped[str] = mapped_column(unique=True)
    kind: Mapped[str]
    """``scrum``, ``kanban``, ``service_desk`` or ``business``."""
    description: Mapped[str] = mapped_column(default="")
    url: Mapped[str] = mapped_column(default="")
    avatar: Mapped[str] = mapped_column(default="")
    """An emoji's name; empty for the first letters of the key."""
    lead_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    default_assignee: Mapped[str] = mapped_column(default="unassigned")
    """Who gets new issues that name nobody: ``unassigned``, ``lead`` or ``component_lead``."""
    category_id: Mapped[str | None] = mapped_column(ForeignKey("tracker_categories.id"))
    permission_scheme_id: Mapped[str] = mapped_column(ForeignKey("tracker_permission_schemes.id"))
    security_scheme_id: Mapped[str | None] = mapped_column(
        ForeignKey("tracker_security_schemes.id")
    )
    is_archived: Mapped[bool] = mapped_column(default=False)
    last_number: Mapped[int] = mapped_column(default=0)
    """The number of its newest issue; numbers are never given out twice."""
    created_us: Mapped[int]
    """Microseconds since the Unix epoch, as in all tables of the tracker."""


class ProjectType(Base):
    """A type of issue that a project has, and the workflow that its issues go through."""

    __tablename__ = "tracker_project_types"

    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"), primary_key=True)
    type_id: Mapped[str] = mapped_column(ForeignKey("tracker_issue_types.id"), primary_key=True)
    workflow_id: Mapped[str] = mapped_column(ForeignKey("tracker_workflows.id"))
    position: Mapped[int]


class ProjectField(Base):
    """A field on the screens of a project's issues of a type."""

    __tablename__ = "tracker_project_fields"

    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"), primary_key=True)
    type_id: Mapped[str] = mapped_column(ForeignKey("tracker_issue_types.id"), primary_key=True)
    field: Mapped[str] = mapped_column(primary_key=True)
    """A field's id as the vendor has it: ``summary``, ``duedate``, ``customfield_10016``."""
    position: Mapped[int]
    is_required: Mapped[bool] = mapped_column(default=False)


class Component(Base):
    """A part of what a project makes."""

    __tablename__ = "tracker_components"
    __table_args__ = (Index(None, "project_id", "name", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"))
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    lead_id: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    assignee_kind: Mapped[str] = mapped_column(default="project_default")
    """Who gets its new issues: ``project_default``, ``component_lead``, ``project_lead`` or
    ``unassigned``."""


class Version(Base):
    """A release of what a project makes, planned or done."""

    __tablename__ = "tracker_versions"
    __table_args__ = (Index(None, "project_id", "name", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"))
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    start_date: Mapped[str | None]
    """ISO date, as all dates without a time."""
    release_date: Mapped[str | None]
    is_released: Mapped[bool] = mapped_column(default=False)
    is_archived: Mapped[bool] = mapped_column(default=False)
    position: Mapped[int]
    """Its place among the project's versions, from the oldest."""


class LastViewed(Base):
    """When somebody last looked at an issue."""

    __tablename__ = "tracker_last_viewed"
    __table_args__ = (Index(None, "person_id", "viewed_us"), table_role(TableRole.HOUSEKEEPING))

    person_id: Mapped[str] = mapped_column(primary_key=True)
    issue_id: Mapped[str] = mapped_column(primary_key=True)
    viewed_us: Mapped[int]


class Star(Base):
    """Somebody's favourite project, board, filter or dashboard."""

    __tablename__ = "tracker_stars"

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    """``project``, ``board``, ``filter`` or ``dashboard``."""
    thing_id: Mapped[str] = mapped_column(primary_key=True)
    starred_us: Mapped[int]
