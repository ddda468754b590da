"""What a lead becomes: which of its values go where, and what comes along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from workworld.apps.crm.models import (
    Account,
    CampaignMember,
    Contact,
    EmailMessage,
    Event,
    Lead,
    Note,
    Opportunity,
    Task,
)
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.periods import Unit, containing
from workworld.apps.crm.schema.picklists import VALUES
from workworld.apps.crm.service import access_levels, conditions, people, records, sight
from workworld.apps.crm.service.saving import Options
from workworld.context import Context

_SYSTEM = Options(system=True, notify=False)
_TO_ACCOUNT = {
    "Phone": "phone",
    "Website": "website",
    "Industry": "industry",
    "NumberOfEmployees": "employees",
    "AnnualRevenue": "revenue",
    "Rating": "rating",
    "AccountSource": "lead_source",
    "BillingStreet": "street",
    "BillingCity": "city",
    "BillingState": "state",
    "BillingPostalCode": "postal_code",
    "BillingCountry": "country",
}
"""A new account's fields, and the columns of the lead from which they come."""
_TO_CONTACT = {
    "Salutation": "salutation",
    "FirstName": "first_name",
    "Title": "title",
    "Email": "email",
    "Phone": "phone",
    "MobilePhone": "mobile",
    "LeadSource": "lead_source",
    "MailingStreet": "street",
    "MailingCity": "city",
    "MailingState": "state",
    "MailingPostalCode": "postal_code",
    "MailingCountry": "country",
    "Description": "description",
}
_ADDRESSES = ("Billing", "Mailing")
"""What the fields of an address begin with: they are filled together or not at all."""
_NAME_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Making:
    """Makes of a lead what it becomes.

    Args:
        ctx: who converts it.
        lead: the lead.
        owner_id: the user who owns what is new.
        options: how new records are saved.
    """

    ctx: Context
    lead: Lead
    owner_id: str
    options: Options

    def account(self, name: str | None) -> Account:
        """A new account."""
        values = {"Name": name or self.lead.company, "OwnerId": self.owner_id}
        like = self._values(_TO_ACCOUNT) | {"CurrencyIsoCode": self.lead.currency}
        made: Account = self._insert(Account, values, like)
        return made

    def contact(self, account: Account) -> Contact:
        """A new contact at an account."""
        lead = self.lead
        values = {"LastName": lead.last_name, "AccountId": account.id, "OwnerId": self.owner_id}
        flags = {"HasOptedOutOfEmail": lead.opts_out_of_email, "DoNotCall": lead.do_not_call}
        made: Contact = self._insert(Contact, values, self._values(_TO_CONTACT) | flags)
        return made

    def opportunity(self, account: Account, contact: Contact, name: str | None) -> Opportunity:
        """A new deal in the first stage, to be closed by the end of the fiscal quarter."""
        quarter = containing(
            Unit.FISCAL_QUARTER, people.today(self.ctx), conditions.calendar(self.ctx)
        )
        values = {
            "Name": name or f"{self.lead.company}-"[:_NAME_LENGTH],
            "AccountId": account.id,
            "ContactId": contact.id,
            "StageName": VALUES["stage"][0],
            "CloseDate": quarter.last.isoformat(),
            "OwnerId": self.owner_id,
        }
        like = {
            "LeadSource": self.lead.lead_source,
            "CampaignId": self._campaign(),
            "CurrencyIsoCode": account.currency,
        }
        made: Opportunity = self._insert(Opportunity, values, like)
        return made

    def fill_account(self, account: Account) -> None:
        """Give an existing account what it lacks, if the caller may change it."""
        kind = objects.of_model(Account)
        level = access_levels.of(self.ctx, kind, [account.id]).get(account.id)
        if sight.may(self.ctx, kind, "edit") and level in (access_levels.EDIT, access_levels.ALL):
            self._fill(account, _TO_ACCOUNT)

    def fill_contact(self, contact: Contact, account: Account) -> None:
        """Give an existing contact what it lacks; what it has, and opt-outs, stay."""
        self._fill(contact, _TO_CONTACT)
        theirs, new = contact.email or "", self.lead.email or ""
        further: dict[str, Any] = {}
        if new and new.lower() != theirs.lower() and not contact.second_email:
            further["Second_Email__c"] = new
        if contact.account_id is None:
            further["AccountId"] = account.id
        if further:
            records.change(self.ctx, contact, further, _SYSTEM)

    def bring_along(self, account: Account, contact: Contact, deal_id: str | None) -> None:
        """Hand the lead's activities, notes and places in campaigns on."""
        about = deal_id or account.id
        for model in (Task, Event):
            for row in self._of(model, model.who_id):
                self._change(row, {"WhoId": contact.id, "WhatId": row.what_id or about})
        for mail in self._of(EmailMessage, EmailMessage.who_id):
            self._change(mail, {"WhoId": contact.id})
        for mail in self._of(EmailMessage, EmailMessage.related_to_id):
            self._change(mail, {"RelatedToId": about})
        for note in self._of(Note, Note.parent_id):
            self._change(note, {"ParentId": contact.id})
        there = select(CampaignMember.campaign_id).where(
            CampaignMember.contact_id == contact.id, ~CampaignMember.is_deleted
        )
        known = set(self.ctx.session.scalars(there))
        for member in self._of(CampaignMember, CampaignMember.lead_id):
            if member.campaign_id not in known:
                self._change(member, {"ContactId": contact.id})

    def _insert(self, model: Any, values: Mapping[str, Any], like: Mapping[str, Any]) -> Any:
        given = {name: value for name, value in like.items() if value is not None}
        kind = objects.of_model(model)
        return records.insert(self.ctx, kind, values, self.options, like=given)

    def _values(self, columns: Mapping[str, str]) -> dict[str, Any]:
        return {name: getattr(self.lead, column) for name, column in columns.items()}

    def _fill(self, row: Any, columns: Mapping[str, str]) -> None:
        fields = objects.of_model(type(row)).fields
        there = {name for name in columns if getattr(row, fields[name.lower()].column)}
        addressed = [each for each in _ADDRESSES if any(n.startswith(each) for n in there)]
        lacking = {
            name: value
            for name, value in self._values(columns).items()
            if value and name not in there and not name.startswith(tuple(addressed))
        }
        if "AnnualRevenue" in lacking:
            lacking["AnnualRevenue"] /= 100  # the doors' form
        if lacking:
            records.change(self.ctx, row, lacking, _SYSTEM)

    def _campaign(self) -> str | None:
        """The campaign that the lead came to last."""
        query = select(CampaignMember.campaign_id).where(
            CampaignMember.lead_id == self.lead.id, ~CampaignMember.is_deleted
        )
        latest = (CampaignMember.created_us.desc(), CampaignMember.id.desc())
        return self.ctx.session.scalar(query.order_by(*latest).limit(1))

    def _of(self, model: Any, column: Any) -> list[Any]:
        query = select(model).where(column == self.lead.id, ~model.is_deleted)
        return list(self.ctx.session.scalars(query.order_by(model.id)))

    def _change(self, row: Any, values: Mapping[str, Any]) -> None:
        records.change(self.ctx, row, values, _SYSTEM)
