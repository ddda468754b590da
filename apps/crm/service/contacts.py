"""Contacts: what follows from what is entered.

https://help.salesforce.com/s/articleView?id=sales.contacts_def.htm
"""

from __future__ import annotations

from workworld.apps.crm.models import Contact
from workworld.apps.crm.schema.names import full_name
from workworld.apps.crm.service import hierarchies
from workworld.apps.crm.service.saving import Saving, before
from workworld.context import Context


@before("Contact")
def _prepare(ctx: Context, saving: Saving) -> None:
    contact: Contact = saving.row
    contact.name = full_name(contact.first_name, contact.last_name)
    hierarchies.require_no_cycle(ctx, saving, Contact.reports_to_id, "ReportsToId")
