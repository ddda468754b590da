"""Campaigns and whom they reach.

https://help.salesforce.com/s/articleView?id=sales.campaigns_members.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Campaign, CampaignMember, Lead
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import hierarchies, records, several
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.service.saving import Saving, before
from workworld.apps.crm.service.several import RowResult
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

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


@before("Campaign")
def _prepare(ctx: Context, saving: Saving) -> None:
    hierarchies.require_no_cycle(ctx, saving, Campaign.parent_id, "ParentId")


@before("CampaignMember")
def _prepare_member(ctx: Context, saving: Saving) -> None:
    member: CampaignMember = saving.row
    member.has_responded = member.status in RESPONDED
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
