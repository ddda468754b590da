"""Pages of contracts and assets."""

from __future__ import annotations

from collections.abc import Mapping

from workworld.apps.crm.layouts.kinds import DESCRIPTION, SYSTEM, Layout, Related, Section

CONTRACTS = Related(
    "Contracts",
    "Contract",
    "AccountId",
    ("ContractNumber", "Status", "StartDate", "EndDate", "Value__c"),
    "-StartDate",
)
ASSETS = Related(
    "Assets",
    "Asset",
    "AccountId",
    ("Name", "SerialNumber", "Quantity", "Status", "InstallDate"),
    "Name",
)
LAYOUTS: Mapping[str, Layout] = {
    "Contract": Layout(
        ("AccountId", "StartDate", "EndDate", "Value__c", "OwnerId"),
        (
            Section(
                "Contract Information",
                ("OwnerId", "ContractNumber", "Name", "AccountId", "Opportunity__c"),
                ("Status", "StartDate", "ContractTerm", "EndDate", "Value__c", "CurrencyIsoCode"),
            ),
            Section(
                "Renewal",
                ("Auto_Renew__c", "Notice_Days__c"),
                ("Renewal_Opportunity__c",),
            ),
            Section(
                "Signature",
                ("CustomerSignedId", "CustomerSignedDate"),
                ("ActivatedById", "ActivatedDate"),
            ),
            Section("Terms", ("SpecialTerms",), ("External_Id__c",)),
            DESCRIPTION,
            SYSTEM,
        ),
        (
            Related(
                "Assets__r",
                "Asset",
                "Contract__c",
                ("Name", "SerialNumber", "Quantity", "Status", "InstallDate"),
                "Name",
            ),
        ),
        path="Status",
    ),
    "Asset": Layout(
        ("AccountId", "Product2Id", "SerialNumber", "Status"),
        (
            Section(
                "Asset Information",
                ("OwnerId", "Name", "AccountId", "ContactId", "Product2Id", "Contract__c"),
                ("Status", "SerialNumber", "Quantity", "Price", "CurrencyIsoCode"),
            ),
            Section(
                "Dates",
                ("PurchaseDate", "InstallDate"),
                ("UsageEndDate", "External_Id__c"),
            ),
            DESCRIPTION,
            SYSTEM,
        ),
    ),
}
