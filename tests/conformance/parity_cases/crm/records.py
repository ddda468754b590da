"""Records: created, changed, deleted and brought back, one by one or several at once."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case
from tests.conformance.parity_cases.crm.words import case, doing, making, then

from workworld.apps.crm.service import records

_DEAL = making("deal", "Opportunity")
_DELETED = then(_DEAL, doing(records.delete, sobject="Opportunity", record_id="$deal"))
_WITH_CONTACT = then(
    making("account", "Account"), making("contact", "Contact", AccountId="$account")
)


def _write() -> Iterator[Case]:
    for name, outcome, values in (
        ("lead", "ok", {"LastName": "Silva", "Company": "Quillon Foods"}),
        ("no company", "REQUIRED_FIELD_MISSING", {"LastName": "Silva"}),
    ):
        yield case(
            "records.create",
            name,
            outcome,
            rest=("POST sobjects/Lead", values),
            mcp=("createSobjectRecord", {"sobject-name": "Lead", "body": values}),
            ui=("/Lead/new", values),
        )
    for name, outcome, deal, step in (
        ("next step", "ok", "$deal", "Call"),
        ("too long", "STRING_TOO_LONG", "$deal", "x" * 300),
        ("missing", "NOT_FOUND", "$no_deal", "Call"),
    ):
        values = {"NextStep": step}
        yield case(
            "records.update",
            name,
            outcome,
            rest=(f"PATCH sobjects/Opportunity/{deal}", values),
            mcp=(
                "updateSobjectRecord",
                {"sobject-name": "Opportunity", "id": deal, "body": values},
            ),
            ui=(f"/Opportunity/{deal}/edit", {**values, "base": '{"NextStep": [""]}'}),
            before=_DEAL,
        )
    for name, outcome, values in (
        ("new", "ok", {"Name": "Larkspur Trading"}),
        ("no name", "REQUIRED_FIELD_MISSING", {"Phone": "1"}),
    ):
        key = {"field": "External_Id__c", "value": "L-1"}
        yield case(
            "records.upsert",
            name,
            outcome,
            rest=("PATCH sobjects/Account/External_Id__c/L-1", values),
            mcp=("upsertSobjectRecord", {"sobject-name": "Account", **key, "body": values}),
        )


def _lives() -> Iterator[Case]:
    for name, outcome, deal in (("own", "ok", "$deal"), ("missing", "NOT_FOUND", "$no_deal")):
        said = {"sobject-name": "Opportunity", "id": deal}
        yield case(
            "records.delete",
            name,
            outcome,
            rest=(f"DELETE sobjects/Opportunity/{deal}", {}),
            mcp=("deleteSobjectRecord", said),
            ui=(f"/Opportunity/{deal}/delete", {}),
            before=_DEAL,
        )
        yield case(
            "records.clone",
            name,
            outcome,
            mcp=("cloneSobjectRecord", {**said, "body": {"Name": "Again"}}),
            ui=(f"/Opportunity/{deal}/clone", {"Name": "Again"}),
            before=_DEAL,
        )
    for name, outcome, before in (
        ("deleted", "ok", _DELETED),
        ("there", "UNDELETE_FAILED", _DEAL),
    ):
        yield case(
            "records.restore",
            name,
            outcome,
            mcp=("restoreSobjectRecord", {"sobject-name": "Opportunity", "id": "$deal"}),
            ui=("/Opportunity/$deal/restore", {}),
            before=before,
        )


def _related() -> Iterator[Case]:
    for name, outcome, way in (("account", "ok", "Account"), ("no way", "NOT_FOUND", "Nowhere")):
        said = {"sobject-name": "Contact", "id": "$contact", "relationship-path": way}
        path = f"sobjects/Contact/$contact/{way}"
        yield case(
            "relationships.update",
            name,
            outcome,
            rest=(f"PATCH {path}", {"Phone": "1"}),
            mcp=("updateRelatedRecord", {**said, "body": {"Phone": "1"}}),
            before=_WITH_CONTACT,
        )
        yield case(
            "relationships.delete",
            name,
            outcome,
            rest=(f"DELETE {path}", {}),
            mcp=("deleteRelatedRecord", said),
            before=_WITH_CONTACT,
            handle="wtallis",
        )


def _several() -> Iterator[Case]:
    for name, outcome, handle in (
        ("own", "ok", "akovac"),
        ("no user of the CRM", "INSUFFICIENT_ACCESS", "mchen"),
    ):
        said = {"sobject-name": "Opportunity", "ids": ["$deal", "$no_deal"]}
        ticked = {"pick": ["$deal", "$no_deal"]}
        yield case(
            "mass_changes.update",
            name,
            outcome,
            mcp=("updateSobjectRecords", {**said, "body": {"NextStep": "Call"}}),
            ui=(
                "/Opportunity/list/change",
                {**ticked, "deed": "field", "field": "NextStep", "NextStep": "Call"},
            ),
            before=_DEAL,
            handle=handle,
        )
        yield case(
            "mass_changes.delete",
            name,
            outcome,
            mcp=("deleteSobjectRecords", said),
            ui=("/Opportunity/list/change", {**ticked, "deed": "delete"}),
            before=_DEAL,
            handle=handle,
        )


def _owners() -> Iterator[Case]:
    for name, outcome, owner in (
        ("colleague", "ok", "$dwhitlock"),
        ("nobody", "INVALID_CROSS_REFERENCE_KEY", "$no_user"),
    ):
        said = {"sobject-name": "Opportunity", "ids": ["$deal"], "owner-id": owner}
        yield case(
            "owners.change",
            name,
            outcome,
            mcp=("changeOwner", {**said, "notify": True}),
            ui=("/Opportunity/$deal/owner", {"OwnerId": owner, "notify": "1"}),
            before=_DEAL,
        )


CASES = (*_write(), *_lives(), *_related(), *_several(), *_owners())
