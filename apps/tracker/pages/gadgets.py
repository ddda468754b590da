"""Gadgets on dashboards: how they are added, set, moved and removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.pages.gadget_views import gadget_view
from workworld.apps.tracker.service import boards, dashboards, filters, gadgets
from workworld.apps.tracker.service.gadget_contents import Content
from workworld.apps.tracker.service.gadget_kinds import COLORS, KINDS, GadgetKind, kind_of
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound

_MENDABLE = (Invalid, Conflict, Forbidden, NotFound)


@BLUEPRINT.get("/dashboards/<dashboard_id>/gadgets/<gadget_id>")
def gadget_part(dashboard_id: str, gadget_id: str) -> Any:
    """A gadget by itself, as it is now."""
    view = page(
        gadgets.content,
        lambda ctx, found: gadget_view(
            ctx, found, dashboards.known(ctx, found.gadget.dashboard_id).columns
        ),
        gadget_id=gadget_id,
    )
    if not is_fragment():
        where = flask.url_for("ui.dashboard_page", dashboard_id=dashboard_id)
        return flask.redirect(f"{where}#gadget-{view.id}", 303)
    return flask.render_template("gadget_part.html", gadget=view, may_edit=_may_edit(dashboard_id))


@BLUEPRINT.get("/dashboards/<dashboard_id>/gadgets/new")
def new_gadget(dashboard_id: str) -> str:
    """Which gadgets there are, or what can be set of one."""
    name = flask.request.args.get("kind", "")
    dashboard = page(dashboards.info, _named, dashboard_id=dashboard_id)
    if name not in KINDS:
        return framed("gadget_kinds.html", dashboard=dashboard, kinds=KINDS.values())
    kind = KINDS[name]
    entered = {each.name: each.usual for each in kind.settings}
    return _form(dashboard, kind, {"title": kind.title, "color": "blue", **entered}, {})


@BLUEPRINT.post("/dashboards/<dashboard_id>/gadgets/new")
def add_gadget(dashboard_id: str) -> Any:
    """Put a gadget on a dashboard."""
    form = flask.request.form.to_dict()
    try:
        kind = kind_of(form.get("kind", ""))
        made = page(
            gadgets.add,
            lambda _ctx, row: row.id,
            dashboard_id=dashboard_id,
            kind=kind.kind,
            position=0,
            **_wanted(kind, form),
        )
    except _MENDABLE as refusal:
        dashboard = page(dashboards.info, _named, dashboard_id=dashboard_id)
        chosen = KINDS.get(form.get("kind", ""))
        if chosen is None:
            raise
        return _form(dashboard, chosen, form, _problems(refusal)), status_of(refusal)
    where = flask.url_for("ui.dashboard_page", dashboard_id=dashboard_id)
    return flask.redirect(f"{where}#gadget-{made}", 303)


@BLUEPRINT.get("/dashboards/<dashboard_id>/gadgets/<gadget_id>/edit")
def gadget_settings(dashboard_id: str, gadget_id: str) -> str:
    """What can be set of a gadget."""
    dashboard = page(dashboards.info, _named, dashboard_id=dashboard_id)
    kind, entered = page(gadgets.content, _entered, gadget_id=gadget_id)
    return _form(dashboard, KINDS[kind], entered, {}, gadget_id)


@BLUEPRINT.post("/dashboards/<dashboard_id>/gadgets/<gadget_id>/edit")
def edit_gadget(dashboard_id: str, gadget_id: str) -> Any:
    """Change a gadget, or move it."""
    form = flask.request.form.to_dict()
    where = flask.url_for("ui.dashboard_page", dashboard_id=dashboard_id)
    wanted: dict[str, Any] = {
        name: int(form[name])
        for name in ("column", "position")
        if form.get(name, "").isascii() and form.get(name, "").isdigit() and len(form[name]) < 4
    }
    kind = ""
    if "title" in form:
        kind, _ = page(gadgets.content, _entered, gadget_id=gadget_id)
        wanted |= _wanted(KINDS[kind], form)
    try:
        page(gadgets.edit, nothing, gadget_id=gadget_id, **wanted)
    except _MENDABLE as refusal:
        if "title" not in form:
            raise
        dashboard = page(dashboards.info, _named, dashboard_id=dashboard_id)
        shown = _form(dashboard, KINDS[kind], form, _problems(refusal), gadget_id)
        return shown, status_of(refusal)
    return flask.redirect(f"{where}#gadget-{gadget_id}", 303)


@BLUEPRINT.post("/dashboards/<dashboard_id>/gadgets/<gadget_id>/delete")
def remove_gadget(dashboard_id: str, gadget_id: str) -> Any:
    """Take a gadget from its dashboard."""
    page(gadgets.remove, nothing, gadget_id=gadget_id)
    return flask.redirect(flask.url_for("ui.dashboard_page", dashboard_id=dashboard_id), 303)


def _may_edit(dashboard_id: str) -> bool:
    found: bool = page(dashboards.info, lambda _ctx, view: view.may_edit, dashboard_id=dashboard_id)
    return found


def _named(_ctx: Context, view: Any) -> dict[str, str]:
    return {"id": view.row.id, "name": view.row.name}


def _entered(_ctx: Context, found: Content) -> tuple[str, dict[str, str]]:
    row = found.gadget
    return row.kind, {"title": row.title, "color": row.color, **row.settings}


def _settings(kind: GadgetKind, form: Mapping[str, str]) -> dict[str, str]:
    return {each.name: form[each.name] for each in kind.settings if each.name in form}


def _wanted(kind: GadgetKind, form: Mapping[str, str]) -> dict[str, Any]:
    """What a form says of a gadget."""
    found: dict[str, Any] = {"title": form.get("title", "")}
    if form.get("color") in COLORS:
        found["color"] = form["color"]
    if settings := _settings(kind, form):
        found["settings"] = settings
    return found


def _form(
    dashboard: Mapping[str, str],
    kind: GadgetKind,
    entered: Mapping[str, str],
    problems: Mapping[str, str],
    gadget_id: str = "",
) -> str:
    def present(ctx: Context, found: Any) -> dict[str, list[tuple[str, str]]]:
        scrum = boards.list(ctx, kind="scrum", limit=200).items
        return {
            "filter": [("", "None"), *((each.row.id, each.row.name) for each in found.items)],
            "board": [("", "None"), *((str(each.id), each.name) for each in scrum)],
        }

    choices = page(filters.list, present, limit=200)
    values = {each.name: each.usual for each in kind.settings} | dict(entered)
    for each in kind.settings:  # what was chosen may be hidden from the reader by now
        known = choices.get(each.kind)
        if known is not None and values[each.name] not in dict(known):
            values[each.name] = ""
    return framed(
        "gadget_form.html",
        dashboard=dashboard,
        kind=kind,
        gadget_id=gadget_id,
        entered=values,
        problems=problems,
        choices=choices,
        colors=[(each, each.capitalize()) for each in COLORS],
    )


def _problems(refusal: Any) -> Mapping[str, str]:
    return {each.field: each.what for each in refusal.problems} or {"": refusal.message}
