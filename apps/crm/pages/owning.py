"""Giving a record to another owner, and accepting one from a queue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, list_url, record_url
from workworld.apps.crm.pages.editors import Editor, Form, editor_of, refilled
from workworld.apps.crm.pages.record_forms import Said, said_of
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import owners, queues, records
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused

_DIALOG = "change-owner"
_ALONG: Mapping[str, Sequence[tuple[str, str]]] = {
    "Account": (
        ("with_open_deals", "Transfer open opportunities of the old owner"),
        ("with_open_cases", "Transfer open cases of the old owner"),
        ("with_contacts", "Transfer contacts of the old owner"),
        ("with_open_tasks", "Transfer open tasks of the old owner"),
    ),
    "Contact": (
        ("with_open_cases", "Transfer open cases of the old owner"),
        ("with_open_tasks", "Transfer open tasks of the old owner"),
    ),
}
_TASKS = (("with_open_tasks", "Transfer open tasks of the old owner"),)


@BLUEPRINT.get("/<sobject>/<record_id>/owner")
def owner_form(sobject: str, record_id: str) -> str:
    """Ask who is to own a record."""
    return _dialog(sobject, record_id)


@BLUEPRINT.post("/<sobject>/<record_id>/owner")
def change_owner(sobject: str, record_id: str) -> Any:
    """Give a record to another owner."""
    form = entries.entered(flask.request.form)
    ticked = {name: True for name, _ in (*_along(sobject), ("notify", "")) if name in form}
    try:
        owner_id = entries.one(form, "OwnerId")
        if not owner_id:
            raise RecordRefused([RecordError("", "Choose who is to own it.", ("OwnerId",))])
        given: dict[str, Any] = {"record_ids": [record_id], "owner_id": owner_id, **ticked}
        page(owners.change, nothing, sobject=sobject, **given)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(sobject, record_id, form, refusal), refusal, _DIALOG)
    return gone_to(_where(sobject, record_id))


@BLUEPRINT.get("/<sobject>/<record_id>/accept")
def accept_record_form(sobject: str, record_id: str) -> str:
    """Ask whether one takes a record over from its queue."""
    return record_page(sobject, record_id, "dialog_accept.html", problem="")


@BLUEPRINT.post("/<sobject>/<record_id>/accept")
def accept_record(sobject: str, record_id: str) -> Any:
    """Take a record over from its queue."""

    try:
        page(queues.accept, nothing, record_id=record_id)
    except MENDABLE as refusal:
        body = record_page(sobject, record_id, "dialog_accept.html", problem=refusal.message)
        return refused_dialog(body, refusal, "accept-record")
    return gone_to(record_url(sobject, record_id))


def _where(sobject: str, record_id: str) -> str:
    """The record's page; the list if the reader sees it no more, now that it is another's."""
    try:
        page(records.get, nothing, sobject=sobject, record_id=record_id)
    except NotFound:
        return list_url(sobject)
    return record_url(sobject, record_id)


def _along(sobject: str) -> Sequence[tuple[str, str]]:
    return _ALONG.get(sobject, _TASKS)


def _dialog(
    sobject: str, record_id: str, form: Form | None = None, refusal: Refused | None = None
) -> str:
    def present(ctx: Context, loaded: Loaded) -> tuple[Editor, list[Said]]:
        field = loaded.sobject.fields["ownerid"]
        made = editor_of(ctx, loaded.sobject, field, None, {})
        problems = said_of(refusal, [made])
        if form is not None:
            made = refilled(made, form, problems[0].text if problems else "")
        return made, problems

    editor, problems = page(records.get, present, sobject=sobject, record_id=record_id)
    return record_page(
        sobject,
        record_id,
        "dialog_owner.html",
        editor=editor,
        problems=problems,
        along=_along(sobject),
        entered=form or {},
    )
