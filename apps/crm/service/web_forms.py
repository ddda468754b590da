"""Forms on the company's public site: what visitors send becomes a case or a lead.

https://help.salesforce.com/s/articleView?id=service.setting_up_web-to-case.htm
https://help.salesforce.com/s/articleView?id=sales.setting_up_web-to-lead.htm
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import VALUES
from workworld.apps.crm.service import emails, inbound_emails, records, senders
from workworld.apps.crm.service.refusals import RecordRefused
from workworld.apps.crm.service.saving import Options
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

CREATED, SPAM, REFUSED = "created", "spam", "refused"
Line = Annotated[str, Field(max_length=255)]
_SYSTEM = Options(system=True)
_CASE_THANKS = "Thank you. Your request has the number {number}; we answer to {email}."
_LEAD_THANKS = "Thank you, {name}. Somebody will be in touch with you soon."
_NO_ADDRESS = "Please give an e-mail address at which we can reach you."
_MISSING = "Please tell us your name and your company."


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of a form.

    Args:
        outcome: ``created``, ``spam`` or ``refused``.
        text: what the page says that the visitor sees then.
        record_id: the case or the lead.
    """

    outcome: str
    text: str
    record_id: str | None = None


# Nobody in the company asks for it: it is what comes from outside, by a page without a sign-in.
@operation(Effect.WRITE, scope=None, doors=(Surface.UI,), outlives_account=True)
def to_case(
    ctx: Context,
    *,
    name: Annotated[Line, Field(description="Who asks.")],
    email: Annotated[Line, Field(description="Where we answer.")],
    subject: Annotated[Line, Field(description="What it is about.")] = "",
    description: Annotated[str, Field(description="The request.", max_length=32_000)] = "",
    type: Annotated[Line, Field(description="A value of the cases' type.")] = "",
    phone: Annotated[Line, Field(description="A number to call.")] = "",
    website: Annotated[Line, Field(description="Hidden: people leave it empty.")] = "",
) -> Sent:
    """Take in a request from the support page of the company's site."""
    address = emails.split(email)[1]
    if website.strip() or senders.is_spam(ctx, address, f"{subject}\n{description}"):
        return Sent(SPAM, _CASE_THANKS.format(number="–", email=address))
    if not emails.addresses_in(address):
        return Sent(REFUSED, _NO_ADDRESS)
    contact = senders.contact_of(ctx, address)
    account_id = contact.account_id if contact else senders.account_of(ctx, address)
    said = description.strip() + (f"\n\nPhone: {phone.strip()}" if phone.strip() else "")
    values: dict[str, Any] = {
        "Subject": subject.strip() or "(no subject)",
        "Description": said.strip(),
        "Type": type if type in VALUES["case type"] else "",
        "Origin": "Web",
        "SuppliedName": name.strip()[:80],
        "SuppliedEmail": address[:80],
        "ContactId": contact.id if contact else "",
        "AccountId": account_id or "",
    }
    given = {field: value for field, value in values.items() if value}
    case = records.insert(ctx, of_name("Case"), given, _SYSTEM)
    inbound_emails.thank(ctx, address, case)
    return Sent(CREATED, _CASE_THANKS.format(number=case.number, email=address), case.id)


# Nobody in the company asks for it: it is what comes from outside, by a page without a sign-in.
@operation(Effect.WRITE, scope=None, doors=(Surface.UI,), outlives_account=True)
def to_lead(
    ctx: Context,
    *,
    last_name: Annotated[Line, Field(description="Their family name.")],
    company: Annotated[Line, Field(description="Where they work.")],
    first_name: Annotated[Line, Field(description="Their given name.")] = "",
    email: Annotated[Line, Field(description="Where we answer.")] = "",
    phone: Annotated[Line, Field(description="A number to call.")] = "",
    title: Annotated[Line, Field(description="What they do there.")] = "",
    description: Annotated[str, Field(description="What they want.", max_length=32_000)] = "",
    lead_source: Annotated[Line, Field(description="A value of the leads' source.")] = "Web",
    website: Annotated[Line, Field(description="Hidden: people leave it empty.")] = "",
) -> Sent:
    """Take in somebody who asks for an offer on the company's site: they become a lead."""
    named = " ".join(f"{first_name} {last_name}".split())
    if website.strip() or senders.is_spam(ctx, email, description):
        return Sent(SPAM, _LEAD_THANKS.format(name=named))
    if not last_name.strip() or not company.strip():
        return Sent(REFUSED, _MISSING)
    if email.strip() and not emails.addresses_in(email):
        return Sent(REFUSED, _NO_ADDRESS)
    values = {
        "FirstName": first_name.strip()[:40],
        "LastName": last_name.strip()[:80],
        "Company": company.strip(),
        "Email": email.strip()[:80],
        "Phone": phone.strip()[:40],
        "Title": title.strip()[:128],
        "Description": description.strip(),
        "LeadSource": lead_source if lead_source in VALUES["lead source"] else "Web",
    }
    given = {field: value for field, value in values.items() if value}
    try:
        lead = records.insert(ctx, of_name("Lead"), given, _SYSTEM)
    except RecordRefused as refusal:
        return Sent(REFUSED, refusal.message)
    return Sent(CREATED, _LEAD_THANKS.format(name=named), lead.id)
