"""Changing a record on its page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.conflicts import base_from, base_of, changed_fields, conflict_of
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.known_records import Known, known, may_change
from workworld.apps.crm.pages.record_forms import (
    RecordForm,
    editors_of,
    is_asked,
    matches_of,
    refilled_sections,
    said_of,
    sections_of,
)
from workworld.apps.crm.pages.record_views import RecordView, view_of
from workworld.apps.crm.pages.records import MENDABLE
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.service import records, refusals
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import EntityModified, RecordRefused
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused


@BLUEPRINT.get("/<sobject>/<record_id>/edit")
def edit_record_form(sobject: str, record_id: str) -> str:
    """A record's page with its fields to be changed."""
    return _shown(sobject, record_id)


@BLUEPRINT.post("/<sobject>/<record_id>/edit")
def edit_record(sobject: str, record_id: str) -> Any:
    """Change a record: only the fields that hold something else than when the form was shown."""
    form = entries.entered(flask.request.form)
    changed = changed_fields(form, base_from(entries.one(form, "base")))
    if changed:
        try:
            page(
                records.update,
                nothing,
                accept=_filled,
                sobject=sobject,
                record_id=record_id,
                changed=sorted(changed),
                form=form,
            )
        except MENDABLE as refusal:
            return _shown(sobject, record_id, form, refusal), status_of(refusal)
    return flask.redirect(record_url(sobject, record_id, tab="details"), 303)


def _filled(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the form holds, as the operation's arguments."""
    form = given["form"]
    loaded = records.get(ctx, sobject=given["sobject"], record_id=given["record_id"])
    fields = [each for each in loaded.sobject.fields.values() if each.name in given["changed"]]
    found, wrong = entries.values_of(ctx, fields, form)
    entries.require_read(wrong)
    return {
        "sobject": loaded.sobject.name,
        "record_id": loaded.id,
        "values": found,
        "version": entries.whole(form, "version"),
        "allow_duplicates": entries.one(form, "allow_duplicates") == "1",
    }


def open_fields(ctx: Context, found: Known) -> dict[str, Field]:
    """The fields of a record that its form changes, by name."""
    return {
        name: each
        for name, each in found.fields.items()
        if is_asked(name) and may_change(ctx, found, each)
    }


def _shown(
    sobject: str, record_id: str, form: Form | None = None, refusal: Refused | None = None
) -> str:
    def present(ctx: Context, loaded: Loaded) -> tuple[RecordView, RecordForm]:
        found = known(ctx, loaded)
        if not found.may_edit:
            raise refusals.insufficient_access()
        view = replace(view_of(ctx, found, "details"), tab="edit", path=None)
        return view, _form(ctx, found, form, refusal)

    view, made = page(records.get, present, sobject=sobject, record_id=record_id)
    return framed("record.html", record=view, form=made, dialog="")


def _form(ctx: Context, found: Known, form: Form | None, refusal: Refused | None) -> RecordForm:
    sobject, url = found.sobject, record_url(found.sobject.name, found.id)
    now = sections_of(ctx, sobject, found.row, open_fields(ctx, found), shows_rest=True)
    made = RecordForm(
        sobject.name,
        f"Edit {found.title}",
        f"{url}/edit",
        f"{url}?tab=details",
        now,
        found.version,
        base_of(editors_of(now)),
        focus=flask.request.args.get("field", ""),
    )
    if form is None:
        return made
    base = base_from(entries.one(form, "base"))
    if isinstance(refusal, EntityModified):
        mine = {
            name: held
            for name, held in form.items()
            if _field_of(name) in changed_fields(form, base)
        }
        conflict = conflict_of(ctx, refusal, editors_of(now), base, form)
        sections = refilled_sections(now, _over(now, mine), None)
        return replace(made, sections=sections, conflict=conflict)
    again = refilled_sections(now, form, refusal)
    return replace(
        made,
        sections=again,
        version=entries.whole(form, "version") or found.version,
        base=entries.one(form, "base"),
        problems=said_of(refusal, editors_of(again)),
        matches=matches_of(refusal),
        may_save=isinstance(refusal, RecordRefused) and refusal.may_save,
    )


def _field_of(name: str) -> str:
    return name.removesuffix("-time").removesuffix("-shown").removesuffix("-sent")


def _over(now: Any, mine: Form) -> Form:
    """What the record holds now, with what was entered over it."""
    held: dict[str, Any] = {}
    for each in editors_of(now):
        held[each.name] = [each.text] if each.widget != "several" else list(each.chosen)
        if each.widget == "checkbox" and not each.text:
            held[each.name] = []
        held[f"{each.name}-{'time' if each.widget == 'moment' else 'shown'}"] = [each.shown]
    return {**held, **mine}
