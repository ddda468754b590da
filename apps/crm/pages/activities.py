"""Adding to a record's activities, and finishing tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.composers import FIELDS, fields_of
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.entries import Unread
from workworld.apps.crm.pages.records import MENDABLE, Asked, record_page
from workworld.apps.crm.service import activities, emails, tasks
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound

_SECONDS = 60
_MOST_MINUTES = 24 * 60
_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "call": activities.log_call,
    "task": activities.create_task,
    "event": activities.create_event,
    "email": emails.send,
    "note": activities.add_note,
}
_ARGUMENTS: Mapping[str, Mapping[str, str]] = {
    "call": {
        "Subject": "subject",
        "CallType": "direction",
        "CallDisposition": "result",
        "Description": "comments",
        "WhoId": "who_id",
    },
    "task": {
        "Subject": "subject",
        "ActivityDate": "due",
        "Priority": "priority",
        "OwnerId": "owner_id",
        "Description": "comments",
        "WhoId": "who_id",
    },
    "event": {
        "Subject": "subject",
        "StartDateTime": "start",
        "EndDateTime": "end",
        "Location": "location",
        "Description": "comments",
        "WhoId": "who_id",
    },
    "email": {
        "ToAddress": "to",
        "CcAddress": "cc",
        "Subject": "subject",
        "TextBody": "text",
        "WhoId": "who_id",
    },
    "note": {
        "Title": "title",
        "Body": "text",
        "IsPrivate": "is_private",
        "Pinned__c": "is_pinned",
    },
}
"""By form: the operation's arguments, by the field that is asked for."""
_NEEDED = {"event": ("StartDateTime", "EndDateTime"), "note": ("Title",)}
"""What an activity cannot be begun without; the rest is told by the records."""


@BLUEPRINT.get("/<sobject>/<record_id>/activities/<kind>")
def activity_form(sobject: str, record_id: str, kind: str) -> Any:
    """The form of an activity, on the record's page."""
    return flask.redirect(record_url(sobject, record_id, tab="activity", compose=kind))


@BLUEPRINT.post("/<sobject>/<record_id>/activities/<kind>")
def add_activity(sobject: str, record_id: str, kind: str) -> Any:
    """Add to a record's activities."""
    if kind not in FIELDS:
        raise NotFound("NOT_FOUND")
    form = entries.entered(flask.request.form)
    follows = entries.one(form, "follows")
    given = {"record_id": record_id, "kind": kind, "form": form}
    try:
        if kind == "task" and follows:
            page(tasks.complete, nothing, accept=_following, **given)
        else:
            page(_OPERATIONS[kind], nothing, accept=_filled, **given)
    except MENDABLE as refusal:
        asked = Asked({**form, "compose": [kind]}, refusal)
        shown = record_page(sobject, record_id, tab="activity", asked=asked)
        return shown, status_of(refusal)
    return flask.redirect(record_url(sobject, record_id, tab="activity"), 303)


@BLUEPRINT.post("/<sobject>/<record_id>/activities/<task_id>/complete")
def complete_task(sobject: str, record_id: str, task_id: str) -> Any:
    """Finish a task; one that follows it is offered then."""
    page(tasks.complete, nothing, task_id=task_id)
    where = {"tab": "activity", "compose": "task", "follows": task_id}
    return flask.redirect(record_url(sobject, record_id, **where), 303)


def _filled(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    kind, form = given["kind"], given["form"]
    found = _values(ctx, kind, form)
    arguments = _ARGUMENTS[kind]
    made = {arguments[name]: value for name, value in found.items() if value not in (None, "")}
    if "Subject" in arguments:
        made.setdefault("subject", "")
    minutes = entries.whole(form, "minutes")
    if kind == "call" and minutes is not None:
        made["seconds"] = minutes * _SECONDS
    return {"record_id": given["record_id"], **made}


def _following(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    form = given["form"]
    found = _values(ctx, "task", form)
    kept = {
        name: value for name, value in found.items() if name == "WhoId" or value not in (None, "")
    }
    return {"task_id": entries.one(form, "follows"), "follow_up": kept}


def _values(ctx: Context, kind: str, form: Form) -> dict[str, Any]:
    found, wrong = entries.values_of(ctx, fields_of(kind), form)
    unread = {each.field for each in wrong}
    wrong += [
        Unread(name, "Enter a value.", entries.MISSING)
        for name in _NEEDED.get(kind, ())
        if not found.get(name) and name not in unread
    ]
    minutes = entries.whole(form, "minutes")
    is_fit = minutes is not None and minutes <= _MOST_MINUTES
    if entries.one(form, "minutes") and not is_fit:
        wrong.append(Unread("minutes", "The duration is a number of minutes, up to a day."))
    entries.require_read(wrong)
    return found
