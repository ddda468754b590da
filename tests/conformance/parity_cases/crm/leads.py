"""Leads: converted; and records that stand for the same: merged."""

from __future__ import annotations

from collections.abc import Iterator

from tests.apps.crm.floor import ADMIN
from tests.conformance.parity import Case
from tests.conformance.parity_cases.crm.words import case, making, then

_LEAD = making("lead", "Lead", Email="rosa@quillonfoods.example")
_TWINS = then(
    making("account", "Account", by=ADMIN, Name="Larkspur", Phone="1"),
    making("twin", "Account", by=ADMIN, Name="Larkspur Inc", Website="larkspur.example"),
)


def _convert() -> Iterator[Case]:
    for name, outcome, lead in (("own", "ok", "$lead"), ("missing", "NOT_FOUND", "$no_lead")):
        yield case(
            "conversions.convert",
            name,
            outcome,
            mcp=(
                "convertLead",
                {"lead-id": lead, "account-name": "Quillon", "opportunity-name": "Gates"},
            ),
            ui=(
                f"/Lead/{lead}/convert",
                {"account": "new", "account_name": "Quillon", "opportunity_name": "Gates"},
            ),
            before=_LEAD,
        )


def _merge() -> Iterator[Case]:
    for name, outcome, other in (("twins", "ok", "$twin"), ("missing", "NOT_FOUND", "$no_account")):
        said = {"sobject-name": "Account", "master-id": "$account", "merged-ids": [other]}
        wanted = {"Website": "larkspur.example"}
        yield case(
            "merges.merge",
            name,
            outcome,
            mcp=("mergeSobjectRecords", {**said, "body": wanted}),
            ui=(
                "/merge/Account",
                {"ids": ["$account", other], "master": "$account", "field-Website": other},
            ),
            before=_TWINS,
            handle=ADMIN,
        )


CASES = (*_convert(), *_merge())
