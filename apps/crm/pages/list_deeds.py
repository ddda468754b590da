"""Changing list views: pins, filters, names, columns, sharing, charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import flask

from workworld.apps.crm.pages import filter_panels
from workworld.apps.crm.pages.blueprint import BLUEPRINT
from workworld.apps.crm.pages.filter_panels import Form, asked_in, one, panel_of
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.pages.list_view_forms import DIALOGS, form_of
from workworld.apps.crm.pages.lists import Told, answer
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import list_filters, list_views
from workworld.apps.crm.service.list_views import View
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused

MENDABLE = (Invalid, Conflict, Forbidden)
"""Refusals after which a form is shown again."""


@BLUEPRINT.post("/<sobject>/list/pin")
def pin_view(sobject: str) -> Any:
    """Make a list view the one that is seen first, or no longer."""
    form = flask.request.form
    act = list_views.pin if form.get("pin") else list_views.unpin
    name = page(act, _name, view_id=form.get("view", ""))
    said = f"“{name}” comes first." if form.get("pin") else f"“{name}” is no longer pinned."
    return after(State.of_place(sobject), Told(said))


@BLUEPRINT.post("/<sobject>/list/filters")
def change_filters(sobject: str) -> Any:
    """Change what a list view finds, or the form in which that is said."""
    sent = {name: flask.request.form.getlist(name) for name in flask.request.form}
    form = _with_line(sent)
    state = _opened(State.of_place(sobject), one(form, "view"))
    if one(form, "save"):
        try:
            asked = asked_in(form)
            queue = asked.pop("queue_id") or None
            page(list_views.update, _name, view_id=state.view_id, queue_id=queue, **asked)
        except MENDABLE as refusal:
            return answer(state, filters=panel_of(state, form, refusal)), status_of(refusal)
        return after(state, Told("The list view was saved."))
    if one(form, "save_as"):
        try:
            page(list_views.info, lambda ctx, view: _check(ctx, view, form), view_id=state.view_id)
        except MENDABLE as refusal:
            return answer(state, filters=panel_of(state, form, refusal)), status_of(refusal)
        return _asks_name(state, sent)
    return answer(state, filters=panel_of(state, form))


@BLUEPRINT.get("/<sobject>/list/views/new")
def new_view_form(sobject: str) -> str:
    """Ask what a new list view is called."""
    return _dialog(_state(sobject, ""), "new")


@BLUEPRINT.get("/<sobject>/list/views/<view_id>/<deed>")
def view_form(sobject: str, view_id: str, deed: str) -> str:
    """Ask what a list view is to be like."""
    if deed not in DIALOGS or deed == "new":
        raise NotFound("NOT_FOUND")
    return _dialog(_state(sobject, view_id), deed)


@BLUEPRINT.post("/<sobject>/list/views/new")
def create_view(sobject: str) -> Any:
    """Make a list view."""
    return _done(_state(sobject, ""), "new")


@BLUEPRINT.post("/<sobject>/list/views/<view_id>/<deed>")
def change_view(sobject: str, view_id: str, deed: str) -> Any:
    """Change a list view."""
    if deed == "chart":
        return _keep_chart(_state(sobject, view_id))
    if deed not in DIALOGS or deed == "new":
        raise NotFound("NOT_FOUND")
    return _done(_state(sobject, view_id), deed)


def after(state: State, told: Told) -> Any:
    """What is shown after a change: the list, with a notice."""
    if is_fragment():
        return answer(state, told)
    return flask.redirect(state.url(), 303)


def _check(ctx: Context, view: View, form: Form) -> None:
    """Refuse filters that make no sense, before a name is asked for."""
    asked = asked_in(form)
    filters = list_filters.read(ctx, objects.of_name(view.row.sobject), asked["filters"])
    list_filters.check_logic(asked["logic"], len(filters))


def _asks_name(state: State, sent: Mapping[str, Sequence[str]]) -> Any:
    """Ask what a new list view with the filters that were entered is called."""
    form = form_of(state, "clone")
    if not is_fragment():
        shown = panel_of(state, sent)
        return answer(state, None, "dialog_view.html", filters=shown, form=form, draft=sent)
    body = flask.render_template("dialog_view.html", form=form, draft=sent)
    into = {"HX-Retarget": "#dialogs", "HX-Reswap": "innerHTML", "HX-Reselect": "#view-dialog"}
    return body, 200, into


def _state(sobject: str, view_id: str) -> State:
    place = flask.request.values.get("place", "")
    with_place = State.of_place(sobject) if flask.request.form else State.of_url(sobject, place)
    return replace(with_place, given={**with_place.given, **({"view": view_id} if view_id else {})})


def _opened(state: State, view_id: str) -> State:
    """The same list with its filters beside it."""
    return replace(state, given={**state.given, "panel": "filters", "view": view_id})


def _with_line(form: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """What was entered, with a new filter if one was asked for, or with none."""
    found = dict(form)
    if one(form, "clear"):
        return {name: sent for name, sent in found.items() if not name.startswith("f")} | {
            "logic": [""]
        }
    if one(form, "add"):
        found["f999.field"] = [""]
    return found


def _dialog(state: State, deed: str) -> str:
    form = form_of(state, deed)
    if is_fragment():
        return flask.render_template("dialog_view.html", form=form, draft={})
    return answer(state, None, "dialog_view.html", form=form, draft={})


def _done(state: State, deed: str) -> Any:
    """Do what a dialog says; the dialog again if it was refused."""
    try:
        view_id, said = _DEEDS[deed](state)
    except MENDABLE as refusal:
        return _again(state, deed, refusal)
    url = replace(state, given={**state.given, "view": view_id}).url(page=None, record=None)
    if is_fragment():
        return "", 204, {"HX-Redirect": url}
    return flask.redirect(url, 303) if said else flask.redirect(state.url(), 303)


def _again(state: State, deed: str, refusal: Refused) -> Any:
    form = form_of(state, deed, refusal)
    draft = {name: flask.request.form.getlist(name) for name in flask.request.form}
    kept = {name: sent for name, sent in draft.items() if _is_draft(name)}
    if not is_fragment():
        body = answer(state, None, "dialog_view.html", form=form, draft=kept)
        return body, status_of(refusal)
    body = flask.render_template("dialog_view.html", form=form, draft=kept)
    return body, status_of(refusal), {"HX-Retarget": "#dialogs", "HX-Reswap": "innerHTML"}


def _is_draft(name: str) -> bool:
    return name in ("scope", "queue_id", "logic") or (name.startswith("f") and "." in name)


def _shares() -> dict[str, Any]:
    form = flask.request.form
    sharing = form.get("sharing", "private")
    groups = form.getlist("group") if sharing == "groups" else []
    return {"sharing": sharing, "group_ids": groups}


def _create(state: State) -> tuple[str, str]:
    name = flask.request.form.get("name", "")
    found: str = page(list_views.create, _id, sobject=state.sobject, name=name, **_shares())
    return found, "made"


def _clone(state: State) -> tuple[str, str]:
    """A list view after another one, with the filters that were entered if there are such."""
    form = {name: flask.request.form.getlist(name) for name in flask.request.form}

    def columns_of(_ctx: Context, view: View) -> dict[str, Any]:
        row = view.row
        return {
            **filter_panels.stored(view),
            "columns": row.columns,
            "sort_field": row.sort_field,
            "is_descending": row.is_descending,
            "chart": row.chart,
        }

    found = page(list_views.info, columns_of, view_id=state.view_id)
    if any(_is_draft(name) for name in form):
        found |= asked_in(form)
    found["queue_id"] = found["queue_id"] or None
    name = flask.request.form.get("name", "")
    made = page(list_views.create, _id, sobject=state.sobject, name=name, **{**found, **_shares()})
    return made, "made"


def _rename(state: State) -> tuple[str, str]:
    name = flask.request.form.get("name", "")
    found: str = page(list_views.update, _id, view_id=state.view_id, name=name)
    return found, "named"


def _share(state: State) -> tuple[str, str]:
    found: str = page(list_views.update, _id, view_id=state.view_id, **_shares())
    return found, "shared"


def _choose_columns(state: State) -> tuple[str, str]:
    columns = flask.request.form.getlist("column")
    found: str = page(list_views.update, _id, view_id=state.view_id, columns=columns)
    return found, "shown"


def _delete(state: State) -> tuple[str, str]:
    page(list_views.delete, lambda _ctx, _result: None, view_id=state.view_id)
    return "", "deleted"


_DEEDS = {
    "new": _create,
    "clone": _clone,
    "rename": _rename,
    "sharing": _share,
    "columns": _choose_columns,
    "delete": _delete,
}


def _keep_chart(state: State) -> Any:
    form = flask.request.form
    chart = {name: form.get(name, "") for name in ("kind", "group", "measure")}
    page(list_views.update, _id, view_id=state.view_id, chart=chart)
    return flask.redirect(state.url(**{f"chart-{name}": None for name in chart}), 303)


def _id(_ctx: Context, view: View) -> str:
    return view.row.id


def _name(_ctx: Context, view: View) -> str:
    return view.row.name
