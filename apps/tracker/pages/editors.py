"""What fields are edited with: the same controls in place and in the dialog of a new issue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker import durations
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue, Project
from workworld.apps.tracker.pages import moments, written
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.service import field_choices, sight, site
from workworld.context import Context
from workworld.doors.site import current_site

_WIDGETS = {
    f.SUMMARY: "text",
    f.DESCRIPTION: "paragraph",
    f.ENVIRONMENT: "paragraph",
    f.PRIORITY: "select",
    f.SECURITY: "select",
    f.RESOLUTION: "select",
    f.ASSIGNEE: "user",
    f.REPORTER: "user",
    f.LABELS: "labels",
    f.COMPONENTS: "multiselect",
    f.FIX_VERSIONS: "multiselect",
    f.AFFECTS_VERSIONS: "multiselect",
    f.PARENT: "parent",
    f.DUE_DATE: "date",
    f.START_DATE: "date",
    f.STORY_POINTS: "number",
    f.SPRINT: "sprint",
    f.TIME_TRACKING: "time",
    f.FLAGGED: "flag",
}
_STATES = {"active": "Active", "future": "Future", "closed": "Closed"}
NOBODY = "Nobody"


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose from a list."""

    value: str
    text: str
    note: str = ""
    face: Face | None = None
    group: str = ""
    """What stands above it and those that follow."""


@dataclass(frozen=True, slots=True)
class Editor:
    """What a field is edited with.

    Args:
        id: the field's.
        name: what people call it.
        widget: ``text``, ``paragraph``, ``number``, ``select``, ``multiselect``, ``checkbox``,
            ``cascading``, ``user``, ``users``, ``labels``, ``date``, ``datetime``, ``url``,
            ``parent``, ``sprint``, ``time`` or ``flag``.
        is_required: whether it may not be empty.
        text: what stands in it, of one that is typed.
        chosen: what is chosen, as value and text.
        choices: what can be chosen.
        source: where choices come from while one types.
    """

    id: str
    name: str
    widget: str
    is_required: bool = False
    text: str = ""
    chosen: tuple[tuple[str, str], ...] = ()
    choices: tuple[Choice, ...] = ()
    source: str = ""
    hint: str = ""
    more: str = ""
    """Of time tracking, what remains."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The choices as value and text."""
        return [(each.value, each.text) for each in self.choices]


@dataclass(frozen=True, slots=True)
class Site:
    """Where a value is edited."""

    project: Project
    type_id: str
    issue: Issue | None = None


def widget_of(field_id: str, kind: str) -> str:
    """What a field of a kind is edited with."""
    return _WIDGETS.get(field_id, kind)


def editor_of(ctx: Context, place: Site, field: Any, value: Any) -> Editor:
    """The editor of a field on a screen, with what stands in it.

    Args:
        ctx: says who edits.
        place: of which project and type.
        field: with id, name, kind, whether it is required, and what it allows.
        value: its internal value.
    """
    widget = widget_of(field.id, field.kind)
    make = _MAKERS.get(widget, _typed)
    values = make(ctx, place, field, value)
    return Editor(field.id, field.name, widget, field.is_required, **values)


def refilled(editor: Editor, form: Mapping[str, Any]) -> Editor:
    """An editor with what was typed into it, which was not taken."""
    values = [str(each) for each in form.get(editor.id, [])]
    known = {choice.value: choice.text for choice in editor.choices} | dict(editor.chosen)
    chosen = tuple((value, known.get(value, value)) for value in values if value)
    if editor.widget in ("select", "cascading", "sprint") and not known.keys() >= set(values):
        chosen = editor.chosen
    return Editor(
        editor.id,
        editor.name,
        editor.widget,
        editor.is_required,
        text=values[0] if values else editor.text,
        chosen=chosen,
        choices=editor.choices,
        source=editor.source,
        hint=editor.hint,
        more=str((form.get(f"{editor.id}-remaining") or [editor.more])[0]),
    )


def _typed(ctx: Context, _place: Site, field: Any, value: Any) -> dict[str, Any]:
    del ctx
    hint = "An address that begins with http:// or https://" if field.kind == "url" else ""
    return {"text": "" if value is None else str(value), "hint": hint}


def _number(_ctx: Context, _place: Site, _field: Any, value: Any) -> dict[str, Any]:
    return {"text": number_text(value)}


def number_text(value: float | None) -> str:
    """A number without needless digits."""
    if value is None:
        return ""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _paragraph(ctx: Context, _place: Site, _field: Any, value: Any) -> dict[str, Any]:
    return {"text": written.typed(ctx, value)}


def _moment(ctx: Context, _place: Site, _field: Any, value: Any) -> dict[str, Any]:
    return {"text": moments.typed_moment(ctx, value), "hint": "Such as 2026-03-17 14:30"}


def _time(_ctx: Context, _place: Site, _field: Any, value: Any) -> dict[str, Any]:
    held = value or {}
    texts = [
        "" if held.get(name) is None else durations.show(held[name])
        for name in ("original", "remaining")
    ]
    return {"text": texts[0], "more": texts[1]}


def _labels(_ctx: Context, _place: Site, field: Any, value: Any) -> dict[str, Any]:
    chosen = tuple((label, label) for label in value or ())
    source = flask.url_for("ui.label_options") if field.id == f.LABELS else ""
    return {"chosen": chosen, "source": source, "hint": "Words without spaces"}


def _person(ctx: Context, place: Site, field: Any, value: Any) -> dict[str, Any]:
    row = site.people(ctx, [value]).get(value) if value else None
    source = f"{current_site().root}/people/search"
    if field.id == f.ASSIGNEE:
        source = flask.url_for("ui.assignee_options", project=place.project.key)
    return {"chosen": ((row.id, row.name),) if row else (), "source": source}


def _people(ctx: Context, _place: Site, _field: Any, value: Any) -> dict[str, Any]:
    rows = site.people(ctx, value or ())
    chosen = tuple((each, rows[each].name) for each in value or () if each in rows)
    return {"chosen": chosen, "source": f"{current_site().root}/people/search"}


def _parent(ctx: Context, place: Site, _field: Any, value: Any) -> dict[str, Any]:
    row = sight.found(ctx, str(value)) if value else None
    source = flask.url_for(
        "ui.issue_options",
        project=place.project.key,
        type=place.type_id,
        issue=place.issue.key if place.issue else "",
    )
    return {"chosen": ((row.id, f"{row.key} {row.summary}"),) if row else (), "source": source}


def _choices_of(field: Any, *, empty: str = "None") -> tuple[Choice, ...]:
    listed = tuple(Choice(each.id, each.name) for each in field.allowed or () if each.is_open)
    return listed if field.is_required or not empty else (Choice("", empty), *listed)


def _select(ctx: Context, place: Site, field: Any, value: Any) -> dict[str, Any]:
    empty = "" if field.id == f.PRIORITY else "None"
    choices = _choices_of(field, empty=empty)
    held = "" if value is None else str(value)
    named = {each.id: each.name for each in field.allowed or ()}
    if held and held not in {choice.value for choice in choices}:
        choices = (*choices, Choice(held, named.get(held, held)))
    del ctx, place
    chosen = next((each for each in choices if each.value == held), None)
    return {"choices": choices, "chosen": ((held, chosen.text),) if chosen else ()}


def _multiple(_ctx: Context, _place: Site, field: Any, value: Any) -> dict[str, Any]:
    named = {each.id: each.name for each in field.allowed or ()}
    chosen = tuple((each, named.get(each, each)) for each in value or ())
    return {"choices": _choices_of(field, empty=""), "chosen": chosen}


def _cascading(_ctx: Context, _place: Site, field: Any, value: Any) -> dict[str, Any]:
    """Both levels as one list: whoever picks the second has picked the first."""
    allowed: Sequence[Any] = [each for each in field.allowed or () if each.is_open]
    choices = [] if field.is_required else [Choice("", "None")]
    for first in (each for each in allowed if each.parent_id is None):
        choices.append(Choice(first.id, first.name))
        below = [each for each in allowed if each.parent_id == first.id]
        choices += [
            Choice(f"{first.id}/{each.id}", f"{first.name} – {each.name}") for each in below
        ]
    held = "/".join(value or ())
    chosen = next((each for each in choices if each.value == held), choices[0] if choices else None)
    return {
        "choices": tuple(choices),
        "chosen": ((chosen.value, chosen.text),) if chosen else (),
    }


def _sprint(ctx: Context, place: Site, _field: Any, value: Any) -> dict[str, Any]:
    rows = field_choices.sprints(ctx, place.project)
    ordered = sorted(rows, key=lambda row: (row.state != "active", row.position))
    choices = [Choice("", "None"), *_grouped_sprints(ordered)]
    chosen = next((each for each in choices if each.value == str(value or "")), choices[0])
    return {"choices": tuple(choices), "chosen": ((chosen.value, chosen.text),)}


def _grouped_sprints(rows: Sequence[Any]) -> list[Choice]:
    found: list[Choice] = []
    before = ""
    for row in rows:
        group = f"{_STATES.get(row.state, row.state)} sprints"
        found.append(Choice(str(row.id), row.name, group="" if group == before else group))
        before = group
    return found


def _flag(_ctx: Context, _place: Site, _field: Any, value: Any) -> dict[str, Any]:
    return {"text": "1" if value else ""}


_MAKERS = {
    "paragraph": _paragraph,
    "number": _number,
    "datetime": _moment,
    "time": _time,
    "labels": _labels,
    "user": _person,
    "users": _people,
    "parent": _parent,
    "select": _select,
    "multiselect": _multiple,
    "checkbox": _multiple,
    "cascading": _cascading,
    "sprint": _sprint,
    "flag": _flag,
}
