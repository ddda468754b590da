"""What administrators make of objects: fields, lists of values, kinds of records, pages.

https://help.salesforce.com/s/articleView?id=platform.extend_click_find_objectmgmt_parent.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.crm.models.records import SYSTEM_MODSTAMP, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject
from workworld.database import Base


class FieldSetting(Base):
    """A field that was added to an object, or what is different about one that was there."""

    __tablename__ = "crm_fields"
    __table_args__ = (Index(None, "sobject", "name", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``00N``."""
    sobject: Mapped[str]
    name: Mapped[str]
    """The API name."""
    slot: Mapped[str | None]
    """The column of an added field; none for one that is computed as it is read, and for others."""
    kind: Mapped[str | None]
    """Of an added field, what it holds, as ``schema.kinds.Kind`` has it."""
    label: Mapped[str | None]
    position: Mapped[int] = mapped_column(default=0)
    """Added ones stand in this order."""
    is_required: Mapped[bool] = mapped_column(default=False)
    is_unique: Mapped[bool] = mapped_column(default=False)
    is_external_id: Mapped[bool] = mapped_column(default=False)
    is_tracked: Mapped[bool] = mapped_column(default=False)
    is_restricted: Mapped[bool] = mapped_column(default=True)
    length: Mapped[int] = mapped_column(default=0)
    scale: Mapped[int] = mapped_column(default=0)
    default: Mapped[Any | None] = mapped_column(JSON(none_as_null=True))
    """What new records have, as the column keeps it."""
    help: Mapped[str | None]
    picklist: Mapped[str | None]
    """The list of its values."""
    controller: Mapped[str | None]
    """The field whose value decides which values of the list are taken."""
    allowed: Mapped[Any | None] = mapped_column(JSON(none_as_null=True))
    """Those values, by the controlling field's."""
    refers_to: Mapped[str | None]
    """Of a lookup, the object whose records it names."""
    children: Mapped[str | None]
    """Of a lookup, by what name queries come to the records from there."""
    formula: Mapped[str | None]
    numbering: Mapped[str | None]
    """How an automatic number is written: ``A-{0000}``."""
    next_number: Mapped[int] = mapped_column(default=1)
    summary: Mapped[Any | None] = mapped_column(JSON(none_as_null=True))
    """Of a roll-up: what is added up of which records."""
    is_rich: Mapped[bool] = mapped_column(default=False)
    is_deleted: Mapped[bool] = mapped_column(default=False)
    created_us: Mapped[int]
    created_by_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))


class PicklistValue(Base):
    """A value of a list that administrators have changed or added; others are as declared."""

    __tablename__ = "crm_picklist_values"

    picklist: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int]
    is_active: Mapped[bool] = mapped_column(default=True)
    """Whether records may still be given it."""
    is_default: Mapped[bool] = mapped_column(default=False)
    facts: Mapped[str | None]
    """What it means, as JSON: of a stage, its probability and category."""


class PageLayout(Base):
    """What stands where on the pages of an object's records."""

    __tablename__ = "crm_page_layouts"
    __table_args__ = (Index(None, "sobject", "record_type_id", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``00h``."""
    sobject: Mapped[str]
    record_type_id: Mapped[str | None] = mapped_column(ForeignKey("crm_record_types.id"))
    """For which kind of records; none for all that have no layout of their own."""
    sections: Mapped[Any] = mapped_column(JSON(none_as_null=True))
    """Title, fields on the left and fields on the right of each."""


@sobject(
    "RecordType",
    "Record Type",
    "Record Types",
    "012",
    computed=(SYSTEM_MODSTAMP,),
    is_setup=True,
    createable=False,
    updateable=False,
    deletable=False,
)
class RecordType(Record):
    """A kind of an object's records, with values and a page of its own."""

    __tablename__ = "crm_record_types"
    __table_args__ = (Index(None, "sobject", "developer_name", unique=True),)

    name: Mapped[str] = columns.text("Name", "Name", 80, is_name=True)
    developer_name: Mapped[str] = columns.text("DeveloperName", "Record Type Name", 80)
    sobject: Mapped[str] = columns.text("SobjectType", "SObject Type Name", 40)
    description: Mapped[str | None] = columns.text("Description", "Description", 255)
    is_active: Mapped[bool] = columns.checkbox("IsActive", "Active", default=True)
    values: Mapped[Any] = mapped_column(JSON, default=dict)
    """By field, the values that such records may have; a field that is not named may have all."""
    defaults: Mapped[Any] = mapped_column(JSON, default=dict)
    """By field, the value that a new one has."""


class RecordTypeGrant(Base):
    """Users with a profile may make records of a type."""

    __tablename__ = "crm_record_type_grants"

    profile_id: Mapped[str] = mapped_column(ForeignKey("crm_profiles.id"), primary_key=True)
    record_type_id: Mapped[str] = mapped_column(ForeignKey("crm_record_types.id"), primary_key=True)
    is_default: Mapped[bool] = mapped_column(default=False)
    """Whether what they make is of this type unless they say otherwise."""
