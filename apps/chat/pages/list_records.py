"""The records of lists: adding them, changing one field or all, deleting them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.chat.pages import list_cells
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.documents import refused_kindly
from workworld.apps.chat.pages.lists import View, after, shown
from workworld.apps.chat.service import records
from workworld.apps.chat.service.records import Entry
from workworld.context import Context
from workworld.doors.web import page


@BLUEPRINT.get("/list/<list_id>/add")
def add_record_form(list_id: str) -> str:
    """The form of a new record."""
    return shown(list_id, View(dialog="list_record.html"))


@BLUEPRINT.post("/list/<list_id>/records")
def add_record(list_id: str) -> Any:
    """Add a record."""

    def accept(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**given, "fields": list_cells.given(ctx, list_id)}

    problem = refused_kindly(records.create, accept=accept, list_id=list_id)
    return after(list_id, problem, View(dialog="list_record.html", typed=flask.request.form))


@BLUEPRINT.get("/list/<list_id>/r/<record_id>")
def record(list_id: str, record_id: str) -> str:
    """A list with one of its records open."""
    return shown(list_id, View(dialog="list_record.html", record=record_id))


@BLUEPRINT.get("/list/<list_id>/r/<record_id>/<column_id>")
def cell_form(list_id: str, record_id: str, column_id: str) -> str:
    """A list with one field being changed in its place."""
    return shown(list_id, View(cell=(record_id, column_id)))


@BLUEPRINT.post("/list/<list_id>/r/<record_id>")
def change_record(list_id: str, record_id: str) -> Any:
    """Change what a record holds: one field, or all that the form has."""
    form = flask.request.form
    column_id = form.get("column", "")
    cell = (record_id, column_id) if column_id else ("", "")
    view = View(cell=cell, typed=form)
    if not column_id:
        view = View(dialog="list_record.html", record=record_id, typed=form)
    if changed := _changed_meanwhile(list_id, record_id, column_id):
        return after(list_id, changed, View(cell=cell))

    def accept(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
        fields = list_cells.given(ctx, list_id, only=column_id)
        return {**given, "changes": [{"record_id": record_id, "fields": fields}]}

    problem = refused_kindly(records.update, accept=accept, list_id=list_id)
    return after(list_id, problem, view, f"record-{record_id}")


@BLUEPRINT.get("/list/<list_id>/r/<record_id>/delete")
def delete_record_form(list_id: str, record_id: str) -> str:
    """Ask whether a record is to be deleted."""
    return shown(list_id, View(dialog="list_record_delete.html", record=record_id))


@BLUEPRINT.post("/list/<list_id>/r/<record_id>/delete")
def delete_record(list_id: str, record_id: str) -> Any:
    """Delete a record."""
    problem = refused_kindly(records.delete, list_id=list_id, record_ids=[record_id])
    return after(list_id, problem, View())


def _changed_meanwhile(list_id: str, record_id: str, column_id: str) -> str:
    """Why a field is not overwritten: somebody has changed it since the form was shown."""
    was = flask.request.form.get("was")
    if was is None or not column_id:
        return ""

    def now(_ctx: Context, entry: Entry) -> str:
        return list_cells.mark_of(entry.row.values.get(column_id))

    if page(records.info, now, list_id=list_id, record_id=record_id) == was:
        return ""
    return "Somebody has changed this field meanwhile. It now holds what you see."
