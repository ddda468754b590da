"""Service desks: what customers may ask for, who they are, and how agents answer."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class RequestType(Base):
    """Something that customers may ask a service desk for."""

    __tablename__ = "tracker_request_types"
    __table_args__ = (Index(None, "project_id", "name", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"))
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    help_text: Mapped[str] = mapped_column(default="")
    """Stands above its form."""
    icon: Mapped[str] = mapped_column(default="circle-question-mark")
    """The name of its picture."""
    group_name: Mapped[str] = mapped_column(default="General")
    """Under which heading the portal shows it."""
    issue_type_id: Mapped[str] = mapped_column(ForeignKey("tracker_issue_types.id"))
    position: Mapped[int]
    fields: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """Of its form, in order: ``field``, ``label``, ``help`` and ``required`` each."""
    status_words: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """What customers read in place of a status's name, by its id."""
    is_hidden: Mapped[bool] = mapped_column(default=False)
    """Whether the portal leaves it out; agents may use it."""


class Request(Base):
    """What makes an issue the request of a customer."""

    __tablename__ = "tracker_requests"
    __table_args__ = (Index(None, "organization_id"),)

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    type_id: Mapped[str | None] = mapped_column(
        ForeignKey("tracker_request_types.id", ondelete="SET NULL")
    )
    channel: Mapped[str] = mapped_column(default="portal")
    """Who raised it: ``portal`` for the customer, or an ``agent`` on their behalf."""
    organization_id: Mapped[str | None] = mapped_column(
        ForeignKey("tracker_organizations.id", ondelete="SET NULL")
    )
    """With whose members it is shared."""


class RequestParticipant(Base):
    """Somebody who follows a customer's request, and may speak in it."""

    __tablename__ = "tracker_request_participants"
    __table_args__ = (Index(None, "person_id"),)

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)


class Organization(Base):
    """A customer's company: its members may see each other's requests."""

    __tablename__ = "tracker_organizations"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    created_us: Mapped[int]


class OrganizationMember(Base):
    """Somebody belongs to a customer's company."""

    __tablename__ = "tracker_organization_members"
    __table_args__ = (Index(None, "person_id"),)

    organization_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_organizations.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)


class ProjectOrganization(Base):
    """A service desk serves a customer's company."""

    __tablename__ = "tracker_project_organizations"

    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"), primary_key=True)
    organization_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_organizations.id", ondelete="CASCADE"), primary_key=True
    )


class Queue(Base):
    """A list of requests that agents work through."""

    __tablename__ = "tracker_queues"
    __table_args__ = (Index(None, "project_id", "name", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"))
    name: Mapped[str]
    jql: Mapped[str]
    """What is in it, of the project's issues, and in which order."""
    columns: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Ids of fields, and of SLAs as ``sla:<id>``."""
    position: Mapped[int]


class CannedReply(Base):
    """An answer that agents give again and again."""

    __tablename__ = "tracker_canned_replies"
    __table_args__ = (Index(None, "project_id", "name", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"))
    name: Mapped[str]
    text: Mapped[str]
    """Markdown, with variables such as ``{{customer.first}}``."""
    position: Mapped[int]


class Rating(Base):
    """What a customer thought of how their request was answered."""

    __tablename__ = "tracker_ratings"

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    stars: Mapped[int]
    """From 1 to 5, the best."""
    comment: Mapped[str] = mapped_column(default="")
    rated_us: Mapped[int]


class ApprovalRule(Base):
    """What comes to stand in a status waits there for somebody's yes."""

    __tablename__ = "tracker_approval_rules"

    workflow_id: Mapped[str] = mapped_column(ForeignKey("tracker_workflows.id"), primary_key=True)
    status_id: Mapped[str] = mapped_column(ForeignKey("tracker_statuses.id"), primary_key=True)
    name: Mapped[str]
    approvers_field: Mapped[str]
    """The id of a field of the issue that names them."""
    needed: Mapped[int] = mapped_column(default=1)
    """How many of them must say yes; 0 for all."""
    approve_number: Mapped[int]
    """The number of the transition that follows from their yes, and from a no."""
    decline_number: Mapped[int]
