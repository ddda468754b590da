"""What parts of rules are settled by, as fields of forms and in words."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from workworld.apps.tracker.service import (
    fields,
    projects,
    rule_input,
    rule_settings,
    site,
)
from workworld.automation import Asked, Settled
from workworld.context import Context

Choices = Sequence[tuple[str, str]]
_LONGEST_SUMMARY = 200
_SAYINGS = {
    "any": "In any way",
    "set": "Set it",
    "cleared": "It is emptied",
    "all": "All",
    "public": "Those for everybody",
    "internal": "Internal ones",
    "none": "None",
    "issues": "Those that it names under issues",
    "equals": "Is",
    "differs": "Is not",
    "contains": "Contains",
    "lacks": "Does not contain",
    "empty": "Is empty",
    "filled": "Is not empty",
    "greater": "Is greater than",
    "less": "Is less than",
    "initiator": "Whoever began it",
    "assignee": "The assignee",
    "reporter": "The reporter",
    "creator": "The creator",
    "watchers": "The watchers",
    "has": "Has the role",
    "children": "Its children",
    "parent": "Its parent",
    "linked": "Linked issues",
    "blockers": "What blocks it",
    "blocked": "What it blocks",
    "jql": "Issues of a query",
    "created": "What this rule has made",
    "trigger": "The issue that began it",
    "exist": "There are some",
    "some": "Some fit the query",
    "no": "None fit the query",
    "add": "Add to it",
    "remove": "Take away from it",
    "person": "One person",
    "round_robin": "Several in turn",
    "least_busy": "Who has the least to do",
    "automatic": "By the project's rule",
    "nobody": "Nobody",
    "value": "By a value",
}
_OF_SETTING: Mapping[tuple[str, str], str] = {
    ("how", "set"): "It is filled in",
    ("has", "lacks"): "Lacks the role",
    ("which", "all"): "All fit the query",
    ("which", "none"): "There are none",
}
"""What a choice is called where it is not called as elsewhere."""
_COMMENTS = {"all": "All comments"}


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of the form of a trigger or a part.

    Args:
        name: of the setting.
        label: what people call it.
        hint: what to enter.
        widget: what one enters it with.
        value: what it holds, as it is entered.
        chosen: what is chosen of several, with what that is called.
        choices: what there is to choose from.
        is_needed: whether it must be given.
    """

    name: str
    label: str
    hint: str
    widget: str
    value: str = ""
    chosen: Choices = ()
    choices: Choices = ()
    is_needed: bool = True


def fields_of(
    ctx: Context, kind: Settled, settings: Mapping[str, Any], project_id: str
) -> list[FieldView]:
    """The fields of a form, with what is settled or was entered."""
    found = []
    for name, described in kind.settings.model_fields.items():
        usual = "" if described.is_required() else described.get_default(call_default_factory=True)
        value = settings.get(name, usual)
        found.append(_field(ctx, kind, name, described, value, project_id))
    return found


def entered(kind: Settled, form: MultiDict[str, str]) -> dict[str, Any]:
    """What was entered into such a form, as settings; what is empty and need not be is left out."""
    found: dict[str, Any] = {}
    for name, described in kind.settings.model_fields.items():
        asked = asked_of(described.metadata)
        value: Any
        if asked.widget in ("people", "several"):
            value = [each for each in form.getlist(name) if each]
        elif asked.widget == "tick":
            value = name in form
        else:
            value = form.get(name, "").replace("\r\n", "\n").strip()
        if value not in ("", []) or described.is_required():
            found[name] = value
    return found


def in_words(
    ctx: Context, kind: Settled, settings: Mapping[str, Any], project_id: str
) -> list[tuple[str, str]]:
    """What is settled, with what each setting is called."""
    found = []
    for name, described in kind.settings.model_fields.items():
        said = _said(ctx, kind, name, described, settings.get(name), project_id)
        if said:
            found.append((described.title or name, said))
    return found


def asked_of(metadata: Sequence[Any]) -> Asked:
    """How a setting is asked for: what was said of it last counts."""
    return next((each for each in reversed(metadata) if isinstance(each, Asked)), Asked("line"))


def _field(
    ctx: Context, kind: Settled, name: str, described: Any, value: Any, project_id: str
) -> FieldView:
    asked = asked_of(described.metadata)
    view: dict[str, Any] = {
        "name": name,
        "label": described.title or name,
        "hint": described.description or "",
        "widget": asked.widget,
        "is_needed": described.is_required(),
    }
    choices = _choices(ctx, kind, name, described, asked, project_id)
    if asked.widget == "several":
        held = [str(each) for each in value or ()]
        called = dict(choices)
        chosen = [(each, called.get(each, each)) for each in held]
        return FieldView(**view, chosen=chosen, choices=choices)
    if asked.widget == "people":
        known = site.people(ctx, value or ())
        chosen = [(each, known[each].name if each in known else each) for each in value or ()]
        return FieldView(**view, chosen=chosen)
    if asked.widget == "choice":
        held_one = str(value) if value is not None else ""
        if held_one not in dict(choices):
            choices = [*choices, (held_one, held_one)] if held_one else choices
            held_one = held_one or (choices[0][0] if choices else "")
        return FieldView(**view, value=held_one, choices=choices)
    if asked.widget == "tick":
        return FieldView(**view, value="1" if value else "")
    return FieldView(**view, value=str(value) if value is not None else "")


def _choices(
    ctx: Context, kind: Settled, name: str, described: Any, asked: Asked, project_id: str
) -> Choices:
    options = _literals(described.annotation)
    if options:
        return [(each, _called(kind, name, each)) for each in options]
    takes, _, beside = asked.takes.partition(" or ")
    look_up = _LOOK_UPS.get(takes)
    if look_up is None:
        return ()
    found = look_up(ctx, project_id, kind)
    return [("", _EMPTY[beside]), *found] if beside else found


def _literals(annotation: Any) -> tuple[str, ...]:
    if typing.get_origin(annotation) is list:
        annotation = typing.get_args(annotation)[0]
    is_literal = typing.get_origin(annotation) is typing.Literal
    return typing.get_args(annotation) if is_literal else ()


def _called(kind: Settled, name: str, option: str) -> str:
    if name == "which" and kind.title == "Issue commented":
        return _COMMENTS.get(option, _SAYINGS[option])
    if name == "about" and option == "none":
        return "None"
    return _OF_SETTING.get((name, option)) or _SAYINGS.get(option, option)


def _said(
    ctx: Context, kind: Settled, name: str, described: Any, value: Any, project_id: str
) -> str:
    if value in (None, "", [], False):
        return ""
    asked = asked_of(described.metadata)
    if asked.widget == "tick":
        return "Yes"
    if asked.widget == "people":
        known = site.people(ctx, value)
        return ", ".join(known[each].name if each in known else each for each in value)
    if asked.widget in ("choice", "several"):
        called = dict(_choices(ctx, kind, name, described, asked, project_id))
        held = value if isinstance(value, list) else [value]
        return ", ".join(called.get(str(each), str(each)) for each in held)
    said = " ".join(str(value).split())
    return said if len(said) <= _LONGEST_SUMMARY else f"{said[:_LONGEST_SUMMARY]}…"


def _fields(ctx: Context, _project_id: str, kind: Settled) -> Choices:
    if kind.title == "Edit issue field":
        return [(each.id, each.name) for each in rule_input.editable(ctx)]
    found = sorted(fields.all_fields(ctx), key=lambda each: each.name.casefold())
    return [(each.id, each.name) for each in found]


def _statuses(ctx: Context, project_id: str, _kind: Settled) -> Choices:
    found: list[str] = []
    if project_id:
        for rows in projects.statuses(ctx, project=project_id).values():
            found += [row.name for row in rows]
    else:
        found = [row.name for row in site.statuses(ctx).values()]
    return [(each, each) for each in dict.fromkeys(found)]


def _types(*, is_subtask: bool | None) -> Callable[[Context, str, Settled], Choices]:
    def look_up(ctx: Context, project_id: str, _kind: Settled) -> Choices:
        rows = projects.types_of(ctx, project_id) if project_id else site.issue_types(ctx).values()
        names = [row.name for row in rows if is_subtask is None or (row.level < 0) == is_subtask]
        return [(each, each) for each in dict.fromkeys(names)]

    return look_up


def _projects(ctx: Context, _project_id: str, _kind: Settled) -> Choices:
    found = projects.list(ctx, limit=200).items
    return [(row.key, f"{row.name} ({row.key})") for row in found]


_LOOK_UPS: Mapping[str, Callable[[Context, str, Settled], Choices]] = {
    rule_settings.FIELD: _fields,
    rule_settings.STATUS: _statuses,
    rule_settings.TYPE: _types(is_subtask=False),
    "sub-task type": _types(is_subtask=True),
    rule_settings.ROLE: lambda ctx, _id, _kind: [
        (row.name, row.name) for row in site.roles(ctx).values()
    ],
    rule_settings.LINK_TYPE: lambda ctx, _id, _kind: [
        (each, each) for each in rule_settings.link_words(ctx)
    ],
    rule_settings.RESOLUTION: lambda ctx, _id, _kind: [
        (row.name, row.name) for row in site.resolutions(ctx).values()
    ],
    rule_settings.PROJECT: _projects,
}
_EMPTY = {"anybody": "Anybody", "none": "None", "this": "The issue's own"}
"""What it is called that nothing is chosen, after what the setting takes."""
