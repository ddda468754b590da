"""Fields that columns of a file may be, and those that they seem to be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import sight
from workworld.apps.crm.service.import_runs import NAME_AND_DOMAIN
from workworld.context import Context

DAYS = (Kind.DATE, Kind.DATETIME)
_ALIASES: Mapping[str, Sequence[str]] = {
    "Name": ("company", "companyname", "organisation", "organization", "dealname", "title"),
    "FirstName": ("given", "givenname", "forename", "first"),
    "LastName": ("surname", "familyname", "last"),
    "Email": ("mail", "emailaddress", "e-mail", "workemail"),
    "Phone": ("telephone", "tel", "phonenumber", "businessphone"),
    "MobilePhone": ("mobile", "cell", "cellphone"),
    "AccountId": ("account", "accountname", "company", "companyname", "customer"),
    "OwnerId": ("owner", "ownername", "salesrep", "assignedto"),
    "StageName": ("stage", "dealstage"),
    "CloseDate": ("close", "closing", "expectedclose", "closingdate"),
    "Amount": ("value", "dealvalue", "price"),
    "LeadSource": ("source",),
    "NumberOfEmployees": ("employees", "size", "headcount"),
    "AnnualRevenue": ("revenue",),
    "Website": ("url", "web", "domain"),
    "ProductCode": ("code", "sku"),
    "CampaignId": ("campaign", "campaignname"),
    "ContactId": ("contact", "contactname", "contactemail"),
    "LeadId": ("lead", "leadname", "leademail"),
    "CurrencyIsoCode": ("currency",),
    "MailingStreet": ("street",),
    "MailingCity": ("city",),
    "MailingState": ("state", "province"),
    "MailingPostalCode": ("postalcode", "zip"),
    "MailingCountry": ("country",),
    "Birthdate": ("birthday", "dateofbirth"),
    "External_Id__c": ("externalid", "extid"),
}
_NOT_WORD = re.compile(r"[\W_]+")


def targets(ctx: Context, sobject: SObject) -> Mapping[str, Field]:
    """The fields that columns may be, by API name: what the caller may fill in, and the id."""
    return {
        each.name: each
        for each in sight.fields(ctx, sobject)
        if each.name == "Id"
        or (
            (each.column and each.createable)
            and (sight.editable(ctx, sobject, each) or not each.updateable)
        )
    }


def matches(ctx: Context, sobject: SObject) -> Sequence[tuple[str, str]]:
    """By what records may be found: API names and labels."""
    known = targets(ctx, sobject)
    found = [
        (each.name, label(each))
        for each in known.values()
        if each.kind in (Kind.ID, Kind.EMAIL) or each.is_external_id or each.is_name
    ]
    if sobject.name == "Account":
        found.append((NAME_AND_DOMAIN, "Account Name and website’s domain"))
    return found


def suggested(ctx: Context, sobject: SObject, columns: Sequence[str]) -> Mapping[int, str]:
    """The fields that columns seem to be, by the places of these from 1; each at most once."""
    known = targets(ctx, sobject)
    by_word: dict[str, str] = {}
    for name, field in known.items():
        for word in (name, field.label, label(field)):
            by_word.setdefault(_bare(word), name)
    for name, words in _ALIASES.items():
        if name in known:
            for word in words:
                by_word.setdefault(_bare(word), name)
    found: dict[int, str] = {}
    for place, column in enumerate(columns, start=1):
        name = by_word.get(_bare(column), "")
        if name and name not in found.values():
            found[place] = name
    return found


def label(field: Field) -> str:
    """What people call a field: of a reference, what it names."""
    return field.title


def _bare(text: str) -> str:
    return _NOT_WORD.sub("", text.casefold())
