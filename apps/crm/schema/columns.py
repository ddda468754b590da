"""Columns of records, each with the field that it is at the doors.

A model says ``name: Mapped[str] = text("Name", "Account Name", 255, required=True)``; the field's
column is filled in when the object is declared.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import MappedColumn, mapped_column

from workworld.apps.crm.schema.kinds import Field, Kind

FIELD = "crm field"
"""Under this name a column's ``info`` holds its field."""
USER = "User"
QUEUE = "Group"
USERS = "crm_users.id"


def field(made: Field, **column: Any) -> MappedColumn[Any]:
    """A column with a field of any kind.

    Args:
        made: the field.
        column: what the column takes besides, as ``mapped_column`` does.
    """
    return mapped_column(info={FIELD: made}, **column)


def text(name: str, label: str, length: int = 255, **more: Any) -> MappedColumn[Any]:
    """A line of text."""
    return field(Field(name, label, Kind.STRING, length=length, **more))


def long_text(name: str, label: str, length: int = 32_000, **more: Any) -> MappedColumn[Any]:
    """Text of several lines."""
    return field(Field(name, label, Kind.TEXTAREA, length=length, **more), sort_order=50)


def email(name: str, label: str, **more: Any) -> MappedColumn[Any]:
    """An e-mail address."""
    return field(Field(name, label, Kind.EMAIL, length=80, **more))


def phone(name: str, label: str, **more: Any) -> MappedColumn[Any]:
    """A phone number, as it was written."""
    return field(Field(name, label, Kind.PHONE, length=40, **more))


def url(name: str, label: str, **more: Any) -> MappedColumn[Any]:
    """The address of a page."""
    return field(Field(name, label, Kind.URL, length=255, **more))


def picklist(name: str, label: str, values: str, **more: Any) -> MappedColumn[Any]:
    """One of the values of a list."""
    return field(Field(name, label, Kind.PICKLIST, length=255, picklist=values, **more))


def multipicklist(name: str, label: str, values: str, **more: Any) -> MappedColumn[Any]:
    """Several of the values of a list, with semicolons between them."""
    return field(Field(name, label, Kind.MULTIPICKLIST, length=4_099, picklist=values, **more))


def checkbox(name: str, label: str, *, default: bool = False, **more: Any) -> MappedColumn[Any]:
    """Yes or no; never null."""
    made = Field(name, label, Kind.BOOLEAN, default=default, is_nillable=False, **more)
    return field(made, default=default)


def integer(name: str, label: str, **more: Any) -> MappedColumn[Any]:
    """A whole number."""
    return field(Field(name, label, Kind.INT, **more))


def number(name: str, label: str, scale: int = 2, **more: Any) -> MappedColumn[Any]:
    """A number with decimals."""
    return field(Field(name, label, Kind.DOUBLE, scale=scale, **more))


def percent(name: str, label: str, **more: Any) -> MappedColumn[Any]:
    """A percentage: 75.0 is 75 %."""
    return field(Field(name, label, Kind.PERCENT, scale=2, **more))


def currency(name: str, label: str, **more: Any) -> MappedColumn[Any]:
    """An amount in hundredths of the record's currency."""
    return field(Field(name, label, Kind.CURRENCY, scale=2, **more))


def date(name: str, label: str, **more: Any) -> MappedColumn[Any]:
    """A day, as an ISO date."""
    return field(Field(name, label, Kind.DATE, **more))


def moment(name: str, label: str, **more: Any) -> MappedColumn[Any]:
    """A time, in microseconds since the Unix epoch."""
    return field(Field(name, label, Kind.DATETIME, **more))


def lookup(
    name: str, label: str, to: str, table: str, relationship: str = "", **more: Any
) -> MappedColumn[Any]:
    """A reference to a record of one object.

    Args:
        name: ``AccountId``.
        label: what people call it.
        to: the object.
        table: that object's table.
        relationship: how queries go there; by default the name without ``Id``, and for a custom
            field with ``__r``.
        more: further settings of the field.
    """
    leads = relationship or name.removesuffix("Id").replace("__c", "__r")
    made = Field(
        name, label, Kind.REFERENCE, length=18, references=(to,), relationship=leads, **more
    )
    # Whoever made the first user is one: what users need, and who made it, refer to each other.
    is_circular = name in ("CreatedById", "LastModifiedById")
    refers = ForeignKey(f"{table}.id", use_alter=is_circular)
    return mapped_column(refers, info={FIELD: made})


def user(name: str, label: str, relationship: str = "", **more: Any) -> MappedColumn[Any]:
    """A reference to a user."""
    return lookup(name, label, USER, "crm_users", relationship, **more)


def any_of(name: str, label: str, to: tuple[str, ...], **more: Any) -> MappedColumn[Any]:
    """A reference to a record of one of several objects, whose id's prefix tells which."""
    leads = name.removesuffix("Id")
    return field(
        Field(name, label, Kind.REFERENCE, length=18, references=to, relationship=leads, **more)
    )
