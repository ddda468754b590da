"""Campaigns and whom they reach.

https://help.salesforce.com/s/articleView?id=sales.campaigns_members.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Campaign, CampaignMember, Lead
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import (
    hierarchies,
    list_rows,
    list_view_access,
    people,
    records,
    several,
)
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.service.saving import Saving, before
from workworld.apps.crm.service.several import RowResult
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation


class Added(NamedTuple):
    """What came of adding many members: how many were, were there already, or could not be."""

    added: int
    known: int
    refused: int
    has_more: bool = False
    """Whether the list view holds more than are added at once."""


RESPONDED = ("Responded", "Attended")
"""The statuses of members who have responded."""
MOST_MEMBERS = 2_000


# Programs create records of CampaignMember, and lists add what is ticked: mass_changes.
@operation(Effect.WRITE, scope="api", doors=(Surface.MCP,))
def add(
    ctx: Context,
    *,
    campaign_id: RecordId,
    lead_ids: Annotated[
        Sequence[RecordId], Field(description="The ids of leads.", max_length=MOST_MEMBERS)
    ] = (),
    contact_ids: Annotated[
        Sequence[RecordId], Field(description="The ids of contacts.", max_length=MOST_MEMBERS)
    ] = (),
    status: Annotated[
        str | None, Field(description="Their status in it, such as Sent.", max_length=255)
    ] = None,
) -> Sequence[RowResult]:
    """Add leads and contacts to a campaign; each answers whether it was done, and why not.

    A result that was done has the id of the new member.
    """
    campaign: Campaign = records.known(ctx, "Campaign", campaign_id)
    campaign_id = campaign.id
    kind = objects.of_model(CampaignMember)
    further = {} if status is None else {"Status": status}

    def joined(record_id: str) -> str:
        field = "LeadId" if record_id in lead_ids else "ContactId"
        values = {"CampaignId": campaign_id, field: record_id, **further}
        return str(records.insert(ctx, kind, values).id)

    return several.each(ctx, (*lead_ids, *contact_ids), joined)


# As above; pages choose the list view on the page of the campaign's members.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI, Surface.MCP))
def add_list(
    ctx: Context,
    *,
    campaign_id: RecordId,
    view_id: Annotated[str, Field(description="A list view of leads or contacts.", max_length=80)],
    status: Annotated[
        str, Field(description="Their status in it, such as Sent.", max_length=255)
    ] = "Sent",
) -> Added:
    """Add all leads or contacts of a list view to a campaign; who is in it already stays as is.

    At most 2,000 are added at once: the first ones of the list view.

    Raises:
        Invalid: ``INVALID_TYPE``: the list view shows something else.
    """
    campaign: Campaign = records.known(ctx, "Campaign", campaign_id)
    view = list_view_access.known(ctx, view_id)
    if view.sobject not in ("Lead", "Contact"):
        raise refused("INVALID_TYPE", "Choose a list view of leads or contacts.")
    listed = list_rows.matching(ctx, view_id=view.id)
    wanted = listed.ids
    column = CampaignMember.lead_id if view.sobject == "Lead" else CampaignMember.contact_id
    query = select(column).where(
        CampaignMember.campaign_id == campaign.id, ~CampaignMember.is_deleted, column.in_(wanted)
    )
    there = set(ctx.session.scalars(query))
    kind, field = objects.of_model(CampaignMember), f"{view.sobject}Id"

    def joined(record_id: str) -> str:
        values = {"CampaignId": campaign.id, field: record_id, "Status": status}
        return str(records.insert(ctx, kind, values).id)

    results = several.each(ctx, [each for each in wanted if each not in there], joined)
    added = sum(each.success for each in results)
    return Added(added, len(there), len(results) - added, listed.has_more)


@before("Campaign")
def _prepare(ctx: Context, saving: Saving) -> None:
    hierarchies.require_no_cycle(ctx, saving, Campaign.parent_id, "ParentId")


@before("CampaignMember")
def _prepare_member(ctx: Context, saving: Saving) -> None:
    member: CampaignMember = saving.row
    member.has_responded = member.status in RESPONDED
    if member.has_responded and member.first_responded is None:
        member.first_responded = people.today(ctx).isoformat()
    if not saving.is_new:
        return
    if (member.lead_id is None) == (member.contact_id is None):
        said = "A campaign member is either a lead or a contact."
        raise refused("FIELD_INTEGRITY_EXCEPTION", said, "LeadId", "ContactId")
    lead = ctx.session.get(Lead, member.lead_id) if member.lead_id else None
    if lead is not None and lead.is_converted:
        raise refused("CANNOT_UPDATE_CONVERTED_LEAD", "cannot reference converted lead", "LeadId")
    if _is_known(ctx, member):
        raise refused("DUPLICATE_VALUE", "Already a campaign member.")


def _is_known(ctx: Context, member: CampaignMember) -> bool:
    model = CampaignMember
    if member.lead_id:
        same = model.lead_id == member.lead_id
    else:
        same = model.contact_id == member.contact_id
    query = select(model.id).where(model.campaign_id == member.campaign_id, same, ~model.is_deleted)
    return ctx.session.scalar(query.limit(1)) is not None
