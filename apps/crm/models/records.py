"""What all records have in common."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import UserDefinedType

from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.columns import USER
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.database import Base

AUTOMATIC: dict[str, Any] = {"createable": False, "updateable": False, "is_nillable": False}
"""Of fields that the organisation fills in."""


class Record(Base):
    """A record: it has an id, tells who made and changed it, and lies in the bin when deleted."""

    __abstract__ = True

    id: Mapped[str] = columns.field(
        Field("Id", "Record ID", Kind.ID, length=18, **AUTOMATIC), primary_key=True, sort_order=-9
    )
    created_us: Mapped[int] = columns.moment("CreatedDate", "Created Date", **AUTOMATIC)
    created_by_id: Mapped[str] = columns.user("CreatedById", "Created By", "CreatedBy", **AUTOMATIC)
    modified_us: Mapped[int] = columns.moment("LastModifiedDate", "Last Modified Date", **AUTOMATIC)
    modified_by_id: Mapped[str] = columns.user(
        "LastModifiedById", "Last Modified By", "LastModifiedBy", **AUTOMATIC
    )
    is_deleted: Mapped[bool] = columns.checkbox(
        "IsDeleted", "Deleted", createable=False, updateable=False
    )
    deleted_us: Mapped[int | None]
    """When it was put into the recycle bin."""
    deleted_by_id: Mapped[str | None]
    deleted_with_id: Mapped[str | None]
    """The record whose deletion took this one along; it comes back with it."""
    version: Mapped[int] = mapped_column(default=1)
    """Grows with each change, so that edits in conflict are noticed."""


SLOTS = 24
"""How many fields administrators may add to an object."""


class Anything(UserDefinedType[Any]):
    """A column whose values are of the kind that a field added later has, kept as they are."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        """The type that SQLite converts nothing for. https://www.sqlite.org/datatype3.html"""
        return "BLOB"


def slot(number: int) -> str:
    """The column of one of the fields that administrators may add, from 1."""
    return f"custom_{number}"


class _Spare:
    """Empty columns, for fields that administrators add: what is in them, ``crm_fields`` tells."""


for _number in range(1, SLOTS + 1):
    setattr(_Spare, slot(_number), mapped_column(Anything, nullable=True, sort_order=90))


class Adaptable(_Spare):
    """Of objects that administrators adapt: with fields of their own and kinds of records."""

    record_type_id: Mapped[str | None] = columns.lookup(
        "RecordTypeId", "Record Type", "RecordType", "crm_record_types"
    )


class Owned(Record):
    """A record with an owner: a user, or a queue."""

    __abstract__ = True

    owner_id: Mapped[str] = columns.any_of(
        "OwnerId", "Owner ID", (USER, "Group"), is_nillable=False, is_tracked=True
    )


SYSTEM_MODSTAMP = Field(
    "SystemModstamp",
    "System Modstamp",
    Kind.DATETIME,
    compute=lambda table: table.c.modified_us,
    **AUTOMATIC,
)
"""Of every object: no record changes but by somebody's doing."""
