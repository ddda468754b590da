"""The values of a list, and which of them there are for which value of another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to
from workworld.apps.crm.pages.setup_fields import object_url, objects_trail
from workworld.apps.crm.pages.setup_sheets import Sheet, as_found, sent, sheet
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import custom_fields, dependences, picklist_settings
from workworld.apps.crm.service.custom_fields import FieldShown
from workworld.apps.crm.service.dependences import Dependence
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page


@BLUEPRINT.get("/setup/objects/<sobject>/fields/<field>/values")
def values_page(sobject: str, field: str) -> str:
    """The values of a list."""
    return sheet(_values_sheet(sobject, field))


@BLUEPRINT.post("/setup/objects/<sobject>/fields/<field>/values")
def save_values(sobject: str, field: str) -> Any:
    """Set the values of a list, or change their form."""
    made = _values_sheet(sobject, field)
    given: dict[str, Any] = {"sobject": sobject, "field": field}

    def save(values: Mapping[str, Any]) -> None:
        page(picklist_settings.save, nothing, **given, entries=values["values"])

    return sent(made, save)


@BLUEPRINT.get("/setup/objects/<sobject>/fields/<field>/dependence")
def dependence_page(sobject: str, field: str) -> str:
    """Which values there are for which value of the controlling field."""
    return _dependence(sobject, field, flask.request.args.get("controller", ""))


@BLUEPRINT.post("/setup/objects/<sobject>/fields/<field>/dependence")
def save_dependence(sobject: str, field: str) -> Any:
    """Set what controls a field."""
    form = flask.request.form
    controller = form.get("controller", "")
    found: Dependence = page(
        dependences.show, as_found, sobject=sobject, field=field, controller=controller
    )
    allowed = {key: form.getlist(f"allowed-{n}") for n, key in enumerate(found.columns)}
    given: dict[str, Any] = {"sobject": sobject, "field": field, "controller": controller}
    try:
        page(dependences.save, nothing, **given, allowed=allowed if controller else {})
    except MENDABLE as refusal:
        return _dependence(sobject, field, controller, refusal.message), status_of(refusal)
    return gone_to(object_url(sobject, "fields", field))


def _values_sheet(sobject: str, field: str) -> Sheet:
    held = page(picklist_settings.show, as_found, sobject=sobject, field=field)
    found: FieldShown = page(custom_fields.info, as_found, sobject=sobject, field=field)
    url = object_url(found.sobject, "fields", found.name)
    return Sheet(
        f"{found.label}: values",
        _trail(found.sobject, found.name, found.label),
        f"{url}/values",
        url,
        picklist_settings.settings_for(found.field),
        held,
        says="Values that are left out or not active stay with the records that have them. A new"
        " name is told in all records that have the value.",
        is_tight=True,
    )


def _trail(sobject: str, field: str, label: str) -> list[tuple[str, str]]:
    return [
        *objects_trail(),
        (object_url(sobject), of_name(sobject).label),
        (object_url(sobject, "fields"), "Fields"),
        (object_url(sobject, "fields", field), label),
    ]


def _dependence(sobject: str, field: str, controller: str, problem: str = "") -> str:
    found: Dependence = page(
        dependences.show, as_found, sobject=sobject, field=field, controller=controller
    )
    top = [(at("/settings"), "Settings"), (at("/setup"), "Setup")]
    return framed(
        "setup_dependence.html",
        found=found,
        url=object_url(found.sobject, "fields", found.field, "dependence"),
        back=object_url(found.sobject, "fields", found.field),
        trail=[*top, *_trail(found.sobject, found.field, found.label), ("", "Dependence")],
        problem=problem,
        dialog="",
    )
