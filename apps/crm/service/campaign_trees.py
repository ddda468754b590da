"""Campaigns with those below them, what came of all of them, and whom one reached.

https://help.salesforce.com/s/articleView?id=sales.campaigns_hierarchies.htm
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.crm.models import Campaign, CampaignMember
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import currencies, reading, records, rows, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

FIGURES = (
    "NumberOfLeads",
    "NumberOfContacts",
    "NumberOfResponses",
    "NumberOfOpportunities",
    "NumberOfWonOpportunities",
    "AmountAllOpportunities",
    "AmountWonOpportunities",
    "BudgetedCost",
    "ActualCost",
)
_TOLD = ("Name", "Status", "CurrencyIsoCode")
_MOST_BELOW = 200
_MOST_LEVELS = 5
AT_ONCE = 200
CampaignId = Annotated[RecordId, Field(description="A campaign's id.")]
# Programs query campaigns by ParentId, and their members.
_DOORS = (Surface.UI, Surface.MCP)


@dataclass(frozen=True, slots=True)
class Branch:
    """A campaign in a hierarchy.

    Args:
        id: the campaign's.
        name: what it is called.
        level: how far it is below the one that was asked for, from 0.
        status: how it stands.
        figures: what came of it, by field; amounts in hundredths of the first one's currency.
    """

    id: str
    name: str
    level: int
    status: str
    figures: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """A campaign with those below it that the caller sees, and what came of all of them."""

    currency: str
    branches: Sequence[Branch]
    total: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MemberSeen:
    """Somebody whom a campaign reached.

    Args:
        id: the member's.
        person_id: the lead's or contact's; empty if the caller does not see them.
        name: what they are called.
        kind: ``Lead`` or ``Contact``.
        company: where they work.
        status: how far it went.
        has_responded: whether they did.
        first_responded: on which day they did first.
    """

    id: str
    person_id: str
    name: str
    kind: str
    company: str
    status: str
    has_responded: bool
    first_responded: str | None


@dataclass(frozen=True, slots=True)
class Members:
    """Some members of a campaign, and how many there are of each status."""

    found: Sequence[MemberSeen]
    counts: Mapping[str, int]
    responses: int
    start: int
    total: int
    """Of those that were asked for."""


@operation(Effect.READ, scope="api", doors=_DOORS)
def look(ctx: Context, *, campaign_id: CampaignId) -> Hierarchy:
    """Read a campaign with those below it, and the roll-up of what came of them."""
    top: Campaign = records.known(ctx, "Campaign", campaign_id)
    places = list(_below(ctx, top.id, 0))[:_MOST_BELOW]
    kind = objects.of_model(Campaign)
    wanted = [kind.fields[each.lower()] for each in (*FIGURES, *_TOLD)]
    known = [each for each in wanted if sight.readable(ctx, kind, each)]
    loaded = reading.load(ctx, kind, [each for each, _ in places], known)
    found = [
        _branch(ctx, loaded[each], level, top.currency) for each, level in places if each in loaded
    ]
    total = {each: sum(branch.figures[each] for branch in found) for each in FIGURES}
    return Hierarchy(top.currency, found, total)


@operation(Effect.READ, scope="api", doors=_DOORS)
def members(
    ctx: Context,
    *,
    campaign_id: CampaignId,
    status: Annotated[str, Field(description="Only of this status.", max_length=80)] = "",
    start: Annotated[int, Field(description="How many are left out.", ge=0, le=100_000)] = 0,
) -> Members:
    """List whom a campaign reached, 200 at once, with how many there are of each status."""
    campaign: Campaign = records.known(ctx, "Campaign", campaign_id)
    table = CampaignMember.__table__
    here = (table.c.campaign_id == campaign.id, ~table.c.is_deleted)
    counted = select(table.c.status, func.count()).where(*here).group_by(table.c.status)
    counts = {row[0]: row[1] for row in ctx.session.execute(counted.order_by(table.c.status))}
    responses = select(func.count()).select_from(table).where(*here, table.c.has_responded)
    wanted = (*here, table.c.status == status) if status else here
    kind = objects.of_model(CampaignMember)
    fields = [each for each in kind.fields.values() if each.column]
    asked = [each for each in fields if sight.readable(ctx, kind, each)]
    order = [table.c.created_us.desc()]
    read = rows.read(ctx, kind, asked, *wanted, order=order, limit=AT_ONCE, offset=start)
    total = counts.get(status, 0) if status else sum(counts.values())
    return Members(_seen(ctx, read), counts, ctx.session.scalar(responses) or 0, start, total)


def _below(ctx: Context, campaign_id: str, level: int) -> Iterator[tuple[str, int]]:
    """A campaign and those below it, each before those below itself, with how far down it is."""
    yield campaign_id, level
    if level == _MOST_LEVELS:
        return
    kind, table = objects.of_model(Campaign), Campaign.__table__
    query = select(table.c.id).where(table.c.parent_id == campaign_id, sight.rows(ctx, kind, table))
    ordered = query.order_by(table.c.name, table.c.id).limit(_MOST_BELOW)
    for each in ctx.session.scalars(ordered).all():
        yield from _below(ctx, each, level + 1)


def _branch(ctx: Context, loaded: Loaded, level: int, currency: str) -> Branch:
    held = loaded.values
    own = str(held.get("CurrencyIsoCode") or currency)
    figures = {}
    for name in FIGURES:
        value = int(held.get(name) or 0)
        is_money = loaded.sobject.fields[name.lower()].kind is Kind.CURRENCY
        foreign = is_money and own != currency
        figures[name] = currencies.exchanged(ctx, value, own, currency) if foreign else value
    name, status = str(held.get("Name") or ""), str(held.get("Status") or "")
    return Branch(loaded.id, name, level, status, figures)


def _seen(ctx: Context, read: Sequence[Mapping[str, Any]]) -> Sequence[MemberSeen]:
    """Members with what the caller may know of whom they are."""
    known = {**_people(ctx, "Lead", "Company", read), **_people(ctx, "Contact", "AccountId", read)}
    found = []
    for row in read:
        person = row.get("LeadId") or row.get("ContactId") or ""
        name, company = known.get(person, ("Somebody whom you do not see", ""))
        found.append(
            MemberSeen(
                row["Id"],
                person if person in known else "",
                name,
                "Lead" if row.get("LeadId") else "Contact",
                company,
                row["Status"],
                row["HasResponded"],
                row.get("FirstRespondedDate"),
            )
        )
    return found


def _people(
    ctx: Context, sobject: str, place: str, read: Sequence[Mapping[str, Any]]
) -> Mapping[str, tuple[str, str]]:
    """What the leads or contacts among members are called, and where they work, by id."""
    kind = objects.of_name(sobject)
    fields = [kind.fields[each.lower()] for each in ("Name", place)]
    ids = [each[f"{sobject}Id"] for each in read if each.get(f"{sobject}Id")]
    loaded = reading.load(ctx, kind, ids, fields)
    places = {key: str(each.values.get(place) or "") for key, each in loaded.items()}
    names = reading.names(ctx, filter(None, places.values())) if place == "AccountId" else {}
    return {
        key: (
            str(each.values.get("Name") or ""),
            names.get(places[key], "") if place == "AccountId" else places[key],
        )
        for key, each in loaded.items()
    }
