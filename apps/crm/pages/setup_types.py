"""Kinds of an object's records, and the layouts of their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.crm.pages.blueprint import BLUEPRINT
from workworld.apps.crm.pages.setup_fields import object_url, objects_trail
from workworld.apps.crm.pages.setup_sheets import Cell, Sheet, Table, as_found, sent, sheet, tables
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import (
    custom_fields,
    page_layouts,
    record_type_settings,
    record_types,
)
from workworld.apps.crm.service.page_layouts import LayoutSettings
from workworld.apps.crm.service.record_type_settings import RecordTypeSettings
from workworld.apps.crm.service.record_types import TypeSeen
from workworld.doors.web import nothing, page
from workworld.errors import NotFound


@BLUEPRINT.get("/setup/objects/<sobject>/record-types")
def record_types_page(sobject: str) -> str:
    """The kinds of an object's records."""
    kind, found = _types(sobject)
    rows = [
        [
            Cell(each.name, object_url(kind, "record-types", each.id), each.description),
            Cell(each.developer_name),
            Cell("Active", tone="success") if each.is_active else Cell("Inactive"),
        ]
        for each in found
    ]
    new = [(object_url(kind, "record-types", "new"), "New record type")]
    shown = Table("Record types", ("Label", "Name", "Status"), rows, new)
    return tables("Record types", _trail(kind), shown)


@BLUEPRINT.get("/setup/objects/<sobject>/record-types/new")
def new_record_type(sobject: str) -> str:
    """The form of a new kind of records."""
    return sheet(_new_type(sobject))


@BLUEPRINT.post("/setup/objects/<sobject>/record-types/new")
def create_record_type(sobject: str) -> Any:
    """Make a kind of records."""
    made = _new_type(sobject)
    return sent(
        made, lambda it: page(record_type_settings.create, nothing, sobject=sobject, settings=it)
    )


@BLUEPRINT.get("/setup/objects/<sobject>/record-types/<type_id>")
def record_type_page(sobject: str, type_id: str) -> str:
    """The form of a kind of records."""
    return sheet(_type_sheet(sobject, type_id))


@BLUEPRINT.post("/setup/objects/<sobject>/record-types/<type_id>")
def change_a_record_type(sobject: str, type_id: str) -> Any:
    """Change a kind of records."""
    made = _type_sheet(sobject, type_id)
    given: dict[str, Any] = {"record_type_id": type_id}
    return sent(made, lambda it: page(record_type_settings.change, nothing, **given, settings=it))


@BLUEPRINT.get("/setup/objects/<sobject>/layouts")
def layouts_page(sobject: str) -> str:
    """The layouts of an object's pages: the usual one, and those of kinds of records."""
    kind, found = _types(sobject)
    url = object_url(kind, "layouts")
    rows = [[Cell("Usual layout", f"{url}/usual"), Cell("All records without another one")]]
    rows += [[Cell(each.name, f"{url}/{each.id}"), Cell("Records of this type")] for each in found]
    return tables("Page layouts", _trail(kind), Table("Layouts", ("Layout", "Shows"), rows))


@BLUEPRINT.get("/setup/objects/<sobject>/layouts/<type_id>")
def layout_page(sobject: str, type_id: str) -> str:
    """Which fields stand where."""
    return sheet(_layout(sobject, type_id))


@BLUEPRINT.post("/setup/objects/<sobject>/layouts/<type_id>")
def save_layout(sobject: str, type_id: str) -> Any:
    """Lay pages out."""
    made = _layout(sobject, type_id)

    def save(values: Mapping[str, Any]) -> None:
        given: dict[str, Any] = {"sobject": sobject, "record_type_id": _asked(type_id)}
        page(page_layouts.save, nothing, **given, sections=values["sections"])

    return sent(made, save)


def _types(sobject: str) -> tuple[str, Sequence[TypeSeen]]:
    page(custom_fields.list, nothing, sobject=sobject)
    kind = of_name(sobject).name
    found: Sequence[TypeSeen] = page(record_types.list, as_found, sobject=kind)
    return kind, found


def _trail(kind: str, *more: tuple[str, str]) -> list[tuple[str, str]]:
    return [*objects_trail(), (object_url(kind), of_name(kind).label), *more]


def _new_type(sobject: str) -> Sheet:
    kind, _ = _types(sobject)
    url = object_url(kind, "record-types")
    return Sheet(
        "New record type", _trail(kind, (url, "Record types")), f"{url}/new", url,
        RecordTypeSettings, {},
    )  # fmt: skip


def _type_sheet(sobject: str, type_id: str) -> Sheet:
    held = page(record_type_settings.info, as_found, record_type_id=type_id)
    kind = of_name(held["sobject"]).name
    if kind.lower() != sobject.lower():
        raise NotFound("NOT_FOUND")
    url = object_url(kind, "record-types")
    return Sheet(
        held["name"],
        _trail(kind, (url, "Record types")),
        f"{url}/{type_id}",
        url,
        RecordTypeSettings,
        held,
        links=[(object_url(kind, "layouts", type_id), "Page layout", "layers")],
        says=f"{held['fullName']} · {held['id']}",
    )


def _layout(sobject: str, type_id: str) -> Sheet:
    kind, found = _types(sobject)
    named = next((each.name for each in found if each.id == type_id), "")
    given: dict[str, Any] = {"sobject": kind, "record_type_id": _asked(type_id)}
    held = page(page_layouts.show, as_found, **given)
    url = object_url(kind, "layouts")
    unused = ", ".join(held["unused"])
    return Sheet(
        named or "Usual layout",
        _trail(kind, (url, "Page layouts")),
        f"{url}/{type_id}",
        url,
        LayoutSettings,
        held,
        says=f"On no page: {unused}" if unused else "All fields are on the page.",
        is_tight=True,
    )


def _asked(type_id: str) -> str:
    return "" if type_id == "usual" else type_id
