"""Controls in which values of fields are entered."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workworld.apps.crm.pages import moments, values
from workworld.apps.crm.pages.blueprint import at
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.schema.pick_labels import label_of
from workworld.apps.crm.service import pick_checks, record_types, rich_texts, sight
from workworld.apps.crm.service.rows import Values
from workworld.context import Context
from workworld.doors.times import clock_time

NONE = "--None--"
Form = Mapping[str, Sequence[str]]
_WIDGETS = {
    Kind.PICKLIST: "select",
    Kind.MULTIPICKLIST: "several",
    Kind.BOOLEAN: "checkbox",
    Kind.DATE: "date",
    Kind.DATETIME: "moment",
    Kind.REFERENCE: "lookup",
    Kind.TEXTAREA: "lines",
}
_MARKDOWN = "Markdown: **bold**, _italic_, - for a list, [text](https://address)."
_HINTS = {Kind.PERCENT: "In percent, such as 12.5"}


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where what a lookup field names is found."""

    src: str
    search: str
    new: str
    what: str


@dataclass(frozen=True, slots=True)
class Editor:
    """A control."""

    id: str
    name: str
    label: str
    widget: str
    text: str = ""
    """What it holds: a value of a list, an id, an ISO date, or text."""
    shown: str = ""
    """Of a lookup, what the record is called; of a time, the clock's part."""
    choices: Sequence[tuple[str, str]] = ()
    chosen: Sequence[str] = ()
    is_required: bool = False
    hint: str = ""
    problem: str = ""
    lookup: Lookup | None = None
    longest: int = 0
    leading: str = ""
    """The id of the control whose value decides which choices there are."""
    allowed: str = ""
    """Those choices by its value, as JSON."""


def editor_of(
    ctx: Context,
    sobject: SObject,
    field: Field,
    value: Any,
    names: Mapping[str, str],
    *,
    currency: str = "",
    row: Values | None = None,
    beside: Container[str] = (),
) -> Editor:
    """The control of a field with what it holds.

    Args:
        ctx: who edits.
        sobject: of which object the record is.
        field: which field.
        value: as its column keeps it; None for none.
        names: what the records are called that lookup fields name.
        currency: in which amounts are.
        row: the record, whose type and other fields limit which values of lists there are.
        beside: the fields whose controls are in the same form.
    """
    made = Editor(
        id=f"in-{field.name}",
        name=field.name,
        label=values.label_of(field),
        widget=_WIDGETS.get(field.kind, "text"),
        is_required=field.required or not (field.is_nillable or field.kind is Kind.BOOLEAN),
        hint=field.help or _HINTS.get(field.kind, ""),
        longest=field.length if field.kind.is_text else 0,
    )
    if field.is_rich:
        made = replace(made, widget="rich", hint=f"{_MARKDOWN} {field.help}".strip(), longest=0)
    if field.kind is Kind.CURRENCY and currency:
        made = replace(made, hint=f"In {currency}. {field.help}".strip())
    if field.kind is Kind.REFERENCE:
        shown = names.get(value, "Not visible to you") if value else ""
        return replace(made, text=value or "", shown=shown, lookup=_lookup(ctx, sobject, field))
    if field.kind in (Kind.PICKLIST, Kind.MULTIPICKLIST):
        column = sobject.model.__table__.columns.get(field.column)
        listed = _offered(ctx, sobject, field, row or {}, beside)
        may_be_empty = column is None or bool(column.nullable)
        made = _of_list(made, field, value, listed, may_be_empty=may_be_empty)
        return _led(made, field) if field.controller in beside else made
    if field.bits:
        return _of_bits(made, field, int(value or 0))
    if field.kind is Kind.DATETIME:
        day, _, clock = typed(ctx, field, value).partition(" ")
        return replace(made, text=day, shown=clock)
    return replace(made, text=typed(ctx, field, value))


def typed(ctx: Context, field: Field, value: Any) -> str:
    """A value as one may type it."""
    if value is None or value == "":
        return ""
    match field.kind:
        case Kind.BOOLEAN:
            return "1" if value else ""
        case Kind.CURRENCY:
            return f"{value / CENTS:.2f}".removesuffix(".00")
        case Kind.DOUBLE | Kind.PERCENT:
            return f"{value:.6f}".rstrip("0").rstrip(".")
        case Kind.DATETIME:
            at = moments.local(ctx, value)
            return f"{at:%Y-%m-%d} {clock_time(at)}"
    return rich_texts.as_markdown(str(value)) if field.is_rich else str(value)


def refilled(editor: Editor, form: Form, problem: str = "") -> Editor:
    """A control with what a form held that was not taken."""
    sent = form.get(editor.name)
    if sent is None and editor.widget not in ("checkbox", "several"):
        return replace(editor, problem=problem)
    first = sent[0] if sent else ""
    if editor.widget == "several":
        return replace(editor, chosen=tuple(sent or ()), problem=problem)
    if editor.widget == "moment":
        clock = (form.get(f"{editor.name}-time") or [""])[0]
        return replace(editor, text=first, shown=clock, problem=problem)
    if editor.widget == "lookup":
        shown = (form.get(f"{editor.name}-shown") or [""])[0] or editor.shown
        return replace(editor, text=first, shown=shown if first else "", problem=problem)
    return replace(editor, text=first, problem=problem)


def _offered(
    ctx: Context, sobject: SObject, field: Field, row: Values, beside: Container[str]
) -> Sequence[str]:
    """The values that a record may be given: of its type, and of what stands in other fields."""
    type_id = row.get(record_types.FIELD)
    listed = record_types.values_of(ctx, sobject, field, str(type_id) if type_id else None)
    if not field.controller or field.controller in beside or field.controller not in row:
        return listed
    allowed = pick_checks.allowed_by(field, row[field.controller])
    return [each for each in listed if each in allowed]


def _led(editor: Editor, field: Field) -> Editor:
    """A control whose choices follow from what another one of the form holds."""
    allowed = {key: sorted(values) for key, values in sorted(field.allowed.items())}
    return replace(editor, leading=f"in-{field.controller}", allowed=json.dumps(allowed))


def _of_bits(editor: Editor, field: Field, value: int) -> Editor:
    """Ticks for what the bits of a number stand for."""
    choices = [(str(1 << place), name) for place, name in enumerate(field.bits)]
    chosen = tuple(bit for bit, _name in choices if int(bit) & value)
    return replace(editor, widget="several", choices=choices, chosen=chosen)


def _of_list(
    editor: Editor, field: Field, value: Any, values: Sequence[str], *, may_be_empty: bool
) -> Editor:
    listed = [(each, label_of(field.picklist, each)) for each in values]
    if field.kind is Kind.MULTIPICKLIST:
        chosen = tuple(each for each in str(value or "").split(";") if each)
        listed += [(each, label_of(field.picklist, each)) for each in chosen if each not in values]
        return replace(editor, choices=listed, chosen=chosen)
    text = str(value or "")
    if text and text not in dict(listed):
        listed.append((text, label_of(field.picklist, text)))
    if may_be_empty or not text:
        listed.insert(0, ("", NONE))
    return replace(editor, choices=listed, text=text)


def _lookup(ctx: Context, sobject: SObject, field: Field) -> Lookup:
    targets = [objects.of_name(name) for name in field.references]
    made = next(
        (each for each in targets if not each.is_setup and sight.may(ctx, each, "create")), None
    )
    path = f"/lookups/{sobject.name}/{field.name}"
    is_owner = any(each.is_setup for each in targets)
    what = " and ".join(each.plural.lower() for each in targets[:2])
    return Lookup(
        at(path),
        at(f"{path}/search"),
        at(f"/{made.name}/new") if made and not is_owner and len(targets) == 1 else "",
        "users and queues" if is_owner and len(targets) > 1 else what,
    )
