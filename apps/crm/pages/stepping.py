"""Taking a step on a record's path: a deal's stage, a lead's or a case's status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.crm import layouts
from workworld.apps.crm.pages import entries, values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.editors import Editor, Form, editor_of, refilled
from workworld.apps.crm.pages.record_forms import Said, problems_by_field, said_of
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.pages.stage_paths import ASKED, asked_before, closing_values
from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import records, refusals
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_DIALOG = "step"


@BLUEPRINT.get("/<sobject>/<record_id>/step")
def step_form(sobject: str, record_id: str) -> Any:
    """Ask what it takes for a record to take a step."""
    to = flask.request.args.get("to", "")
    if sobject == "Lead" and to == picklists.LEAD_CONVERTED:
        return flask.redirect(f"{record_url(sobject, record_id)}/convert")
    return _dialog(sobject, record_id, to)


@BLUEPRINT.post("/<sobject>/<record_id>/step")
def take_step(sobject: str, record_id: str) -> Any:
    """Let a record take a step."""
    form = entries.entered(flask.request.form)
    to = entries.one(form, "to")
    given = {"sobject": sobject, "record_id": record_id, "form": form}
    try:
        page(records.update, nothing, accept=_filled, **given)
    except MENDABLE as refusal:
        body = _dialog(sobject, record_id, to, form, refusal)
        return refused_dialog(body, refusal, _DIALOG)
    return gone_to(record_url(sobject, record_id))


def _filled(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    form = given["form"]
    loaded = records.get(ctx, sobject=given["sobject"], record_id=given["record_id"])
    path = _path_field(loaded.sobject)
    fields = asked_before(ctx, loaded, entries.one(form, "to"))
    found, wrong = entries.values_of(ctx, fields.values(), form)
    entries.require_read(wrong)
    return {
        "sobject": loaded.sobject.name,
        "record_id": loaded.id,
        "values": {**found, path.name: entries.one(form, "value") or entries.one(form, "to")},
        "version": entries.whole(form, "version"),
    }


def _path_field(sobject: SObject) -> Field:
    field = sobject.field(layouts.layout_of(sobject.name).path)
    if field is None:
        raise refusals.not_found()
    return field


def _dialog(
    sobject: str, record_id: str, to: str, form: Form | None = None, refusal: Refused | None = None
) -> str:
    def present(ctx: Context, loaded: Loaded) -> dict[str, Any]:
        kind, path = loaded.sobject, _path_field(loaded.sobject)
        if to not in picklists.VALUES[path.picklist] and len(closing_values(kind.name, to)) == 1:
            raise refusals.not_found()
        editors = _editors(ctx, loaded, to, form, refusal)
        chosen = entries.one(form or {}, "value")
        possible = closing_values(kind.name, to)
        return {
            "to": to,
            "path_label": path.label,
            "choices": [(each, each) for each in possible],
            "chosen": chosen if chosen in possible else possible[0],
            "editors": editors,
            "fields_of": {value: ASKED.get((kind.name, value), ()) for value in possible},
            "problems": said_of(refusal, editors) or _conflict(refusal),
        }

    found = page(records.get, present, sobject=sobject, record_id=record_id)
    return record_page(sobject, record_id, "dialog_step.html", step=found)


def _conflict(refusal: Refused | None) -> list[Said]:
    return [Said(refusal.message)] if refusal else []


def _editors(
    ctx: Context, loaded: Loaded, to: str, form: Form | None, refusal: Refused | None
) -> list[Editor]:
    fields = asked_before(ctx, loaded, to)
    names = values.names_of(ctx, fields.values(), [loaded.values])
    currency = str(loaded.values.get("CurrencyIsoCode") or "USD")
    made = [
        editor_of(
            ctx,
            loaded.sobject,
            each,
            loaded.values.get(each.name),
            names,
            currency=currency,
            row=loaded.values,
        )
        for each in fields.values()
    ]
    if form is None:
        return made
    at_fields = problems_by_field(refusal)
    return [refilled(each, form, at_fields.get(each.name, "")) for each in made]
