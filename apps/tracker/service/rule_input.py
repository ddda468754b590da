"""What a rule writes into a field, from the text that its settings have for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.service import field_choices, field_values, fields, rule_settings
from workworld.apps.tracker.service.fields import FieldInfo
from workworld.context import Context
from workworld.errors import Invalid
from workworld.richtext.json_form import to_json
from workworld.richtext.markdown_reader import from_markdown

_DOCUMENTS = ("paragraph",)
_MANY = ("labels", "components", "versions", "multiselect", "checkbox", "users")
_YES = ("true", "yes", "1")


def document(text: str) -> dict[str, Any]:
    """Markdown as a document's JSON."""
    return to_json(from_markdown(text.replace("\r\n", "\n"), breaks=True, emoji=True))


def value_of(ctx: Context, project: Project, field: FieldInfo, text: str) -> Any:
    """The value that a text means for a field; nothing for an empty one.

    Raises:
        Invalid: ``invalid_rule``: it means none.
    """
    said = text.strip()
    if field.kind in _MANY:
        return [_one(ctx, project, field, each.strip()) for each in said.split(",") if each.strip()]
    return _one(ctx, project, field, said) if said else None


def changed(
    ctx: Context, project: Project, field: FieldInfo, verb: str, text: str, held: Any
) -> Any:
    """What a field is to hold after something was set, added or taken away.

    Raises:
        Invalid: ``invalid_rule``.
    """
    value = value_of(ctx, project, field, text)
    if verb == "set":
        return value
    if field.kind not in _MANY:
        raise Invalid("invalid_rule", f"{field.name} holds one value: it can only be set.")
    for each in value:
        held = field_values.combined(each, verb, held)
    return held


def _one(ctx: Context, project: Project, field: FieldInfo, said: str) -> Any:  # noqa: PLR0911
    # One way out for each kind.
    match field.kind:
        case "user" | "users":
            return rule_settings.person_called(ctx, said).id
        case "number":
            return _number(field, said)
        case "paragraph":
            return document(said)
        case "flag":
            return said.casefold() in _YES
        case "timetracking":
            seconds = durations.parse(said)
            if seconds is None:
                raise Invalid("invalid_rule", f"{said!r} is no amount of work.")
            return {"original": seconds, "remaining": seconds}
        case "labels":
            return "_".join(said.split())
        case "cascading":
            return _cascade(ctx, project, field, said)
    choices = field_choices.of_field(ctx, project, field.id)
    return said if choices is None else _chosen(field, choices, said)


def _number(field: FieldInfo, said: str) -> float:
    try:
        return float(said)
    except ValueError:
        raise Invalid("invalid_rule", f"{field.name}: {said!r} is no number.") from None


def _chosen(field: FieldInfo, choices: Sequence[field_choices.Choice], said: str) -> Any:
    plain = said.casefold()
    for each in choices:
        if each.is_open and plain in (str(each.id).casefold(), each.name.casefold()):
            return int(each.id) if field.id == f.SPRINT else each.id
    there = ", ".join(each.name for each in choices if each.is_open) or "none"
    raise Invalid("invalid_rule", f"{field.name}: there is no {said!r}. There are: {there}.")


def _cascade(ctx: Context, project: Project, field: FieldInfo, said: str) -> list[Any]:
    choices = field_choices.of_field(ctx, project, field.id) or ()
    first, _, second = (part.strip() for part in said.partition("/"))
    top = _chosen(field, [each for each in choices if each.parent_id is None], first)
    if not second:
        return [top]
    below = [each for each in choices if each.parent_id == top]
    return [top, _chosen(field, below, second)]


def editable(ctx: Context) -> Sequence[FieldInfo]:
    """The fields that a rule may write, by name."""
    found = [
        each
        for each in fields.all_fields(ctx)
        if each.id in f.EDITABLE or (each.is_custom and each.orderable and each.id not in _OTHERS)
    ]
    return sorted(found, key=lambda each: (each.name.casefold(), each.id))


_OTHERS = (f.EPIC_LINK, f.RANK)
