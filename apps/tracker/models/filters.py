"""Saved filters, with whom they are shared, and who is sent what they find."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Filter(Base):
    """A saved query."""

    __tablename__ = "tracker_filters"
    __table_args__ = (Index(None, "owner_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    jql: Mapped[str]
    owner_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    columns: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Ids of the fields that it shows; none for the usual ones."""
    created_us: Mapped[int]
    updated_us: Mapped[int]


class FilterShare(Base):
    """Who else sees, or may change, a filter."""

    __tablename__ = "tracker_filter_shares"
    __table_args__ = (Index(None, "filter_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    filter_id: Mapped[str] = mapped_column(ForeignKey("tracker_filters.id", ondelete="CASCADE"))
    kind: Mapped[str]
    """``all`` (everybody who is signed in), ``project``, ``group`` or ``person``."""
    thing_id: Mapped[str] = mapped_column(default="")
    """The id of the project, group or person."""
    may_edit: Mapped[bool] = mapped_column(default=False)


class FilterSubscription(Base):
    """Somebody is sent what a filter finds, at certain hours."""

    __tablename__ = "tracker_filter_subscriptions"
    __table_args__ = (Index(None, "filter_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    filter_id: Mapped[str] = mapped_column(ForeignKey("tracker_filters.id", ondelete="CASCADE"))
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    days: Mapped[list[int]] = mapped_column(JSON)
    """On which days of the week, Monday 0."""
    hour: Mapped[int]
    """At which hour in their zone."""
    if_empty: Mapped[bool] = mapped_column(default=False)


class Preference(Base):
    """What somebody has chosen for themselves; without a row all is as usual."""

    __tablename__ = "tracker_preferences"

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    notify_own: Mapped[bool] = mapped_column(default=False)
    """Whether they are told of their own changes."""
    notify_watched: Mapped[bool] = mapped_column(default=True)
    notify_mentions: Mapped[bool] = mapped_column(default=True)
    notify_parents: Mapped[bool] = mapped_column(default=False)
    """Whether they are told of what stands below issues that they watch."""
    notify_chat: Mapped[bool] = mapped_column(default=False)
    """Whether they are also written to when somebody calls them."""
    notify_digest: Mapped[bool] = mapped_column(default=False)
    """Whether they are written to each working day about what they have not read."""
    watch_own: Mapped[bool] = mapped_column(default=True)
    """Whether they watch what they create, comment or are assigned."""
    columns: Mapped[list[str]] = mapped_column(JSON, default=list)
    """The columns of their lists of issues; none for the usual ones."""
