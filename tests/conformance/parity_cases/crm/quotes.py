"""Quotes whose products are those of their opportunity, approvals, and forecasts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import delete
from tests.apps.crm.floor import MANAGER, REP, SUPPORT
from tests.apps.crm.shop import open_shop
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import case, doing, floor_of, making, then

from workworld.apps.crm.models import ApprovalProcess, ApprovalRequest
from workworld.apps.crm.service import approvals, forecasts, quotes
from workworld.worlds import World

_DAY = "2027-05-10"
"""A day of a quarter in which nobody sells anything yet."""


def sell(world: World, facts: Facts) -> None:
    """There is a quote of an opportunity that sells something."""
    floor = floor_of(world)
    shop = open_shop(floor)
    line: dict[str, Any] = {
        "OpportunityId": shop.deal,
        "PricebookEntryId": shop.standard,
        "Quantity": 2,
    }
    floor.create("OpportunityLineItem", **line)
    facts["quote"] = floor.create("Quote", OpportunityId=shop.deal, Name="First offer")


def _discount(world: World, facts: Facts) -> None:
    """There is an opportunity with a discount that needs a yes."""
    floor = floor_of(world)
    floor.change(delete(ApprovalRequest))
    floor.change(delete(ApprovalProcess))
    with world.writing() as session:
        session.add(
            ApprovalProcess(
                id="04aWw0000000001AAA",
                sobject="Opportunity",
                name="Discount",
                position=1,
                formula="Discount__c > 0.2",
                asked_field="Discount__c",
                granted_field="Approved_Discount__c",
            )
        )
    facts["deal"] = floor.create("Opportunity", Name="Gates", Amount=1000, Discount__c=30)


def _submit(world: World, facts: Facts) -> None:
    """It is submitted."""
    made = floor_of(world).do(approvals.submit, record_id=facts["deal"], comment="They wait.")
    facts["approval"] = made.id


def _syncs() -> Iterator[Case]:
    for name, outcome, quote in (("own", "ok", "$quote"), ("missing", "NOT_FOUND", "$no_quote")):
        yield case(
            "quotes.sync",
            name,
            outcome,
            mcp=("syncQuote", {"quote-id": quote}),
            ui=(f"/Quote/{quote}/sync", {"stops": "0"}),
            before=sell,
        )
        yield case(
            "quotes.stop_sync",
            name,
            outcome,
            mcp=("stopQuoteSync", {"quote-id": quote}),
            ui=(f"/Quote/{quote}/sync", {"stops": "1"}),
            before=then(sell, doing(quotes.sync, quote_id="$quote")),
        )


def _approvals() -> Iterator[Case]:
    for name, outcome, before in (
        ("large discount", "ok", _discount),
        ("twice", "ALREADY_IN_PROCESS", then(_discount, _submit)),
        ("no discount", "NO_APPLICABLE_PROCESS", then(_discount, making("deal", "Opportunity"))),
    ):
        yield case(
            "approvals.submit",
            name,
            outcome,
            mcp=("submitForApproval", {"id": "$deal", "comment": "They wait."}),
            ui=("/Opportunity/$deal/submit", {"comment": "They wait."}),
            before=before,
        )
    for name, outcome, request in (("asked", "ok", "$approval"), ("missing", "NOT_FOUND", "none")):
        yield case(
            "approvals.act",
            name,
            outcome,
            mcp=(
                "approveOrReject",
                {"approval-id": request, "action": "Approve", "comment": "Go on."},
            ),
            ui=(f"/approvals/{request}/approve", {"comment": "Go on."}),
            before=then(_discount, _submit),
            handle=MANAGER,
        )
        yield case(
            "approvals.act",
            f"{name}, from the page of all",
            outcome,
            mcp=("approveOrReject", {"approval-id": request, "action": "Reject"}),
            ui=(f"/approvals/{request}/reject", {"comment": ""}),
            before=then(_discount, _submit),
            handle=MANAGER,
        )
        yield case(
            "approvals.recall",
            name,
            outcome,
            mcp=("recallApproval", {"approval-id": request}),
            ui=(f"/approvals/{request}/recall", {}),
            before=then(_discount, _submit),
        )


def _others() -> Iterator[Case]:
    """What those who are not asked may not do, and nobody while an answer is awaited."""
    waiting = then(_discount, _submit)
    refused = "INSUFFICIENT_ACCESS_OR_READONLY"
    yield case(
        "approvals.act",
        "one's own",
        refused,
        mcp=("approveOrReject", {"approval-id": "$approval", "action": "Approve"}),
        ui=("/approvals/$approval/approve", {}),
        before=waiting,
    )
    yield case(
        "approvals.recall",
        "somebody else's",
        refused,
        mcp=("recallApproval", {"approval-id": "$approval"}),
        ui=("/approvals/$approval/recall", {}),
        before=waiting,
        handle=MANAGER,
    )
    yield case(
        "records.delete",
        "locked",
        "ENTITY_IS_LOCKED",
        rest=("DELETE sobjects/Opportunity/$deal", {}),
        mcp=("deleteSobjectRecord", {"sobject-name": "Opportunity", "id": "$deal"}),
        ui=("/Opportunity/$deal/delete", {}),
        before=waiting,
    )


def _forecasts() -> Iterator[Case]:
    for name, outcome, handle in (
        ("manager", "ok", MANAGER),
        ("support", "INSUFFICIENT_ACCESS", SUPPORT),
    ):
        said = {"user-id": f"${REP}", "amount": 1500.25, "period": _DAY}
        yield case(
            "forecasts.adjust",
            name,
            outcome,
            mcp=("adjustForecast", {**said, "figure": "commit", "note": "Talked to them"}),
            ui=(
                f"/forecasts/adjust?of=${REP}&figure=commit&period={_DAY}",
                {"amount": "1,500.25", "note": "Talked to them"},
            ),
            handle=handle,
        )
        yield case(
            "forecasts.set_quota",
            name,
            outcome,
            mcp=("setQuota", said),
            ui=(f"/forecasts/quota?of=${REP}&period={_DAY}", {"amount": "1,500.25"}),
            handle=handle,
        )

    put: dict[str, Any] = {"by": MANAGER, "user_id": f"${REP}", "amount": 5.0, "period": _DAY}
    for operation, tool, form, more in (
        (forecasts.adjust, "adjustForecast", "adjust", {"figure": "commit"}),
        (forecasts.set_quota, "setQuota", "quota", {}),
    ):
        said = {"user-id": f"${REP}", "amount": None, "period": _DAY, **more}
        yield case(
            f"forecasts.{operation.__name__}",
            "taken back",
            mcp=(tool, said),
            ui=(f"/forecasts/{form}?of=${REP}&figure=commit&period={_DAY}", {"amount": ""}),
            before=doing(operation, **put, **more),
            handle=MANAGER,
        )


CASES = (*_syncs(), *_approvals(), *_others(), *_forecasts())
