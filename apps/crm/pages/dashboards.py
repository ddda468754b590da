"""Dashboards: which there are, each as it is now, and changing what stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import dashboard_widgets as parts
from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.service import (
    dashboard_runs,
    dashboard_widgets,
    dashboards,
    report_folders,
    reports,
)
from workworld.apps.crm.service.dashboard_runs import Refreshed
from workworld.apps.crm.service.dashboard_widgets import KINDS
from workworld.apps.crm.service.dashboards import DashboardView
from workworld.context import Context
from workworld.doors.web import nothing, page

STEPS = {
    "left": ("Move left", "arrow-left"),
    "right": ("Move right", "arrow-right"),
    "up": ("Move up", "arrow-up"),
    "down": ("Move down", "arrow-down"),
    "wider": ("Wider", "chevrons-right"),
    "narrower": ("Narrower", "chevrons-left"),
    "taller": ("Taller", "chevrons-down"),
    "shorter": ("Shorter", "chevrons-up"),
}
"""How widgets are moved and resized by a step: what that is called, and its icon."""


@dataclass(frozen=True, slots=True)
class DashboardLine:
    """A dashboard in a list."""

    id: str
    name: str
    description: str
    folder: str
    owner: str
    runs_as: str
    modified: str


@dataclass(frozen=True, slots=True)
class DashboardPage:
    """A dashboard as its page shows it."""

    id: str
    name: str
    description: str
    folder: str
    folder_id: str
    runs_as: str
    is_fixed: bool
    may_change: bool
    as_of: str
    filter_field: str
    filter_label: str
    filter_type: str
    """Among whose columns the filter's is chosen."""
    choices: Sequence[tuple[str, str]]
    widgets: Sequence[parts.WidgetView]


@BLUEPRINT.get("/dashboards")
def dashboards_page() -> str:
    """The dashboards that somebody sees: all, or those of a folder."""
    asked = flask.request.args
    folder_id, text = asked.get("folder", ""), asked.get("q", "")[:80]
    lines = page(dashboards.list, _lines, folder_id=folder_id, text=text)
    folders = page(report_folders.list, _folders, kind="Dashboard")
    return framed(
        "dashboards.html",
        lines=lines,
        folders=folders,
        folder_id=folder_id,
        text=text,
        title=dict(folders).get(folder_id, "All dashboards"),
    )


@BLUEPRINT.post("/dashboards")
def add_dashboard() -> Any:
    """Make a dashboard, and go on to what stands on it."""
    form = flask.request.form
    made = page(
        dashboards.create,
        _id,
        name=form.get("name", ""),
        description=form.get("description", ""),
        folder_id=form.get("folder", ""),
    )
    return flask.redirect(at(f"/dashboards/{made}", {"edit": 1}), 303)


@BLUEPRINT.get("/dashboards/<dashboard_id>")
def dashboard_page(dashboard_id: str) -> str:
    """A dashboard as it is now."""
    value = flask.request.args.get("value", "")[:255]

    def present(ctx: Context, found: Refreshed) -> DashboardPage:
        return _shown(ctx, found, value)

    shown = page(dashboard_runs.refresh, present, dashboard_id=dashboard_id, value=value)
    is_edited = shown.may_change and flask.request.args.get("edit") == "1"
    offered, folders = [], []
    if is_edited:
        offered = page(reports.list, _reports)
        folders = page(report_folders.list, _folders, kind="Dashboard")
    return framed(
        "dashboard.html",
        board=shown,
        value=value if value in dict(shown.choices) else "",
        is_edited=is_edited,
        offered=offered,
        folders=folders,
        kinds=list(KINDS.items()),
        step_names=list(STEPS.items()),
    )


@BLUEPRINT.post("/dashboards/<dashboard_id>/settings")
def change_dashboard(dashboard_id: str) -> Any:
    """Change a dashboard's name, folder, running user or filter."""
    form = flask.request.form
    page(
        dashboards.update,
        nothing,
        dashboard_id=dashboard_id,
        name=form.get("name", ""),
        description=form.get("description", ""),
        folder_id=form.get("folder", ""),
        running_user="me" if form.get("running_user") == "me" else "viewer",
        filter_field=form.get("filter_field", ""),
    )
    return _back(dashboard_id)


@BLUEPRINT.post("/dashboards/<dashboard_id>/delete")
def delete_dashboard(dashboard_id: str) -> Any:
    """Delete a dashboard; its reports stay."""
    page(dashboards.delete, nothing, dashboard_id=dashboard_id)
    return flask.redirect(at("/dashboards"), 303)


@BLUEPRINT.post("/dashboards/<dashboard_id>/widgets")
def add_widget(dashboard_id: str) -> Any:
    """Put a report on a dashboard."""
    form = flask.request.form
    page(
        dashboard_widgets.add,
        nothing,
        dashboard_id=dashboard_id,
        report_id=form.get("report", "-"),
        **_asked(),
    )
    return _back(dashboard_id)


@BLUEPRINT.post("/dashboards/<dashboard_id>/widgets/<widget_id>")
def change_widget(dashboard_id: str, widget_id: str) -> Any:
    """Change how a widget shows its report, or move or remove it."""
    form = flask.request.form
    if form.get("do") == "remove":
        page(dashboard_widgets.remove, nothing, dashboard_id=dashboard_id, widget_id=widget_id)
        return _back(dashboard_id)
    asked = _placed() if form.get("do", "").startswith("place:") else _asked()
    page(
        dashboard_widgets.update,
        nothing,
        dashboard_id=dashboard_id,
        widget_id=widget_id,
        **asked,
    )
    return _back(dashboard_id)


def _placed() -> dict[str, Any]:
    """Where a widget is to stand, and how large it is to be: ``place:0:3:6:4``."""
    numbers = flask.request.form["do"].split(":")[1:]
    names = ("column", "row", "width", "height")
    return {
        name: int(each)
        for name, each in zip(names, numbers, strict=False)
        if each.isdecimal() and len(each) < 4
    }


def _asked() -> dict[str, Any]:
    form = flask.request.form
    goal = form.get("goal", "").replace(",", "").strip()
    found: dict[str, Any] = {
        "kind": form.get("kind", "column"),
        "title": form.get("title", ""),
        "footer": form.get("footer", ""),
    }
    return found | ({"goal": goal} if goal else {})


def _back(dashboard_id: str) -> Any:
    return flask.redirect(at(f"/dashboards/{dashboard_id}", {"edit": 1}), 303)


def _shown(ctx: Context, found: Refreshed, value: str) -> DashboardPage:
    row = found.view.row
    narrowed = f"{row.filter_field}:{value}" if value and found.filter_label else ""
    return DashboardPage(
        row.id,
        row.name,
        row.description,
        found.view.folder,
        row.folder_id or "",
        found.view.runs_as,
        bool(row.running_user_id),
        found.view.may_change,
        moments.moment(ctx, ctx.clock.now_us()),
        row.filter_field,
        found.filter_label,
        next((each.result.of.name for each in found.shown if each.result), "Opportunity"),
        [("", "All"), *((each, each) for each in found.choices)],
        [parts.of_shown(ctx, each, narrowed, found.shown) for each in found.shown],
    )


def _lines(ctx: Context, found: Sequence[DashboardView]) -> list[DashboardLine]:
    return [
        DashboardLine(
            each.row.id,
            each.row.name,
            each.row.description,
            each.folder,
            each.owner,
            each.runs_as or "The viewing user",
            moments.near_moment(ctx, each.row.modified_us),
        )
        for each in found
    ]


def _folders(_ctx: Context, found: Sequence[Any]) -> list[tuple[str, str]]:
    return [(row.id, row.name) for row in found]


def _reports(_ctx: Context, found: Sequence[Any]) -> list[tuple[str, str]]:
    return [(each.row.id, f"{each.row.name} ({each.folder})") for each in found]


def _id(_ctx: Context, view: DashboardView) -> str:
    return view.row.id
