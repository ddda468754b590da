"""What people own who leave, and giving it to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.editors import Editor, Form, editor_of
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import handovers
from workworld.apps.crm.service.handovers import Handover, Holding, Leaver
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_OWNER = "owner-"
_ALL = "all"


@dataclass(frozen=True, slots=True)
class LeaverRow:
    """A user whose records may be given to others."""

    name: str
    is_active: bool
    open: int
    url: str


@dataclass(frozen=True, slots=True)
class HoldingRow:
    """What somebody owns of an object, and who is to have it."""

    label: str
    open: int
    total: int
    editor: Editor


@dataclass(frozen=True, slots=True)
class HandoverView:
    """The page of what somebody owns."""

    name: str
    url: str
    is_active: bool
    may_switch: bool
    rows: Sequence[HoldingRow]
    gives_all: bool
    problems: Sequence[str]
    done: str


@BLUEPRINT.get("/handovers")
def leavers() -> str:
    """Whose records may be given to others."""

    def present(_ctx: Context, found: Sequence[Leaver]) -> list[LeaverRow]:
        return [
            LeaverRow(each.name, each.is_active, each.open, at(f"/handovers/{each.id}"))
            for each in found
        ]

    return framed("handovers.html", rows=page(handovers.list, present))


@BLUEPRINT.get("/handovers/<user_id>")
def handover(user_id: str) -> str:
    """What somebody owns, by object, with who is to have it."""
    return _shown(user_id)


@BLUEPRINT.post("/handovers/<user_id>")
def hand_over(user_id: str) -> Any:
    """Give what somebody owns to those who are named."""
    form = entries.entered(flask.request.form)
    owners = {
        name.removeprefix(_OWNER): entries.one(form, name)
        for name in form
        if name.startswith(_OWNER) and not name.endswith("-shown") and entries.one(form, name)
    }
    if not owners:
        return _shown(user_id, form, problem="Choose who is to have them."), 422
    only_open = entries.one(form, "which") != _ALL
    try:
        page(handovers.give, nothing, user_id=user_id, owners=owners, only_open=only_open)
    except MENDABLE as refusal:
        return _shown(user_id, form, refusal), status_of(refusal)
    return flask.redirect(at(f"/handovers/{user_id}", {"done": len(owners)}), 303)


@BLUEPRINT.post("/handovers/<user_id>/active")
def switch_user(user_id: str) -> Any:
    """Close a user, or open one again."""
    is_active = flask.request.form.get("active") == "1"
    try:
        page(handovers.set_active, nothing, user_id=user_id, is_active=is_active)
    except MENDABLE as refusal:
        return _shown(user_id, None, refusal), status_of(refusal)
    return flask.redirect(at(f"/handovers/{user_id}"), 303)


def _shown(
    user_id: str, form: Form | None = None, refusal: Refused | None = None, problem: str = ""
) -> str:
    said = [problem] if problem else [refusal.message] if refusal else []

    def present(ctx: Context, found: Handover) -> HandoverView:
        return HandoverView(
            found.name,
            at(f"/handovers/{found.user_id}"),
            found.is_active,
            found.may_switch,
            [_row(ctx, each, form or {}) for each in found.holdings],
            entries.one(form or {}, "which") == _ALL,
            said,
            "The records were handed over." if flask.request.args.get("done") else "",
        )

    view = page(handovers.look, present, user_id=user_id)
    return framed("handover.html", handover=view)


def _row(ctx: Context, held: Holding, form: Form) -> HoldingRow:
    is_managed = held.sobject == handovers.MANAGED
    kind = objects.of_name("Account" if is_managed else held.sobject)
    field = kind.fields["csm__c" if is_managed else "ownerid"]
    name = f"{_OWNER}{held.sobject}"
    made = editor_of(ctx, kind, field, None, {})
    made = replace(
        made,
        id=f"to-{held.sobject.replace('.', '-')}",
        name=name,
        label=f"New owner: {held.label}",
        is_required=False,
        hint="",
        text=entries.one(form, name),
        shown=entries.one(form, f"{name}-shown"),
    )
    return HoldingRow(held.label, held.open, held.total, made)
