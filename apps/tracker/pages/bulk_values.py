"""The values of a bulk change: what is asked for, and what was entered, in words and arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.pages.bulk_choice import Asked
from workworld.apps.tracker.pages.editors import Editor, Site, editor_of, refilled
from workworld.apps.tracker.pages.typed_fields import values_of
from workworld.apps.tracker.service import projects, screens, site
from workworld.apps.tracker.service.place import Place
from workworld.apps.tracker.service.screens import ScreenField
from workworld.context import Context
from workworld.errors import Invalid, Problem

_LISTS = ("labels", "multiselect", "checkbox", "users")
_OF_PROJECT = (f.COMPONENTS, f.FIX_VERSIONS, f.AFFECTS_VERSIONS, f.SPRINT, f.SECURITY)
_OF_ONE = (f.SUMMARY, f.DESCRIPTION, f.ENVIRONMENT, f.TIME_TRACKING, f.FLAGGED)
"""Fields that many issues do not share; the flag is an operation of its own."""
VERBS = (
    ("add", "Add to what they hold"),
    ("remove", "Take away from them"),
    ("set", "Replace what they hold"),
    ("clear", "Empty them"),
)
_SAID = {"add": "add", "remove": "take away", "set": "replace with", "clear": "empty"}


@dataclass(frozen=True, slots=True)
class Change:
    """A field that can be changed in all of the issues."""

    editor: Editor
    has_verbs: bool
    verb: str
    is_on: bool
    problem: str = ""


@dataclass(frozen=True, slots=True)
class EditForm:
    """The fields that the issues have in common."""

    changes: Sequence[Change] = ()
    left_out: Sequence[str] = ()
    """Names of fields that only some of them have."""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is going to be done, in words."""

    title: str
    lines: Sequence[tuple[str, str]] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Common:
    fields: Sequence[ScreenField]
    place: Site
    left_out: Sequence[str] = field(default_factory=tuple)


def edit_form(
    ctx: Context, rows: Sequence[Issue], asked: Asked, problems: Sequence[Problem] = ()
) -> EditForm:
    """What can be changed in all of some issues, with what was entered already."""
    common = _common(ctx, rows)
    said = {each.field: each.what for each in problems}
    changes = []
    for each in common.fields:
        editor = editor_of(ctx, common.place, each, None)
        if each.id in asked.entered or f"{each.id}-sent" in asked.entered:
            editor = _named(ctx, refilled(editor, asked.entered))
        verb = asked.one(f"{each.id}-verb")
        changes.append(
            Change(
                editor,
                editor.widget in _LISTS,
                verb if verb in _SAID else "add",
                each.id in asked.changed,
                said.get(each.id, ""),
            )
        )
    general = [each.what for each in problems if each.field not in {x.id for x in common.fields}]
    return EditForm(changes, common.left_out, " ".join(general))


def edit_arguments(ctx: Context, rows: Sequence[Issue], asked: Asked) -> Mapping[str, Any]:
    """What was entered, as the arguments of the operation that edits issues.

    Raises:
        Invalid: ``invalid_fields``: nothing was chosen, or some of it cannot be read.
    """
    common = {each.id: each for each in _common(ctx, rows).fields}
    wanted = [common[id] for id in asked.changed if id in common]
    if not wanted:
        said = "Choose at least one field to change."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "")])
    sent = {f"{each.id}-sent": ["1"] for each in wanted}
    values = values_of(ctx, wanted, {**sent, **asked.entered})
    fields: dict[str, Any] = {}
    changes: list[dict[str, Any]] = []
    for each in wanted:
        verb = asked.one(f"{each.id}-verb") or "add"
        if not isinstance(values.get(each.id), list):
            fields[each.id] = values.get(each.id)
        elif verb in ("set", "clear"):
            fields[each.id] = values[each.id] if verb == "set" else []
        else:
            changes.append({"field": each.id, "verb": verb, "value": values[each.id]})
    return {"fields": fields, "changes": changes}


def edit_plan(ctx: Context, rows: Sequence[Issue], asked: Asked) -> Plan:
    """What would be changed, in words.

    Raises:
        Invalid: as ``edit_arguments``.
    """
    given = edit_arguments(ctx, rows, asked)
    editors = {each.editor.id: each.editor for each in edit_form(ctx, rows, asked).changes}
    lines = [
        (editors[id].name, words(editors[id], value) or "nothing: it is emptied")
        for id, value in given["fields"].items()
    ]
    for each in given["changes"]:
        editor = editors[each["field"]]
        said = words(editor, each["value"]) or "nothing"
        lines.append((editor.name, f"{_SAID[each['verb']]} {said}"))
    return Plan("Edit fields", lines)


def words(editor: Editor, value: Any) -> str:
    """What was entered into an editor, as people say it.

    Args:
        editor: with what was entered.
        value: what was read from it.
    """
    if value in (None, "", []):
        return ""
    if editor.widget in ("date", "number"):
        return str(value)
    return ", ".join(text for _value, text in editor.chosen) or editor.text


def _common(ctx: Context, rows: Sequence[Issue]) -> _Common:
    """The fields that all of some issues have on their screens, as the first of them has them."""
    places = {(row.project_id, row.type_id): row for row in rows}
    shown: list[Mapping[str, ScreenField]] = []
    types = site.issue_types(ctx)
    for project_id, type_id in places:
        place = Place(projects.known(ctx, project_id), types[type_id])
        shown.append({each.id: each for each in screens.of_place(ctx, place)})
    first = rows[0]
    shared = set.intersection(*(set(each) for each in shown)) - {*_OF_ONE}
    if len({row.project_id for row in rows}) > 1:
        shared -= {*_OF_PROJECT}
    everywhere = {id: each.name for some in shown for id, each in some.items()}
    left_out = [name for id, name in everywhere.items() if id not in shared and id not in _OF_ONE]
    fields = [each for id, each in shown[0].items() if id in shared]
    place_of_first = Site(projects.known(ctx, first.project_id), first.type_id)
    return _Common(fields, place_of_first, left_out)


def _named(ctx: Context, editor: Editor) -> Editor:
    """An editor in which people are called by their names and not their ids."""
    if editor.widget not in ("user", "users"):
        return editor
    known = site.people(ctx, [value for value, _text in editor.chosen])
    chosen = [(id, known[id].name if id in known else text) for id, text in editor.chosen]
    return Editor(
        editor.id,
        editor.name,
        editor.widget,
        editor.is_required,
        chosen=tuple(chosen),
        source=editor.source,
    )
