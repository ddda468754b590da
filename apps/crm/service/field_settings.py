"""What is settled about a field that administrators add, by its type.

Settings go by the names of the vendor's metadata.
https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/customfield.htm
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Profile
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service.setup_settings import SetupSettings
from workworld.automation import Asked
from workworld.context import Context

LONGEST_LIST = 10_000
Choices = list[tuple[str, str]]


def profiles_offered(ctx: Context) -> Choices:
    """Every profile."""
    table = Profile.__table__.c
    rows = ctx.session.execute(select(table.id, table.name).order_by(table.name))
    return [(row.id, row.name) for row in rows]


def _targets(_ctx: Context) -> Choices:
    known = [each for each in objects.objects().values() if not each.is_setup and not each.parent]
    return sorted((each.name, each.label) for each in [*known, objects.of_name("User")])


def _beneath(_ctx: Context) -> Choices:
    """Every way from one object's records down to others'."""
    ways = [
        (f"{each.name}.{field.name}", f"{each.plural} by {field.label}")
        for each in objects.objects().values()
        if not each.is_setup
        for field in each.fields.values()
        if len(field.references) == 1 and field.children and field.column
    ]
    return sorted(ways, key=lambda each: each[1])


class FieldSettings(SetupSettings):
    """What is settled about every field."""

    label: Annotated[str, Asked("line"), Field(title="Field label", min_length=1, max_length=40)]
    name: Annotated[
        str,
        Asked("line"),
        Field(
            alias="fullName",
            title="Field name",
            max_length=40,
            pattern=r"^([A-Za-z](_?[A-Za-z0-9])*)?(__c)?$",
            description="Its API name ends with __c; by default it follows from the label.",
        ),
    ] = ""
    help: Annotated[
        str, Asked("line"), Field(alias="inlineHelpText", title="Help text", max_length=510)
    ] = ""


class EnteredSettings(FieldSettings):
    """What is settled about a field into which people enter something."""

    required: Annotated[
        bool,
        Asked("tick"),
        Field(title="Required", description="No record is saved without a value."),
    ] = False
    tracked: Annotated[bool, Asked("tick"), Field(alias="trackHistory", title="Track history")] = (
        False
    )


class PlainSettings(EnteredSettings):
    """Something of which nothing else is settled."""

    default: Annotated[
        str, Asked("line"), Field(alias="defaultValue", title="Default value", max_length=255)
    ] = ""


class KeyedSettings(PlainSettings):
    """Something that can be a key by which records are found."""

    unique: Annotated[
        bool,
        Asked("tick"),
        Field(title="Unique", description="No two records have the same value."),
    ] = False
    external_id: Annotated[
        bool,
        Asked("tick"),
        Field(title="External ID", description="Programs find records by it."),
    ] = False


class TextSettings(KeyedSettings):
    """A line of text."""

    length: Annotated[int, Asked("number"), Field(title="Length", ge=1, le=255)] = 255


class LongTextSettings(EnteredSettings):
    """Text of several lines."""

    length: Annotated[int, Asked("number"), Field(title="Length", ge=256, le=32_000)] = 32_000


class RichTextSettings(EnteredSettings):
    """Text with paragraphs, lists, emphasis and links."""

    length: Annotated[
        int,
        Asked("number"),
        Field(title="Length", ge=256, le=32_000, description="With its markup, which is HTML."),
    ] = 32_000


class NumberSettings(KeyedSettings):
    """A number."""

    scale: Annotated[int, Asked("number"), Field(title="Decimal places", ge=0, le=8)] = 0


class AmountSettings(PlainSettings):
    """An amount or a percentage, with two decimals."""


class CheckboxSettings(FieldSettings):
    """Yes or no."""

    default: Annotated[
        bool, Asked("tick"), Field(alias="defaultValue", title="Checked by default")
    ] = False
    tracked: Annotated[bool, Asked("tick"), Field(alias="trackHistory", title="Track history")] = (
        False
    )


class PicklistSettings(PlainSettings):
    """One of a list's values, or several."""

    values: Annotated[
        str,
        Asked("area"),
        Field(
            alias="valueSet",
            title="Values",
            min_length=1,
            max_length=LONGEST_LIST,
            description="One in each line. Later they are changed on the field's page.",
        ),
    ]


class LookupSettings(EnteredSettings):
    """Another record."""

    refers_to: Annotated[
        str,
        Asked("choice", offers=_targets),
        Field(alias="referenceTo", title="Related to", min_length=1, max_length=80),
    ]
    children: Annotated[
        str,
        Asked("line"),
        Field(
            alias="relationshipName",
            title="Child relationship name",
            max_length=40,
            pattern=r"^([A-Za-z](_?[A-Za-z0-9])*)?$",
            description="By which queries go from that record to those that name it.",
        ),
    ] = ""


class AutoNumberSettings(FieldSettings):
    """A number that each new record gets."""

    numbering: Annotated[
        str,
        Asked("line"),
        Field(
            alias="displayFormat",
            title="Display format",
            max_length=30,
            pattern=r"^[^{}]*(\{(YYYY|YY|MM|DD)\}[^{}]*)*\{0{1,10}\}[^{}]*$",
            description="Such as A-{0000}; {YYYY}, {MM} and {DD} stand for the day.",
        ),
    ] = "{0000}"
    starts_at: Annotated[
        int, Asked("number"), Field(alias="startingNumber", title="Starting number", ge=0, le=10**9)
    ] = 1


class FormulaSettings(FieldSettings):
    """What follows from other fields whenever a record is saved."""

    returns: Annotated[
        Literal["Text", "Number", "Currency", "Percent", "Date", "DateTime", "Checkbox"],
        Asked("choice"),
        Field(alias="returnType", title="Return type"),
    ] = "Number"
    scale: Annotated[int, Asked("number"), Field(title="Decimal places", ge=0, le=8)] = 2
    formula: Annotated[
        str,
        Asked("area"),
        Field(
            title="Formula",
            min_length=1,
            max_length=3_900,
            description="Of fields of the record and, by a dot, of its parents: Account.Tier__c.",
        ),
    ]


class SummarySettings(FieldSettings):
    """What the records below a record come to."""

    beneath: Annotated[
        str,
        Asked("choice", offers=_beneath),
        Field(alias="summaryForeignKey", title="Summarized records", min_length=1, max_length=160),
    ]
    how: Annotated[
        Literal["count", "sum", "min", "max"],
        Asked("choice"),
        Field(alias="summaryOperation", title="Roll-up type"),
    ] = "count"
    of: Annotated[
        str,
        Asked("line"),
        Field(
            alias="summarizedField",
            title="Field to aggregate",
            max_length=80,
            description="Its API name; none for a count.",
        ),
    ] = ""
    filter_field: Annotated[
        str, Asked("line"), Field(title="Only records whose field", max_length=80)
    ] = ""
    filter_sign: Annotated[
        Literal["=", "!=", ">", "<"], Asked("choice"), Field(title="Operator")
    ] = "="
    filter_value: Annotated[str, Asked("line"), Field(title="Value", max_length=255)] = ""
