"""The elements of a flow as one adds, changes, moves and removes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import flask

from workworld.apps.crm.pages import setting_forms
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.flows import FLOWS, read
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to
from workworld.apps.crm.service import flows
from workworld.apps.crm.service.flow_elements import APP_ID
from workworld.apps.crm.service.flows import FlowInfo
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused
from workworld.rules import kinds, trees
from workworld.rules.kinds import PartKind

_BY = {"up": -1, "down": 1}
Tree = Sequence[Mapping[str, Any]]


@BLUEPRINT.get("/setup/flows/<flow_id>/elements/new")
def new_element(flow_id: str) -> Any:
    """Choose what is added, or settle it."""
    flow, args = read(flow_id), flask.request.args
    if not args.get("kind"):
        return _choose(flow)
    kind = _kind(args["kind"])
    return _form(flow, kind, {}, new=True)


@BLUEPRINT.post("/setup/flows/<flow_id>/elements/new")
def add_element(flow_id: str) -> Any:
    """Add an element where it was asked for."""
    flow, form = read(flow_id), flask.request.form
    kind = _kind(form.get("kind", ""))
    values = setting_forms.entered(kind.settings, form)
    if setting_forms.rearranged(values, form.get("deed", "")):
        return _form(flow, kind, values, new=True)
    part = {"id": "", "kind": kind.kind, "settings": values}
    empty: dict[str, Any] = {slot: [] for slot in trees.SLOTS}
    try:
        place = (form.get("parent", ""), form.get("slot", ""))
        tree = trees.with_part(APP_ID, flow.elements, *place, {**part, **empty})
        _save(flow, tree)
    except MENDABLE as refusal:
        return _form(flow, kind, values, refusal, new=True), status_of(refusal)
    return gone_to(at(f"{FLOWS}/{flow.id}"))


@BLUEPRINT.get("/setup/flows/<flow_id>/elements/<element_id>")
def edit_element(flow_id: str, element_id: str) -> str:
    """An element in its form."""
    flow = read(flow_id)
    placed = _placed(flow, element_id)
    return _form(flow, placed.kind, placed.part["settings"], element_id=element_id)


@BLUEPRINT.post("/setup/flows/<flow_id>/elements/<element_id>")
def change_element(flow_id: str, element_id: str) -> Any:
    """Change what is settled about an element."""
    flow = read(flow_id)
    kind = _placed(flow, element_id).kind
    values = setting_forms.entered(kind.settings, flask.request.form)
    if setting_forms.rearranged(values, flask.request.form.get("deed", "")):
        return _form(flow, kind, values, element_id=element_id)
    try:
        _save(flow, trees.with_settings(flow.elements, element_id, values))
    except MENDABLE as refusal:
        return _form(flow, kind, values, refusal, element_id=element_id), status_of(refusal)
    return gone_to(at(f"{FLOWS}/{flow.id}"))


@BLUEPRINT.post("/setup/flows/<flow_id>/elements/<element_id>/move")
def move_element(flow_id: str, element_id: str) -> Any:
    """Move an element up or down among those beside it."""
    flow = read(flow_id)
    _placed(flow, element_id)
    by = _BY.get(flask.request.form.get("to", ""), 0)
    _save(flow, trees.moved(flow.elements, element_id, by))
    return gone_to(f"{at(f'{FLOWS}/{flow.id}')}#element-{element_id}")


@BLUEPRINT.post("/setup/flows/<flow_id>/elements/<element_id>/delete")
def remove_element(flow_id: str, element_id: str) -> Any:
    """Remove an element and what stands in it."""
    flow = read(flow_id)
    _placed(flow, element_id)
    _save(flow, trees.without(flow.elements, element_id))
    return gone_to(at(f"{FLOWS}/{flow.id}"))


def _save(flow: FlowInfo, tree: Tree) -> None:
    page(flows.update, nothing, flow_id=flow.id, elements=list(tree))


def _kind(name: str) -> PartKind:
    found = kinds.parts(APP_ID).get(name)
    if found is None:
        raise NotFound("NOT_FOUND")
    return found


def _placed(flow: FlowInfo, element_id: str) -> trees.Placed:
    found = trees.found(APP_ID, flow.elements, element_id)
    if found is None:
        raise NotFound("NOT_FOUND")
    return found


def _choose(flow: FlowInfo) -> str:
    """What there is to add, as a list of links."""
    args = flask.request.args
    place = {name: args[name] for name in ("parent", "slot") if args.get(name)}
    is_test = place.get("slot") == trees.TESTS
    offered = [
        (
            at(f"{FLOWS}/{flow.id}/elements/new", {**place, "kind": kind.kind}),
            kind.icon,
            kind.title,
            kind.says,
        )
        for kind in kinds.parts(APP_ID).values()
        if not is_test or kind.family is kinds.Family.CONDITION
    ]
    back = at(f"{FLOWS}/{flow.id}")
    return framed("flow_choose.html", dialog="", title=flow.name, offered=offered, back=back)


def _form(
    flow: FlowInfo,
    kind: PartKind,
    values: Mapping[str, Any],
    refusal: Refused | None = None,
    *,
    element_id: str = "",
    new: bool = False,
) -> str:
    problems = setting_forms.problems_of(refusal) if refusal else {}

    def present(ctx: Context, _found: Any) -> setting_forms.SettingForm:
        return setting_forms.form_of(ctx, kind.settings, values, problems)

    asked = flask.request.values
    kept = {name: asked.get(name, "") for name in ("parent", "slot")} | {"kind": kind.kind}
    return framed(
        "flow_form.html",
        dialog="",
        title=kind.title,
        crumb=flow.name,
        says=kind.says,
        form=page(flows.describe, present),
        url=at(f"{FLOWS}/{flow.id}/elements/{'new' if new else element_id}"),
        back=at(f"{FLOWS}/{flow.id}"),
        kept=kept if new else {},
    )
