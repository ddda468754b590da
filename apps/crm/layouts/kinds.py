"""What a page of records consists of, and the parts that many have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workworld.apps.crm.schema import objects


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
        if self.name == "Cases" and self.field == "ParentId":
            return "Child Cases"
        if self.name == "AccountContactRelations":
            return "Related Accounts" if self.field == "ContactId" else "Related Contacts"
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
    "CaseArticles": "Articles",
    "CaseMilestones": "Milestones",
    "MacroInstructions": "Steps",
}
SYSTEM = Section(
    "System Information",
    ("RecordTypeId", "CreatedById", "CreatedDate"),
    ("LastModifiedById", "LastModifiedDate"),
)
DESCRIPTION = Section("Description", ("Description",))
CONTACTS = ("Name", "Title", "Email", "Phone")
DEALS = ("Name", "StageName", "Amount", "CloseDate", "OwnerId")
CASES = ("CaseNumber", "Subject", "Status", "Priority", "OwnerId")
MEMBERSHIPS = Related(
    "CampaignMembers", "CampaignMember", "LeadId", ("CampaignId", "Status", "HasResponded")
)
