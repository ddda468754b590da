"""Papers of quotes, renewals of contracts, members of campaigns, and people who leave."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.quotes import sell
from tests.conformance.parity_cases.crm.words import case, doing, floor_of, making, then

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import ListView
from workworld.apps.crm.service import default_teams
from workworld.worlds import World

_MARKETING = "lraghunath"
_MAIL = {"to": "buyer@larkspur.example", "subject": "Our quote", "text": "Here it is."}


def _agree(world: World, facts: Facts) -> None:
    """There is an activated contract, and one that is a draft."""
    floor = floor_of(world)
    account = floor.create("Account", Name="Larkspur Trading")
    terms = {"StartDate": "2026-04-01", "ContractTerm": 12, "Value__c": 24000}
    facts["contract"] = floor.create("Contract", AccountId=account, **terms)
    floor.update(facts["contract"], Status="Activated")
    facts["draft"] = floor.create("Contract", AccountId=account)
    facts["no_contract"] = record_ids.full("800Ww0000999999") or ""


def _views(world: World, facts: Facts) -> None:
    """There are a campaign, and list views of leads and of accounts."""
    floor = floor_of(world)
    facts["campaign"] = floor.create("Campaign", by=_MARKETING, Name="Spring fair")
    for fact, sobject, name in (
        ("leads", "Lead", "Open Leads"),
        ("accounts", "Account", "All Accounts"),
    ):
        query = select(ListView.id).where(ListView.sobject == sobject, ListView.name == name)
        facts[fact] = str(floor.rows(query)[0].id)


def _papers() -> Iterator[Case]:
    for name, outcome, quote in (("own", "ok", "$quote"), ("missing", "NOT_FOUND", "$no_quote")):
        yield case(
            "quote_papers.create",
            name,
            outcome,
            mcp=("createQuotePdf", {"quote-id": quote}),
            ui=(f"/Quote/{quote}/paper", {}),
            before=sell,
        )
    for name, outcome, to in (
        ("to the buyer", "ok", _MAIL["to"]),
        ("to nobody", "REQUIRED_FIELD_MISSING", ""),
        ("to no address", "INVALID_EMAIL_ADDRESS", "ngozi"),
    ):
        yield case(
            "quote_papers.send",
            name,
            outcome,
            mcp=("sendQuote", {**_MAIL, "quote-id": "$quote", "to": to}),
            ui=("/Quote/$quote/send", {**_MAIL, "to": to}),
            before=sell,
        )


def _renewals() -> Iterator[Case]:
    for name, outcome, contract in (
        ("activated", "ok", "$contract"),
        ("a draft", "INVALID_OPERATION", "$draft"),
        ("missing", "NOT_FOUND", "$no_contract"),
    ):
        yield case(
            "renewals.begin",
            name,
            outcome,
            mcp=("renewContract", {"contract-id": contract}),
            ui=(f"/Contract/{contract}/renew", {}),
            before=_agree,
        )


def _campaigns() -> Iterator[Case]:
    for name, outcome, campaign, view in (
        ("leads", "ok", "$campaign", "$leads"),
        ("accounts", "INVALID_TYPE", "$campaign", "$accounts"),
        ("to none", "NOT_FOUND", "$no_campaign", "$leads"),
    ):
        yield case(
            "campaigns.add_list",
            name,
            outcome,
            mcp=(
                "addListToCampaign",
                {"campaign-id": campaign, "view-id": view, "status": "Sent"},
            ),
            ui=(f"/campaigns/{campaign}/members/list", {"view": view, "to": "Sent"}),
            before=_views,
            handle=_MARKETING,
        )


def _handovers() -> Iterator[Case]:
    there = then(making("lead", "Lead"), making("account", "Account"))
    for name, outcome, sobject, owner in (
        ("to a manager", "ok", "Lead", "$dwhitlock"),
        ("to nobody known", "INVALID_CROSS_REFERENCE_KEY", "Lead", "$no_user"),
        ("accounts", "ok", "Account", "$dwhitlock"),
        ("nothing", "INVALID_TYPE", "Barn", "$dwhitlock"),
    ):
        yield case(
            "handovers.give",
            name,
            outcome,
            mcp=(
                "handOverRecords",
                {"user-id": "$akovac", "owners": {sobject: owner}, "only-open": True},
            ),
            ui=("/handovers/$akovac", {"which": "open", f"owner-{sobject}": owner}),
            before=there,
            handle=MANAGER,
        )
    for handle, outcome in ((ADMIN, "ok"), (MANAGER, "INSUFFICIENT_ACCESS_OR_READONLY")):
        yield case(
            "handovers.set_active",
            f"by {handle}",
            outcome,
            mcp=("setUserActive", {"user-id": "$akovac", "is-active": False}),
            ui=("/handovers/$akovac/active", {"active": "0"}),
            handle=handle,
        )


def _team(world: World, facts: Facts) -> None:
    """There are an account with a team, and one without."""
    floor = floor_of(world)
    facts["account"] = floor.create("Account", Name="Larkspur Trading")
    facts["other"] = floor.create("Account", Name="Quillon Foods")
    member = {"AccountId": facts["account"], "UserId": floor.user(MANAGER)}
    floor.create("AccountTeamMember", **member)


def _teams() -> Iterator[Case]:
    kept = doing(default_teams.keep, account_id="$account")
    for operation, tool, account, outcome, form, before in (
        ("keep", "keepDefaultTeam", "$account", "ok", {"keep": "1"}, _team),
        ("keep", "keepDefaultTeam", "$other", "INVALID_OPERATION", {"keep": "1"}, _team),
        ("add", "addDefaultTeam", "$other", "ok", {}, then(_team, kept)),
        ("add", "addDefaultTeam", "$other", "INVALID_OPERATION", {}, _team),
    ):
        yield case(
            f"default_teams.{operation}",
            f"{account[1:]}, {outcome}",
            outcome,
            mcp=(tool, {"account-id": account}),
            ui=(f"/Account/{account}/team", form),
            before=before,
        )


CASES = [*_papers(), *_renewals(), *_campaigns(), *_handovers(), *_teams()]
