"""How pages of records are laid out: which fields stand where, and which lists of others.

https://help.salesforce.com/s/articleView?id=platform.customize_layout.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject


class Section(NamedTuple):
    """Fields under one heading, in two columns that are read one after the other."""

    title: str
    left: Sequence[str]
    right: Sequence[str] = ()


class Related(NamedTuple):
    """A list of the records that name the one shown."""

    name: str
    """How queries go there: ``Contacts``."""
    sobject: str
    field: str
    """In which they name it."""
    columns: Sequence[str]
    order: str = "-CreatedDate"
    """The field by which they are ordered; a minus begins with the largest."""

    @property
    def title(self) -> str:
        """What the list is called."""
        return _TITLES.get(self.name) or objects.of_name(self.sobject).plural


class Layout(NamedTuple):
    """A page of one object's records."""

    highlights: Sequence[str]
    sections: Sequence[Section]
    related: Sequence[Related] = ()
    path: str = ""
    """The field whose values stand above the page as steps."""


_TITLES = {
    "ChildAccounts": "Subsidiaries",
    "ReportsToContacts": "Direct Reports",
    "ChildCampaigns": "Child Campaigns",
    "OpportunityHistories": "Stage History",
    "OpportunityLineItems": "Products",
    "AccountTeamMembers": "Account Team",
    "OpportunityTeamMembers": "Opportunity Team",
    "OpportunityContactRoles": "Contact Roles",
    "PricebookEntries": "Price Book Entries",
    "CampaignMembers": "Campaign Members",
}
_SYSTEM = Section(
    "System Information",
    ("CreatedById", "CreatedDate"),
    ("LastModifiedById", "LastModifiedDate"),
)
_DESCRIPTION = Section("Description", ("Description",))
_CONTACTS = ("Name", "Title", "Email", "Phone")
_DEALS = ("Name", "StageName", "Amount", "CloseDate", "OwnerId")
_CASES = ("CaseNumber", "Subject", "Status", "Priority", "OwnerId")
_MEMBERSHIPS = Related(
    "CampaignMembers", "CampaignMember", "LeadId", ("CampaignId", "Status", "HasResponded")
)

_LAYOUTS: Mapping[str, Layout] = {
    "Lead": Layout(
        ("Title", "Company", "Phone", "Email", "OwnerId"),
        (
            Section(
                "Lead Information",
                ("OwnerId", "Salutation", "FirstName", "LastName", "Company", "Title", "Website"),
                (
                    "Status",
                    "Rating",
                    "Phone",
                    "MobilePhone",
                    "Email",
                    "LeadSource",
                    "Unqualified_Reason__c",
                    "Lead_Score__c",
                ),
            ),
            Section("Address", ("Street", "City", "State"), ("PostalCode", "Country")),
            Section(
                "Additional Information",
                ("Industry", "NumberOfEmployees", "AnnualRevenue", "CurrencyIsoCode"),
                ("HasOptedOutOfEmail", "DoNotCall", "External_Id__c", "LastActivityDate"),
            ),
            Section(
                "Conversion",
                ("IsConverted", "ConvertedDate"),
                ("ConvertedAccountId", "ConvertedContactId", "ConvertedOpportunityId"),
            ),
            _DESCRIPTION,
            _SYSTEM,
        ),
        (
            _MEMBERSHIPS,
            Related("Notes", "Note", "ParentId", ("Title", "CreatedById", "CreatedDate")),
        ),
        path="Status",
    ),
    "Account": Layout(
        ("Type", "Phone", "Website", "OwnerId", "Tier__c", "ARR__c"),
        (
            Section(
                "Account Information",
                (
                    "OwnerId",
                    "Name",
                    "ParentId",
                    "AccountNumber",
                    "Website",
                    "Phone",
                    "AccountSource",
                ),
                (
                    "Type",
                    "Industry",
                    "Rating",
                    "NumberOfEmployees",
                    "AnnualRevenue",
                    "CurrencyIsoCode",
                    "Territory__c",
                ),
            ),
            Section(
                "Customer Success",
                ("Tier__c", "Health__c", "CSM__c"),
                ("ARR__c", "Renewal_Date__c", "Credit_Limit__c"),
            ),
            Section(
                "Address Information",
                (
                    "BillingStreet",
                    "BillingCity",
                    "BillingState",
                    "BillingPostalCode",
                    "BillingCountry",
                ),
                (
                    "ShippingStreet",
                    "ShippingCity",
                    "ShippingState",
                    "ShippingPostalCode",
                    "ShippingCountry",
                ),
            ),
            Section("Additional Information", ("External_Id__c",), ("LastActivityDate",)),
            _DESCRIPTION,
            _SYSTEM,
        ),
        (
            Related("Contacts", "Contact", "AccountId", _CONTACTS, "Name"),
            Related("Opportunities", "Opportunity", "AccountId", _DEALS, "-CloseDate"),
            Related("Cases", "Case", "AccountId", _CASES),
            Related("ChildAccounts", "Account", "ParentId", ("Name", "Type", "OwnerId"), "Name"),
            Related(
                "AccountTeamMembers",
                "AccountTeamMember",
                "AccountId",
                ("UserId", "TeamMemberRole", "AccountAccessLevel"),
            ),
            Related("Notes", "Note", "ParentId", ("Title", "CreatedById", "CreatedDate")),
        ),
    ),
    "Contact": Layout(
        ("Title", "AccountId", "Phone", "Email", "OwnerId"),
        (
            Section(
                "Contact Information",
                (
                    "OwnerId",
                    "Salutation",
                    "FirstName",
                    "LastName",
                    "AccountId",
                    "Title",
                    "Department",
                    "ReportsToId",
                ),
                (
                    "Status__c",
                    "Email",
                    "Second_Email__c",
                    "Phone",
                    "MobilePhone",
                    "Birthdate",
                    "LeadSource",
                    "Roles__c",
                ),
            ),
            Section(
                "Mailing Address",
                ("MailingStreet", "MailingCity", "MailingState"),
                ("MailingPostalCode", "MailingCountry"),
            ),
            Section(
                "Additional Information",
                ("HasOptedOutOfEmail", "DoNotCall"),
                ("External_Id__c", "LastActivityDate"),
            ),
            _DESCRIPTION,
            _SYSTEM,
        ),
        (
            Related(
                "OpportunityContactRoles",
                "OpportunityContactRole",
                "ContactId",
                ("OpportunityId", "Role", "IsPrimary"),
            ),
            Related("Cases", "Case", "ContactId", _CASES),
            Related("ReportsToContacts", "Contact", "ReportsToId", _CONTACTS, "Name"),
            _MEMBERSHIPS._replace(field="ContactId"),
            Related("Notes", "Note", "ParentId", ("Title", "CreatedById", "CreatedDate")),
        ),
    ),
    "Opportunity": Layout(
        ("AccountId", "CloseDate", "Amount", "Probability", "OwnerId"),
        (
            Section(
                "Opportunity Information",
                ("OwnerId", "Name", "AccountId", "Type", "LeadSource", "CampaignId", "NextStep"),
                (
                    "StageName",
                    "CloseDate",
                    "Amount",
                    "CurrencyIsoCode",
                    "Probability",
                    "ExpectedRevenue",
                    "ForecastCategoryName",
                ),
            ),
            Section(
                "Terms",
                ("Pricebook2Id", "TotalOpportunityQuantity", "Contract_Term__c"),
                ("Discount__c", "Margin__c", "External_Id__c"),
            ),
            Section(
                "Outcome",
                ("Loss_Reason__c", "Competitor__c", "Closed_At__c"),
                ("PushCount", "LastStageChangeDate", "LastActivityDate"),
            ),
            _DESCRIPTION,
            _SYSTEM,
        ),
        (
            Related(
                "OpportunityLineItems",
                "OpportunityLineItem",
                "OpportunityId",
                ("Product2Id", "Quantity", "UnitPrice", "Discount", "TotalPrice"),
                "SortOrder",
            ),
            Related(
                "Quotes",
                "Quote",
                "OpportunityId",
                ("QuoteNumber", "Name", "Status", "ExpirationDate", "GrandTotal", "IsSyncing"),
            ),
            Related(
                "OpportunityContactRoles",
                "OpportunityContactRole",
                "OpportunityId",
                ("ContactId", "Role", "IsPrimary"),
            ),
            Related(
                "OpportunityTeamMembers",
                "OpportunityTeamMember",
                "OpportunityId",
                ("UserId", "TeamMemberRole", "OpportunityAccessLevel", "Split__c"),
            ),
            Related(
                "OpportunityHistories",
                "OpportunityHistory",
                "OpportunityId",
                (
                    "StageName",
                    "Amount",
                    "Probability",
                    "CloseDate",
                    "Days_In_Stage__c",
                    "CreatedById",
                    "CreatedDate",
                ),
            ),
            Related("Notes", "Note", "ParentId", ("Title", "CreatedById", "CreatedDate")),
        ),
        path="StageName",
    ),
    "Case": Layout(
        ("Priority", "Status", "ContactId", "AccountId", "OwnerId"),
        (
            Section(
                "Case Information",
                ("OwnerId", "CaseNumber", "ContactId", "AccountId", "ProductId", "ParentId"),
                ("Status", "Priority", "Type", "Origin", "Reason", "IsEscalated"),
            ),
            Section("Description Information", ("Subject", "Description", "Resolution__c")),
            Section(
                "Service Level",
                ("SLA_State__c", "First_Response_Due__c", "First_Response_At__c"),
                ("Resolution_Due__c", "ClosedDate", "Reopen_Count__c"),
            ),
            Section(
                "Additional Information",
                ("SuppliedName", "SuppliedEmail", "Tracker_Issue__c"),
                ("CSAT__c", "External_Id__c", "CurrencyIsoCode"),
            ),
            _SYSTEM,
        ),
        (
            Related("Cases", "Case", "ParentId", _CASES),
            Related(
                "EmailMessages",
                "EmailMessage",
                "ParentId",
                ("Subject", "FromAddress", "Incoming", "MessageDate"),
            ),
            Related(
                "CaseComments",
                "CaseComment",
                "ParentId",
                ("CommentBody", "IsPublished", "CreatedById", "CreatedDate"),
            ),
            Related("Notes", "Note", "ParentId", ("Title", "CreatedById", "CreatedDate")),
        ),
        path="Status",
    ),
    "Campaign": Layout(
        ("Type", "Status", "StartDate", "EndDate", "OwnerId"),
        (
            Section(
                "Campaign Information",
                ("OwnerId", "Name", "ParentId", "IsActive", "Type", "Status"),
                ("StartDate", "EndDate", "ExpectedResponse", "LastActivityDate"),
            ),
            Section(
                "Planning",
                ("BudgetedCost", "ActualCost"),
                ("ExpectedRevenue", "CurrencyIsoCode"),
            ),
            _DESCRIPTION,
            _SYSTEM,
        ),
        (
            Related(
                "CampaignMembers",
                "CampaignMember",
                "CampaignId",
                ("LeadId", "ContactId", "Status", "HasResponded"),
            ),
            Related("Opportunities", "Opportunity", "CampaignId", _DEALS, "-CloseDate"),
            Related("ChildCampaigns", "Campaign", "ParentId", ("Name", "Status", "StartDate")),
        ),
    ),
    "Product2": Layout(
        ("ProductCode", "Family", "IsActive"),
        (
            Section(
                "Product Information",
                ("Name", "ProductCode", "Family"),
                ("IsActive", "QuantityUnitOfMeasure", "ExternalId"),
            ),
            _DESCRIPTION,
            _SYSTEM,
        ),
        (
            Related(
                "PricebookEntries",
                "PricebookEntry",
                "Product2Id",
                ("Pricebook2Id", "UnitPrice", "CurrencyIsoCode", "IsActive"),
            ),
        ),
    ),
    "Pricebook2": Layout(
        ("IsActive", "IsStandard"),
        (
            Section("Price Book Information", ("Name", "Description"), ("IsActive", "IsStandard")),
            _SYSTEM,
        ),
        (
            Related(
                "PricebookEntries",
                "PricebookEntry",
                "Pricebook2Id",
                ("Name", "ProductCode", "UnitPrice", "CurrencyIsoCode", "IsActive"),
                "Name",
            ),
        ),
    ),
    "Task": Layout(
        ("ActivityDate", "Status", "Priority", "WhoId", "WhatId", "OwnerId"),
        (
            Section(
                "Task Information",
                ("OwnerId", "Subject", "ActivityDate", "WhoId", "WhatId"),
                ("Status", "Priority", "TaskSubtype", "CompletedDateTime"),
            ),
            Section("Call", ("CallType", "CallDurationInSeconds"), ("CallDisposition",)),
            Section("Reminder", ("IsReminderSet",), ("ReminderDateTime",)),
            _DESCRIPTION._replace(title="Comments"),
            _SYSTEM,
        ),
    ),
    "Event": Layout(
        ("StartDateTime", "EndDateTime", "Location", "WhoId", "WhatId", "OwnerId"),
        (
            Section(
                "Event Information",
                ("OwnerId", "Subject", "Location", "WhoId", "WhatId"),
                ("StartDateTime", "EndDateTime", "IsAllDayEvent", "ShowAs"),
            ),
            _DESCRIPTION,
            _SYSTEM,
        ),
    ),
    "Note": Layout(
        ("ParentId", "OwnerId"),
        (
            Section("Note", ("Title", "ParentId"), ("OwnerId", "IsPrivate", "Pinned__c")),
            Section("Text", ("Body",)),
            _SYSTEM,
        ),
    ),
    "EmailMessage": Layout(
        ("FromAddress", "ToAddress", "MessageDate", "Status"),
        (
            Section(
                "Message",
                ("Subject", "FromName", "FromAddress", "ToAddress", "CcAddress"),
                ("MessageDate", "Incoming", "Status", "ParentId", "RelatedToId"),
            ),
            Section("Body", ("TextBody",)),
            _SYSTEM,
        ),
    ),
    "OpportunityLineItem": Layout(
        ("OpportunityId", "Product2Id", "Quantity", "TotalPrice"),
        (
            Section(
                "Opportunity Product",
                ("OpportunityId", "PricebookEntryId", "Product2Id", "Description"),
                ("Quantity", "UnitPrice", "ListPrice", "Discount", "TotalPrice", "ServiceDate"),
            ),
            _SYSTEM,
        ),
    ),
    "Quote": Layout(
        ("OpportunityId", "Status", "ExpirationDate", "GrandTotal", "IsSyncing"),
        (
            Section(
                "Quote Information",
                ("QuoteNumber", "Name", "OpportunityId", "AccountId", "ContactId"),
                ("Status", "ExpirationDate", "IsSyncing", "Pricebook2Id", "CurrencyIsoCode"),
            ),
            Section(
                "Totals",
                ("Subtotal", "Discount", "TotalPrice"),
                ("Tax", "ShippingHandling", "GrandTotal"),
            ),
            Section(
                "Address Information",
                (
                    "BillingName",
                    "BillingStreet",
                    "BillingCity",
                    "BillingPostalCode",
                    "BillingCountry",
                    "Email",
                ),
                (
                    "ShippingName",
                    "ShippingStreet",
                    "ShippingCity",
                    "ShippingPostalCode",
                    "ShippingCountry",
                    "Phone",
                ),
            ),
            _DESCRIPTION,
            _SYSTEM,
        ),
        (
            Related(
                "QuoteLineItems",
                "QuoteLineItem",
                "QuoteId",
                ("LineNumber", "Product2Id", "Quantity", "UnitPrice", "Discount", "TotalPrice"),
                "SortOrder",
            ),
        ),
    ),
    "QuoteLineItem": Layout(
        ("QuoteId", "Product2Id", "Quantity", "TotalPrice"),
        (
            Section(
                "Quote Line Item",
                ("QuoteId", "PricebookEntryId", "Product2Id", "Description"),
                ("Quantity", "UnitPrice", "ListPrice", "Discount", "TotalPrice", "ServiceDate"),
            ),
            _SYSTEM,
        ),
    ),
}
_PAGED = frozenset(
    {*_LAYOUTS, "PricebookEntry", "OpportunityContactRole", "OpportunityTeamMember"}
    | {"AccountTeamMember", "CampaignMember", "CaseComment", "OpportunityHistory"}
)
CLONED = frozenset(
    {"Lead", "Account", "Contact", "Opportunity", "Case", "Campaign", "Product2", "Task", "Event"}
)
"""The objects whose records are often made after another one."""
_UNSHOWN = frozenset({"IsDeleted", "SystemModstamp"})
_MOST_HIGHLIGHTS = 4


def has_page(sobject: SObject) -> bool:
    """Whether records of an object have pages of their own."""
    return sobject.name in _PAGED


@cache
def layout_of(name: str) -> Layout:
    """How the records of an object are shown.

    Args:
        name: the object's.
    """
    return _LAYOUTS.get(name) or _plain(objects.of_name(name))


def related_of(name: str, children: str) -> Related | None:
    """One of the lists on the pages of an object's records; None if there is none so called."""
    lists = layout_of(name).related
    return next((each for each in lists if each.name.lower() == children.lower()), None)


def fields_of(sobject: SObject, names: Sequence[str]) -> Sequence[Field]:
    """Fields by their names; those that the object lacks are left out."""
    found = (sobject.field(name) for name in names)
    return [each for each in found if each is not None]


def all_fields(sobject: SObject) -> Sequence[Field]:
    """Every field that the layout of an object's records has, in its order."""
    sections = layout_of(sobject.name).sections
    return fields_of(sobject, [name for each in sections for name in (*each.left, *each.right)])


def _plain(sobject: SObject) -> Layout:
    """All fields, for objects that nobody has laid out."""
    system = {*_SYSTEM.left, *_SYSTEM.right, *_UNSHOWN}
    shown = [
        each.name
        for each in sobject.fields.values()
        if each.name not in system and each.kind is not Kind.ID
    ]
    half = (len(shown) + 1) // 2
    section = Section("Information", tuple(shown[:half]), tuple(shown[half:]))
    return Layout(tuple(shown[:_MOST_HIGHLIGHTS]), (section, _SYSTEM))
