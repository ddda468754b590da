"""Submitting a record for approval."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import approvals
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_DIALOG = "approval"


@BLUEPRINT.get("/<sobject>/<record_id>/submit")
def submit_form(sobject: str, record_id: str) -> str:
    """Ask for a comment before a record is submitted."""
    return _dialog(sobject, record_id)


@BLUEPRINT.post("/<sobject>/<record_id>/submit")
def submit_for_approval(sobject: str, record_id: str) -> Any:
    """Submit a record for approval."""
    comment = flask.request.form.get("comment", "")
    try:
        page(approvals.submit, nothing, record_id=record_id, comment=comment)
    except MENDABLE as refusal:
        body = _dialog(sobject, record_id, refusal)
        return refused_dialog(body, refusal, _DIALOG)
    return gone_to(record_url(sobject, record_id))


def _dialog(sobject: str, record_id: str, refusal: Refused | None = None) -> str:
    return record_page(
        sobject,
        record_id,
        "dialog_approval.html",
        deed_url=f"{record_url(sobject, record_id)}/submit",
        comment=flask.request.form.get("comment", ""),
        problem=refusal.message if refusal else "",
    )
