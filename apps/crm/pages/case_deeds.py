"""Escalating and closing a case from its page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.deeds import DIALOG, DIALOG_ID, Deed, entered
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import cases
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_CASE = "Case"


@BLUEPRINT.get("/Case/<record_id>/escalate")
def escalate_form(record_id: str) -> str:
    """Ask why a case is escalated."""
    return record_page(_CASE, record_id, DIALOG, deed=_escalation(record_id))


@BLUEPRINT.post("/Case/<record_id>/escalate")
def escalate_case(record_id: str) -> Any:
    """Escalate a case."""
    try:
        page(cases.escalate, nothing, case_id=record_id, reason=entered())
    except MENDABLE as refusal:
        return _again(record_id, _escalation(record_id), refusal)
    return gone_to(record_url(_CASE, record_id))


@BLUEPRINT.get("/Case/<record_id>/close")
def close_form(record_id: str) -> str:
    """Ask how a case was solved."""
    return record_page(_CASE, record_id, DIALOG, deed=_closing(record_id))


@BLUEPRINT.post("/Case/<record_id>/close")
def close_case(record_id: str) -> Any:
    """Close a case."""
    given: dict[str, Any] = {"resolution": entered()} if entered() else {}
    try:
        page(cases.close, nothing, case_id=record_id, **given)
    except MENDABLE as refusal:
        return _again(record_id, _closing(record_id), refusal)
    return gone_to(record_url(_CASE, record_id))


def _escalation(record_id: str) -> Deed:
    url = record_url(_CASE, record_id)
    says = "The case is marked as escalated, and whoever its owner reports to is told."
    return Deed(
        "Escalate case", says, "Why", "Escalate", f"{url}/escalate", url, said="Case escalated."
    )


def _closing(record_id: str) -> Deed:
    url = record_url(_CASE, record_id)
    says = "Say how it was solved. If the customer writes again within a week, it is opened again."
    return Deed(
        "Close case",
        says,
        "Resolution",
        "Close case",
        f"{url}/close",
        url,
        required=True,
        said="Case closed.",
    )


def _again(record_id: str, made: Deed, refusal: Refused) -> Any:
    shown = replace(made, text=entered(), problem=refusal.message)
    return refused_dialog(record_page(_CASE, record_id, DIALOG, deed=shown), refusal, DIALOG_ID)
