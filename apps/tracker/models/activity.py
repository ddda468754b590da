"""What people say of issues, the work that they log, and how fields changed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld import fulltext
from workworld.database import Base, consequence, reaches_people


class Comment(Base):
    """What somebody said of an issue."""

    __tablename__ = "tracker_comments"
    __table_args__ = (
        Index(None, "issue_id", "created_us"),
        Index(None, "author_id", "created_us"),
        reaches_people(),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    issue_id: Mapped[str] = mapped_column(ForeignKey("tracker_issues.id", ondelete="CASCADE"))
    author_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    """A document of rich text, as JSON."""
    body_text: Mapped[str]
    """Its words, for searching."""
    role_id: Mapped[str | None] = mapped_column(ForeignKey("tracker_roles.id"))
    """If set, those who have this role in the project alone see it."""
    is_internal: Mapped[bool] = mapped_column(default=False)
    """Of a service desk: whether customers do not see it."""
    created_us: Mapped[int]
    updated_us: Mapped[int]
    updated_by: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    """Who edited it last; null as long as nobody did."""


class CommentReaction(Base):
    """A person's emoji below a comment."""

    __tablename__ = "tracker_comment_reactions"

    comment_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_comments.id", ondelete="CASCADE"), primary_key=True
    )
    emoji: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    added_us: Mapped[int]


class CommentCopy(Base):
    """Where else a comment stands: as a message of a thread in chat, say."""

    __tablename__ = "tracker_comment_copies"
    __table_args__ = (Index(None, "place"), consequence())

    comment_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_comments.id", ondelete="CASCADE"), primary_key=True
    )
    place: Mapped[str] = mapped_column(primary_key=True)
    """A name that the other app knows it by, which tells it from others everywhere."""
    is_source: Mapped[bool]
    """Whether the comment was made of what stands there, and not the other way round."""


class Worklog(Base):
    """Work that somebody did."""

    __tablename__ = "tracker_worklogs"
    __table_args__ = (Index(None, "issue_id", "started_us"), Index(None, "author_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    issue_id: Mapped[str] = mapped_column(ForeignKey("tracker_issues.id", ondelete="CASCADE"))
    author_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    updated_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    started_us: Mapped[int]
    seconds: Mapped[int]
    body: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """A note, as a document of rich text."""
    body_text: Mapped[str] = mapped_column(default="")
    created_us: Mapped[int]
    updated_us: Mapped[int]


class HistoryItem(Base):
    """A field of an issue changed. What changed together has one ``change_id``."""

    __tablename__ = "tracker_history"
    __table_args__ = (
        Index(  # all that WAS and CHANGED ask of an issue
            "ix_tracker_history_of_issue",
            *("issue_id", "field", "created_us", "to_id", "from_id", "author_id"),
        ),
        Index(None, "field", "to_id", "created_us", "issue_id"),
        Index(None, "field", "from_id", "created_us", "issue_id"),
        Index(None, "author_id", "created_us"),
        consequence(),
    )

    change_id: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    issue_id: Mapped[str] = mapped_column(ForeignKey("tracker_issues.id", ondelete="CASCADE"))
    author_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    created_us: Mapped[int]
    field: Mapped[str]
    """Its name in the vendor's changelog: ``status``, ``assignee``, ``Fix Version``, ``Sprint``."""
    field_id: Mapped[str]
    """The field's id: ``fixVersions``, ``customfield_10020``."""
    from_id: Mapped[str | None]
    from_text: Mapped[str | None]
    to_id: Mapped[str | None]
    to_text: Mapped[str | None]


COMMENT_WORDS = fulltext.index(Comment, "body_text")
WORKLOG_WORDS = fulltext.index(Worklog, "body_text")
