"""Rules, flows and who answers for whom, as administrators and approvers set them up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.apps.crm.floor import ADMIN, MANAGER
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import case, floor_of, making, then

from workworld.apps.crm.service import approvals, flows, metadata
from workworld.worlds import World

_RULE = {
    "sobject": "Account",
    "name": "No_Shouting",
    "description": "",
    "errorConditionFormula": 'CONTAINS(Name, "!")',
    "errorMessage": "Names do not shout.",
    "errorDisplayField": "Name",
}
_TRIGGER = {
    "name": "Remember",
    "description": "",
    "sobject": "Opportunity",
    "recordTriggerType": "Update",
    "moment": "after",
    "formula": "TRUE",
    "offset": "0",
    "unit": "Days",
    "side": "After",
    "timeField": "",
}
_REFUSED = "INSUFFICIENT_ACCESS_OR_READONLY"
_BY = (("by the admin", "ok", ADMIN), ("by another", _REFUSED, MANAGER))


def _rule(world: World, facts: Facts) -> None:
    """There is a validation rule."""
    made = floor_of(world).do(metadata.create, by=ADMIN, type="ValidationRule", metadata=_RULE)
    facts["rule"] = made.id


def _flow(world: World, facts: Facts) -> None:
    """There is a flow that is not active."""
    elements = [{"kind": "notify", "settings": {"text": "Look"}}]
    told = floor_of(world).do(flows.create, by=ADMIN, trigger=_TRIGGER, elements=elements)
    facts["flow"] = told.id


def _running(world: World, facts: Facts) -> None:
    """There is an active flow."""
    _flow(world, facts)
    floor_of(world).do(flows.activate, by=ADMIN, flow_id=facts["flow"])


def _submitted(world: World, facts: Facts) -> None:
    """The deal waits for approval."""
    facts["request"] = floor_of(world).do(approvals.submit, record_id=facts["deal"]).id


_WAITING = then(making("deal", "Opportunity", Amount=1000, Discount__c=30), _submitted)


def _rules() -> Iterator[Case]:
    path = "/setup/rules/ValidationRule"
    active = {"isActive": True}
    wrong = {**_RULE, "errorConditionFormula": "1 +"}
    created: tuple[tuple[str, str, dict[str, Any], str], ...] = (
        ("by the admin", "ok", _RULE, ADMIN),
        ("by another", _REFUSED, _RULE, MANAGER),
        ("wrong", "FIELD_INTEGRITY_EXCEPTION", wrong, ADMIN),
    )
    for name, outcome, told, handle in created:
        yield case(
            "metadata.create",
            name,
            outcome,
            mcp=("createMetadata", {"type": "ValidationRule", "metadata": {**told, **active}}),
            ui=(f"{path}/new", {**told, "isActive": "1"}),
            handle=handle,
        )
    for name, outcome, handle in _BY:
        named = {"type": "ValidationRule", "metadata-id": "$rule"}
        changed = {**_RULE, "errorMessage": "Do not shout.", "isActive": True}
        yield case(
            "metadata.update",
            name,
            outcome,
            mcp=("updateMetadata", {**named, "metadata": changed}),
            ui=(f"{path}/$rule", {**changed, "isActive": "1"}),
            before=_rule,
            handle=handle,
        )
        yield case(
            "metadata.delete",
            name,
            outcome,
            mcp=("deleteMetadata", named),
            ui=(f"{path}/$rule/delete", {}),
            before=_rule,
            handle=handle,
        )


def _flows() -> Iterator[Case]:
    told = {**_TRIGGER, "doesRequireRecordChangedToMeetCriteria": False}
    for name, outcome, handle in _BY:
        yield case(
            "flows.create",
            name,
            outcome,
            mcp=("createFlow", {"trigger": told}),
            ui=("/setup/flows/new", _TRIGGER),
            handle=handle,
        )
        changed = {"formula": "Amount > 1"}
        yield case(
            "flows.update",
            name,
            outcome,
            mcp=("updateFlow", {"flow-id": "$flow", "trigger": {**told, **changed}}),
            ui=("/setup/flows/$flow/start", {**_TRIGGER, **changed}),
            before=_flow,
            handle=handle,
        )
        for deed, tool, before in (
            ("activate", "activateFlow", _flow),
            ("deactivate", "deactivateFlow", _running),
            ("delete", "deleteFlow", _flow),
        ):
            yield case(
                f"flows.{deed}",
                name,
                outcome,
                mcp=(tool, {"flow-id": "$flow"}),
                ui=(f"/setup/flows/$flow/{deed}", {}),
                before=before,
                handle=handle,
            )
    yield case(
        "flows.delete",
        "active",
        "DELETE_FAILED",
        mcp=("deleteFlow", {"flow-id": "$flow"}),
        ui=("/setup/flows/$flow/delete", {}),
        before=_running,
        handle=ADMIN,
    )


def _approvals() -> Iterator[Case]:
    for name, outcome, user in (
        ("to another", "ok", "$gostrander"),
        ("to nobody", "INVALID_CROSS_REFERENCE_KEY", "$no_user"),
    ):
        yield case(
            "approval_handovers.reassign",
            name,
            outcome,
            mcp=("reassignApproval", {"approval-id": "$request", "user-id": user}),
            ui=("/approvals/$request/reassign", {"user": user}),
            before=_WAITING,
            handle=MANAGER,
        )
        yield case(
            "approval_handovers.delegate",
            name,
            outcome,
            mcp=("delegateApprovals", {"user-id": user}),
            ui=("/approvals/delegate", {"user": user}),
            handle=MANAGER,
        )


CASES = (*_rules(), *_flows(), *_approvals())
