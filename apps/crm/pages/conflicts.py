"""What forms of records held when they were shown, and what others have changed since."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.editors import Editor, Form
from workworld.apps.crm.service import reading
from workworld.apps.crm.service.refusals import EntityModified
from workworld.context import Context


@dataclass(frozen=True, slots=True)
class Clash:
    """A field that somebody else has changed in the meantime."""

    label: str
    was: str
    theirs: str
    mine: str
    """Empty if only they changed it."""


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Who has saved the record in the meantime, and what they changed."""

    by: str
    at: str
    clashes: Sequence[Clash]


def sent_by(editor: Editor) -> dict[str, list[str]]:
    """What a form would send of a control that nobody has touched."""
    match editor.widget:
        case "several":
            return {editor.name: list(editor.chosen)}
        case "checkbox":
            return {editor.name: ["1"] if editor.text else []}
        case "moment":
            return {editor.name: [editor.text], f"{editor.name}-time": [editor.shown]}
    return {editor.name: [editor.text]}


def base_of(editors: Iterable[Editor]) -> str:
    """What controls hold, for the form to carry along."""
    return json.dumps({name: held for each in editors for name, held in sent_by(each).items()})


def base_from(text: str) -> Mapping[str, list[str]]:
    """What a form carried along; nothing if that cannot be read."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {
        str(name): [str(each) for each in held]
        for name, held in found.items()
        if isinstance(held, list)
    }


def changed_fields(form: Form, base: Mapping[str, list[str]]) -> set[str]:
    """The fields of a form that hold something else than when it was shown."""
    names = {name.removesuffix("-time") for name in base}
    found = set()
    for name in names:
        for part in (name, f"{name}-time"):
            if part in base and (part in form or f"{name}-sent" in form):
                held = [each.replace("\r\n", "\n").strip() for each in form.get(part, ())]
                if [*filter(None, held)] != [each.strip() for each in base[part] if each.strip()]:
                    found.add(name)
    return found


def conflict_of(
    ctx: Context,
    refusal: EntityModified,
    now: Sequence[Editor],
    base: Mapping[str, list[str]],
    form: Form,
) -> ConflictView:
    """What somebody else has changed while a form was filled in.

    Args:
        ctx: who filled it in.
        refusal: who saved, and when.
        now: the controls with what the record holds now.
        base: what they held when the form was shown.
        form: what they hold in it.
    """
    mine = changed_fields(form, base)
    clashes = []
    for each in now:
        theirs, was = _plain(sent_by(each)), _plain({each.name: base.get(each.name, [])})
        if each.name in base and theirs != was:
            typed = _plain({each.name: list(form.get(each.name, ()))})
            clashes.append(
                Clash(
                    each.label,
                    _said_as(ctx, each, was),
                    _said_as(ctx, each, theirs),
                    _said_as(ctx, each, typed) if each.name in mine else "",
                )
            )
    by = reading.names(ctx, [refusal.by_id]).get(refusal.by_id, "Somebody")
    return ConflictView(by, moments.near_moment(ctx, refusal.at_us), clashes)


def _plain(held: Mapping[str, Sequence[str]]) -> str:
    return " ".join("; ".join(filter(None, each)) for each in held.values()).strip()


def _said_as(ctx: Context, editor: Editor, text: str) -> str:
    if editor.widget == "lookup" and text:
        return reading.names(ctx, [text]).get(text, "a record not visible to you")
    if editor.widget == "checkbox":
        return "Yes" if text else "No"
    return text or "empty"
