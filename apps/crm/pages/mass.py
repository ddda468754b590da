"""Changing the ticked records of a list, or all that match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.list_chosen import chosen, require_same
from workworld.apps.crm.pages.list_deeds import MENDABLE, after
from workworld.apps.crm.pages.list_frames import MERGE
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.pages.list_tables import may_edit
from workworld.apps.crm.pages.lists import Told, answer
from workworld.apps.crm.pages.mass_forms import TITLES, MassForm, asked_with, field_name_of, form_of
from workworld.apps.crm.pages.records import gone_to
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import list_views, mass_changes, merges, reading
from workworld.apps.crm.service.mass_changes import Outcome
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import page
from workworld.errors import Invalid, NotFound, Refused

_FEWEST_MERGED, _MOST_MERGED = 2, 1 + merges.MOST_MERGED


@BLUEPRINT.get("/<sobject>/list/change")
def change_form(sobject: str) -> Any:
    """Ask how the ticked records are to be changed."""
    return _dialog(sobject, None)


@BLUEPRINT.post("/<sobject>/list/change")
def change_records(sobject: str) -> Any:
    """Change the ticked records."""
    state, deed = State.of_place(sobject), flask.request.form.get("deed", "")
    picked = chosen(sobject)
    if not picked.ids or deed not in TITLES:
        raise Invalid("REQUIRED_FIELD_MISSING", "Tick some records first.")
    try:
        require_same(picked)
        done = _done(sobject, deed, picked.ids)
    except MENDABLE as refusal:
        body = _dialog(sobject, refusal)
        into = {"HX-Retarget": "#dialogs", "HX-Reswap": "innerHTML", "HX-Reselect": "#mass"}
        return body, status_of(refusal), into if is_fragment() else {}
    told = _told(sobject, deed, done)
    if not is_fragment() and told.refused:
        return answer(state, told)
    shown = after(state, told)
    return (shown, 200, {"HX-Trigger": "dialog-done"}) if is_fragment() else shown


@BLUEPRINT.post("/<sobject>/list/restore")
def restore_records(sobject: str) -> Any:
    """Take records that were just deleted out of the recycle bin."""
    ids = [each for each in flask.request.values.get("ids", "").split(",") if each]
    done = page(mass_changes.restore, _as_it_is, sobject=sobject, record_ids=ids)
    return "", 204, {"HX-Refresh": "true", "X-Restored": str(sum(each.is_done for each in done))}


def _done(sobject: str, deed: str, ids: Sequence[str]) -> Any:
    form = flask.request.form
    if deed == "delete":
        return page(mass_changes.delete, _as_it_is, sobject=sobject, record_ids=ids)
    if deed == "accept":
        return page(mass_changes.accept, _as_it_is, record_ids=ids)
    if deed == "cadence":
        chosen = form.get("cadence", "")
        return page(mass_changes.add_to_cadence, _as_it_is, cadence_id=chosen, record_ids=ids)
    if deed == "campaign":
        status = form.get("member_status") or "Sent"
        return page(
            mass_changes.add_to_campaign,
            _as_it_is,
            campaign_id=form.get("campaign", ""),
            record_ids=ids,
            status=status,
        )

    def accept(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
        kind = objects.of_name(sobject)
        field = kind.field(given["field"])
        if field is None or not may_edit(ctx, kind, field):
            raise Invalid("INVALID_FIELD", "Choose a field.")
        wanted = [field, *asked_with(kind, field)]
        found, wrong = entries.values_of(ctx, wanted, given["form"])
        entries.require_read(wrong)
        extra = {name: value for name, value in found.items() if name != field.name and value}
        changes = {field.name: found.get(field.name), **extra}
        return {"sobject": sobject, "record_ids": given["ids"], "values": changes}

    return page(
        mass_changes.update,
        _as_it_is,
        accept=accept,
        field=field_name_of(sobject, deed, form),
        form=entries.entered(form),
        ids=ids,
    )


def _as_it_is(_ctx: Context, done: Sequence[Outcome]) -> Sequence[Outcome]:
    return done


def _told(sobject: str, deed: str, done: Sequence[Outcome]) -> Told:
    """What became of a change, in words."""
    kind = objects.of_name(sobject)
    good = [each.record_id for each in done if each.is_done]
    bad = [each for each in done if not each.is_done]
    what = kind.label.lower() if len(good) < 2 else kind.plural.lower()
    verb = {
        "delete": "moved to the recycle bin",
        "campaign": "added to the campaign",
        "cadence": "added to the cadence: first steps are tasks of yours",
        "accept": "accepted: yours now",
    }
    said = f"{f'{len(good):,}' if good else 'No'} {what} {verb.get(deed, 'changed')}."
    undo, undone = "", {"ids": ",".join(good)}
    if deed == "delete" and good:
        undo = at(f"/{sobject}/list/restore")
    names = _names([each.record_id for each in bad])
    refused = [
        (names.get(each.record_id, each.record_id), mass_changes.why(each.errors)) for each in bad
    ]
    failed = "not deleted" if deed == "delete" else "not saved"
    return Told(said, "warning" if bad else "success", undo, undone, refused, failed)


def _names(ids: Sequence[str]) -> Mapping[str, str]:
    """What records are called."""
    if not ids:
        return {}
    sobject = objects.of_prefix(ids[0][:3])
    if sobject is None:
        return {}

    def present(ctx: Context, _views: Any) -> Mapping[str, str]:
        return reading.names(ctx, ids)

    found: Mapping[str, str] = page(list_views.list, present, sobject=sobject.name)
    return found


def _dialog(sobject: str, refusal: Refused | None) -> Any:
    given = flask.request.values
    deed = given.get("deed", "")
    if deed == MERGE:
        return _merge(sobject)
    if deed not in TITLES or objects.find(sobject) is None:
        raise NotFound("NOT_FOUND")
    picked = chosen(sobject)
    if not picked.ids:
        raise Invalid("REQUIRED_FIELD_MISSING", "Tick some records first.")
    place = given.get("place", "") or State(sobject, {}).url()

    def present(ctx: Context, _views: Any) -> MassForm:
        return form_of(ctx, sobject, deed, picked, place, refusal)

    form = page(list_views.list, present, sobject=sobject)
    if is_fragment():
        return flask.render_template("dialog_mass.html", form=form)
    return answer(State.of_url(sobject, place), None, "dialog_mass.html", form=form)


def _merge(sobject: str) -> Any:
    """Lead on to the page where the ticked records are merged."""
    ids = chosen(sobject).ids
    if not _FEWEST_MERGED <= len(ids) <= _MOST_MERGED:
        raise Invalid("INVALID_FIELD", "Tick two or three records to merge them.")
    return gone_to(at(f"/merge/{sobject}", {"ids": ",".join(ids)}))
