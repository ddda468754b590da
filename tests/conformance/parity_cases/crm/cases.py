"""Cases of customers: answered, commented on, escalated, closed, and taken out of queues."""

from __future__ import annotations

from collections.abc import Iterator

from tests.apps.crm.floor import ADMIN, SUPPORT
from tests.conformance.parity import Case
from tests.conformance.parity_cases.crm.words import case, making, then

_CASE = then(
    making("account", "Account", by=ADMIN),
    making("contact", "Contact", by=ADMIN, AccountId="$account", Email="ngozi@larkspur.example"),
    making("case", "Case", by=ADMIN, Subject="Gate", ContactId="$contact", OwnerId="$eboadi"),
)
_SEEN = (("own", "ok", "$case"), ("missing", "NOT_FOUND", "$no_case"))


def _deeds() -> Iterator[Case]:
    for name, outcome, id in _SEEN:
        yield case(
            "cases.reply",
            name,
            outcome,
            mcp=("replyToCase", {"case-id": id, "text": "It is mended.", "status": "Open"}),
            ui=(f"/Case/{id}/feed", {"write": "reply", "text": "It is mended.", "status": "Open"}),
            before=_CASE,
            handle=SUPPORT,
        )
        yield case(
            "case_comments.add",
            name,
            outcome,
            mcp=("addCaseComment", {"case-id": id, "text": "Ask Ana.", "is-published": False}),
            ui=(f"/Case/{id}/feed", {"write": "internal", "text": "Ask Ana."}),
            before=_CASE,
            handle=SUPPORT,
        )
        yield case(
            "cases.escalate",
            name,
            outcome,
            mcp=("escalateCase", {"case-id": id, "reason": "They wait."}),
            ui=(f"/Case/{id}/escalate", {"text": "They wait."}),
            before=_CASE,
            handle=SUPPORT,
        )
        yield case(
            "cases.close",
            name,
            outcome,
            mcp=("closeCase", {"case-id": id, "resolution": "Mended."}),
            ui=(f"/Case/{id}/close", {"text": "Mended."}),
            before=_CASE,
            handle=SUPPORT,
        )
    yield case(
        "cases.close",
        "without a resolution",
        "FIELD_CUSTOM_VALIDATION_EXCEPTION",
        mcp=("closeCase", {"case-id": "$case"}),
        ui=("/Case/$case/close", {"text": ""}),
        before=_CASE,
        handle=SUPPORT,
    )


def _queues() -> Iterator[Case]:
    waiting = making("case", "Case", by=ADMIN, Subject="Gate", OwnerId="$queue")
    for name, outcome, before in (
        ("waiting", "ok", waiting),
        ("somebody's", "INVALID_OPERATION", _CASE),
    ):
        yield case(
            "queues.accept",
            name,
            outcome,
            mcp=("acceptRecord", {"id": "$case"}),
            ui=("/Case/$case/accept", {}),
            before=before,
            handle=SUPPORT,
        )


CASES = (*_deeds(), *_queues())
