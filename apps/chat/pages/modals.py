"""Views that apps show: forms in a dialog above the conversation where somebody asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.block_lines import Line, lines_of_blocks
from workworld.apps.chat.blocks.finding import options_of
from workworld.apps.chat.models import Modal
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.pages.homes import pressed
from workworld.apps.chat.pages.sidebar import ViewLink, sidebar
from workworld.apps.chat.service import apps, modals
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Invalid

_KINDS = {
    "email_text_input": "email",
    "url_text_input": "url",
    "number_input": "number",
    "datepicker": "date",
    "timepicker": "time",
    "datetimepicker": "datetime-local",
}
_INITIAL = ("initial_value", "initial_date", "initial_time", "initial_user")
_INITIALS = ("initial_users", "initial_channels", "initial_conversations")
_ONE = ("initial_channel", "initial_conversation")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a view.

    Args:
        name: the block's id, by which it is sent.
        label: what it asks for.
        kind: ``text``, ``area``, ``select``, ``people``, ``rooms``, ``ticks``, ``radios`` or a type
            of input.
        values: what is in it.
        chosen: the same with names, of people and conversations.
        options: values and names that can be chosen.
        many: whether several can be.
    """

    name: str
    label: str
    kind: str
    values: Sequence[str]
    chosen: Sequence[tuple[str, str]]
    options: Sequence[tuple[str, str]]
    many: bool
    placeholder: str
    hint: str
    problem: str
    is_optional: bool


@dataclass(frozen=True, slots=True)
class ModalView:
    """A view as its dialog shows it: fields, and blocks that can only be read."""

    id: str
    channel_id: str
    app: str
    title: str
    submit: str
    close: str
    parts: Sequence[Field | Line]
    problem: str
    is_sent: bool
    version: int


@BLUEPRINT.get("/views/top")
def top_view() -> str:
    """Where the view is that the person is shown, for pages that are open."""
    is_narrow = sidebar().is_hidden
    return flask.render_template(
        "modal_link.html", modal=page(modals.top, ViewLink.of), is_narrow=is_narrow
    )


@BLUEPRINT.get("/c/<channel_id>/view/<view_id>")
def view(channel_id: str, view_id: str) -> Any:
    """A view that an app shows; the conversation alone once it does not any more."""
    found: ModalView | None = page(modals.top, _view)
    if found is None or found.id != view_id:
        return flask.redirect(_address(found) if found else channel_url(channel_id))
    return _dialog(found)


@BLUEPRINT.post("/c/<channel_id>/view/<view_id>")
def submit_view(channel_id: str, view_id: str) -> Any:
    """Send a view to its app."""
    entered = _entered()
    try:
        page(modals.submit, nothing, accept=_with(entered), view_id=view_id)
    except (Invalid, Conflict) as refused:
        problems = {each.field: each.what for each in refused.problems}
        said = problems or {"": refused.message}

        def again(ctx: Context, row: Modal | None) -> ModalView | None:
            return _view(ctx, row, entered, said)

        found: ModalView | None = page(modals.top, again)
        if found is not None:
            return _dialog(found), status_of(refused)
    return flask.redirect(flask.url_for("ui.view", channel_id=channel_id, view_id=view_id), 303)


@BLUEPRINT.post("/c/<channel_id>/view/<view_id>/actions")
def act_in_view(channel_id: str, view_id: str) -> Any:
    """Press or choose something in a view, which stays; what was entered is kept."""
    asked = {"view_id": view_id, **pressed()}
    page(modals.act, nothing, accept=_with(_entered()), **asked)
    return flask.redirect(flask.url_for("ui.view", channel_id=channel_id, view_id=view_id), 303)


@BLUEPRINT.post("/c/<channel_id>/view/<view_id>/close")
def close_view(channel_id: str, view_id: str) -> Any:
    """Close a view without sending it."""
    page(modals.close, nothing, view_id=view_id)
    found: ModalView | None = page(modals.top, _view)
    return flask.redirect(_address(found) if found else channel_url(channel_id), 303)


def _address(found: ModalView) -> str:
    return flask.url_for("ui.view", channel_id=found.channel_id, view_id=found.id)


def _dialog(found: ModalView) -> str:
    rooms = [(link.id, link.name) for link in sidebar().mine]
    values = {"modal": found, "rooms": rooms}
    return shown(found.channel_id, View(dialog="dialog_view.html", values=values))


def _entered() -> dict[str, list[str]]:
    """What stands in the fields of a view, by the block's id."""
    sent = flask.request.form.lists()
    return {name.removeprefix("in:"): each for name, each in sent if name.startswith("in:")}


def _with(entered: Mapping[str, Sequence[str]]) -> Any:
    def accept(_ctx: Context, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**arguments, "entered": entered}

    return accept


def _view(
    ctx: Context,
    row: Modal | None,
    entered: Mapping[str, Sequence[str]] | None = None,
    problems: Mapping[str, str] | None = None,
) -> ModalView | None:
    if row is None:
        return None
    content, said = row.content, row.problems if problems is None else problems
    lines = lines_of_blocks(ctx, content["blocks"], channel_url)
    parts = [
        _field(ctx, block, row, entered, said) if block["type"] == "input" else line
        for block, line in zip(content["blocks"], lines, strict=True)
    ]
    texts = {name: (content.get(name) or {}).get("text", "") for name in ("submit", "close")}
    return ModalView(
        row.id,
        row.channel_id,
        apps.known(ctx, row.app_id).name,
        content["title"]["text"],
        texts["submit"],
        texts["close"] or "Cancel",
        parts,
        said.get("", ""),
        row.is_sent,
        row.updated_us,
    )


def _field(
    ctx: Context,
    block: Mapping[str, Any],
    row: Modal,
    entered: Mapping[str, Sequence[str]] | None,
    problems: Mapping[str, str],
) -> Field:
    element, name = block["element"], block["block_id"]
    kind = element["type"]
    if entered is not None:
        values = [*entered.get(name, ())]
    elif name in row.entered:
        values = _told(row.entered[name][element["action_id"]])
    else:
        values = _initial(element)
    shape = _shape(element)
    return Field(
        name,
        block["label"]["text"],
        shape,
        values,
        _named(ctx, values) if shape == "people" else (),
        [(each["value"], each["text"]["text"]) for each in options_of(element)],
        kind.startswith("multi_") or kind == "checkboxes",
        (element.get("placeholder") or {}).get("text", ""),
        (block.get("hint") or {}).get("text", ""),
        problems.get(name, ""),
        bool(block.get("optional")),
    )


def _shape(element: Mapping[str, Any]) -> str:
    kind = element["type"].removeprefix("multi_")
    if kind == "plain_text_input":
        return "area" if element.get("multiline") else "text"
    if kind in _KINDS:
        return _KINDS[kind]
    shapes = {"users_select": "people", "checkboxes": "ticks", "radio_buttons": "radios"}
    shapes |= {"channels_select": "rooms", "conversations_select": "rooms"}
    return shapes.get(kind, "select" if options_of(element) else "unavailable")


def _initial(element: Mapping[str, Any]) -> list[str]:
    """What a field begins with."""
    found = [element[name] for name in (*_INITIAL, *_ONE) if element.get(name)]
    several = [each for name in _INITIALS for each in element.get(name) or ()]
    option = [element["initial_option"]] if element.get("initial_option") else []
    options = [*option, *(element.get("initial_options") or ())]
    return [str(each) for each in (*found, *several, *(each["value"] for each in options))]


def _told(state: Mapping[str, Any]) -> list[str]:
    """What was sent, out of what the vendor tells of it."""
    found: list[str] = []
    for name, value in state.items():
        several = value if isinstance(value, list) else [value]
        if name != "type":
            found += [each["value"] if isinstance(each, dict) else each for each in several if each]
    return [str(each) for each in found]


def _named(ctx: Context, values: Sequence[str]) -> list[tuple[str, str]]:
    known = people.by_ids(ctx.session, values)
    return [(each, known[each].name) for each in values if each in known]
