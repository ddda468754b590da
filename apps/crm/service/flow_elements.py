"""What flows consist of: conditions, and what is done with the record or because of it.

They act for the organisation: neither rights nor field security are asked, validation rules are.
https://help.salesforce.com/s/articleView?id=platform.flow_ref_elements.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import (
    approvals,
    automations,
    emails,
    flow_settings,
    inputs,
    merge_fields,
    notices,
    records,
    refusals,
    rule_facts,
)
from workworld.apps.crm.service.merge_fields import Merging
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import Options
from workworld.context import Actor, Context
from workworld.formulas import FormulaError
from workworld.rules.kinds import Family, part
from workworld.rules.work import Change, Done, Work

APP_ID = "crm"
FACTS, PUBLISHER, ROW, BEFORE = "facts", "publisher", "row", "before"
"""What elements are told of a run: the record's facts, who activated the flow, the record itself
and whether it is yet to be saved."""
WAIT, UPDATE, MEETS, IF = "wait", "update_record", "meets", "if"
MINUTES: Mapping[str, int] = {"Minutes": 1, "Hours": 60, "Days": 1_440}
OPTIONS = Options(allow_duplicates=True, system=True, checked=True)


def as_publisher(work: Work) -> Context:
    """The run, as whoever activated the flow: what they may not do elsewhere is not done."""
    return replace(work.ctx, actor=Actor(work.facts[PUBLISHER]), memory=None)


def merged(work: Work, text: str) -> str:
    """A text with the record's fields filled in, whoever began the run; empty ones are left out."""
    if "{{" not in text:
        return text
    ctx = replace(work.ctx, actor=Actor(automations.person_id(work.ctx)), memory=None)
    made = Merging(ctx, merge_fields.roots(ctx, work.thing)).filled(text)
    said = made.text
    for each in made.unresolved:
        said = said.replace(f"{{{{{each}}}}}", "")
    return said


def values_of(work: Work, sobject: SObject, settled: Sequence[Any]) -> dict[str, Any]:
    """The values that an element gives, as callers of records send them."""
    return {each.field: _value(work, sobject, each.field, each.value) for each in settled}


def check_values(sobject_name: str, about: str, settled: Sequence[Any]) -> None:
    """See to it that an object has the fields that are set, and that formulas mean something.

    Args:
        sobject_name: whose fields are set.
        about: the object of the flow, over whose fields formulas are.
        settled: fields and values.

    Raises:
        RecordRefused: ``FIELD_INTEGRITY_EXCEPTION``.
    """
    sobject = objects.find(sobject_name)
    for number, each in enumerate(settled):
        field = sobject.field(each.field) if sobject else None
        if field is None or not field.column or field.kind is Kind.ID:
            raise _wrong(f"{sobject_name} has no field {each.field}.", f"values-{number}-field")
        if each.value.startswith("="):
            check_formula(about, each.value[1:], f"values-{number}-value", is_condition=False)


def check_formula(about: str, text: str, at: str, *, is_condition: bool = True) -> None:
    """See to it that a formula means something.

    Raises:
        RecordRefused: ``FIELD_INTEGRITY_EXCEPTION``.
    """
    try:
        (rule_facts.formula if is_condition else rule_facts.value_formula)(about, text)
    except FormulaError as error:
        where = f" (at character {error.position})" if error.position else ""
        raise _wrong(f"{error.message}{where}", at) from None


def _wrong(said: str, at: str) -> refusals.RecordRefused:
    return refusals.refused("FIELD_INTEGRITY_EXCEPTION", said, at)


def _value(work: Work, sobject: SObject, name: str, text: str) -> Any:
    if not text.startswith("="):
        return merged(work, text)
    found: RecordFacts = work.facts[FACTS]
    value = rule_facts.value_formula(found.sobject.name, text[1:]).value(found)
    field = sobject.field(name)
    if isinstance(value, Decimal):
        is_part = field is not None and field.kind is Kind.PERCENT
        return str(value * 100 if is_part else value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value


def _sobject_at(about: str, way: str) -> str:
    """The object of the record that an update is about."""
    sobject = objects.of_name(about)
    field = sobject.field(way)
    if field is None or len(field.references) != 1:
        raise _wrong(f"{about} has no lookup {way} that leads to one object.", "way")
    return field.references[0]


def _check_meets(_ctx: Context, about: str, settings: flow_settings.MeetsSettings) -> None:
    check_formula(about, settings.formula, "formula")


@part(
    APP_ID,
    MEETS,
    Family.CONDITION,
    flow_settings.MeetsSettings,
    title="Condition",
    icon="list-filter",
    says="Goes on only if a formula is true.",
    check=_check_meets,
)
def meets(work: Work, settings: flow_settings.MeetsSettings) -> bool:
    """Whether a formula over the record is true."""
    found: RecordFacts = work.facts[FACTS]
    return rule_facts.formula(found.sobject.name, settings.formula).holds(found)


def _check_update(_ctx: Context, about: str, settings: flow_settings.UpdateSettings) -> None:
    name = _sobject_at(about, settings.way) if settings.way else about
    check_values(name, about, settings.values)


@part(
    APP_ID,
    UPDATE,
    Family.ACTION,
    flow_settings.UpdateSettings,
    title="Update record",
    icon="pencil",
    says="Sets fields of the record, or of one that it names.",
    check=_check_update,
)
def update_record(work: Work, settings: flow_settings.UpdateSettings) -> Done:
    """Set fields; of a record that is yet to be saved, as it is saved."""
    row = work.facts[ROW]
    if settings.way:
        field = objects.of_model(type(row)).fields[settings.way.lower()]
        key = getattr(row, field.column)
        above = objects.of_prefix(key[:3]) if key else None
        found: Any = work.ctx.session.get(above.model, key) if above else None
        if found is None or found.is_deleted:
            return Done(f"{field.label} is empty: nothing to update")
        row = found
    sobject = objects.of_model(type(row))
    values = values_of(work, sobject, settings.values)
    said = f"Updated {', '.join(values)}" + (f" of {sobject.label.lower()}" if settings.way else "")
    if work.facts[BEFORE]:
        given = inputs.read(work.ctx, sobject, values, creating=False, system=True)
        for column, value in given.items():
            setattr(row, column, value)
        return Done(said)
    before = {name: getattr(row, sobject.fields[name.lower()].column) for name in values}
    records.change(work.ctx, row, values, OPTIONS)
    after = {name: getattr(row, sobject.fields[name.lower()].column) for name in values}
    changes = [Change(row.id, name, str(before[name]), str(after[name])) for name in values]
    return Done(said, tuple(changes))


def _check_create(_ctx: Context, about: str, settings: flow_settings.CreateSettings) -> None:
    check_values(settings.sobject, about, settings.values)


@part(
    APP_ID,
    "create_record",
    Family.ACTION,
    flow_settings.CreateSettings,
    title="Create record",
    icon="plus",
    says="Creates a record, such as a task.",
    check=_check_create,
)
def create_record(work: Work, settings: flow_settings.CreateSettings) -> Done:
    """Create a record; its owner is the triggering record's where none is given."""
    sobject = objects.of_name(settings.sobject)
    values = values_of(work, sobject, settings.values)
    owner_id = getattr(work.facts[ROW], "owner_id", "")
    if "OwnerId" not in values and owner_id.startswith("005"):
        values["OwnerId"] = owner_id
    made = records.insert(work.ctx, sobject, values, OPTIONS)
    named = sobject.name_field
    called = getattr(made, named.column, None) if named and named.column else None
    return Done(f"Created {sobject.label.lower()} {called or made.id}", about=made.id)


@part(
    APP_ID,
    "send_email",
    Family.ACTION,
    flow_settings.EmailSettings,
    title="Send e-mail",
    icon="mail",
    says="Writes to the record's contact or lead by a template, in the name of its owner.",
)
def send_email(work: Work, settings: flow_settings.EmailSettings) -> Done:
    """Send an e-mail by a template, as the record's owner."""
    owner = work.ctx.session.get(User, getattr(work.facts[ROW], "owner_id", ""))
    is_there = owner is not None and owner.is_active
    sender = owner.person_id if owner and is_there else automations.person_id(work.ctx)
    ctx = replace(work.ctx, actor=Actor(sender), memory=None)
    emails.send(
        ctx,
        record_id=work.thing,
        template_id=settings.template_id,
        to=merged(work, settings.to),
        allow_unresolved=True,
    )
    return Done("Sent an e-mail")


@part(
    APP_ID,
    "notify",
    Family.ACTION,
    flow_settings.NotifySettings,
    title="Notify",
    icon="bell",
    says="Tells the owner, their manager or a user.",
)
def notify(work: Work, settings: flow_settings.NotifySettings) -> Done:
    """Tell somebody of the record."""
    owner_id = getattr(work.facts[ROW], "owner_id", "")
    users = notices.users_of(work.ctx, owner_id) if owner_id else []
    if settings.who == "user":
        users = [record_ids.full(settings.user_id) or ""]
    elif settings.who != "owner":
        found = [work.ctx.session.get(User, each) for each in users]
        users = [each.manager_id for each in found if each and each.manager_id]
    sobject = objects.of_model(type(work.facts[ROW]))
    url = notices.address_of(work.ctx, sobject.name, work.thing, f"flow-{work.rule_id}")
    text = f"reports: {merged(work, settings.text)}"
    as_system = replace(work.ctx, actor=Actor(automations.person_id(work.ctx)), memory=None)
    notices.tell(as_system, notices.FLOW_TOLD, url, users, text)
    return Done(f"Told {len(users)} {'user' if len(users) == 1 else 'users'}")


@part(
    APP_ID,
    "submit_approval",
    Family.ACTION,
    flow_settings.SubmitSettings,
    title="Submit for approval",
    icon="square-check",
    says="Submits the record to the first approval process that it fits.",
)
def submit_approval(work: Work, settings: flow_settings.SubmitSettings) -> Done:
    """Submit the record, in the name of whoever began the run."""
    comment = merged(work, settings.comment)
    made = approvals.submit(work.ctx, record_id=work.thing, comment=comment)
    return Done(f"Submitted for approval: {made.process}")


@part(
    APP_ID,
    WAIT,
    Family.ACTION,
    flow_settings.WaitSettings,
    title="Wait",
    icon="clock",
    says="Goes on later.",
)
def wait(_work: Work, settings: flow_settings.WaitSettings) -> Done:
    """Say for how long; the run sees to it."""
    unit = settings.unit.lower()
    return Done(f"Waits {settings.count} {unit if settings.count != 1 else unit[:-1]}")
