"""Beginning the deal that is to go on with a contract."""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import renewals
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.web import page

_DIALOG = "renew-contract"


@BLUEPRINT.get("/Contract/<record_id>/renew")
def renew_form(record_id: str) -> str:
    """Ask whether the renewal of a contract is to begin."""
    return _dialog(record_id)


@BLUEPRINT.post("/Contract/<record_id>/renew")
def renew_contract(record_id: str) -> Any:
    """Begin the renewal of a contract, and go to its deal."""

    def made(_ctx: Context, loaded: Loaded) -> str:
        return loaded.id

    try:
        deal = page(renewals.begin, made, contract_id=record_id)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(record_id, refusal.message), refusal, _DIALOG)
    return gone_to(record_url("Opportunity", deal))


def _dialog(record_id: str, problem: str = "") -> str:
    return record_page("Contract", record_id, "dialog_renew.html", problem=problem)
