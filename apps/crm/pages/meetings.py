"""Answering invitations to meetings, and deleting what is left of a series of them or of tasks."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import event_series, invitations, task_series
from workworld.doors.web import nothing, page

_EVENT, _DIALOG = "Event", "delete-series"


@BLUEPRINT.post("/Event/<record_id>/answer")
def answer_invitation(record_id: str) -> Any:
    """Say whether one comes to a meeting."""
    status = flask.request.form.get("status", "")
    page(invitations.answer, nothing, event_id=record_id, status=status)
    return flask.redirect(record_url(_EVENT, record_id), 303)


@BLUEPRINT.get("/<any(Event,Task):sobject>/<record_id>/series")
def series_form(sobject: str, record_id: str) -> str:
    """Ask whether a record and all that follow it in its series are to be deleted."""
    return record_page(sobject, record_id, "dialog_series.html", problem="")


@BLUEPRINT.post("/<any(Event,Task):sobject>/<record_id>/series")
def delete_series(sobject: str, record_id: str) -> Any:
    """Delete them."""
    try:
        if sobject == _EVENT:
            page(event_series.delete, nothing, event_id=record_id)
        else:
            page(task_series.delete, nothing, task_id=record_id)
    except MENDABLE as refusal:
        form = record_page(sobject, record_id, "dialog_series.html", problem=refusal.message)
        return refused_dialog(form, refusal, _DIALOG)
    return gone_to(at("/calendar") if sobject == _EVENT else list_url(sobject))
