"""Answering invitations to meetings, and deleting what is left of a series."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import event_series, invitations
from workworld.doors.web import nothing, page

_EVENT, _DIALOG = "Event", "delete-series"


@BLUEPRINT.post("/Event/<record_id>/answer")
def answer_invitation(record_id: str) -> Any:
    """Say whether one comes to a meeting."""
    status = flask.request.form.get("status", "")
    page(invitations.answer, nothing, event_id=record_id, status=status)
    return flask.redirect(record_url(_EVENT, record_id), 303)


@BLUEPRINT.get("/Event/<record_id>/series")
def series_form(record_id: str) -> str:
    """Ask whether a meeting and all that follow it in its series are to be deleted."""
    return record_page(_EVENT, record_id, "dialog_series.html", problem="")


@BLUEPRINT.post("/Event/<record_id>/series")
def delete_series(record_id: str) -> Any:
    """Delete them."""
    try:
        page(event_series.delete, nothing, event_id=record_id)
    except MENDABLE as refusal:
        form = record_page(_EVENT, record_id, "dialog_series.html", problem=refusal.message)
        return refused_dialog(form, refusal, _DIALOG)
    return gone_to(at("/calendar"))
