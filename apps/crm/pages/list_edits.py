"""Editing in the cells of a list: a control for each cell, and several of them saved at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import flask

from workworld.apps.crm import record_ids
from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT
from workworld.apps.crm.pages.editors import Editor, editor_of
from workworld.apps.crm.pages.entries import Unread
from workworld.apps.crm.pages.list_deeds import after
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.pages.list_tables import may_edit
from workworld.apps.crm.pages.lists import Told, answer
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import (
    access_levels,
    list_views,
    mass_changes,
    reading,
    records,
    refusals,
)
from workworld.apps.crm.service.mass_changes import Outcome
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import in_words
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import nothing, page
from workworld.errors import NotFound

_CURRENCY = "CurrencyIsoCode"
Sent = Mapping[str, Mapping[str, Sequence[str]]]
"""What was entered, by the record's id and the control's name."""


@BLUEPRINT.get("/<sobject>/list/cell")
def cell_form(sobject: str) -> str:
    """The control of a cell."""
    name = flask.request.args.get("field", "")

    def present(ctx: Context, loaded: Loaded) -> Editor:
        field = loaded.sobject.field(name)
        if field is None or not may_edit(ctx, loaded.sobject, field):
            raise NotFound("NOT_FOUND")
        level = access_levels.of(ctx, loaded.sobject, [loaded.id]).get(loaded.id)
        if level not in (access_levels.EDIT, access_levels.ALL):
            raise refusals.insufficient_access()
        value = loaded.values.get(field.name)
        names = reading.names(ctx, [str(value)]) if field.kind is Kind.REFERENCE and value else {}
        currency = str(loaded.values.get(_CURRENCY) or "")
        made = editor_of(
            ctx, loaded.sobject, field, value, names, currency=currency, row=loaded.values
        )
        return replace(made, id=f"cell-{field.name}", hint="")

    record_id = flask.request.args.get("id", "")
    editor = page(records.get, present, sobject=sobject, record_id=record_id)
    return flask.render_template("list_cell.html", it=editor)


@BLUEPRINT.post("/<sobject>/list/save")
def save_cells(sobject: str) -> Any:
    """Save what was entered into cells; what is refused stays there, with the reason."""
    sent = _sent(flask.request.form)
    known = objects.find(sobject)
    if known is None:
        raise NotFound("NOT_FOUND")
    state = State.of_place(known.name)
    if not sent:
        return after(state, Told())
    unread: dict[str, list[Unread]] = {}

    def accept(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
        changes: dict[str, Any] = {}
        for record_id, form in given["sent"].items():
            fields = [known.field(name) for name in form]
            found = [each for each in fields if each is not None]
            values, wrong = entries.values_of(ctx, found, form)
            if wrong:
                unread[record_id] = wrong
            else:
                changes[record_id] = values
        return {"sobject": known.name, "changes": changes, "versions": given["versions"]}

    done: Sequence[Outcome] = page(
        mass_changes.save,
        lambda _ctx, outcomes: outcomes,
        accept=accept,
        sent=sent,
        versions=_versions(flask.request.form),
    )
    return _after_saving(state, sent, done, unread)


@BLUEPRINT.post("/<sobject>/list/looks")
def arrange_columns(sobject: str) -> Any:  # noqa: ARG001 - it is in the address
    """Note how wide the columns of a list are, and which of them wrap."""
    form = flask.request.form
    widths = {
        name.removeprefix("width."): int(text)
        for name, text in form.items()
        if name.startswith("width.") and text.isdecimal() and len(text) < 5
    }
    view_id = form.get("view", "")
    page(
        list_views.arrange, nothing, view_id=view_id, widths=widths, wrapped=form.getlist("wrapped")
    )
    return "", 204


def _sent(form: Any) -> Sent:
    """The controls of cells, which are named after the record and the control."""
    found: dict[str, dict[str, Sequence[str]]] = {}
    for key in form:
        record_id, colon, name = key.partition(":")
        if colon and name != "version" and record_ids.full(record_id):
            found.setdefault(record_id, {})[name] = form.getlist(key)
    return found


def _versions(form: Any) -> dict[str, int]:
    return {
        key.partition(":")[0]: int(text)
        for key, text in form.items()
        if key.endswith(":version") and text.isdecimal()
    }


def _after_saving(
    state: State,
    sent: Sent,
    done: Sequence[Outcome],
    unread: Mapping[str, Sequence[Unread]],
) -> Any:
    refused = [each for each in done if not each.is_done]
    saved = len(done) - len(refused)
    said = f"{saved} record{'' if saved == 1 else 's'} saved." if saved else ""
    if not refused and not unread:
        return after(state, Told(said))
    problems = {each.record_id: _by_field(each, sent[each.record_id]) for each in refused}
    problems |= {key: {each.field: each.text for each in wrong} for key, wrong in unread.items()}
    kept = {record_id: sent[record_id] for record_id in problems}
    whole = [("Record", why[""]) for why in problems.values() if why.get("")]
    told = Told(said, "warning", refused=whole, edits=kept, problems=problems)
    body = answer(state, told)
    return body if is_fragment() else (body, 422)


def _by_field(outcome: Outcome, form: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Why a record was refused, by the field that was changed; what concerns none, by the first."""
    found: dict[str, str] = {}
    first = next(iter(form))
    for error in outcome.errors:
        at = next((name for name in error.fields if name in form), first)
        text = in_words(error)
        found[at] = f"{found[at]} {text}" if at in found else text
    return found
