"""Changes of many records at once: each is saved or refused by itself, in one step.

https://help.salesforce.com/s/articleView?id=sf.basics_understanding_list_views_lex.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm.models import CampaignMember
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import (
    cadences,
    people,
    queues,
    records,
    refusals,
    restorals,
    steady,
)
from workworld.apps.crm.service.list_rows import AT_ONCE
from workworld.apps.crm.service.records import SCOPE
from workworld.apps.crm.service.refusals import RecordError, RecordRefused, in_words
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.types import AllowDuplicates, RecordId, SObjectName, Values
from workworld.context import Context, Surface
from workworld.errors import Refused
from workworld.operations import Effect, operation
from workworld.undoing import whole_or_nothing

# Programs have the vendor's own ways to change several records: collections, batches and jobs.
_DOORS = (Surface.UI, Surface.MCP)
Act = Callable[[Context, str], None]
RecordIds = Annotated[
    Sequence[str],
    Argument(description="Ids of the records, at most 2,000.", min_length=1, max_length=AT_ONCE),
]


class Outcome(NamedTuple):
    """What became of one record."""

    record_id: str
    errors: tuple[RecordError, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether it was saved."""
        return not self.errors


@operation(Effect.WRITE, scope=SCOPE, doors=_DOORS)
def update(
    ctx: Context,
    *,
    sobject: SObjectName,
    record_ids: RecordIds,
    values: Values,
    allow_duplicates: AllowDuplicates = False,
) -> Sequence[Outcome]:
    """Give the same values to several records; answers for each what became of it."""
    options = Options(allow_duplicates=allow_duplicates)

    def act(ctx: Context, record_id: str) -> None:
        records.change(ctx, records.known(ctx, sobject, record_id), values, options)

    return _each(ctx, record_ids, act)


@operation(Effect.WRITE, scope=SCOPE, doors=(Surface.UI,))
def save(
    ctx: Context,
    *,
    sobject: SObjectName,
    changes: Annotated[
        Mapping[str, Mapping[str, Any]],
        Argument(description="Values by field, by the record's id.", max_length=AT_ONCE),
    ],
    versions: Annotated[
        Mapping[str, int], Argument(description="The version that was read, by the record's id.")
    ],
) -> Sequence[Outcome]:
    """Save what was changed in several lines of a list; answers for each what became of it."""

    def act(ctx: Context, record_id: str) -> None:
        records.update(
            ctx,
            sobject=sobject,
            record_id=record_id,
            values=changes[record_id],
            version=versions.get(record_id),
        )

    return _each(ctx, list(changes), act)


@operation(Effect.WRITE, scope=SCOPE, doors=_DOORS)
def delete(ctx: Context, *, sobject: SObjectName, record_ids: RecordIds) -> Sequence[Outcome]:
    """Put several records into the recycle bin; answers for each what became of it."""

    def act(ctx: Context, record_id: str) -> None:
        records.remove(ctx, records.known(ctx, sobject, record_id))

    return _each(ctx, record_ids, act)


@operation(Effect.WRITE, scope=SCOPE, doors=(Surface.UI,))
def restore(ctx: Context, *, sobject: SObjectName, record_ids: RecordIds) -> Sequence[Outcome]:
    """Take several records out of the recycle bin; answers for each what became of it."""

    along = restorals.along(ctx)

    def act(ctx: Context, record_id: str) -> None:
        records.bring_back(ctx, sobject, record_id, along)

    return _each(ctx, record_ids, act)


# Agents have campaigns.add, which tells leads from contacts and refuses who is there already.
@operation(Effect.WRITE, scope=SCOPE, doors=(Surface.UI,))
def add_to_campaign(
    ctx: Context,
    *,
    campaign_id: RecordId,
    record_ids: RecordIds,
    status: Annotated[
        str, Argument(description="Their status as members.", max_length=40)
    ] = "Sent",
) -> Sequence[Outcome]:
    """Make leads and contacts members of a campaign; those that are members already stay so."""
    into = records.known(ctx, "Campaign", campaign_id).id
    members = CampaignMember.__table__.c

    def act(ctx: Context, record_id: str) -> None:
        sobject = objects.of_prefix(record_id[:3])
        if sobject is None or sobject.name not in ("Lead", "Contact"):
            raise refusals.not_found()
        person = records.known(ctx, sobject.name, record_id)
        column = members.lead_id if sobject.name == "Lead" else members.contact_id
        there = select(members.id).where(
            members.campaign_id == into, column == person.id, ~members.is_deleted
        )
        if ctx.session.scalar(there) is not None:
            return
        field = "LeadId" if sobject.name == "Lead" else "ContactId"
        values = {"CampaignId": into, field: person.id, "Status": status}
        records.insert(ctx, objects.of_name("CampaignMember"), values)

    return _each(ctx, record_ids, act)


# Agents have cadences.enroll, which puts in all or none.
@operation(Effect.WRITE, scope=SCOPE, doors=(Surface.UI,))
def add_to_cadence(
    ctx: Context, *, cadence_id: RecordId, record_ids: RecordIds
) -> Sequence[Outcome]:
    """Put leads and contacts into a cadence, for the caller to follow up; answers for each."""
    cadence, owner_id = cadences.active(ctx, cadence_id), people.me(ctx).id

    def act(ctx: Context, record_id: str) -> None:
        cadences.begin(ctx, cadence, record_id, owner_id)

    return _each(ctx, record_ids, act)


@operation(Effect.WRITE, scope=SCOPE, doors=(Surface.UI,))
def accept(ctx: Context, *, record_ids: RecordIds) -> Sequence[Outcome]:
    """Take several cases or leads out of queues of which one is a member."""

    def act(ctx: Context, record_id: str) -> None:
        queues.accept(ctx, record_id=record_id)

    return _each(ctx, record_ids, act)


def why(errors: Sequence[RecordError]) -> str:
    """What is wrong with a record, in words."""
    return " ".join(dict.fromkeys(in_words(each) for each in errors))


def _each(ctx: Context, record_ids: Sequence[str], act: Act) -> Sequence[Outcome]:
    ctx = steady.prepared(ctx)
    return tuple(_outcome(ctx, each, act) for each in dict.fromkeys(record_ids))


def _outcome(ctx: Context, record_id: str, act: Act) -> Outcome:
    try:
        whole_or_nothing(ctx, lambda: act(ctx, record_id))
    except RecordRefused as refused:
        return Outcome(record_id, refused.errors)
    except Refused as refused:
        return Outcome(record_id, (RecordError(refused.code, refused.message),))
    return Outcome(record_id)
