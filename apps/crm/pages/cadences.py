"""Cadences: which there are and who is in them; putting somebody in, and taking them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, record_url
from workworld.apps.crm.pages.cadence_places import CadencePlace, place_of
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import cadences, people
from workworld.apps.crm.service.cadence_targets import Target
from workworld.apps.crm.service.cadences import Shown
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_DIALOG = "add-to-cadence"
_FOR = {"Any": "Leads and contacts", "Lead": "Leads", "Contact": "Contacts"}


@dataclass(frozen=True, slots=True)
class CadenceRow:
    """A cadence of the page."""

    id: str
    name: str
    url: str
    whom: str
    description: str
    steps: Sequence[str]
    is_active: bool
    counts: Sequence[int]
    is_chosen: bool


@BLUEPRINT.get("/cadences")
def cadences_page() -> str:
    """The cadences, and who is in them now."""
    chosen = flask.request.args.get("cadence", "")
    rows, may_set_up = page(cadences.list, lambda ctx, found: _rows(ctx, found, chosen))
    known = chosen if any(each.is_chosen for each in rows) else None
    places: Sequence[CadencePlace] = page(cadences.targets, _places, cadence_id=known)
    return framed(
        "cadences.html",
        cadences=rows,
        places=places,
        chosen=next((each.name for each in rows if each.is_chosen), ""),
        setup_url=f"{at('/setup/rules')}#ActionCadence" if may_set_up else "",
        all_url=at("/cadences"),
    )


@BLUEPRINT.get("/<any(Lead, Contact):sobject>/<record_id>/cadence")
def cadence_form(sobject: str, record_id: str) -> str:
    """Ask into which cadence somebody is put."""
    return _dialog(sobject, record_id)


@BLUEPRINT.post("/<any(Lead, Contact):sobject>/<record_id>/cadence")
def add_to_cadence(sobject: str, record_id: str) -> Any:
    """Put a lead or contact into a cadence."""
    chosen = entries.one(entries.entered(flask.request.form), "cadence")
    try:
        page(cadences.enroll, nothing, cadence_id=chosen, record_ids=[record_id])
    except MENDABLE as refusal:
        return refused_dialog(_dialog(sobject, record_id, refusal), refusal, _DIALOG)
    return gone_to(record_url(sobject, record_id))


@BLUEPRINT.post("/<any(Lead, Contact):sobject>/<record_id>/cadence/stop")
def remove_from_cadence(sobject: str, record_id: str) -> Any:
    """Take a lead or contact out of a cadence."""
    form = entries.entered(flask.request.form)
    cadence_id = entries.one(form, "cadence") or None
    page(cadences.stop, nothing, record_id=record_id, cadence_id=cadence_id)
    back = at("/cadences") if entries.one(form, "back") else record_url(sobject, record_id)
    return flask.redirect(back, 303)


def _dialog(sobject: str, record_id: str, refusal: Refused | None = None) -> str:
    def present(_ctx: Context, found: Sequence[Shown]) -> Sequence[tuple[str, str]]:
        return [
            (each.id, f"{each.name} ({len(each.steps)} steps)")
            for each in found
            if each.target in (cadences.ANY, sobject)
        ]

    offered = page(cadences.list, present, only_active=True)
    problem = refusal.message if refusal else ""
    return record_page(sobject, record_id, "dialog_cadence.html", offered=offered, problem=problem)


def _rows(ctx: Context, found: Sequence[Shown], chosen: str) -> tuple[Sequence[CadenceRow], bool]:
    rows = [
        CadenceRow(
            each.id,
            each.name,
            at("/cadences", {"cadence": each.id}),
            _FOR[each.target],
            each.description,
            [_said(number, step) for number, step in enumerate(each.steps, 1)],
            each.is_active,
            (each.running, each.complete, each.replied),
            each.id == chosen,
        )
        for each in found
    ]
    return rows, people.profile(ctx).manages_setup


def _said(number: int, step: Any) -> str:
    days = int(step.get("days", 0))
    when = "at once" if not days else "after a day" if days == 1 else f"after {days} days"
    return f"{number}. {step['kind'].title()}: {step['subject']} ({when})"


def _places(ctx: Context, found: Sequence[Target]) -> Sequence[CadencePlace]:
    return [place_of(ctx, each) for each in found]
