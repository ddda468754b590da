"""The dialog of a new record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import flask

from workworld.apps.crm import layouts, record_ids
from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url, record_url
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.record_forms import (
    RecordForm,
    blank,
    editors_of,
    inner,
    is_lookup_to,
    matches_of,
    open_for_new,
    refilled_sections,
    said_of,
    sections_of,
)
from workworld.apps.crm.pages.record_types import TypeChoice, choice_for_new, rendered_choice
from workworld.apps.crm.pages.records import MENDABLE, gone_to, refused_dialog
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import (
    navigation,
    reading,
    record_types,
    records,
    refusals,
    sight,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import RecordRefused
from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import page
from workworld.errors import Refused

_TYPE = record_types.FIELD
_CARRIED = ("parent", "for", "place", _TYPE)
"""What forms hand on: whose the record is, the lookup it is made for, the page to go back to, and
what kind of record it is."""
_PREFILLED = (Kind.STRING, Kind.PICKLIST, Kind.EMAIL, Kind.PHONE, Kind.REFERENCE)
"""The kinds of fields that an address may fill in."""
_CALLED_AFTER = ("Quote",)
"""Objects whose records are called after what they belong to, unless one says otherwise."""

_DIALOG = "new-record"
_INNER = "inner-"
"""What ids begin with in the dialog of a record that is made for a lookup of another one."""


@BLUEPRINT.get("/<sobject>/new")
def new_record_form(sobject: str) -> str:
    """Ask what a new record is to be."""
    return _answer(sobject, entries.entered(flask.request.args))


@BLUEPRINT.post("/<sobject>/new")
def create_record(sobject: str) -> Any:
    """Make a record."""
    form = entries.entered(flask.request.form)
    try:
        made = page(records.create, _made, accept=_filled, sobject=sobject, form=form)
    except MENDABLE as refusal:
        dialog = f"{_INNER}{_DIALOG}" if entries.one(form, "for") else _DIALOG
        return refused_dialog(_answer(sobject, form, refusal), refusal, dialog)
    return _after(sobject, made, form)


@BLUEPRINT.get("/<sobject>/<record_id>/clone")
def clone_record_form(sobject: str, record_id: str) -> str:
    """Ask what a record that is made after another one is to be."""
    return _clone_answer(sobject, record_id)


@BLUEPRINT.post("/<sobject>/<record_id>/clone")
def clone_record(sobject: str, record_id: str) -> Any:
    """Make a record after another one."""
    form = entries.entered(flask.request.form)
    try:
        made = page(
            records.clone, _made, accept=_filled, sobject=sobject, record_id=record_id, form=form
        )
    except MENDABLE as refusal:
        body = _clone_answer(sobject, record_id, form, refusal)
        return refused_dialog(body, refusal, _DIALOG)
    return gone_to(record_url(*made[:2]))


def _after(sobject: str, made: tuple[str, str, str], form: Form) -> Any:
    """Where one is with the record made: at its page, or where one was."""
    kind, record_id, name = made
    if entries.one(form, "for"):
        return flask.render_template(
            "lookup_made.html", target=entries.one(form, "for"), value=record_id, label=name
        )
    if "another" in form:
        carried = {name: form[name] for name in _CARRIED if name in form}
        return _answer(sobject, carried, made=(name, record_url(kind, record_id)))
    place, root = entries.one(form, "place"), flask.request.script_root
    if place.startswith(f"{root}/") and not place.startswith("//"):
        return gone_to(place)
    return gone_to(record_url(kind, record_id))


def _filled(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the dialog holds, as the operation's arguments."""
    form = given["form"]
    sobject = records.sobject_of(ctx, given["sobject"])
    fields = open_for_new(ctx, sobject, _type_of(ctx, sobject, form))
    found, wrong = entries.values_of(ctx, fields.values(), form)
    entries.require_read(wrong)
    if "record_id" in given:
        return {"sobject": sobject.name, "record_id": given["record_id"], "values": found}
    kept = {name: value for name, value in found.items() if value not in (None, "")}
    chosen = entries.one(form, _TYPE)
    return {
        "sobject": sobject.name,
        "values": kept | ({_TYPE: chosen} if chosen else {}),
        "allow_duplicates": entries.one(form, "allow_duplicates") == "1",
    }


def _made(ctx: Context, loaded: Loaded) -> tuple[str, str, str]:
    name = reading.names(ctx, [loaded.id]).get(loaded.id, loaded.sobject.label)
    return loaded.sobject.name, loaded.id, name


def _answer(
    sobject: str,
    given: Form,
    refusal: Refused | None = None,
    made: tuple[str, str] | None = None,
) -> str:
    form = page(navigation.tabs, lambda ctx, _tabs: _asked(ctx, sobject, given, refusal, made))
    return _rendered(form) if isinstance(form, RecordForm) else rendered_choice(form)


def _rendered(form: RecordForm) -> str:
    if is_fragment():
        return flask.render_template("dialog_record.html", form=form)
    return framed("record_new.html", form=form)


def _type_of(ctx: Context, kind: SObject, given: Form) -> str | None:
    """The kind of record that a form is for."""
    chosen = record_ids.full(entries.one(given, _TYPE))
    return chosen or record_types.usual(ctx, kind.name)


def _asked(
    ctx: Context,
    sobject: str,
    given: Form,
    refusal: Refused | None,
    made: tuple[str, str] | None,
) -> RecordForm | TypeChoice:
    """The form, or first the question of what kind the record is to be."""
    offered = record_types.offered(ctx, sobject)
    chosen = record_ids.full(entries.one(given, _TYPE))
    if len(offered) > 1 and not chosen and refusal is None:
        kind = _require_creatable(ctx, sobject)
        prefix = _INNER if entries.one(given, "for") else ""
        return choice_for_new(ctx, kind, offered, given, prefix)
    return _form(ctx, sobject, given, refusal, made)


def _require_creatable(ctx: Context, sobject: str) -> SObject:
    """The object of which the caller is to make a record on a page.

    Raises:
        NotFound: its records have no pages, or the caller may not know of them.
        Forbidden: they may not make any.
    """
    kind = records.sobject_of(ctx, sobject)
    if not layouts.has_page(kind):
        raise refusals.no_object(sobject)
    if not sight.may(ctx, kind, "create"):
        raise refusals.insufficient_access()
    return kind


def _form(
    ctx: Context,
    sobject: str,
    given: Form,
    refusal: Refused | None,
    made: tuple[str, str] | None,
) -> RecordForm:
    kind = _require_creatable(ctx, sobject)
    type_id = _type_of(ctx, kind, given)
    open_fields = open_for_new(ctx, kind, type_id)
    prefilled = _prefilled(ctx, kind, given)
    found = record_types.find(ctx, kind.name, type_id)
    begun = {**(found.defaults if found else {}), **prefilled}
    row = blank(kind, {name: each for name, each in begun.items() if name in open_fields})
    row |= {_TYPE: type_id} if found else {}
    sections = sections_of(ctx, kind, row, open_fields, shows_rest=False)
    if refusal is not None:
        sections = refilled_sections(sections, given, refusal)
    prefix = _INNER if entries.one(given, "for") else ""
    if prefix:
        sections = inner(sections, prefix)
    return RecordForm(
        kind.name,
        f"New {kind.label}: {found.name}" if found else f"New {kind.label}",
        at(f"/{kind.name}/new"),
        list_url(kind.name),
        sections,
        problems=said_of(refusal, editors_of(sections)),
        matches=matches_of(refusal),
        may_save=isinstance(refusal, RecordRefused) and refusal.may_save,
        kept=[(name, entries.one(given, name)) for name in _CARRIED if entries.one(given, name)],
        made=made,
        prefix=prefix,
    )


def _prefilled(ctx: Context, kind: SObject, given: Form) -> dict[str, Any]:
    """What the address fills in: fields by name, and the one that names the parent."""
    found: dict[str, Any] = {}
    for name in given:
        field = kind.field(name)
        text = entries.one(given, name)
        if field is not None and text and field.kind in _PREFILLED:
            found[field.name] = record_ids.full(text) if field.references else text
        elif field is not None and text and field.kind is Kind.DATETIME:
            found[field.name] = _moment(ctx, text, entries.one(given, f"{name}-time"))
    parent = record_ids.full(entries.one(given, "parent"))
    above = objects.of_prefix(parent[:3]) if parent else None
    if parent and above is not None:
        found |= _parent_fields(ctx, kind, above, parent)
    return {name: value for name, value in found.items() if value}


def _moment(ctx: Context, day: str, clock: str) -> int | None:
    """A time as an address tells it, as columns keep it; None if it is none."""
    try:
        found = datetime.fromisoformat(entries.moment_of(ctx, day, clock))
        return int(to_microseconds(found))
    except (ValueError, OverflowError):
        return None


def _parent_fields(ctx: Context, kind: SObject, above: SObject, parent: str) -> dict[str, Any]:
    """The field that names a parent, and what follows from that: a contact brings its account."""
    naming = [each for each in kind.fields.values() if is_lookup_to(each, above.name)]
    naming = [each for each in naming if each.createable and not each.name.startswith("Converted")]
    if not naming:
        return {}
    found = {naming[0].name: parent}
    loaded = reading.load(ctx, above, [parent]).get(parent)
    for name in ("AccountId", "CurrencyIsoCode", "Pricebook2Id"):
        if loaded and loaded.values.get(name) and kind.field(name) and name not in found:
            found[name] = loaded.values[name]
    if kind.name in _CALLED_AFTER and loaded and loaded.values.get("Name"):
        found["Name"] = loaded.values["Name"]
    return found


def _clone_answer(
    sobject: str, record_id: str, form: Form | None = None, refusal: Refused | None = None
) -> str:
    def present(ctx: Context, loaded: Loaded) -> RecordForm:
        kind = loaded.sobject
        if not sight.may(ctx, kind, "create"):
            raise refusals.insufficient_access()
        open_fields = open_for_new(ctx, kind, str(loaded.values.get(_TYPE) or "") or None)
        row = {**loaded.values, "External_Id__c": None}
        sections = sections_of(ctx, kind, row, open_fields, shows_rest=False)
        if form is not None:
            sections = refilled_sections(sections, form, refusal)
        url = record_url(kind.name, loaded.id)
        return replace(
            RecordForm(kind.name, f"New {kind.label}", f"{url}/clone", url, sections),
            problems=said_of(refusal, editors_of(sections)),
            matches=matches_of(refusal),
        )

    made = page(records.get, present, sobject=sobject, record_id=record_id)
    return _rendered(made)
