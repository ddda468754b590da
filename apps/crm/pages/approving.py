"""Submitting a record for approval, and answering."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import approvals
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused

_ACTIONS = {"approve": "Approve", "reject": "Reject"}
_RECALL = "recall"
_DIALOG = "approval"


@BLUEPRINT.get("/<sobject>/<record_id>/submit")
def submit_form(sobject: str, record_id: str) -> str:
    """Ask for a comment before a record is submitted."""
    return _dialog(sobject, record_id, "submit")


@BLUEPRINT.post("/<sobject>/<record_id>/submit")
def submit_for_approval(sobject: str, record_id: str) -> Any:
    """Submit a record for approval."""
    comment = flask.request.form.get("comment", "")
    try:
        page(approvals.submit, nothing, record_id=record_id, comment=comment)
    except MENDABLE as refusal:
        body = _dialog(sobject, record_id, "submit", refusal=refusal)
        return refused_dialog(body, refusal, _DIALOG)
    return gone_to(record_url(sobject, record_id))


@BLUEPRINT.get("/<sobject>/<record_id>/approvals/<approval_id>/<deed>")
def answer_form(sobject: str, record_id: str, approval_id: str, deed: str) -> str:
    """Ask for a comment before a request is answered or taken back."""
    return _dialog(sobject, record_id, deed, approval_id)


@BLUEPRINT.post("/<sobject>/<record_id>/approvals/<approval_id>/<deed>")
def answer_approval(sobject: str, record_id: str, approval_id: str, deed: str) -> Any:
    """Approve or reject a record, or take it back."""
    comment = flask.request.form.get("comment", "")
    try:
        if deed == _RECALL:
            page(approvals.recall, nothing, approval_id=approval_id)
        elif deed in _ACTIONS:
            said: dict[str, Any] = {"action": _ACTIONS[deed], "comment": comment}
            page(approvals.act, nothing, approval_id=approval_id, **said)
        else:
            raise NotFound("NOT_FOUND")
    except MENDABLE as refusal:
        body = _dialog(sobject, record_id, deed, approval_id, refusal)
        return refused_dialog(body, refusal, _DIALOG)
    return gone_to(record_url(sobject, record_id))


def _dialog(
    sobject: str,
    record_id: str,
    deed: str,
    approval_id: str = "",
    refusal: Refused | None = None,
) -> str:
    titles = {"submit": "Submit for approval", _RECALL: "Recall", **_ACTIONS}
    if deed not in titles:
        raise NotFound("NOT_FOUND")
    url = record_url(sobject, record_id)
    return record_page(
        sobject,
        record_id,
        "dialog_approval.html",
        deed=deed,
        deed_title=titles[deed],
        deed_url=f"{url}/approvals/{approval_id}/{deed}" if approval_id else f"{url}/submit",
        comment=flask.request.form.get("comment", ""),
        problem=refusal.message if refusal else "",
    )
