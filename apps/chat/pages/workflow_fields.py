"""What triggers and steps of workflows are settled by, as fields of forms and in words."""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from workworld.apps.chat import typed
from workworld.apps.chat.service import channels, wording
from workworld.apps.chat.types import CHANNELS
from workworld.automation import (
    CHANNEL,
    LINK,
    MESSAGE,
    PERSON,
    Asked,
    Facts,
    Question,
    StepKind,
    TriggerKind,
    is_variable,
)
from workworld.context import Context
from workworld.directory import people

HIDDEN_CHANNEL = "A channel that you do not see"
_SPARE_ROWS = 2
_MOST_ROWS = 20
_MOST_CHOICES = 20
_LONGEST_SUMMARY = 160
_SAYINGS = {
    "": "Only once",
    "daily": "Every day",
    "weekdays": "Every weekday",
    "weekly": "Every week",
    "monthly": "Every month",
    "yearly": "Every year",
    "public": "Public",
    "private": "Private",
    "minutes": "Minutes",
    "hours": "Hours",
    "days": "Days",
}


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of the form of a trigger or a step.

    Args:
        name: of the setting.
        label: what people call it.
        hint: what to enter.
        widget: what one enters it with.
        takes: the kind of variable that may stand for it.
        value: what it holds, as it is entered.
        chosen: what is chosen, with what that is called.
        choices: what there is to choose from, if that is little.
        rows: the questions of a form.
        is_needed: whether it must be given.
    """

    name: str
    label: str
    hint: str
    widget: str
    takes: str
    value: str = ""
    chosen: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    rows: tuple[Mapping[str, Any], ...] = ()
    is_needed: bool = True


def fields_of(
    ctx: Context, kind: TriggerKind | StepKind, settings: Mapping[str, Any], known: Facts
) -> list[FieldView]:
    """The fields of a form, with what is settled or was entered."""
    found = []
    for name, described in kind.settings.model_fields.items():
        usual = "" if described.is_required() else described.get_default(call_default_factory=True)
        found.append(_field(ctx, name, described, settings.get(name, usual), known))
    return found


def entered(
    ctx: Context, kind: TriggerKind | StepKind, form: MultiDict[str, str]
) -> dict[str, Any]:
    """What was entered into such a form, as settings; what is empty and need not be is left out."""
    found: dict[str, Any] = {}
    for name, described in kind.settings.model_fields.items():
        value = _entered(ctx, name, _asked(described.metadata), described.annotation, form)
        if value not in ("", []) or described.is_required():
            found[name] = value
    return found


def in_words(
    ctx: Context, kind: TriggerKind | StepKind, settings: Mapping[str, Any]
) -> list[tuple[str, str]]:
    """What is settled, with what each setting is called."""
    found = []
    for name, described in kind.settings.model_fields.items():
        said = _said(ctx, _asked(described.metadata), settings.get(name))
        if said:
            found.append((described.title or name, said))
    return found


def named(ctx: Context, takes: str, value: str) -> str:
    """What a channel or a person is called, if the reader knows of them; a variable is itself."""
    if is_variable(value) or not value:
        return value
    if takes == CHANNEL:
        return channels.visible_labels(ctx, [value]).get(value, HIDDEN_CHANNEL)
    if takes == PERSON:
        return next((each.name for each in people.by_ids(ctx.session, [value]).values()), value)
    return value


def value_in_words(ctx: Context, kind: str, text: str) -> str:
    """What a variable stands for in a run."""
    if kind == MESSAGE:
        channel_id = text.partition(":")[0]
        label = channels.visible_labels(ctx, [channel_id]).get(channel_id)
        return f"A message in {label}" if label else "A message"
    return text.partition(" ")[2] if kind == LINK else named(ctx, kind, text)


def choices(ctx: Context, takes: str, query: str, known: Facts) -> list[tuple[str, str, str]]:
    """What a setting may name: variables that fit, then channels or people; with a note each."""
    words = query.lower()
    found = [
        (f"{{{{{name}}}}}", f"{{{{{name}}}}}", "variable")
        for name, kind in known.items()
        if kind == takes and words in name
    ]
    if takes == CHANNEL:
        prefix = words.removeprefix("#")
        rows = channels.list(
            ctx, kinds=CHANNELS, name_prefix=prefix, exclude_archived=True, limit=_MOST_CHOICES
        ).items
        return [*found, *((row.id, f"#{row.name}", "") for row in rows)]
    hits = people.search(ctx, text=query, limit=_MOST_CHOICES)
    return [*found, *((row.id, row.name, row.title) for row in hits)]


def _field(ctx: Context, name: str, described: Any, value: Any, known: Facts) -> FieldView:
    asked = _asked(described.metadata)
    view = {
        "name": name,
        "label": described.title or name,
        "hint": described.description or "",
        "widget": asked.widget,
        "takes": asked.takes,
        "is_needed": described.is_required(),
    }
    match asked.widget:
        case "choice":
            choices = _offered(ctx, asked, described)
            options = [each for each, _text in choices]
            picked = value if value in options else options[0] if options else ""
            return FieldView(**view, value=picked, choices=choices)
        case "channel" | "person" | "people":
            held = value if isinstance(value, list) else [value] if value else []
            chosen = tuple((each, named(ctx, asked.takes, each)) for each in held)
            return FieldView(**view, chosen=chosen)
        case "questions":
            return FieldView(**view, rows=_rows(value or []))
    if asked.takes == MESSAGE:
        offered = [f"{{{{{each}}}}}" for each, kind in known.items() if kind == MESSAGE]
        choices = tuple((each, each) for each in (offered or [""]))
        return FieldView(
            **view, value=value if value in offered else choices[0][0], choices=choices
        )
    if asked.widget == "area":
        return FieldView(**view, value=typed.written(ctx, value or ""))
    shown = ", ".join(value) if isinstance(value, list) else str(value)
    return FieldView(**view, value=shown)


def _offered(ctx: Context, asked: Asked, described: Any) -> tuple[tuple[str, str], ...]:
    """What a choice is made from."""
    if asked.offers is not None:
        return tuple(asked.offers(ctx))
    options: tuple[str, ...] = typing.get_args(described.annotation)
    return tuple((each, _SAYINGS.get(each, each)) for each in options)


def _rows(questions: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """The rows of a form's questions, and some empty ones."""
    filled = [{**each, "choices": "\n".join(each.get("choices", []))} for each in questions]
    spare = min(_SPARE_ROWS if filled else _SPARE_ROWS + 1, _MOST_ROWS - len(filled))
    empty = {"label": "", "kind": "line", "needed": True, "choices": ""}
    return (*filled, *[empty] * spare)


def _entered(
    ctx: Context, name: str, asked: Asked, annotation: Any, form: MultiDict[str, str]
) -> Any:
    match asked.widget:
        case "people":
            return [each for each in form.getlist(name) if each]
        case "questions":
            return _questions(form)
        case "area":
            return typed.read(ctx, form.get(name, "").replace("\r\n", "\n").strip())
    text = form.get(name, "").strip()
    if typing.get_origin(annotation) is list:
        return [each.strip() for each in text.split(",") if each.strip()]
    return text


def _questions(form: MultiDict[str, str]) -> list[dict[str, Any]]:
    found = []
    for number in range(_MOST_ROWS):
        label = form.get(f"label-{number}", "").strip()
        if not label:
            continue
        kind = form.get(f"kind-{number}", "line")
        lines = form.get(f"choices-{number}", "").splitlines()
        choices = [each.strip() for each in lines if each.strip()]
        found.append(
            {
                "label": label,
                "kind": kind,
                "needed": f"needed-{number}" in form,
                "choices": choices if kind == "choice" else [],
            }
        )
    return found


def _said(ctx: Context, asked: Asked, value: Any) -> str:
    if value in (None, "", []):
        return ""
    if asked.widget == "questions":
        return ", ".join(Question.model_validate(each).label for each in value)
    if asked.widget == "choice":
        named_so = dict(asked.offers(ctx)) if asked.offers else _SAYINGS
        return named_so.get(str(value), str(value))
    if asked.widget == "area":
        said = " ".join(wording.in_words(ctx, str(value)).split())
        return said if len(said) <= _LONGEST_SUMMARY else f"{said[:_LONGEST_SUMMARY]}…"
    if asked.widget == "emoji":
        return f":{value}:"
    held = value if isinstance(value, list) else [str(value)]
    return ", ".join(named(ctx, asked.takes, each) for each in held)


def _asked(metadata: Sequence[Any]) -> Asked:
    return next((each for each in metadata if isinstance(each, Asked)), Asked("line"))
