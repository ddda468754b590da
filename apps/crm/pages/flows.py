"""The flows of the organisation: a list, and the page on which one is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import flask

from workworld.apps.crm.pages import setting_forms
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.flow_views import FlowView, RunView, runs_of, view_of
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to, refused_dialog
from workworld.apps.crm.service import flows
from workworld.apps.crm.service.flow_settings import FlowSettings
from workworld.apps.crm.service.flows import FlowInfo, FlowRunInfo
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused

FLOWS = "/setup/flows"
_DIALOG = "setup-delete"


@BLUEPRINT.get("/setup/flows")
def flows_page() -> str:
    """All flows, and which of them run."""
    return framed("flows.html", dialog="", flows=page(flows.list, _views))


@BLUEPRINT.get("/setup/flows/new")
def new_flow() -> str:
    """A form for what begins a new flow."""
    return _trigger_form("", "New flow", {})


@BLUEPRINT.post("/setup/flows/new")
def create_flow() -> Any:
    """Make a flow, and go on to build it."""
    values = setting_forms.entered(FlowSettings, flask.request.form)
    try:
        made: FlowInfo = page(flows.create, _as_found, trigger=values)
    except MENDABLE as refusal:
        return _trigger_form("", "New flow", values, refusal), status_of(refusal)
    return gone_to(_url(made.id))


@BLUEPRINT.get("/setup/flows/<flow_id>")
def flow_page(flow_id: str) -> str:
    """A flow as it is built, with its versions and runs."""
    return _built(flow_id)


@BLUEPRINT.get("/setup/flows/<flow_id>/start")
def flow_start(flow_id: str) -> str:
    """What begins a flow, in its form."""
    found = read(flow_id)
    return _trigger_form(found.id, found.name, found.trigger)


@BLUEPRINT.post("/setup/flows/<flow_id>/start")
def change_start(flow_id: str) -> Any:
    """Change what begins a flow."""
    values = setting_forms.entered(FlowSettings, flask.request.form)
    try:
        page(flows.update, nothing, flow_id=flow_id, trigger=values)
    except MENDABLE as refusal:
        found = read(flow_id)
        return _trigger_form(found.id, found.name, values, refusal), status_of(refusal)
    return gone_to(_url(flow_id))


@BLUEPRINT.post("/setup/flows/<flow_id>/activate")
def activate_flow(flow_id: str) -> Any:
    """Let a flow run, as it is built or as a version was."""
    version = flask.request.form.get("version", "")
    try:
        number = int(version) if version.isdecimal() else None
        page(flows.activate, nothing, flow_id=flow_id, version=number)
    except MENDABLE as refusal:
        return _built(flow_id, refusal), status_of(refusal)
    return _back(flow_id)


@BLUEPRINT.post("/setup/flows/<flow_id>/deactivate")
def deactivate_flow(flow_id: str) -> Any:
    """Stop a flow."""
    page(flows.deactivate, nothing, flow_id=flow_id)
    return _back(flow_id)


@BLUEPRINT.get("/setup/flows/<flow_id>/delete")
def delete_flow_form(flow_id: str) -> str:
    """Ask before a flow is deleted."""
    return _dialog(flow_id)


@BLUEPRINT.post("/setup/flows/<flow_id>/delete")
def delete_flow(flow_id: str) -> Any:
    """Delete a flow."""
    try:
        page(flows.delete, nothing, flow_id=flow_id)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(flow_id, refusal), refusal, _DIALOG)
    return gone_to(at(FLOWS))


def read(flow_id: str) -> FlowInfo:
    """A flow as it is built."""
    found: FlowInfo = page(flows.info, _as_found, flow_id=flow_id)
    return found


def _url(flow_id: str) -> str:
    return at(f"{FLOWS}/{flow_id}")


def _back(flow_id: str) -> Any:
    """Where a switch stood: in the list or on the flow's page."""
    return gone_to(at(FLOWS) if flask.request.form.get("from") == "list" else _url(flow_id))


def _as_found(_ctx: Context, found: Any) -> Any:
    return found


def _views(ctx: Context, found: Sequence[FlowInfo]) -> Sequence[FlowView]:
    return [view_of(ctx, each) for each in found]


def _runs(ctx: Context, found: Sequence[FlowRunInfo]) -> Sequence[RunView]:
    return runs_of(ctx, found)


def _built(flow_id: str, refusal: Refused | None = None, dialog: str = "", **more: Any) -> str:
    return framed(
        "flow.html",
        flow=page(flows.info, view_of, flow_id=flow_id),
        runs=page(flows.runs, _runs, flow_id=flow_id),
        problem=refusal.message if refusal else "",
        dialog=dialog,
        **more,
    )


def _trigger_form(
    flow_id: str, title: str, values: Mapping[str, Any], refusal: Refused | None = None
) -> str:
    problems = setting_forms.problems_of(refusal) if refusal else {}

    def present(ctx: Context, _found: Any) -> setting_forms.SettingForm:
        return setting_forms.form_of(ctx, FlowSettings, values, problems)

    path = f"{FLOWS}/{flow_id}/start" if flow_id else f"{FLOWS}/new"
    return framed(
        "flow_form.html",
        dialog="",
        title=title,
        crumb="Start",
        says="",
        kept={},
        form=page(flows.describe, present),
        url=at(path),
        back=_url(flow_id) if flow_id else at(FLOWS),
    )


def _dialog(flow_id: str, refusal: Refused | None = None) -> str:
    found = read(flow_id)
    values = {
        "title": f"Delete {found.name}",
        "says": "The flow is gone for good, with its versions and what is known of its runs.",
        "url": f"{_url(found.id)}/delete",
        "back": _url(found.id),
        "problem": refusal.message if refusal else "",
    }
    if is_fragment():
        return flask.render_template("dialog_setup_delete.html", delete=values)
    return _built(flow_id, dialog="dialog_setup_delete.html", delete=values)
