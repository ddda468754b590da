"""Campaigns, contracts, handovers and papers of quotes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.apps.crm.floor import ADMIN, MANAGER
from tests.apps.crm.shop import open_shop
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import case, floor_of, making

from workworld.worlds import World

_CAMPAIGN = making("campaign", "Campaign", by="lraghunath", Name="Spring")


def _contract(world: World, facts: Facts) -> None:
    """There is an activated contract, and one that is still talked about."""
    floor = floor_of(world)
    account = floor.create("Account")
    terms: dict[str, Any] = {"AccountId": account, "StartDate": "2026-04-01", "ContractTerm": 12}
    facts["draft"] = floor.create("Contract", **terms)
    facts["contract"] = floor.create("Contract", **terms)
    floor.update(facts["contract"], Status="Activated")


def _quote(world: World, facts: Facts) -> None:
    """There is a quote of something that is sold."""
    floor = floor_of(world)
    shop = open_shop(floor)
    line: dict[str, Any] = {
        "OpportunityId": shop.deal,
        "PricebookEntryId": shop.standard,
        "Quantity": 2,
    }
    floor.create("OpportunityLineItem", **line)
    facts["quote"] = floor.create("Quote", OpportunityId=shop.deal, Name="First offer")


def _campaigns() -> Iterator[Case]:
    for name, outcome, campaign in (
        ("leads", "ok", "$campaign"),
        ("none", "NOT_FOUND", "$no_campaign"),
    ):
        yield case(
            "campaigns.add_list",
            name,
            outcome,
            mcp=("addListToCampaign", {"campaign-id": campaign, "view-id": "$all_leads"}),
            ui=(f"/campaigns/{campaign}/members/list", {"view": "$all_leads"}),
            before=_CAMPAIGN,
            handle="lraghunath",
        )


def _contracts() -> Iterator[Case]:
    for name, outcome, contract in (
        ("activated", "ok", "$contract"),
        ("draft", "INVALID_OPERATION", "$draft"),
    ):
        yield case(
            "renewals.begin",
            name,
            outcome,
            mcp=("renewContract", {"contract-id": contract}),
            ui=(f"/Contract/{contract}/renew", {}),
            before=_contract,
        )


def _handovers() -> Iterator[Case]:
    for name, outcome, sobject in (
        ("accounts", "ok", "Account"),
        ("nothing", "INVALID_TYPE", "Barn"),
    ):
        yield case(
            "handovers.give",
            name,
            outcome,
            mcp=(
                "handOverRecords",
                {"user-id": "$akovac", "owners": {sobject: "$dwhitlock"}, "only-open": True},
            ),
            ui=("/handovers/$akovac", {f"owner-{sobject}": "$dwhitlock", "which": "open"}),
            before=making("account", "Account"),
            handle=MANAGER,
        )
    for name, outcome, handle in (
        ("by the administrator", "ok", ADMIN),
        ("by the manager", "INSUFFICIENT_ACCESS_OR_READONLY", MANAGER),
    ):
        yield case(
            "handovers.set_active",
            name,
            outcome,
            mcp=("setUserActive", {"user-id": "$akovac", "is-active": False}),
            ui=("/handovers/$akovac/active", {"active": "0"}),
            handle=handle,
        )


def _papers() -> Iterator[Case]:
    for name, outcome, quote in (("own", "ok", "$quote"), ("none", "NOT_FOUND", "$no_quote")):
        yield case(
            "quote_papers.create",
            name,
            outcome,
            mcp=("createQuotePdf", {"quote-id": quote}),
            ui=(f"/Quote/{quote}/paper", {}),
            before=_quote,
        )
    for name, outcome, to in (
        ("to the customer", "ok", "ngozi@larkspur.example"),
        ("to no address", "INVALID_EMAIL_ADDRESS", "ngozi"),
    ):
        said = {"to": to, "subject": "Our offer", "text": "As agreed."}
        yield case(
            "quote_papers.send",
            name,
            outcome,
            mcp=("sendQuote", {"quote-id": "$quote", **said}),
            ui=("/Quote/$quote/send", said),
            before=_quote,
        )


CASES = (*_campaigns(), *_contracts(), *_handovers(), *_papers())
