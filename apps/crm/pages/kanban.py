"""Moving cards on the board of a list view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.crm import layouts
from workworld.apps.crm.pages import entries, values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.editors import Editor, Form, editor_of, refilled
from workworld.apps.crm.pages.list_deeds import after
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.pages.lists import Told, answer
from workworld.apps.crm.pages.stage_paths import asked_before
from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.pick_labels import label_of
from workworld.apps.crm.service import reading, records, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import page
from workworld.errors import Invalid, NotFound


@dataclass(frozen=True, slots=True)
class MoveForm:
    """What is to be filled in before a card goes into a column."""

    id: str
    title: str
    action: str
    place: str
    group: str
    value: str
    editors: Sequence[Editor]
    problem: str
    prompt: str
    """What is asked for, before anything was refused."""


@dataclass(frozen=True, slots=True)
class CardMenu:
    """What can be done with a card."""

    id: str
    title: str
    url: str
    group: str
    values: Sequence[tuple[str, str]]
    """The values of the list, each with its label."""
    here: str


@BLUEPRINT.get("/<sobject>/list/board/<record_id>/menu")
def record_menu(sobject: str, record_id: str) -> str:
    """What can be done with a card: a part of the board."""
    group = flask.request.args.get("group", "")

    def present(ctx: Context, loaded: Loaded) -> CardMenu:
        field = _group(ctx, loaded, group)
        listed = picklists.VALUES.get(field.picklist, ())
        return CardMenu(
            loaded.id,
            values.title_of(loaded.sobject, loaded.values),
            record_url(loaded.sobject.name, loaded.id),
            field.name,
            [
                (each, label_of(field.picklist, each))
                for each in listed
                if each != picklists.LEAD_CONVERTED
            ],
            str(loaded.values.get(field.name) or ""),
        )

    card = page(records.get, present, sobject=sobject, record_id=record_id)
    return flask.render_template("menu_record.html", card=card)


@BLUEPRINT.post("/<sobject>/list/board/<record_id>/move")
def move_record(sobject: str, record_id: str) -> Any:
    """Put a card into another column; if that needs more, the answer asks for it."""
    form = entries.entered(flask.request.form)
    group, value = entries.one(form, "group"), entries.one(form, "value")
    state = State.of_place(sobject)

    def accept(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
        loaded = records.get(ctx, sobject=sobject, record_id=record_id)
        field = _group(ctx, loaded, group)
        asked = [each for each in loaded.sobject.fields.values() if each.name in given["form"]]
        found, wrong = entries.values_of(ctx, asked, given["form"])
        entries.require_read(wrong)
        _require_asked(ctx, loaded, field, value, found)
        return {
            "sobject": loaded.sobject.name,
            "record_id": loaded.id,
            "values": {**found, field.name: value or None},
        }

    try:
        page(records.update, lambda _ctx, _loaded: None, accept=accept, form=form)
    except RecordRefused as refusal:
        return _asks(state, record_id, group, value, refusal)
    shown = after(state, Told(f"Moved to {value or 'None'}."))
    return (shown, 200, {"HX-Trigger": "dialog-done"}) if is_fragment() else shown


def _require_asked(
    ctx: Context, loaded: Loaded, group: Field, value: str, found: Mapping[str, Any]
) -> None:
    """Have the dialog ask what is asked for before a record takes this step elsewhere."""
    if group.name != layouts.layout_of(loaded.sobject.name).path:
        return
    asked = asked_before(ctx, loaded, value)
    missing = tuple(name for name in asked if name not in found)
    if missing and not any(name in found for name in asked):
        said = f"{group.label}: {value} asks for {_listed(asked[each].label for each in missing)}."
        raise RecordRefused([RecordError("", said, missing)])


def _listed(labels: Iterable[str]) -> str:
    *first, last = (each.lower() for each in labels)
    return f"{', '.join(first)} and {last}" if first else last


def _group(ctx: Context, loaded: Loaded, name: str) -> Field:
    field = loaded.sobject.field(name)
    if field is None or not sight.readable(ctx, loaded.sobject, field) or not field.picklist:
        raise NotFound("NOT_FOUND")
    return field


def _asks(state: State, record_id: str, group: str, value: str, refusal: RecordRefused) -> Any:
    """The dialog that asks for what the record lacks for the column."""
    form = entries.entered(flask.request.form)
    wanted = [name for error in refusal.errors for name in error.fields if name != group]
    asked = [name for name in form if name not in ("group", "value", "place", "csrf")]

    def present(ctx: Context, loaded: Loaded) -> MoveForm:
        names = dict.fromkeys([*asked, *wanted])
        fields = [loaded.sobject.field(name.removesuffix("-sent")) for name in names]
        known = dict.fromkeys(each for each in fields if each is not None)
        open_fields = [each for each in known if sight.editable(ctx, loaded.sobject, each)]
        return MoveForm(
            loaded.id,
            f"{values.title_of(loaded.sobject, loaded.values)}: {value}",
            f"{flask.request.script_root}/{state.sobject}/list/board/{loaded.id}/move",
            state.url(),
            group,
            value,
            [_editor(ctx, loaded, each, form, refusal) for each in open_fields],
            "" if _only_asks(refusal) else refusal.message,
            refusal.message if _only_asks(refusal) else "",
        )

    made = page(records.get, present, sobject=state.sobject, record_id=record_id)
    if not made.editors:
        raise Invalid(refusal.code, refusal.message)
    if not is_fragment():
        return answer(state, None, "dialog_move.html", form=made), status_of(refusal)
    body = flask.render_template("dialog_move.html", form=made)
    into = {"HX-Retarget": "#dialogs", "HX-Reswap": "innerHTML", "HX-Reselect": "#move"}
    return body, 200, into | {"X-Screen": "1"}  # nothing is refused for good


def _only_asks(refusal: RecordRefused) -> bool:
    """Whether nothing is wrong: the step asks for more, and nobody has entered it yet."""
    return not any(each.code for each in refusal.errors)


def _editor(
    ctx: Context, loaded: Loaded, field: Field, form: Form, refusal: RecordRefused
) -> Editor:
    value = loaded.values.get(field.name)
    names = reading.names(ctx, [value]) if field.references and value else {}
    code = str(loaded.values.get("CurrencyIsoCode") or "")
    made = editor_of(ctx, loaded.sobject, field, value, names, currency=code, row=loaded.values)
    errors = () if _only_asks(refusal) else refusal.errors
    said = "; ".join(each.message for each in errors if field.name in each.fields)
    return replace(refilled(made, form, said), id=f"move-{field.name}")
