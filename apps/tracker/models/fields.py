"""Custom fields, their contexts and options, and what issues have in them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld import fulltext
from workworld.database import Base


class CustomField(Base):
    """A field that the site has added."""

    __tablename__ = "tracker_custom_fields"

    id: Mapped[str] = mapped_column(primary_key=True)
    """``customfield_10016``."""
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    kind: Mapped[str]
    """``text``, ``paragraph``, ``number``, ``select``, ``multiselect``, ``cascading``, ``user``,
    ``users``, ``date``, ``datetime``, ``checkbox``, ``url``, ``labels`` or ``formula``."""
    formula: Mapped[str] = mapped_column(default="")
    """Of a computed field, from what: ``{customfield_10104} * 2``."""
    is_locked: Mapped[bool] = mapped_column(default=False)


class FieldContext(Base):
    """Where a field is, and what new issues have in it there.

    A project is in one context of a field at most. Other projects are in that which is everywhere.
    """

    __tablename__ = "tracker_field_contexts"
    __table_args__ = (Index(None, "field_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    field_id: Mapped[str] = mapped_column(ForeignKey("tracker_custom_fields.id"))
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    is_everywhere: Mapped[bool] = mapped_column(default=False)
    """Whether it holds for every project that no other context of the field names."""
    default: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    """What new issues have in the field, as it is kept; null for nothing."""


class ContextProject(Base):
    """A project that a context of a field names."""

    __tablename__ = "tracker_context_projects"

    context_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_field_contexts.id"), primary_key=True
    )
    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"), primary_key=True)


class ContextType(Base):
    """A type of issues that a context of a field is for; one without any is for all."""

    __tablename__ = "tracker_context_types"

    context_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_field_contexts.id"), primary_key=True
    )
    type_id: Mapped[str] = mapped_column(ForeignKey("tracker_issue_types.id"), primary_key=True)


class FieldOption(Base):
    """A value that a select, multi-select, checkbox or cascading field may have."""

    __tablename__ = "tracker_field_options"
    __table_args__ = (Index(None, "field_id", "position"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    field_id: Mapped[str] = mapped_column(ForeignKey("tracker_custom_fields.id"))
    parent_id: Mapped[str | None] = mapped_column(ForeignKey("tracker_field_options.id"))
    """Of a cascading field's second level, the option that it stands below."""
    value: Mapped[str]
    position: Mapped[int]
    is_disabled: Mapped[bool] = mapped_column(default=False)


class IssueValue(Base):
    """What an issue has in a custom field: a row for each value of it."""

    __tablename__ = "tracker_issue_values"
    __table_args__ = (Index(None, "field_id", "text"), Index(None, "field_id", "number"))

    issue_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_issues.id", ondelete="CASCADE"), primary_key=True
    )
    field_id: Mapped[str] = mapped_column(ForeignKey("tracker_custom_fields.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(default="")
    """The text, ISO date, id of the option or person, or label; of a paragraph its words."""
    number: Mapped[float | None]
    """The number; of a date and time, microseconds since the Unix epoch."""
    document: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """Of a paragraph the rich text."""


VALUE_WORDS = fulltext.index(IssueValue, "text")
