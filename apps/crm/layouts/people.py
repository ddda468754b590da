"""Pages of leads, accounts, contacts and campaigns."""

from __future__ import annotations

from collections.abc import Mapping

from workworld.apps.crm.layouts.contracts import ASSETS, CONTRACTS
from workworld.apps.crm.layouts.kinds import (
    CASES,
    CONTACTS,
    DEALS,
    DESCRIPTION,
    MEMBERSHIPS,
    SYSTEM,
    Layout,
    Related,
    Section,
)

LAYOUTS: Mapping[str, Layout] = {
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
            DESCRIPTION,
            SYSTEM,
        ),
        (
            MEMBERSHIPS,
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
                    "Territory2Id",
                    "Other_Territories__c",
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
            DESCRIPTION,
            SYSTEM,
        ),
        (
            Related("Contacts", "Contact", "AccountId", CONTACTS, "Name"),
            Related(
                "AccountContactRelations",
                "AccountContactRelation",
                "AccountId",
                ("ContactId", "Roles", "IsActive"),
            ),
            Related("Opportunities", "Opportunity", "AccountId", DEALS, "-CloseDate"),
            CONTRACTS,
            ASSETS,
            Related("Cases", "Case", "AccountId", CASES),
            Related(
                "Entitlements",
                "Entitlement",
                "AccountId",
                ("Name", "SlaProcessId", "Status", "StartDate", "EndDate"),
                "-EndDate",
            ),
            Related("ChildAccounts", "Account", "ParentId", ("Name", "Type", "OwnerId"), "Name"),
            Related(
                "AccountTeamMembers",
                "AccountTeamMember",
                "AccountId",
                ("UserId", "TeamMemberRole", "AccountAccessLevel"),
            ),
            Related(
                "ObjectTerritory2Associations",
                "ObjectTerritory2Association",
                "ObjectId",
                ("Territory2Id", "AssociationCause"),
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
            DESCRIPTION,
            SYSTEM,
        ),
        (
            Related(
                "OpportunityContactRoles",
                "OpportunityContactRole",
                "ContactId",
                ("OpportunityId", "Role", "IsPrimary"),
            ),
            Related("Cases", "Case", "ContactId", CASES),
            Related(
                "AccountContactRelations",
                "AccountContactRelation",
                "ContactId",
                ("AccountId", "Roles", "IsActive"),
            ),
            Related("ReportsToContacts", "Contact", "ReportsToId", CONTACTS, "Name"),
            MEMBERSHIPS._replace(field="ContactId"),
            Related("Notes", "Note", "ParentId", ("Title", "CreatedById", "CreatedDate")),
        ),
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
                "Campaign Statistics",
                ("NumberOfLeads", "NumberOfContacts", "NumberOfResponses"),
                (
                    "NumberOfOpportunities",
                    "NumberOfWonOpportunities",
                    "AmountAllOpportunities",
                    "AmountWonOpportunities",
                ),
            ),
            Section(
                "Planning",
                ("BudgetedCost", "ActualCost"),
                ("ExpectedRevenue", "CurrencyIsoCode"),
            ),
            DESCRIPTION,
            SYSTEM,
        ),
        (
            Related(
                "CampaignMembers",
                "CampaignMember",
                "CampaignId",
                ("LeadId", "ContactId", "Status", "HasResponded"),
            ),
            Related("Opportunities", "Opportunity", "CampaignId", DEALS, "-CloseDate"),
            Related("ChildCampaigns", "Campaign", "ParentId", ("Name", "Status", "StartDate")),
        ),
    ),
}
