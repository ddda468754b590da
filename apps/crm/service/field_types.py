"""The types of fields that administrators add, and what is settled about one of each.

Types and settings go by the names of the vendor's metadata.
https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/customfield.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, create_model

from workworld.apps.crm.models.records import Adaptable
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service.field_settings import (
    AmountSettings,
    AutoNumberSettings,
    CheckboxSettings,
    FieldSettings,
    FormulaSettings,
    KeyedSettings,
    LongTextSettings,
    LookupSettings,
    NumberSettings,
    PicklistSettings,
    PlainSettings,
    RichTextSettings,
    SummarySettings,
    TextSettings,
    profiles_offered,
)
from workworld.automation import Asked

FieldType = Literal[
    "Text",
    "TextArea",
    "LongTextArea",
    "Html",
    "Number",
    "Currency",
    "Percent",
    "Date",
    "DateTime",
    "Checkbox",
    "Picklist",
    "MultiselectPicklist",
    "Email",
    "Phone",
    "Url",
    "Lookup",
    "AutoNumber",
    "Formula",
    "Summary",
]


def adaptable() -> list[str]:
    """The objects that fields can be added to, by label."""
    found = [each for each in objects.objects().values() if issubclass(each.model, Adaptable)]
    return [each.name for each in sorted(found, key=lambda each: each.label)]


_SECURITY: Mapping[str, Any] = {
    "hidden_from": (
        Annotated[
            list[str],
            Asked("several", offers=profiles_offered),
            Field(title="Hidden from profiles"),
        ],
        Field(default_factory=list),
    ),
    "read_only_for": (
        Annotated[
            list[str],
            Asked("several", offers=profiles_offered),
            Field(title="Read-only for profiles"),
        ],
        Field(default_factory=list),
    ),
}
"""What is settled about fields of every type, last of all."""


def _whole(settings: type[FieldSettings]) -> type[FieldSettings]:
    return create_model(settings.__name__, __base__=settings, __doc__=settings.__doc__, **_SECURITY)


class TypeOf(NamedTuple):
    """A type of fields."""

    label: str
    kind: Kind
    settings: type[FieldSettings]
    length: int = 0
    scale: int = 0


_TYPES: Mapping[str, TypeOf] = {
    "Text": TypeOf("Text", Kind.STRING, TextSettings),
    "TextArea": TypeOf("Text Area", Kind.TEXTAREA, PlainSettings, 255),
    "LongTextArea": TypeOf("Text Area (Long)", Kind.TEXTAREA, LongTextSettings),
    "Html": TypeOf("Text Area (Rich)", Kind.TEXTAREA, RichTextSettings),
    "Number": TypeOf("Number", Kind.DOUBLE, NumberSettings),
    "Currency": TypeOf("Currency", Kind.CURRENCY, AmountSettings, scale=2),
    "Percent": TypeOf("Percent", Kind.PERCENT, AmountSettings, scale=2),
    "Date": TypeOf("Date", Kind.DATE, PlainSettings),
    "DateTime": TypeOf("Date/Time", Kind.DATETIME, PlainSettings),
    "Checkbox": TypeOf("Checkbox", Kind.BOOLEAN, CheckboxSettings),
    "Picklist": TypeOf("Picklist", Kind.PICKLIST, PicklistSettings, 255),
    "MultiselectPicklist": TypeOf(
        "Picklist (Multi-Select)", Kind.MULTIPICKLIST, PicklistSettings, 4_099
    ),
    "Email": TypeOf("Email", Kind.EMAIL, KeyedSettings, 80),
    "Phone": TypeOf("Phone", Kind.PHONE, PlainSettings, 40),
    "Url": TypeOf("URL", Kind.URL, PlainSettings, 255),
    "Lookup": TypeOf("Lookup Relationship", Kind.REFERENCE, LookupSettings, 18),
    "AutoNumber": TypeOf("Auto Number", Kind.STRING, AutoNumberSettings, 30),
    "Formula": TypeOf("Formula", Kind.DOUBLE, FormulaSettings),
    "Summary": TypeOf("Roll-Up Summary", Kind.DOUBLE, SummarySettings),
}
TYPES: Mapping[str, TypeOf] = {
    name: each._replace(settings=_whole(each.settings)) for name, each in _TYPES.items()
}
