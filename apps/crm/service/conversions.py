"""The conversion of leads: into an account, a contact and, if it is wanted, an opportunity.

https://help.salesforce.com/s/articleView?id=sales.leads_convert_considerations.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.crm.models import Account, Contact, Lead
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.picklists import LEAD_CONVERTED
from workworld.apps.crm.service import (
    access_levels,
    conversion_results,
    lead_matches,
    leads,
    people,
    records,
    refusals,
    sight,
)
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.types import AllowDuplicates, RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_SYSTEM = Options(system=True, notify=False)
_USER_PREFIX = "005"
# The vendor's REST API has no resource for it: programs convert leads over SOAP.
_DOORS = (Surface.UI, Surface.MCP)


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a lead was converted into: the ids of records."""

    lead_id: str
    account_id: str
    contact_id: str
    opportunity_id: str | None


@dataclass(frozen=True, slots=True)
class Matches:
    """Records that the lead may be of: rows to be read, the likeliest first."""

    accounts: Sequence[Account]
    contacts: Sequence[Contact]


@operation(Effect.READ, scope="api", doors=_DOORS)
def matches(ctx: Context, *, lead_id: RecordId) -> Matches:
    """Find accounts and contacts that a lead may belong to: by domain, e-mail and name."""
    lead: Lead = records.known(ctx, "Lead", lead_id)
    return Matches(lead_matches.accounts(ctx, lead), lead_matches.contacts(ctx, lead))


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def convert(
    ctx: Context,
    *,
    lead_id: RecordId,
    account_id: Annotated[
        RecordId | None, Field(description="The account that it belongs to; else a new one.")
    ] = None,
    account_name: Annotated[
        str | None, Field(description="What a new account is called; else the company.")
    ] = None,
    contact_id: Annotated[
        RecordId | None, Field(description="The contact that it is; else a new one.")
    ] = None,
    with_opportunity: Annotated[
        bool, Field(description="Whether an opportunity is created as well.")
    ] = True,
    opportunity_name: Annotated[
        str | None, Field(description="What it is called; else the company with a dash.")
    ] = None,
    owner_id: Annotated[
        RecordId | None, Field(description="The user who owns the new records; else the lead's.")
    ] = None,
    status: Annotated[
        str, Field(description="The lead's new status, a converted one.", max_length=255)
    ] = LEAD_CONVERTED,
    notify: Annotated[bool, Field(description="Whether to tell the new owner.")] = False,
    allow_duplicates: AllowDuplicates = False,
) -> Conversion:
    """Convert a lead into an account, a contact and an opportunity; it is locked from then on.

    What an existing account or contact has already is not overwritten.
    """
    lead = _convertible(ctx, lead_id, status)
    options = Options(allow_duplicates=allow_duplicates, assign=False, notify=notify)
    owner = _owner(ctx, lead, owner_id)
    contact: Contact | None = records.known(ctx, "Contact", contact_id) if contact_id else None
    account = _account(ctx, contact, account_id)
    made = conversion_results.Making(ctx, lead, owner, options)
    if account is None:
        account = made.account(account_name)
    else:
        made.fill_account(account)
    if contact is None:
        contact = made.contact(account)
    else:
        made.fill_contact(contact, account)
    deal = made.opportunity(account, contact, opportunity_name) if with_opportunity else None
    deal_id = deal.id if deal else None
    made.bring_along(account, contact, deal_id)
    converted = {
        "Status": LEAD_CONVERTED,
        "IsConverted": True,
        "ConvertedDate": people.today(ctx).isoformat(),
        "ConvertedAccountId": account.id,
        "ConvertedContactId": contact.id,
        "ConvertedOpportunityId": deal_id,
    }
    records.change(ctx, lead, converted, _SYSTEM)
    facts = {"account_id": account.id, "contact_id": contact.id, "opportunity_id": deal_id}
    ctx.emit("crm.lead_converted", lead_id=lead.id, **facts)
    return Conversion(lead.id, account.id, contact.id, deal_id)


def _convertible(ctx: Context, lead_id: str, status: str) -> Lead:
    """A lead that the caller may convert."""
    lead: Lead = records.known(ctx, "Lead", lead_id)
    kind = objects.of_model(Lead)
    level = access_levels.of(ctx, kind, [lead.id])[lead.id]
    if not sight.may(ctx, kind, "edit") or level not in (access_levels.EDIT, access_levels.ALL):
        raise refusals.insufficient_access()
    if lead.is_converted:
        raise leads.locked()
    if status.lower() != LEAD_CONVERTED.lower():
        raise refused("INVALID_STATUS", f"invalid convertedStatus: {status[:80]}", "Status")
    return lead


def _owner(ctx: Context, lead: Lead, owner_id: str | None) -> str:
    """The user who is to own what is made; who they are is checked as it is saved."""
    chosen = owner_id or lead.owner_id
    if not chosen.startswith(_USER_PREFIX):
        said = (
            "Converted objects can only be owned by users. If the lead is not owned by a user,"
            " you must specify a user for the Owner field."
        )
        raise refused("FIELD_INTEGRITY_EXCEPTION", said, "OwnerId")
    found: Any = records.known(ctx, "User", chosen)
    return str(found.id)


def _account(ctx: Context, contact: Contact | None, account_id: str | None) -> Account | None:
    """The existing account; None if a new one is wanted."""
    chosen = account_id or (contact.account_id if contact else None)
    if chosen is None:
        return None
    account: Account = records.known(ctx, "Account", chosen)
    if contact is not None and contact.account_id not in (None, account.id):
        said = "The contact belongs to another account than the one that was chosen."
        raise refused("INVALID_CROSS_REFERENCE_KEY", said, "ContactId")
    return account
