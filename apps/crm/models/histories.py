"""What became of records: changed fields, and what was looked at."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, consequence, table_role


class FieldChange(Base):
    """A tracked field of a record got another value.

    https://help.salesforce.com/s/articleView?id=platform.tracking_field_history.htm
    """

    __tablename__ = "crm_field_history"
    __table_args__ = (Index(None, "record_id", "changed_us"), consequence())

    id: Mapped[str] = mapped_column(primary_key=True)
    sobject: Mapped[str]
    record_id: Mapped[str]
    field: Mapped[str]
    """The API name; ``created`` for the record itself."""
    old_value: Mapped[str | None]
    """As the column keeps it, as text."""
    new_value: Mapped[str | None]
    changed_us: Mapped[int]
    changed_by_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))


class RecentRecord(Base):
    """A user looked at a record."""

    __tablename__ = "crm_recent_records"
    __table_args__ = (
        Index(None, "user_id", "viewed_us"),
        table_role(TableRole.HOUSEKEEPING),
    )

    user_id: Mapped[str] = mapped_column(primary_key=True)
    record_id: Mapped[str] = mapped_column(primary_key=True)
    sobject: Mapped[str]
    viewed_us: Mapped[int]
