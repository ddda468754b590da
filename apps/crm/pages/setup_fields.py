"""Fields of an object: what there is, and the forms of those that administrators add."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.records import MENDABLE, gone_to, refused_dialog
from workworld.apps.crm.pages.setup_sheets import (
    Cell,
    Sheet,
    Table,
    as_found,
    asked_to_delete,
    sent,
    sheet,
    tables,
)
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import custom_fields, field_checks
from workworld.apps.crm.service.custom_fields import FieldShown
from workworld.apps.crm.service.field_types import TYPES
from workworld.doors.web import nothing, page
from workworld.errors import NotFound

_NEW = "new"
_DIALOG = "setup-delete"


def object_url(sobject: str, *parts: str) -> str:
    """The address of an object's setup, or of a part of it."""
    return at("/".join(["/setup/objects", *map(quote, (sobject, *parts))]))


@BLUEPRINT.get("/setup/objects/<sobject>/fields")
def fields_page(sobject: str) -> str:
    """The fields of an object."""
    found: Sequence[FieldShown] = page(custom_fields.list, as_found, sobject=sobject)
    kind = of_name(sobject)
    new = [(object_url(kind.name, "fields", _NEW), "New field")]
    columns = ("Field label", "API name", "Type", "Controlled by")
    added = [_row(each) for each in found if each.is_added]
    known = [_row(each) for each in found if not each.is_added]
    return tables(
        "Fields",
        [*objects_trail(), (object_url(kind.name), kind.label)],
        Table("Custom fields", columns, added, new),
        Table("Standard fields", columns, known),
    )


_HOLDS = {
    "TextArea": "A short text, which may have several lines.",
    "Currency": "An amount in the record's currency.",
    "Percent": "A percentage.",
    "Date": "A day.",
    "DateTime": "A day and a time.",
    "Picklist": "One of the values of a list.",
    "MultiselectPicklist": "Several of the values of a list.",
    "Email": "An e-mail address.",
    "Phone": "A telephone number.",
    "Url": "An address on the web.",
}
"""Of the types whose settings are like another one's."""


def objects_trail() -> list[tuple[str, str]]:
    """The page above those of objects."""
    return [(at("/setup/objects"), "Objects")]


@BLUEPRINT.get("/setup/objects/<sobject>/fields/new")
def new_field(sobject: str) -> str:
    """Ask of which type a new field is to be; then the form of one."""
    type = flask.request.args.get("type", "")
    if type in TYPES:
        return sheet(_new_sheet(sobject, type))
    page(custom_fields.list, as_found, sobject=sobject)
    kind = of_name(sobject)
    url = object_url(kind.name, "fields", _NEW)
    rows = [
        [Cell(each.label, f"{url}?type={name}"), Cell(_holds(name))] for name, each in TYPES.items()
    ]
    return tables(
        f"New {kind.label} field", _trail(kind.name), Table("Data type", ("Type", "Holds"), rows)
    )


@BLUEPRINT.post("/setup/objects/<sobject>/fields/new")
def create_field(sobject: str) -> Any:
    """Add a field."""
    type = flask.request.args.get("type", "")
    if type not in TYPES:
        raise NotFound("NOT_FOUND")
    made = _new_sheet(sobject, type)
    given: dict[str, Any] = {"sobject": sobject, "type": type}
    return sent(made, lambda it: page(custom_fields.create, nothing, **given, settings=it))


@BLUEPRINT.get("/setup/objects/<sobject>/fields/<field>")
def field_page(sobject: str, field: str) -> str:
    """A field: the form of one that was added, and the values and what controls those of a list."""
    found: FieldShown = page(custom_fields.info, as_found, sobject=sobject, field=field)
    if found.is_added:
        return sheet(_sheet(found))
    told = found.field
    facts = [
        ("API name", told.name),
        ("Type", found.type),
        ("Required", "Yes" if told.required else "No"),
        ("Help text", told.help or "None"),
        ("Controlled by", told.controller or "Nothing"),
        ("History tracked", "Yes" if told.is_tracked else "No"),
    ]
    links = [(url, name) for url, name, _ in _links(found)]
    rows = [[Cell(name), Cell(text)] for name, text in facts]
    shown = Table("Definition", ("Setting", "Value"), rows)
    return tables(found.label, _trail(found.sobject), shown, links=links)


@BLUEPRINT.post("/setup/objects/<sobject>/fields/<field>")
def change_field(sobject: str, field: str) -> Any:
    """Change a field that was added."""
    found: FieldShown = page(custom_fields.info, as_found, sobject=sobject, field=field)
    if not found.is_added:
        raise NotFound("NOT_FOUND")
    given: dict[str, Any] = {"sobject": found.sobject, "field": found.name}
    return sent(_sheet(found), lambda it: page(custom_fields.change, nothing, **given, settings=it))


@BLUEPRINT.get("/setup/objects/<sobject>/fields/<field>/delete")
def delete_field_form(sobject: str, field: str) -> str:
    """Ask before a field is deleted."""
    return _deletion(sobject, field)


@BLUEPRINT.post("/setup/objects/<sobject>/fields/<field>/delete")
def delete_field(sobject: str, field: str) -> Any:
    """Delete a field that was added."""
    try:
        page(custom_fields.delete, nothing, sobject=sobject, field=field)
    except MENDABLE as refusal:
        return refused_dialog(_deletion(sobject, field, refusal), refusal, _DIALOG)
    return gone_to(object_url(sobject, "fields"))


def _deletion(sobject: str, field: str, refusal: Any = None) -> str:
    found: FieldShown = page(custom_fields.info, as_found, sobject=sobject, field=field)
    if not found.is_added:
        raise NotFound("NOT_FOUND")
    url = object_url(found.sobject, "fields", found.name)
    says = "What records hold in it is gone for good."
    return asked_to_delete(f"Delete {found.label}", says, f"{url}/delete", url, refusal)


def _row(each: FieldShown) -> list[Cell]:
    url = object_url(each.sobject, "fields", each.name)
    type = f"{each.type} (required)" if each.is_required else each.type
    return [Cell(each.label, url), Cell(each.name), Cell(type), Cell(each.controller)]


def _trail(sobject: str) -> list[tuple[str, str]]:
    label = of_name(sobject).label
    here = [(object_url(sobject), label), (object_url(sobject, "fields"), "Fields")]
    return [*objects_trail(), *here]


def _holds(type: str) -> str:
    """What fields of a type hold, in words."""
    return _HOLDS.get(type) or (TYPES[type].settings.__doc__ or "").strip()


def _new_sheet(sobject: str, type: str) -> Sheet:
    page(custom_fields.list, as_found, sobject=sobject)
    kind, of_type = of_name(sobject), TYPES[type]
    url = object_url(kind.name, "fields", _NEW)
    return Sheet(
        f"New {kind.label} field: {of_type.label}",
        _trail(kind.name),
        f"{url}?type={type}",
        object_url(kind.name, "fields"),
        of_type.settings,
        {},
        says=_holds(type),
    )


def _sheet(found: FieldShown) -> Sheet:
    url = object_url(found.sobject, "fields", found.name)
    return Sheet(
        found.label,
        _trail(found.sobject),
        url,
        object_url(found.sobject, "fields"),
        field_checks.settings_class(found.type),
        found.metadata,
        links=_links(found),
        says=f"{found.type} · {found.name}",
        delete_url=f"{url}/delete",
    )


def _links(found: FieldShown) -> list[tuple[str, str, str]]:
    url = object_url(found.sobject, "fields", found.name)
    if not found.field.picklist:
        return []
    return [
        (f"{url}/values", "Values", "list"),
        (f"{url}/dependence", "Dependence", "git-branch"),
    ]
