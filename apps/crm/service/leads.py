"""Leads: what follows from what is entered, and that a converted one is locked.

https://help.salesforce.com/s/articleView?id=sales.leads_convert_considerations.htm
"""

from __future__ import annotations

from workworld.apps.crm.models import Lead
from workworld.apps.crm.schema.names import full_name
from workworld.apps.crm.schema.picklists import LEAD_CONVERTED
from workworld.apps.crm.service.refusals import RecordRefused, refused
from workworld.apps.crm.service.saving import Saving, before
from workworld.context import Context


def locked() -> RecordRefused:
    """The lead is converted: it stays what it was."""
    return refused("CANNOT_UPDATE_CONVERTED_LEAD", "cannot reference converted lead")


@before("Lead")
def _prepare(ctx: Context, saving: Saving) -> None:  # noqa: ARG001 - every behaviour is handed it
    lead: Lead = saving.row
    lead.name = full_name(lead.first_name, lead.last_name)
    if saving.options.system:
        return
    if lead.is_converted:
        raise locked()
    if lead.status == LEAD_CONVERTED:
        said = "Status: a lead is converted by its conversion, not by an edit of its status."
        saving.refuse("INVALID_STATUS", said, "Status")
