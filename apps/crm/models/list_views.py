"""List views: which records of an object are listed, and how.

https://help.salesforce.com/s/articleView?id=platform.customviews_parent.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.crm.schema.columns import USERS
from workworld.database import Base, TableRole, table_role


class ListView(Base):
    """A list of an object's records, with a name."""

    __tablename__ = "crm_list_views"
    __table_args__ = (Index(None, "sobject", "name"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    sobject: Mapped[str]
    name: Mapped[str]
    developer_name: Mapped[str]
    """What programs call it, unique for its object."""
    scope: Mapped[str] = mapped_column(default="everything")
    """``everything``, ``mine``, ``team``, ``queue`` or ``recent``."""
    queue_id: Mapped[str | None] = mapped_column(ForeignKey("crm_groups.id"))
    """Of the scope ``queue``, whose records."""
    filters: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """Each with ``field``, ``operator`` and ``values``."""
    logic: Mapped[str] = mapped_column(default="")
    """``1 AND (2 OR 3)``; empty if all filters must hold."""
    columns: Mapped[list[str]] = mapped_column(JSON, default=list)
    """API names of fields, in order."""
    sort_field: Mapped[str] = mapped_column(default="")
    is_descending: Mapped[bool] = mapped_column(default=False)
    sharing: Mapped[str] = mapped_column(default="private")
    """``private``, ``public`` or ``groups``."""
    group_ids: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Of ``groups``, with which."""
    chart: Mapped[dict[str, str] | None] = mapped_column(JSON, default=None)
    """``kind``, ``group``, ``measure``; null without a chart."""
    is_standard: Mapped[bool] = mapped_column(default=False)
    """Whether every organisation has it: nobody deletes it or changes what it finds."""
    owner_id: Mapped[str | None] = mapped_column(ForeignKey(USERS))
    """Who made it; nobody made those that are standard."""
    created_us: Mapped[int]
    modified_us: Mapped[int]


class ListViewPin(Base):
    """The list view that a user sees first of an object."""

    __tablename__ = "crm_list_view_pins"

    user_id: Mapped[str] = mapped_column(ForeignKey(USERS), primary_key=True)
    sobject: Mapped[str] = mapped_column(primary_key=True)
    view_id: Mapped[str] = mapped_column(ForeignKey("crm_list_views.id"))


class ListViewLook(Base):
    """How wide a user has made the columns of a list view, and which of them wrap."""

    __tablename__ = "crm_list_view_looks"
    __table_args__ = (table_role(TableRole.HOUSEKEEPING),)

    user_id: Mapped[str] = mapped_column(primary_key=True)
    view_id: Mapped[str] = mapped_column(primary_key=True)
    widths: Mapped[dict[str, int]] = mapped_column(JSON, default=dict)
    """In pixels, by the field's name."""
    wrapped: Mapped[list[str]] = mapped_column(JSON, default=list)
