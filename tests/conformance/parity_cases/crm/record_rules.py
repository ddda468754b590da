"""Records again: what rules and rights refuse, and the other forms that change them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER
from tests.apps.crm.shop import open_shop
from tests.conformance.parity import Before, Case, Facts
from tests.conformance.parity_cases.crm.words import case, floor_of, making, then

from workworld.worlds import World

_DEAL = making("deal", "Opportunity")
_ACCOUNT = making("account", "Account", Name="Larkspur Trading", Website="larkspur.example")


def _shop(world: World, facts: Facts) -> None:
    """There is a product with its price, and an opportunity without any."""
    shop = open_shop(floor_of(world))
    facts |= {"deal": shop.deal, "entry": shop.standard}


def _refusals() -> Iterator[Case]:
    """What is refused whatever form it comes in."""
    twin = {"Name": "Larkspur Trading", "Website": "larkspur.example"}
    created: tuple[tuple[str, str, str, Mapping[str, Any], str], ...] = (
        ("twin", "DUPLICATES_DETECTED", "Account", twin, MANAGER),
        ("no address", "INVALID_EMAIL_ADDRESS", "Contact", {"LastName": "O", "Email": "o"}, ADMIN),
        ("by finance", "INSUFFICIENT_ACCESS_OR_READONLY", "Account", {"Name": "Yard"}, FINANCE),
        ("without the CRM", "INSUFFICIENT_ACCESS", "Account", {"Name": "Yard"}, "mchen"),
    )
    for name, outcome, sobject, values, handle in created:
        yield case(
            "records.create",
            name,
            outcome,
            rest=(f"POST sobjects/{sobject}", values),
            mcp=("createSobjectRecord", {"sobject-name": sobject, "body": values}),
            ui=(f"/{sobject}/new", values),
            before=_ACCOUNT,
            handle=handle,
        )
    hidden = making("deal", "Opportunity", by=MANAGER)
    changed: tuple[tuple[str, str, Before, str, Any, str], ...] = (
        ("hidden", "NOT_FOUND", hidden, "NextStep", "Call", "akovac"),
        ("lost without a reason", "FIELD_CUSTOM_VALIDATION_EXCEPTION", _DEAL, "StageName",
         "Closed Lost", "akovac"),
        ("no stage", "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST", _DEAL, "StageName", "Nowhere",
         "akovac"),
        ("no number", "JSON_PARSER_ERROR", _DEAL, "Amount", "plenty", "akovac"),
        ("no day", "JSON_PARSER_ERROR", _DEAL, "CloseDate", "someday", "akovac"),
        ("no account", "INVALID_CROSS_REFERENCE_KEY", _DEAL, "AccountId", "$no_account", "akovac"),
        ("by finance", "INSUFFICIENT_ACCESS_OR_READONLY", _DEAL, "NextStep", "Call", FINANCE),
    )  # fmt: skip
    for name, outcome, before, field, value, handle in changed:
        yield case(
            "records.update",
            name,
            outcome,
            rest=("PATCH sobjects/Opportunity/$deal", {field: value}),
            mcp=(
                "updateSobjectRecord",
                {"sobject-name": "Opportunity", "id": "$deal", "body": {field: value}},
            ),
            ui=("/Opportunity/$deal/edit", {field: value, "base": f'{{"{field}": [""]}}'}),
            before=before,
            handle=handle,
        )
    yield case(
        "records.delete",
        "by finance",
        "INSUFFICIENT_ACCESS_OR_READONLY",
        rest=("DELETE sobjects/Opportunity/$deal", {}),
        mcp=("deleteSobjectRecord", {"sobject-name": "Opportunity", "id": "$deal"}),
        ui=("/Opportunity/$deal/delete", {}),
        before=_DEAL,
        handle=FINANCE,
    )


def _forms() -> Iterator[Case]:
    """The same by forms other than the record's own."""
    lost = {"StageName": "Closed Lost", "Loss_Reason__c": "Price"}
    body = {"sobject-name": "Opportunity", "id": "$deal"}
    yield case(
        "records.update",
        "lost, on the path",
        rest=("PATCH sobjects/Opportunity/$deal", lost),
        mcp=("updateSobjectRecord", {**body, "body": lost}),
        ui=(
            "/Opportunity/$deal/step",
            {"to": "Closed", "value": "Closed Lost", "Loss_Reason__c": "Price"},
        ),
        before=_DEAL,
    )
    yield case(
        "records.update",
        "further, on the board",
        rest=("PATCH sobjects/Opportunity/$deal", {"StageName": "Qualification"}),
        mcp=("updateSobjectRecord", {**body, "body": {"StageName": "Qualification"}}),
        ui=(
            "/Opportunity/list/board/$deal/move",
            {"group": "StageName", "value": "Qualification"},
        ),
        before=_DEAL,
    )
    for name, outcome, count in (
        ("product", "ok", "2"),
        ("none of it", "FIELD_INTEGRITY_EXCEPTION", "0"),
    ):
        line = {"PricebookEntryId": "$entry", "Quantity": count}
        values = {**line, "OpportunityId": "$deal"}
        yield case(
            "records.create",
            name,
            outcome,
            rest=("POST sobjects/OpportunityLineItem", values),
            mcp=("createSobjectRecord", {"sobject-name": "OpportunityLineItem", "body": values}),
            ui=("/Opportunity/$deal/products", {"add": "1", **line}),
            before=_shop,
        )
    yield case(
        "records.create",
        "no product",
        "REQUIRED_FIELD_MISSING",
        rest=("POST sobjects/OpportunityLineItem", {"OpportunityId": "$deal", "Quantity": "1"}),
        mcp=(
            "createSobjectRecord",
            {
                "sobject-name": "OpportunityLineItem",
                "body": {"OpportunityId": "$deal", "Quantity": "1"},
            },
        ),
        ui=("/Opportunity/$deal/products", {"add": "1", "Quantity": "1"}),
        before=_shop,
    )
    values = {
        "Name": "Gates",
        "StageName": "Prospecting",
        "CloseDate": "2026-04-20",
        "Amount": "1250.5",
        "AccountId": "$account",
        "Discount__c": "12.5",
        "Description": "Two lines,\nwith “quotes”",
    }
    yield case(
        "records.create",
        "all kinds of fields",
        rest=("POST sobjects/Opportunity", values),
        mcp=("createSobjectRecord", {"sobject-name": "Opportunity", "body": values}),
        ui=("/Opportunity/new", {**values, "Amount": "$$1,250.5"}),
        before=_ACCOUNT,
    )


def _changes_of_owners() -> Iterator[Case]:
    along = ("with_open_deals", "with_open_cases", "with_contacts", "with_open_tasks")
    children = then(
        _ACCOUNT,
        making("contact", "Contact", AccountId="$account"),
        making("deal", "Opportunity", AccountId="$account"),
        making("task", "Task", WhatId="$account", Subject="Call"),
    )
    yield case(
        "owners.change",
        "with what belongs to it",
        mcp=(
            "changeOwner",
            {
                "sobject-name": "Account",
                "ids": ["$account"],
                "owner-id": "$dwhitlock",
                **{each.replace("_", "-"): True for each in along},
            },
        ),
        ui=("/Account/$account/owner", {"OwnerId": "$dwhitlock", **dict.fromkeys(along, "1")}),
        before=children,
    )
    yield case(
        "mass_changes.update",
        "owner",
        mcp=(
            "updateSobjectRecords",
            {
                "sobject-name": "Opportunity",
                "ids": ["$deal", "$no_deal"],
                "body": {"OwnerId": "$dwhitlock"},
            },
        ),
        ui=(
            "/Opportunity/list/change",
            {"deed": "owner", "OwnerId": "$dwhitlock", "pick": ["$deal", "$no_deal"]},
        ),
        before=_DEAL,
    )


CASES = (*_refusals(), *_forms(), *_changes_of_owners())
