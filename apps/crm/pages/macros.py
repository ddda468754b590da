"""Running a macro on a case, from the case's page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import macros
from workworld.apps.crm.service.macros import ListedMacro
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Refused

_DIALOG, _DIALOG_ID = "dialog_macro.html", "run-macro"


@BLUEPRINT.get("/Case/<record_id>/macro")
def macro_form(record_id: str) -> str:
    """Ask which macro is to be run."""
    return _dialog(record_id)


@BLUEPRINT.post("/Case/<record_id>/macro")
def run_macro(record_id: str) -> Any:
    """Do the steps of a macro."""
    chosen = entries.one(entries.entered(flask.request.form), "macro")
    try:
        if not chosen:
            raise Invalid("REQUIRED_FIELD_MISSING", "Choose a macro.")
        page(macros.run, nothing, macro_id=chosen, case_id=record_id)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(record_id, chosen, refusal), refusal, _DIALOG_ID)
    return gone_to(record_url("Case", record_id, tab="feed"))


def _dialog(record_id: str, chosen: str = "", refusal: Refused | None = None) -> str:
    def present(_ctx: Context, found: Sequence[ListedMacro]) -> Sequence[ListedMacro]:
        return found

    return record_page(
        "Case",
        record_id,
        _DIALOG,
        macros=page(macros.list, present),
        chosen=chosen,
        problem=refusal.message if refusal else "",
    )
