"""Finishing a task from its own page, and planning what follows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.editors import Editor, Form, editor_of, refilled
from workworld.apps.crm.pages.record_forms import problems_by_field, said_of
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.service import records
from workworld.apps.crm.service import tasks as service
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_TASK = "Task"
_DIALOG = "complete-task"
_LABELS = {"Subject": "Follow-up task", "ActivityDate": "Due"}


@BLUEPRINT.get("/Task/<record_id>/complete")
def complete_form(record_id: str) -> str:
    """Ask what follows a task that is done."""
    return _dialog(record_id)


@BLUEPRINT.post("/Task/<record_id>/complete")
def complete_task_here(record_id: str) -> Any:
    """Finish a task, and create the one that follows it if there is to be one."""
    form = entries.entered(flask.request.form)
    try:
        page(service.complete, nothing, accept=_filled, task_id=record_id, form=form)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(record_id, form, refusal), refusal, _DIALOG)
    return gone_to(record_url(_TASK, record_id))


def _fields() -> list[Field]:
    task = objects.of_name(_TASK)
    return [task.fields[name.lower()] for name in _LABELS]


def _filled(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    found, wrong = entries.values_of(ctx, _fields(), given["form"])
    entries.require_read(wrong)
    kept = {name: value for name, value in found.items() if value not in (None, "")}
    return {"task_id": given["task_id"], "follow_up": kept or None}


def _dialog(record_id: str, form: Form | None = None, refusal: Refused | None = None) -> str:
    def present(ctx: Context, loaded: Loaded) -> list[Editor]:
        made = [editor_of(ctx, loaded.sobject, each, None, {}) for each in _fields()]
        found = [replace(each, label=_LABELS[each.name], is_required=False) for each in made]
        if form is None:
            return found
        at_fields = problems_by_field(refusal)
        return [refilled(each, form, at_fields.get(each.name, "")) for each in found]

    editors = page(records.get, present, sobject=_TASK, record_id=record_id)
    problems = said_of(refusal, editors)
    return record_page(_TASK, record_id, "dialog_complete.html", editors=editors, problems=problems)
