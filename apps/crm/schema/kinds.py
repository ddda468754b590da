"""Fields: what an object's column is called, holds and allows.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/field_types.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, FromClause

Compute = Callable[[FromClause], ColumnElement[Any]]
"""The table, or an alias of it → the expression whose value the field has."""


class Kind(StrEnum):
    """The vendor's type of a field, and beside it how the column keeps its values."""

    ID = "id"
    STRING = "string"
    TEXTAREA = "textarea"
    EMAIL = "email"
    PHONE = "phone"
    URL = "url"
    PICKLIST = "picklist"
    MULTIPICKLIST = "multipicklist"
    """Kept as one text, with semicolons between the values: ``Reader;Buyer``."""
    BOOLEAN = "boolean"
    INT = "int"
    DOUBLE = "double"
    """A float."""
    PERCENT = "percent"
    """A float: 75.0 is 75 %."""
    CURRENCY = "currency"
    """An integer in hundredths of the record's currency; outside, a number with two decimals."""
    DATE = "date"
    """An ISO date: ``2026-03-17``."""
    DATETIME = "datetime"
    """An integer: microseconds since the Unix epoch."""
    REFERENCE = "reference"
    """The 18 characters of another record's id."""
    BASE64 = "base64"
    """Bytes, which no column keeps: the address where they are read."""

    @property
    def is_text(self) -> bool:
        """Whether its values are texts that are compared regardless of case."""
        return self in _TEXTS

    @property
    def is_number(self) -> bool:
        """Whether its values can be summed."""
        return self in _NUMBERS


_TEXTS = (
    Kind.STRING,
    Kind.TEXTAREA,
    Kind.EMAIL,
    Kind.PHONE,
    Kind.URL,
    Kind.PICKLIST,
    Kind.MULTIPICKLIST,
)
_NUMBERS = (Kind.INT, Kind.DOUBLE, Kind.PERCENT, Kind.CURRENCY)
CENTS = 100
"""How many parts an amount's unit has in which it is kept."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an object.

    Args:
        name: the API name: ``StageName``.
        label: what people call it.
        kind: what it holds.
        column: the attribute of the model that keeps it; empty for a computed one.
        length: of a text, the most characters.
        scale: of a number, the decimals.
        required: whether a new record must have a value that no default gives.
        createable: whether it may be given when a record is created.
        updateable: whether it may be changed later.
        references: the objects whose records it may name.
        relationship: by what name a query goes to that record: ``Account``.
        children: by what name a query goes from that record to those that name it: ``Contacts``.
        picklist: the list of its values, a key of ``picklists.VALUES``.
        is_restricted: whether nothing but those values is taken.
        default: what a new record has, in the column's form.
        is_tracked: whether its changes are kept in the field history.
        is_external_id: whether records may be found and upserted by it.
        is_name: whether it is what records are called.
        compute: of a field that no column keeps.
        help: what people are told about it.
        is_unique: whether no two records may have the same value.
        controller: the field whose value decides which values of the list are taken.
        allowed: those values, by the controlling field's; a checkbox has ``true`` and ``false``.
        formula: of a field that is computed whenever a record is saved, by what.
        numbering: of a field that counts records, how a number is written: ``A-{0000}``.
        is_rich: whether its text has paragraphs, emphasis and links.
        bits: of a number that stands for several things, what each of its bits is, from the lowest.
        is_added: whether administrators have added it, rather than the application.
    """

    name: str
    label: str
    kind: Kind
    column: str = ""
    length: int = 0
    scale: int = 0
    required: bool = False
    createable: bool = True
    updateable: bool = True
    references: tuple[str, ...] = ()
    relationship: str = ""
    children: str = ""
    picklist: str = ""
    is_restricted: bool = False
    default: Any = None
    is_tracked: bool = False
    is_external_id: bool = False
    is_name: bool = False
    is_nillable: bool = True
    compute: Compute | None = None
    help: str = ""
    is_unique: bool = False
    controller: str = ""
    allowed: Mapping[str, frozenset[str]] = field(default_factory=dict, compare=False)
    formula: str = ""
    numbering: str = ""
    is_rich: bool = False
    is_added: bool = False
    bits: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What people call it: a reference by what it names."""
        return self.label.removesuffix(" ID") if self.kind is Kind.REFERENCE else self.label

    @property
    def is_custom(self) -> bool:
        """Whether the company has added it."""
        return self.name.endswith("__c")

    def of(self, table: FromClause) -> ColumnElement[Any]:
        """Its expression for the rows of an object's table, or of an alias of it."""
        return self.compute(table) if self.compute else table.c[self.column]
