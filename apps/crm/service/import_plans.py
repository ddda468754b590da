"""What an import is asked to do, and whether that makes sense for its file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from workworld.apps.crm.schema import kinds
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import import_fields, records
from workworld.apps.crm.service.import_runs import CREATE, Plan
from workworld.context import Context
from workworld.errors import Invalid
from workworld.imports import dates, tables
from workworld.imports.tables import Table

NOTHING: Mapping[str, str] = {}
SObjectName = Annotated[
    Literal[
        "Lead",
        "Account",
        "Contact",
        "Opportunity",
        "Case",
        "Product2",
        "CampaignMember",
        "Contract",
        "Asset",
        "Campaign",
    ],
    Field(description="What the rows are."),
]
Columns = Annotated[
    Mapping[str, str],
    Field(
        description="The number of a column, from 1, → the API name of the field that it is."
        " Others are left out. References take an id, a name or an e-mail address.",
        max_length=tables.MOST_COLUMNS,
    ),
]
Constants = Annotated[
    Mapping[str, str],
    Field(description="What every row has besides, by API name, where its cell is empty."),
]
Mode = Annotated[
    Literal["create", "update", "upsert"],
    Field(description="Make new records, change those that match, or both."),
]
MatchBy = Annotated[
    str,
    Field(
        description="By what records are found: Id, Email, Name, an external id, or NameAndDomain"
        " for accounts. Needed unless the mode is create.",
        max_length=80,
    ),
]
AllowDuplicates = Annotated[
    bool, Field(description="Whether rows are taken though duplicate rules warn of them.")
]
Assign = Annotated[bool, Field(description="Whether assignment rules choose owners.")]
DateFormat = Annotated[
    str,
    Field(description="Of days, such as dd/MM/yyyy; empty: told by the file.", max_length=40),
]


class Asked(NamedTuple):
    """What the caller says of an import."""

    sobject: str
    columns: Mapping[str, str]
    constants: Mapping[str, str]
    mode: str
    match_by: str
    date_format: str


def planned(
    ctx: Context, table: Table, asked: Asked, *, allow_duplicates: bool, assign: bool
) -> Plan:
    """What an import is to do.

    Args:
        ctx: who imports.
        table: the file.
        asked: what they say.
        allow_duplicates: whether rows are taken though duplicate rules warn of them.
        assign: whether assignment rules choose owners.

    Raises:
        Invalid: ``INVALID_MAPPING``: a column or field is none, or nothing says how to match.
    """
    kind = records.sobject_of(ctx, asked.sobject)
    open_fields = import_fields.targets(ctx, kind)
    places = _places(asked.columns, table, open_fields, kind)
    for name in asked.constants:
        if name not in open_fields:
            raise _wrong(f"{kind.plural} have no field “{name[:80]}” to import into.")
    if asked.mode != CREATE and asked.match_by not in dict(import_fields.matches(ctx, kind)):
        raise _wrong("Say by which field records are found.")
    days = [
        text
        for place, name in places.items()
        if open_fields[name].kind in import_fields.DAYS
        for text in table.column(place - 1)
    ]
    pattern = asked.date_format or dates.sniffed([days])
    dates.moment_in("", pattern)  # refuses what is no pattern
    given = {name: value for name, value in asked.constants.items() if value.strip()}
    return Plan(kind, places, given, asked.mode, asked.match_by, allow_duplicates, assign, pattern)


def _places(
    columns: Mapping[str, str],
    table: Table,
    open_fields: Mapping[str, kinds.Field],
    kind: SObject,
) -> dict[int, str]:
    places: dict[int, str] = {}
    for number, name in columns.items():
        if not (number.isdecimal() and 0 < int(number[:6]) <= len(table.columns)):
            raise _wrong(f"There is no column {number}: the file has {len(table.columns)}.")
        if name and name not in open_fields:
            raise _wrong(f"{kind.plural} have no field “{name[:80]}” to import into.")
        if name and name in places.values():
            raise _wrong(f"Two columns are to be {open_fields[name].label}.")
        if name:
            places[int(number)] = name
    if not places:
        raise _wrong("Say of at least one column which field it is.")
    return places


def _wrong(message: str) -> Invalid:
    return Invalid("INVALID_MAPPING", message)
