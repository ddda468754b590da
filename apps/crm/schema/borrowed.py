"""Fields that tell what a record above has: of a case, its contact's e-mail address.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_case.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from workworld.apps.crm.schema.kinds import Field, Kind


class Borrowed(NamedTuple):
    """A field whose value is another record's.

    Args:
        field: as it is told; nobody can write it.
        reference: the field that names the other record.
        relationship: what leads there.
        sobject: what that is.
        source: its field.
    """

    field: Field
    reference: str
    relationship: str
    sobject: str
    source: str


def _of_contact(source: str, label: str, kind: Kind) -> Borrowed:
    name = f"Contact{source.removesuffix('Phone') or source}"
    field = Field(name, label, kind, length=80, createable=False, updateable=False)
    return Borrowed(field, "ContactId", "Contact", "Contact", source)


_BY_OBJECT: Mapping[str, Sequence[Borrowed]] = {
    "Case": (
        _of_contact("Phone", "Contact Phone", Kind.PHONE),
        _of_contact("MobilePhone", "Contact Mobile", Kind.PHONE),
        _of_contact("Email", "Contact Email", Kind.EMAIL),
    )
}


def of(sobject: str) -> Sequence[Borrowed]:
    """The fields that an object's records borrow."""
    return _BY_OBJECT.get(sobject, ())


def find(sobject: str, name: str) -> Borrowed | None:
    """One of them by its API name, regardless of case."""
    return next((each for each in of(sobject) if each.field.name.lower() == name.lower()), None)
