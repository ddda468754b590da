"""Of what kind a record is: asked before a new one is made, and changed later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url, record_url
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import record_types, records, refusals
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.record_types import TypeSeen
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import nothing, page

_DIALOG = "record-type"


@dataclass(frozen=True, slots=True)
class TypeChoice:
    """The question of what kind a record is to be.

    Args:
        title: its heading.
        action: where the answer goes.
        cancel: where one is without it.
        choices: id, name and description of each kind.
        chosen: which of them is marked.
        does: what its button is called.
        prefix: what ids begin with above another dialog.
        kept: what else the answer carries.
        changes: whether a record is there already.
        problem: why the answer was not taken.
    """

    title: str
    action: str
    cancel: str
    choices: Sequence[tuple[str, str, str]]
    chosen: str
    does: str = "Next"
    prefix: str = ""
    kept: Sequence[tuple[str, str]] = ()
    changes: bool = False
    problem: str = ""


def choice_for_new(
    ctx: Context, kind: SObject, offered: Sequence[TypeSeen], given: Form, prefix: str
) -> TypeChoice:
    """The question of what kind a new record is to be.

    Args:
        ctx: who makes it.
        kind: its object.
        offered: the kinds among which they choose.
        given: what the form is to carry along.
        prefix: what ids begin with above another dialog.
    """
    return TypeChoice(
        f"New {kind.label}",
        at(f"/{kind.name}/new"),
        list_url(kind.name),
        _choices(offered),
        record_types.usual(ctx, kind.name) or offered[0].id,
        prefix=prefix,
        kept=[(name, each) for name in given for each in given[name][:1] if each],
    )


def rendered_choice(choice: TypeChoice) -> str:
    """The question as a dialog, or as a page of its own."""
    if is_fragment():
        return flask.render_template("dialog_record_type.html", choice=choice)
    return framed("record_type_new.html", choice=choice)


@BLUEPRINT.get("/<sobject>/<record_id>/record-type")
def record_type_form(sobject: str, record_id: str) -> str:
    """Ask what kind a record is to be from now on."""
    return _dialog(sobject, record_id)


@BLUEPRINT.post("/<sobject>/<record_id>/record-type")
def change_record_type(sobject: str, record_id: str) -> Any:
    """Make a record one of another kind."""
    form = entries.entered(flask.request.form)
    values = {record_types.FIELD: entries.one(form, record_types.FIELD)}
    given: Mapping[str, Any] = {"sobject": sobject, "record_id": record_id, "values": values}
    try:
        page(records.update, nothing, **given)
    except MENDABLE as refusal:
        body = _dialog(sobject, record_id, refusal.message)
        return refused_dialog(body, refusal, _DIALOG)
    return gone_to(record_url(sobject, record_id))


def _dialog(sobject: str, record_id: str, problem: str = "") -> str:
    def present(ctx: Context, loaded: Loaded) -> TypeChoice:
        kind = loaded.sobject
        offered = record_types.offered(ctx, kind.name)
        if not offered or kind.field(record_types.FIELD) is None:
            raise refusals.not_found()
        url = record_url(kind.name, loaded.id)
        made = TypeChoice(
            f"Change {kind.label.lower()} record type",
            f"{url}/record-type",
            url,
            _choices(offered),
            str(loaded.values.get(record_types.FIELD) or offered[0].id),
            does="Save",
        )
        return replace(made, changes=True, problem=problem)

    choice = page(records.get, present, sobject=sobject, record_id=record_id)
    return record_page(sobject, record_id, "dialog_record_type.html", choice=choice)


def _choices(offered: Sequence[TypeSeen]) -> Sequence[tuple[str, str, str]]:
    return [(each.id, each.name, each.description) for each in offered]
