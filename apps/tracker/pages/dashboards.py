"""Dashboards: which there are, how they are made, changed, copied, shared and deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.filters import KINDS, ShareLine, share_names
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.pages.gadget_views import gadget_view
from workworld.apps.tracker.service import (
    dashboard_stars,
    dashboards,
    gadget_contents,
    gadgets,
    groups,
    projects,
)
from workworld.apps.tracker.service.dashboard_views import DashboardView
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.permissions import can

_SIZE = 50
_MENDABLE = (Invalid, Conflict, Forbidden, NotFound)
_LAYOUTS = (("1", "One column"), ("2", "Two columns"), ("3", "Three columns"))


@dataclass(frozen=True, slots=True)
class DashboardLine:
    """A dashboard in a list, or on its own page."""

    id: str
    name: str
    description: str
    owner: Face
    shares: list[ShareLine]
    star_count: int
    is_starred: bool
    columns: int
    may_edit: bool
    may_delete: bool


@BLUEPRINT.get("/dashboards")
def dashboards_page() -> str:
    """The dashboards that the reader sees."""
    given = flask.request.args
    text, is_starred = given.get("q", "").strip()[:100], given.get("starred") == "1"
    number = given.get("page", "")
    at = max(1, int(number)) if number.isascii() and number.isdigit() and len(number) < 5 else 1
    lines, total = page(
        dashboards.list,
        lambda ctx, found: ([_line(ctx, each) for each in found.items], found.total),
        text=text,
        is_starred=is_starred,
        start=(at - 1) * _SIZE,
        limit=_SIZE,
    )
    return framed(
        "dashboards.html",
        lines=lines,
        total=total,
        text=text,
        is_starred=is_starred,
        number=at,
        count=max(1, -(-total // _SIZE)),
        page_address=lambda number: flask.url_for(
            "ui.dashboards_page", q=text or None, starred=given.get("starred"), page=number
        ),
    )


@BLUEPRINT.get("/dashboards/new")
def new_dashboard() -> str:
    """What a new dashboard is to be."""
    return framed("dashboard_new.html", entered={}, problems={}, layouts=_LAYOUTS)


@BLUEPRINT.post("/dashboards/new")
def create_dashboard() -> Any:
    """Make a dashboard."""
    form = flask.request.form
    entered = {name: form.get(name, "") for name in ("name", "description", "columns")}
    try:
        made = page(
            dashboards.create,
            lambda _ctx, row: row.id,
            name=entered["name"],
            description=entered["description"],
            columns=_columns(entered["columns"]),
        )
    except _MENDABLE as refusal:
        problems = _problems(refusal)
        shown = framed("dashboard_new.html", entered=entered, problems=problems, layouts=_LAYOUTS)
        return shown, status_of(refusal)
    return flask.redirect(flask.url_for("ui.dashboard_page", dashboard_id=made), 303)


@BLUEPRINT.get("/dashboards/<dashboard_id>")
def dashboard_page(dashboard_id: str) -> str:
    """A dashboard with its gadgets."""
    line = page(dashboards.info, _line, dashboard_id=dashboard_id)
    found = page(
        gadgets.list,
        lambda ctx, rows: [
            gadget_view(ctx, gadget_contents.of_gadget(ctx, row), line.columns) for row in rows
        ],
        dashboard_id=dashboard_id,
    )
    return framed(
        "dashboard.html",
        line=line,
        columns=[[each for each in found if each.column == at] for at in range(line.columns)],
    )


@BLUEPRINT.get("/dashboards/<dashboard_id>/edit")
def dashboard_settings(dashboard_id: str) -> str:
    """What a dashboard is called, how it is laid out, and with whom it is shared."""
    return _shown(dashboard_id, {})


@BLUEPRINT.post("/dashboards/<dashboard_id>/edit")
def update_dashboard(dashboard_id: str) -> Any:
    """Change a dashboard."""
    form = flask.request.form
    wanted: dict[str, Any] = {name: form[name] for name in ("name", "description") if name in form}
    try:
        if "columns" in form:
            wanted["columns"] = _columns(form["columns"])
        page(dashboards.update, nothing, dashboard_id=dashboard_id, **wanted)
    except _MENDABLE as refusal:
        return _shown(dashboard_id, _problems(refusal), wanted), status_of(refusal)
    return flask.redirect(flask.url_for("ui.dashboard_page", dashboard_id=dashboard_id), 303)


@BLUEPRINT.post("/dashboards/<dashboard_id>/shares")
def share_dashboard(dashboard_id: str) -> Any:
    """Share a dashboard, or share it no more."""
    form = flask.request.form
    gone, kind = form.get("gone", ""), form.get("kind", "all")

    def known(_ctx: Context, view: DashboardView) -> list[dict[str, Any]]:
        return [
            {"kind": each.kind, "thing": each.thing_id, "edit": each.may_edit}
            for each in view.shares
            if each.id != gone
        ]

    shares = page(dashboards.info, known, dashboard_id=dashboard_id)
    if not gone:
        shares.append({"kind": kind, "thing": form.get(kind, ""), "edit": bool(form.get("edit"))})
    try:
        page(dashboards.update, nothing, dashboard_id=dashboard_id, shares=shares)
    except _MENDABLE as refusal:
        said = " ".join(each.what for each in refusal.problems) or refusal.message
        return _shown(dashboard_id, {"share": said}), status_of(refusal)
    return flask.redirect(flask.url_for("ui.dashboard_settings", dashboard_id=dashboard_id), 303)


@BLUEPRINT.post("/dashboards/<dashboard_id>/copy")
def copy_dashboard(dashboard_id: str) -> Any:
    """Copy a dashboard."""
    made = page(dashboards.copy, lambda _ctx, row: row.id, dashboard_id=dashboard_id)
    return flask.redirect(flask.url_for("ui.dashboard_page", dashboard_id=made), 303)


@BLUEPRINT.post("/dashboards/<dashboard_id>/delete")
def delete_dashboard(dashboard_id: str) -> Any:
    """Delete a dashboard."""
    page(dashboards.delete, nothing, dashboard_id=dashboard_id)
    return flask.redirect(flask.url_for("ui.dashboards_page"), 303)


@BLUEPRINT.post("/dashboards/<dashboard_id>/star")
def star_dashboard(dashboard_id: str) -> Any:
    """Make a dashboard a favourite, or one no more."""
    wants = dashboard_stars.star if flask.request.form.get("so") else dashboard_stars.unstar
    page(wants, nothing, dashboard_id=dashboard_id)
    return back(flask.url_for("ui.dashboards_page"))


def _line(ctx: Context, view: DashboardView) -> DashboardLine:
    named = share_names(ctx, view.shares)
    return DashboardLine(
        view.row.id,
        view.row.name,
        view.row.description,
        Face.of(view.owner),
        [ShareLine(each.id, named[each.id], each.may_edit) for each in view.shares],
        view.star_count,
        view.is_starred,
        view.row.columns,
        view.may_edit,
        can(ctx, "tracker.dashboards.delete", view.row),
    )


def _shown(
    dashboard_id: str, problems: Mapping[str, str], entered: Mapping[str, Any] | None = None
) -> str:
    line = page(dashboards.info, _line, dashboard_id=dashboard_id)
    choices = page(
        projects.list,
        lambda ctx, rows: (
            [(row.key, f"{row.name} ({row.key})") for row in rows.items],
            [(row.name, row.name) for row in groups.list(ctx, limit=200).items],
        ),
        limit=200,
    )
    values = {"name": line.name, "description": line.description, "columns": str(line.columns)}
    return framed(
        "dashboard_settings.html",
        line=line,
        kinds=KINDS,
        layouts=_LAYOUTS,
        projects=choices[0],
        groups=choices[1],
        problems=problems,
        entered=values | {name: str(each) for name, each in (entered or {}).items()},
    )


def _columns(given: str) -> int:
    return int(given) if given in {value for value, _ in _LAYOUTS} else 2


def _problems(refusal: Refused) -> Mapping[str, str]:
    return {each.field: each.what for each in refusal.problems} or {"": refusal.message}
