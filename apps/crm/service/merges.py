"""Merging records that stand for the same: up to three leads, contacts, accounts or cases.

https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_merge.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.crm.models import Contact, Lead
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import (
    access_levels,
    leads,
    merged_children,
    reading,
    records,
    refusals,
    sight,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.service.saving import Options, after_restore
from workworld.apps.crm.types import RecordId, SObjectName, Values
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

MERGED = ("Account", "Case", "Contact", "Lead")
MOST_MERGED = 2
# The vendor's REST API has no resource for it: programs merge over SOAP.
_DOORS = (Surface.UI, Surface.MCP)
MasterId = Annotated[RecordId, Field(description="The id of the record that stays.")]
MergedIds = Annotated[
    Sequence[RecordId],
    Field(
        description="The ids of the records that go into it.", min_length=1, max_length=MOST_MERGED
    ),
]


@dataclass(frozen=True, slots=True)
class Choice:
    """A field in which the records differ.

    Args:
        field: its API name.
        values: what each record has there, as columns keep it, in the order of the records.
        chosen: the number of the record whose value is proposed: the first one with a value.
    """

    field: str
    values: Sequence[Any]
    chosen: int


@dataclass(frozen=True, slots=True)
class Preview:
    """Records that are to be merged.

    Args:
        records: the master first.
        choices: the fields that the caller may change and in which they differ.
        children: how many records go over to the master, by object.
    """

    records: Sequence[Loaded]
    choices: Sequence[Choice]
    children: Mapping[str, int]


@operation(Effect.READ, scope="api", doors=_DOORS)
def preview(
    ctx: Context, *, sobject: SObjectName, master_id: MasterId, merged_ids: MergedIds
) -> Preview:
    """Show in which fields records differ that are to be merged, and what would go along."""
    kind, rows = _known(ctx, sobject, master_id, merged_ids)
    loaded = reading.load(ctx, kind, [row.id for row in rows])
    ordered = [loaded[row.id] for row in rows]
    children = merged_children.counts(ctx, kind, [row.id for row in rows[1:]])
    return Preview(ordered, _choices(ctx, kind, ordered), children)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def merge(
    ctx: Context,
    *,
    sobject: SObjectName,
    master_id: MasterId,
    merged_ids: MergedIds,
    values: Annotated[
        Values | None, Field(description="Fields that the master is to have from now on.")
    ] = None,
) -> Loaded:
    """Merge up to two records into another one of the same object, with all that belongs to them.

    They go to the recycle bin and name the master, which keeps the earliest creation date.
    """
    kind, (master, *losers) = _known(ctx, sobject, master_id, merged_ids)
    _require_rights(ctx, kind, master, losers)
    if values:
        records.change(ctx, master, values, Options(allow_duplicates=True))
    _leave_cycles(ctx, kind, master, losers)
    if isinstance(master, Contact):
        _keep_address(ctx, master, losers)
    for loser in losers:
        merged_children.hand_over(ctx, kind, loser.id, master.id)
        loser.master_id = master.id
        records.remove(ctx, loser)
    master.created_us = min(row.created_us for row in (master, *losers))
    merged = [row.id for row in losers]
    ctx.emit("crm.records_merged", sobject=kind.name, master_id=master.id, merged_ids=merged)
    return Loaded(kind, {"Id": master.id})


def _known(
    ctx: Context, sobject: str, master_id: str, merged_ids: Sequence[str]
) -> tuple[SObject, Sequence[Any]]:
    """The object, and the rows with the master first.

    Raises:
        RecordRefused: there is no merging them.
    """
    kind = records.sobject_of(ctx, sobject)
    if kind.name not in MERGED:
        raise refused("INVALID_TYPE", f"{kind.plural} can't be merged.")
    rows = [records.known(ctx, kind.name, each) for each in (master_id, *merged_ids)]
    if len({row.id for row in rows}) < len(rows):
        raise refused("INVALID_ID_FIELD", "A record can't be merged with itself.")
    if any(isinstance(row, Lead) and row.is_converted for row in rows):
        raise leads.locked()
    return kind, rows


def _choices(ctx: Context, kind: SObject, loaded: Sequence[Loaded]) -> Sequence[Choice]:
    found = []
    for field in sight.fields(ctx, kind):
        if not field.column or not sight.editable(ctx, kind, field) or field.name == "OwnerId":
            continue
        values = [each.values[field.name] for each in loaded]
        if len(set(values)) == 1:
            continue
        there = [number for number, value in enumerate(values) if value not in (None, "")]
        usual = 0 if field.kind is Kind.BOOLEAN else there[0]
        found.append(Choice(field.name, values, usual))
    return found


def _require_rights(ctx: Context, kind: SObject, master: Any, losers: Sequence[Any]) -> None:
    """See to it that the caller may change the master and delete the others."""
    levels = access_levels.of(ctx, kind, [master.id, *(row.id for row in losers)])
    may = sight.may(ctx, kind, "edit") and sight.may(ctx, kind, "delete")
    whole = all(levels[row.id] == access_levels.ALL for row in losers)
    if not may or not whole or levels[master.id] == access_levels.READ:
        raise refusals.insufficient_access()


@after_restore(*MERGED)
def _stand_alone(_ctx: Context, row: Any) -> None:
    """A record that comes back is one of its own again; what it had stays with the master."""
    row.master_id = None


_UPWARDS = {"Account": "ParentId", "Case": "ParentId", "Contact": "ReportsToId"}
"""The fields by which records of an object stand below one another."""


def _leave_cycles(ctx: Context, kind: SObject, master: Any, losers: Sequence[Any]) -> None:
    """See to it that the master does not come to stand below what goes into it."""
    name = _UPWARDS.get(kind.name)
    if name is None:
        return
    column = kind.fields[name.lower()].column
    above = {row.id: getattr(row, column) for row in losers}
    up = getattr(master, column)
    while up in above:
        up = above.pop(up)
    if up != getattr(master, column):
        records.change(ctx, master, {name: up if up != master.id else None}, _SYSTEM)


def _keep_address(ctx: Context, master: Contact, losers: Sequence[Contact]) -> None:
    """Let the contact have another address of those that go, besides its own one."""
    if master.second_email:
        return
    own = (master.email or "").lower()
    known = [each for row in losers for each in (row.email, row.second_email) if each]
    others = [each for each in known if each.lower() != own]
    if others:
        records.change(ctx, master, {"Second_Email__c": others[0]}, _SYSTEM)


_SYSTEM = Options(system=True, notify=False)
