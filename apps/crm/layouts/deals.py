"""Pages of opportunities, products, price books and quotes."""

from __future__ import annotations

from collections.abc import Mapping

from workworld.apps.crm.layouts.kinds import DESCRIPTION, SYSTEM, Layout, Related, Section

LAYOUTS: Mapping[str, Layout] = {
    "Opportunity": Layout(
        ("AccountId", "CloseDate", "Amount", "Probability", "OwnerId"),
        (
            Section(
                "Opportunity Information",
                (
                    "OwnerId",
                    "Name",
                    "AccountId",
                    "Type",
                    "LeadSource",
                    "CampaignId",
                    "NextStep",
                    "Territory2Id",
                ),
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
                ("Discount__c", "Margin__c", "Deal_Room__c", "External_Id__c"),
            ),
            Section(
                "Outcome",
                ("Loss_Reason__c", "Competitor__c", "Closed_At__c"),
                ("PushCount", "LastStageChangeDate", "LastActivityDate"),
            ),
            DESCRIPTION,
            SYSTEM,
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
            Related(
                "Contracts__r",
                "Contract",
                "Opportunity__c",
                ("ContractNumber", "Status", "StartDate", "EndDate", "Value__c"),
                "-StartDate",
            ),
            Related("Notes", "Note", "ParentId", ("Title", "CreatedById", "CreatedDate")),
        ),
        path="StageName",
    ),
    "Product2": Layout(
        ("ProductCode", "Family", "IsActive"),
        (
            Section(
                "Product Information",
                ("Name", "ProductCode", "Family"),
                ("IsActive", "QuantityUnitOfMeasure", "ExternalId"),
            ),
            DESCRIPTION,
            SYSTEM,
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
            SYSTEM,
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
    "OpportunityLineItem": Layout(
        ("OpportunityId", "Product2Id", "Quantity", "TotalPrice"),
        (
            Section(
                "Opportunity Product",
                ("OpportunityId", "PricebookEntryId", "Product2Id", "Description"),
                ("Quantity", "UnitPrice", "ListPrice", "Discount", "TotalPrice", "ServiceDate"),
            ),
            SYSTEM,
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
                ("Subtotal", "Discount", "Approved_Discount__c", "TotalPrice"),
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
            DESCRIPTION,
            SYSTEM,
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
            SYSTEM,
        ),
    ),
}
