"""The filters of a list view, as a form beside the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from workworld.apps.crm.models import Group, QueueObject
from workworld.apps.crm.pages import values
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.schema.pick_labels import label_of
from workworld.apps.crm.service import list_filters, list_views, sight
from workworld.apps.crm.service.list_views import View
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import Refused

_NO_VALUE = (list_filters.EMPTY, list_filters.NOT_EMPTY)
Form = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class FilterLine:
    """One filter in the form."""

    number: int
    field: str
    operator: str
    values: Sequence[str]
    operators: Sequence[tuple[str, str]]
    widget: str
    """``none``, ``text``, ``day``, ``between``, ``choice`` or ``several``."""
    choices: Sequence[tuple[str, str]]
    label: str
    problem: str = ""

    @property
    def chosen(self) -> Sequence[tuple[str, str]]:
        """The values, as a box of several has them."""
        return [(each, each) for each in self.values]


@dataclass(frozen=True, slots=True)
class Panel:
    """The form."""

    lines: Sequence[FilterLine]
    fields: Sequence[tuple[str, str]]
    scope: str
    scopes: Sequence[tuple[str, str]]
    queue_id: str
    queues: Sequence[tuple[str, str]]
    logic: str
    may_edit: bool
    why_not: str
    problem: str = ""
    logic_problem: str = ""


def panel_of(state: State, form: Form | None = None, refusal: Refused | None = None) -> Panel:
    """The form with the filters of a list view, or with what was entered into it."""

    def present(ctx: Context, view: View) -> Panel:
        sobject = objects.of_name(view.row.sobject)
        asked = asked_in(form) if form is not None else stored(view)
        return _panel(ctx, sobject, view, asked, refusal)

    found: Panel = page(list_views.info, present, view_id=state.view_id)
    return found


def stored(view: View) -> dict[str, Any]:
    """What a list view finds, as the form has it."""
    row = view.row
    return {
        "scope": row.scope,
        "queue_id": row.queue_id or "",
        "filters": row.filters,
        "logic": row.logic,
    }


def asked_in(form: Form) -> dict[str, Any]:
    """What was entered into the form: numbered filters, in their order."""
    numbers = sorted(
        int(name[1:].partition(".")[0])
        for name in form
        if name.startswith("f") and name.endswith(".field") and name[1:-6].isdecimal()
    )
    removed = one(form, "remove")
    filters = [
        {
            "field": one(form, f"f{number}.field"),
            "operator": one(form, f"f{number}.operator"),
            "values": _values(form.get(f"f{number}.value", ())),
        }
        for number in numbers[: list_filters.MOST]
        if str(number) != removed
    ]
    return {
        "scope": one(form, "scope") or "everything",
        "queue_id": one(form, "queue_id"),
        "filters": filters,
        "logic": one(form, "logic"),
    }


def _values(sent: Sequence[str]) -> list[str]:
    """What was entered as values: several are written with commas between them."""
    parts = sent[0].split(",") if len(sent) == 1 else sent
    return [each.strip() for each in parts if each.strip()]


def one(form: Form, name: str) -> str:
    """The first value of a name, without spaces around it."""
    return str((form.get(name) or [""])[0]).strip()


def _panel(
    ctx: Context, sobject: SObject, view: View, asked: Mapping[str, Any], refusal: Refused | None
) -> Panel:
    fields = _fields(ctx, sobject)
    wrong = {each.field: each.what for each in refusal.problems} if refusal else {}
    lines = [
        _line(sobject, fields, number, each, wrong)
        for number, each in enumerate(asked["filters"], 1)
    ]
    at_lines = {f"filters.{each.number}.{part}" for each in lines for part in _PARTS}
    queues = _queues(ctx, sobject)
    rest = [what for field, what in wrong.items() if field not in at_lines | {"logic"}]
    said = " ".join(rest) or (refusal.message if refusal and not wrong else "")
    standard = "This list view is a standard one: clone it to change what it finds."
    return Panel(
        lines,
        [(each.name, values.label_of(each)) for each in fields],
        asked["scope"],
        _scopes(sobject, has_queues=bool(queues), now=asked["scope"]),
        asked["queue_id"] or (queues[0][0] if queues else ""),
        queues,
        asked["logic"],
        view.may_edit,
        standard if view.row.is_standard else "Only its owner can change this list view.",
        said,
        wrong.get("logic", ""),
    )


_PARTS = ("field", "operator", "value")


def _fields(ctx: Context, sobject: SObject) -> Sequence[Field]:
    found = [each for each in sight.fields(ctx, sobject) if each.kind is not Kind.ID]
    return sorted(found, key=lambda each: values.label_of(each).lower())


def _scopes(sobject: SObject, *, has_queues: bool, now: str) -> Sequence[tuple[str, str]]:
    plural = sobject.plural.lower()
    found = [("everything", f"All {plural}")]
    if sobject.has_owner:
        found += [("mine", f"My {plural}"), ("team", f"My team’s {plural}")]
    if has_queues:
        found.append(("queue", f"{sobject.plural} of a queue"))
    if now == "recent":
        found.append(("recent", "Recently viewed"))
    return found


def _queues(ctx: Context, sobject: SObject) -> Sequence[tuple[str, str]]:
    groups, owned = Group.__table__.c, QueueObject.__table__.c
    query = (
        select(groups.id, groups.name)
        .join(QueueObject.__table__, owned.queue_id == groups.id)
        .where(owned.sobject == sobject.name)
        .order_by(groups.name, groups.id)
    )
    return [(row.id, row.name) for row in ctx.session.execute(query)]


def _line(
    sobject: SObject,
    fields: Sequence[Field],
    number: int,
    given: Mapping[str, Any],
    wrong: Mapping[str, str],
) -> FilterLine:
    field = sobject.field(given["field"]) or fields[0]
    allowed = list_filters.operators(field)
    operator = given["operator"] if given["operator"] in allowed else allowed[0]
    widget, choices = _widget(field, operator)
    problems = [wrong.get(f"filters.{number}.{part}", "") for part in _PARTS]
    return FilterLine(
        number,
        field.name,
        operator,
        given["values"],
        [(each, list_filters.LABELS[each]) for each in allowed],
        widget,
        choices,
        values.label_of(field),
        next(filter(None, problems), "").partition(": ")[2],
    )


def _widget(field: Field, operator: str) -> tuple[str, Sequence[tuple[str, str]]]:
    """What the values of a filter are entered into, and what can be chosen there."""
    if operator in _NO_VALUE:
        return "none", ()
    if operator == "between":
        return "between", ()
    if field.kind is Kind.BOOLEAN:
        return "choice", (("true", "True"), ("false", "False"))
    if field.kind in (Kind.DATE, Kind.DATETIME):
        return "day", ()
    is_listed = field.kind in (Kind.PICKLIST, Kind.MULTIPICKLIST)
    if is_listed and operator in ("equals", "notEqual", "includes", "excludes"):
        return "several", [
            (each, label_of(field.picklist, each))
            for each in picklists.VALUES.get(field.picklist, ())
        ]
    return "text", ()
