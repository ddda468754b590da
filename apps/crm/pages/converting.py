"""Converting a lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.crm.pages import entries, values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.editors import Editor, Form, editor_of
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.record_forms import Match, Said, matches_of, said_of
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import conversions, people, reading, records
from workworld.apps.crm.service.conversions import Conversion, Matches
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import Refused

_DIALOG = "convert"
_OTHER = "other"


@dataclass(frozen=True, slots=True)
class ConvertForm:
    """The dialog of a conversion."""

    company: str
    name: str
    accounts: Sequence[tuple[str, str, str]]
    """Id, name and note of the accounts that it may belong to."""
    contacts: Sequence[tuple[str, str, str]]
    account_editor: Editor
    contact_editor: Editor
    owner_editor: Editor
    entered: Mapping[str, str]
    problems: Sequence[Said] = ()
    matches: Sequence[Match] = ()
    may_save: bool = False


@BLUEPRINT.get("/Lead/<record_id>/convert")
def convert_lead_form(record_id: str) -> Any:
    """Ask what a lead is to become."""
    return _dialog(record_id)


@BLUEPRINT.post("/Lead/<record_id>/convert")
def convert_lead(record_id: str) -> Any:
    """Convert a lead."""
    form = entries.entered(flask.request.form)
    try:
        _refuse_unchosen(form)
        page(conversions.convert, _nothing, **_arguments(record_id, form))
    except MENDABLE as refusal:
        return refused_dialog(_dialog(record_id, form, refusal), refusal, _DIALOG)
    return gone_to(record_url("Lead", record_id) + "/converted")


@BLUEPRINT.get("/Lead/<record_id>/converted")
def lead_converted(record_id: str) -> Any:
    """What a lead has become."""

    def present(ctx: Context, loaded: Loaded) -> dict[str, Any]:
        ids = [str(loaded.values.get(f"Converted{name}Id") or "") for name in _BECOMES]
        names = reading.names(ctx, filter(None, ids))
        return {
            "title": values.title_of(loaded.sobject, loaded.values),
            "is_converted": bool(loaded.values.get("IsConverted")),
            "became": [
                (name, objects.of_name(name).label, names[each], record_url(name, each))
                for name, each in zip(_BECOMES, ids, strict=True)
                if each in names
            ],
            "url": record_url("Lead", loaded.id),
        }

    found = page(records.get, present, sobject="Lead", record_id=record_id)
    if not found["is_converted"]:
        return flask.redirect(found["url"])
    return framed("lead_converted.html", **found)


_BECOMES = ("Account", "Contact", "Opportunity")


def _nothing(_ctx: Context, _made: Conversion) -> None:
    return


def _refuse_unchosen(form: Form) -> None:
    """An existing record that was asked for is named: a new one is not made in its place."""
    wanted = (("account", "AccountId"), ("contact", "ContactId"))
    missing = [
        RecordError("REQUIRED_FIELD_MISSING", "Choose the existing record.", (field,))
        for name, field in wanted
        if entries.one(form, name) == _OTHER and not entries.one(form, field)
    ]
    if missing:
        raise RecordRefused(missing)


def _arguments(record_id: str, form: Form) -> dict[str, Any]:
    found: dict[str, Any] = {"lead_id": record_id}
    account, contact = entries.one(form, "account"), entries.one(form, "contact")
    chosen = entries.one(form, "AccountId") if account == _OTHER else account
    if chosen and account != "new":
        found["account_id"] = chosen
    elif entries.one(form, "account_name"):
        found["account_name"] = entries.one(form, "account_name")
    chosen = entries.one(form, "ContactId") if contact == _OTHER else contact
    if chosen and contact != "new":
        found["contact_id"] = chosen
    found["with_opportunity"] = "without_opportunity" not in form
    if found["with_opportunity"] and entries.one(form, "opportunity_name"):
        found["opportunity_name"] = entries.one(form, "opportunity_name")
    if entries.one(form, "OwnerId"):
        found["owner_id"] = entries.one(form, "OwnerId")
    found["allow_duplicates"] = entries.one(form, "allow_duplicates") == "1"
    return found


def _dialog(record_id: str, form: Form | None = None, refusal: Refused | None = None) -> str:
    def present(ctx: Context, found: Matches) -> ConvertForm:
        return _form(ctx, record_id, found, form, refusal)

    made = page(conversions.matches, present, lead_id=record_id)
    return record_page("Lead", record_id, "dialog_convert.html", convert=made)


def _form(
    ctx: Context, record_id: str, found: Matches, form: Form | None, refusal: Refused | None
) -> ConvertForm:
    lead = records.get(ctx, sobject="Lead", record_id=record_id).values
    accounts = [(each.id, each.name, each.website or "") for each in found.accounts]
    contacts = [(each.id, each.name, each.email or each.title or "") for each in found.contacts]
    entered = {name: entries.one(form or {}, name) for name in form or {}}
    if form is None:
        owner = str(lead["OwnerId"])
        entered = {
            "account": accounts[0][0] if accounts else "new",
            "contact": contacts[0][0] if contacts else "new",
            "account_name": str(lead["Company"]),
            "opportunity_name": f"{lead['Company']}-",
            "OwnerId": owner if owner.startswith("005") else people.me(ctx).id,
        }
    account = _lookup(ctx, "Contact", "AccountId", "Existing account", entered)
    contact = _lookup(ctx, "Opportunity", "ContactId", "Existing contact", entered)
    return ConvertForm(
        str(lead["Company"]),
        str(lead["Name"]),
        accounts,
        contacts,
        account,
        contact,
        _lookup(ctx, "Lead", "OwnerId", "Owner of the new records", entered),
        entered,
        said_of(refusal, (account, contact)),
        matches_of(refusal),
        isinstance(refusal, RecordRefused) and refusal.may_save,
    )


def _lookup(
    ctx: Context, sobject: str, name: str, label: str, entered: Mapping[str, str]
) -> Editor:
    kind = objects.of_name(sobject)
    field = kind.fields[name.lower()]
    value = entered.get(name) or None
    names = reading.names(ctx, [value]) if value else {}
    made = editor_of(ctx, kind, field, value, names)
    return replace(made, label=label, is_required=False)
