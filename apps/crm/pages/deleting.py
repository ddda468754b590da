"""Putting a record into the recycle bin, and bringing it back."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.pages.values import title_of
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import binned, reading, records
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import page
from workworld.errors import NotFound


@BLUEPRINT.get("/<sobject>/<record_id>/delete")
def delete_record_form(sobject: str, record_id: str) -> str:
    """Ask whether a record is to be deleted."""
    return record_page(sobject, record_id, "dialog_delete.html", problem="")


@BLUEPRINT.post("/<sobject>/<record_id>/delete")
def delete_record(sobject: str, record_id: str) -> Any:
    """Put a record into the recycle bin; the list that one comes to then offers to undo it."""
    try:
        page(records.delete, lambda _ctx, _none: None, sobject=sobject, record_id=record_id)
    except MENDABLE as refusal:
        body = record_page(sobject, record_id, "dialog_delete.html", problem=refusal.message)
        return refused_dialog(body, refusal, "delete-record")
    kind = objects.find(sobject)
    return gone_to(list_url(kind.name if kind else sobject, deleted=record_id))


@BLUEPRINT.get("/deleted/<record_id>")
def deleted_notice(record_id: str) -> Any:
    """The notice that a record was deleted, with the way to undo it; nothing if it is there."""
    kind = objects.of_prefix(record_id[:3])

    def present(ctx: Context, row: Any) -> dict[str, str]:
        loaded = reading.load(ctx, objects.of_model(type(row)), [row.id], deleted=True)[row.id]
        undo = at(f"/{loaded.sobject.name}/{row.id}/restore", {"undo": "1"})
        said = f"{loaded.sobject.label} {title_of(loaded.sobject, loaded.values)} was deleted."
        return {"text": said, "undo": undo if binned.may_restore(ctx, row) else ""}

    try:
        found = page(binned.get, present, sobject=kind.name if kind else "", record_id=record_id)
    except (NotFound, *MENDABLE):
        return "", 204
    return flask.render_template("deleted_notice.html", **found)


@BLUEPRINT.post("/<sobject>/<record_id>/restore")
def restore_record(sobject: str, record_id: str) -> Any:
    """Bring a record back from the recycle bin."""

    def present(_ctx: Context, loaded: Loaded) -> str:
        return record_url(loaded.sobject.name, loaded.id)

    url = page(records.restore, present, sobject=sobject, record_id=record_id)
    return ("", 200, {"HX-Redirect": url}) if is_fragment() else flask.redirect(url, 303)
