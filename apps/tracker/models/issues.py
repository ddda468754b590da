"""Issues, and the fields of theirs that have several values."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld import fulltext
from workworld.database import Base, reaches_people, without_row_ids


class Issue(Base):
    """An issue. ``null`` stands for an empty field."""

    __tablename__ = "tracker_issues"
    __table_args__ = (
        Index(None, "project_id", "number", unique=True),
        Index(None, "rank", unique=True),
        Index(None, "project_id", "rank"),
        Index(None, "status_id"),
        Index(None, "assignee_id", "updated_us"),
        Index(None, "reporter_id", "created_us"),
        Index(None, "parent_id", "rank"),
        Index(None, "sprint_id", "rank"),
        Index(None, "updated_us"),
        Index(None, "created_us"),
        Index(None, "due_date"),
        Index(None, "resolved_us"),
        Index(  # what queries ask for most: a row without its texts is soon read
            "ix_tracker_issues_narrow",
            *("id", "project_id", "type_id", "status_id", "resolution_id", "priority_id"),
            *("assignee_id", "reporter_id", "creator_id", "security_level_id", "parent_id"),
            *("sprint_id", "story_points", "created_us", "resolved_us", "due_date", "start_date"),
            *("number", "rank"),
        ),
        reaches_people(),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    """A decimal number, which stays when the issue moves to another project."""
    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"))
    number: Mapped[int]
    """The second part of its key."""
    key: Mapped[str] = mapped_column(unique=True)
    """``CAL-214``."""
    type_id: Mapped[str] = mapped_column(ForeignKey("tracker_issue_types.id"))
    summary: Mapped[str]
    """One line of at most 255 characters."""
    status_id: Mapped[str] = mapped_column(ForeignKey("tracker_statuses.id"))
    status_changed_us: Mapped[int]
    """Since when it has the status."""
    resolution_id: Mapped[str | None] = mapped_column(ForeignKey("tracker_resolutions.id"))
    """Null if and only if the category of its status is not ``done``."""
    resolved_us: Mapped[int | None]
    priority_id: Mapped[str | None] = mapped_column(ForeignKey("tracker_priorities.id"))
    reporter_id: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    creator_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    assignee_id: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    parent_id: Mapped[str | None] = mapped_column(ForeignKey("tracker_issues.id"))
    """The epic of a standard issue, the standard issue of a sub-task."""
    sprint_id: Mapped[int | None] = mapped_column(ForeignKey("tracker_sprints.id"))
    """The future or active sprint that it is in; a sub-task's is its parent's."""
    story_points: Mapped[float | None]
    rank: Mapped[str]
    """Its place among all issues of the site; see ``ranks.py``."""
    start_date: Mapped[str | None]
    due_date: Mapped[str | None]
    original_estimate: Mapped[int | None]
    """Seconds of work, as the other two."""
    remaining_estimate: Mapped[int | None]
    time_spent: Mapped[int] = mapped_column(default=0)
    security_level_id: Mapped[str | None] = mapped_column(ForeignKey("tracker_security_levels.id"))
    is_flagged: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int] = mapped_column(default=1)
    """Grows with each change of its fields, so that edits in conflict are noticed."""
    created_us: Mapped[int]
    updated_us: Mapped[int]
    # What is long stands last: SQLite reads past it to reach what stands behind it.
    description: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """A document of rich text, as JSON; null if empty."""
    description_text: Mapped[str] = mapped_column(default="")
    """Its words, for searching."""
    environment: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    environment_text: Mapped[str] = mapped_column(default="")


class FormerKey(Base):
    """A key that an issue had before it moved to another project."""

    __tablename__ = "tracker_former_keys"

    key: Mapped[str] = mapped_column(primary_key=True)
    issue_id: Mapped[str] = mapped_column(ForeignKey("tracker_issues.id", ondelete="CASCADE"))


class IssueLabel(Base):
    """A label of an issue: a word without spaces."""

    __tablename__ = "tracker_issue_labels"
    __table_args__ = (Index(None, "label"),)

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    label: Mapped[str] = mapped_column(primary_key=True)


class IssueComponent(Base):
    """A component that an issue concerns."""

    __tablename__ = "tracker_issue_components"
    __table_args__ = (Index(None, "component_id"),)

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    component_id: Mapped[str] = mapped_column(ForeignKey("tracker_components.id"), primary_key=True)


class IssueVersion(Base):
    """A version that an issue affects, or is fixed in."""

    __tablename__ = "tracker_issue_versions"
    __table_args__ = (Index(None, "version_id"),)

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(primary_key=True)
    """``fix`` or ``affects``."""
    version_id: Mapped[str] = mapped_column(ForeignKey("tracker_versions.id"), primary_key=True)


class IssueSprint(Base):
    """An issue is, or was when it closed, in a sprint."""

    __tablename__ = "tracker_issue_sprints"
    __table_args__ = (Index(None, "sprint_id"),)

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    sprint_id: Mapped[int] = mapped_column(ForeignKey("tracker_sprints.id"), primary_key=True)


class IssueLink(Base):
    """An issue concerns another one: ``source`` blocks ``target``."""

    __tablename__ = "tracker_issue_links"
    __table_args__ = (Index(None, "source_id"), Index(None, "target_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    type_id: Mapped[str] = mapped_column(ForeignKey("tracker_link_types.id"))
    source_id: Mapped[str] = mapped_column(ForeignKey("tracker_issues.id", ondelete="CASCADE"))
    """Of which the outward words hold: it ``blocks`` the target."""
    target_id: Mapped[str] = mapped_column(ForeignKey("tracker_issues.id", ondelete="CASCADE"))
    created_us: Mapped[int]


class RemoteLink(Base):
    """A link from an issue to a page elsewhere."""

    __tablename__ = "tracker_remote_links"
    __table_args__ = (Index(None, "issue_id"), Index(None, "global_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    issue_id: Mapped[str] = mapped_column(ForeignKey("tracker_issues.id", ondelete="CASCADE"))
    global_id: Mapped[str | None]
    url: Mapped[str]
    title: Mapped[str]
    summary: Mapped[str] = mapped_column(default="")
    relationship: Mapped[str] = mapped_column(default="")
    created_us: Mapped[int]


class Watcher(Base):
    """Somebody is told of what happens to an issue."""

    __tablename__ = "tracker_watchers"
    __table_args__ = (Index(None, "person_id"), without_row_ids())

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)


class Vote(Base):
    """Somebody wishes that an issue be done."""

    __tablename__ = "tracker_votes"
    __table_args__ = (Index(None, "person_id"),)

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)


class Attachment(Base):
    """A file of an issue."""

    __tablename__ = "tracker_attachments"
    __table_args__ = (Index(None, "issue_id"), Index(None, "file_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    """A decimal number, as the vendor's."""
    issue_id: Mapped[str] = mapped_column(ForeignKey("tracker_issues.id", ondelete="CASCADE"))
    file_id: Mapped[str] = mapped_column(ForeignKey("files_files.id", ondelete="CASCADE"))
    author_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    created_us: Mapped[int]


class IssueProperty(Base):
    """What a program keeps with an issue."""

    __tablename__ = "tracker_issue_properties"

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[Any] = mapped_column(JSON)


ISSUE_WORDS = fulltext.index(Issue, "summary", "description_text", "environment_text")
