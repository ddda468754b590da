"""Settings as forms: of rules, templates and hours, and of what flows do.

A list of settings is a group of rows; the fields of its third row are called ``entries-2-formula``.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from workworld.automation import Asked, Settings
from workworld.context import Context

Choices = Sequence[tuple[str, str]]
_SAYINGS = {
    "Alert": "Warn, and save all the same if one insists",
    "Block": "Block",
    "email": "E-mail address",
    "name and company": "Name and company",
    "company": "Company's name",
    "domain": "Website's domain",
    "unassigned": "Time in a queue is longer",
    "breach": "Time before the next breach is shorter",
    "manager": "The submitter's manager",
    "assigned": "Whoever is assigned below",
    "submission": "Submission",
    "approval": "Final approval",
    "rejection": "Rejection",
    "recall": "Recall",
}
_DEED = re.compile(r"(add|remove)-(\w+?)(?:-(\d+))?")


@dataclass(frozen=True, slots=True)
class SettingField:
    """A field of such a form.

    Args:
        name: of the input.
        label: what people call it.
        hint: what to enter.
        widget: what one enters it with.
        value: what it holds, as it is entered.
        chosen: what is chosen of several.
        choices: what there is to choose from.
        required: whether it must be given.
        problem: what is wrong with it.
    """

    name: str
    label: str
    hint: str
    widget: str
    value: str
    chosen: Sequence[str]
    choices: Choices
    required: bool
    problem: str

    @property
    def id(self) -> str:
        """Of the element."""
        return f"setting-{self.name}"


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """Rows of fields, of which there may be more and fewer."""

    name: str
    title: str
    hint: str
    rows: Sequence[Sequence[SettingField]]
    problem: str

    widget = "group"


@dataclass(frozen=True, slots=True)
class SettingForm:
    """What a form of settings shows."""

    items: Sequence[SettingField | SettingGroup]
    problems: Sequence[tuple[str, str]]
    """What is wrong, and the element that it is wrong with; that is empty for the whole."""


def form_of(
    ctx: Context,
    settings: type[Settings],
    values: Mapping[str, Any],
    problems: Mapping[str, str],
) -> SettingForm:
    """A form with what is settled or was entered.

    Args:
        ctx: who reads it.
        settings: what is settled.
        values: by name, as forms or settings have them.
        problems: what is wrong, by the input's name.
    """
    items: list[SettingField | SettingGroup] = []
    for name, described in settings.model_fields.items():
        called = described.alias or name
        inner = _row_type(described.annotation)
        if inner is not None:
            items.append(_group(ctx, called, described, inner, values.get(called), problems))
        else:
            items.append(_field(ctx, called, described, values.get(called), problems))
    names = {each.name for each in _all(items)}
    told = [(text, f"setting-{name}" if name in names else "") for name, text in problems.items()]
    return SettingForm(items, told)


def entered(settings: type[Settings], form: MultiDict[str, str]) -> dict[str, Any]:
    """What was entered into such a form, as settings take it."""
    found: dict[str, Any] = {}
    for name, described in settings.model_fields.items():
        called = described.alias or name
        inner = _row_type(described.annotation)
        if inner is None:
            found[called] = _entered(called, described, form)
            continue
        numbers = {int(m[1]) for key in form if (m := re.match(rf"{called}-(\d+)-", key))}
        found[called] = [
            {
                key.alias or sub: _entered(f"{called}-{number}-{key.alias or sub}", key, form)
                for sub, key in inner.model_fields.items()
            }
            for number in sorted(numbers)
        ]
    return found


def rearranged(values: dict[str, Any], deed: str) -> bool:
    """Add a row to a group, or remove one, as a button says; whether it was such a button."""
    found = _DEED.fullmatch(deed)
    rows = values.get(found[2]) if found else None
    if found is None or not isinstance(rows, list):
        return False
    if found[1] == "add":
        rows.append({})
    elif found[3] is not None and int(found[3]) < len(rows):
        rows.pop(int(found[3]))
    return True


def problems_of(refusal: Any) -> dict[str, str]:
    """What a refusal says is wrong, by the input's name; empty for the whole."""
    told: dict[str, str] = {}
    for each in getattr(refusal, "errors", ()):
        for name in each.fields or ("",):
            told.setdefault(name, each.message)
    return told or {"": refusal.message}


def _all(items: Sequence[SettingField | SettingGroup]) -> list[SettingField]:
    fields: list[SettingField] = []
    for each in items:
        if isinstance(each, SettingField):
            fields.append(each)
        else:
            fields += [field for row in each.rows for field in row]
    return fields


def _row_type(annotation: Any) -> type[Settings] | None:
    if typing.get_origin(annotation) is not list:
        return None
    (inner,) = typing.get_args(annotation)
    return inner if isinstance(inner, type) and issubclass(inner, Settings) else None


def _asked(described: Any) -> Asked:
    return next(
        (each for each in reversed(described.metadata) if isinstance(each, Asked)), Asked("line")
    )


def _group(
    ctx: Context,
    name: str,
    described: Any,
    inner: type[Settings],
    held: Any,
    problems: Mapping[str, str],
) -> SettingGroup:
    rows = held or ([{}] if described.is_required() else [])
    made = [
        [
            _field(ctx, key.alias or sub, key, row.get(key.alias or sub), problems, f"{name}-{at}-")
            for sub, key in inner.model_fields.items()
        ]
        for at, row in enumerate(rows)
    ]
    title, hint = described.title or name, described.description or ""
    return SettingGroup(name, title, hint, made, problems.get(name, ""))


def _field(
    ctx: Context,
    name: str,
    described: Any,
    held: Any,
    problems: Mapping[str, str],
    prefix: str = "",
) -> SettingField:
    asked = _asked(described)
    if held is None and not described.is_required():
        held = described.get_default(call_default_factory=True)
    value = "" if held is None or isinstance(held, list) else str(held)
    if asked.widget == "tick":
        value = "1" if held else ""
    choices = _choices(ctx, described, asked)
    if asked.widget == "choice" and value not in dict(choices):
        choices = [*choices, (value, value)] if value else [("", "Choose …"), *choices]
    return SettingField(
        prefix + name,
        described.title or name,
        described.description or "",
        asked.widget,
        value,
        [str(each) for each in held] if isinstance(held, list) else [],
        choices,
        described.is_required(),
        problems.get(prefix + name, ""),
    )


def _choices(ctx: Context, described: Any, asked: Asked) -> Choices:
    if asked.offers is not None:
        return asked.offers(ctx)
    annotation = described.annotation
    if typing.get_origin(annotation) is list:
        (annotation,) = typing.get_args(annotation)
    if typing.get_origin(annotation) is not typing.Literal:
        return ()
    values: tuple[str, ...] = typing.get_args(annotation)
    return [(each, _SAYINGS.get(each, each)) for each in values]


def _entered(name: str, described: Any, form: MultiDict[str, str]) -> Any:
    asked = _asked(described)
    if asked.widget == "tick":
        return name in form
    if asked.widget in ("several", "people"):
        return [each for each in form.getlist(name) if each]
    return form.get(name, "").replace("\r\n", "\n").strip()
