"""The rows behind fields of the company's own: their names, their columns, and what fills them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Text, cast, or_, select, update
from sqlalchemy import delete as delete_rows

from workworld.apps.crm.models import (
    FieldPermission,
    FieldSetting,
    ListView,
    PageLayout,
    PicklistValue,
    Report,
    ValidationRule,
)
from workworld.apps.crm.models.records import SLOTS, slot
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import custom_values, field_checks, people
from workworld.apps.crm.service.field_settings import FieldSettings
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context

_fields, _permissions = FieldSetting.__table__.c, FieldPermission.__table__.c


def free_name(kind: SObject, made: FieldSettings) -> str:
    """The API name of a new field: the one that is given, or what follows from its label.

    Raises:
        RecordRefused: it does not do, or is taken.
    """
    words = re.sub(r"[^A-Za-z0-9]+", "_", made.name.removesuffix("__c") or made.label).strip("_")
    name = f"{words[:40].rstrip('_')}__c"
    if not words or not words[0].isalpha():
        said = "Field name: begin with a letter."
        raise RecordRefused([RecordError("FIELD_INTEGRITY_EXCEPTION", said, ("fullName",))])
    if kind.field(name) is not None:
        said = f"There is already a field named {name} on {kind.label}."
        raise RecordRefused([RecordError("DUPLICATE_DEVELOPER_NAME", said, ("fullName",))])
    return name


def free_slot(ctx: Context, kind: SObject) -> str:
    """A column that no field of the object uses yet.

    Raises:
        RecordRefused: ``LIMIT_EXCEEDED``.
    """
    taken = set(ctx.session.scalars(select(_fields.slot).where(_fields.sobject == kind.name)))
    free = next((slot(number) for number in range(1, SLOTS + 1) if slot(number) not in taken), "")
    if not free:
        said = f"You have reached the maximum number of {SLOTS} custom fields on {kind.label}."
        raise RecordRefused([RecordError("LIMIT_EXCEEDED", said)])
    return free


def begin_values(ctx: Context, row: FieldSetting, made: Any) -> None:
    """Give a picklist its first values, one a line, and say which one new records have."""
    for position, value in enumerate(field_checks.lines(getattr(made, "values", ""))):
        is_default = value == row.default
        ctx.session.add(
            PicklistValue(
                picklist=str(row.picklist), value=value, position=position, is_default=is_default
            )
        )


def place(ctx: Context, sobject: str, name: str) -> None:
    """Put a new field onto the pages that somebody has laid out; others show it by themselves."""
    for layout in ctx.session.scalars(select(PageLayout).where(PageLayout.sobject == sobject)):
        (title, left, right), *rest = layout.sections
        layout.sections = [[title, left, [*right, name]], *rest]


def secure(ctx: Context, sobject: str, name: str, made: Any) -> None:
    """Set down which profiles do not see a field, or do not change it."""
    mine = (_permissions.sobject == sobject, _permissions.field == name)
    ctx.session.execute(delete_rows(FieldPermission).where(*mine))
    for profile_id in sorted({*made.hidden_from, *made.read_only_for}):
        can_read = profile_id not in made.hidden_from
        ctx.session.add(
            FieldPermission(profile_id=profile_id, sobject=sobject, field=name, can_read=can_read)
        )


def fill(ctx: Context, row: FieldSetting) -> None:
    """Give the records that are there what a new field says by itself."""
    kind = objects.of_name(row.sobject)
    table: Any = kind.model.__table__
    if row.formula:
        custom_values.work_out(ctx, kind, all_ids(ctx, kind))
    elif row.numbering:
        day = people.today(ctx)
        query = select(table.c.id).order_by(table.c.created_us, table.c.id)
        for each in ctx.session.scalars(query).all():
            text = custom_values.numbered(row.numbering, row.next_number, day)
            ctx.session.execute(
                update(table).where(table.c.id == each).values({str(row.slot): text})
            )
            row.next_number += 1
    elif row.kind == Kind.BOOLEAN:
        ctx.session.execute(update(table).values({str(row.slot): int(bool(row.default))}))


def all_ids(ctx: Context, kind: SObject) -> Sequence[str]:
    """The ids of all records of an object, deleted ones included."""
    table = kind.model.__table__
    return ctx.session.scalars(select(table.c.id).order_by(table.c.id)).all()


def used_by(ctx: Context, row: FieldSetting) -> Sequence[str]:
    """What names a field: rules, formulas, lists, reports."""
    word = re.compile(rf"\b{re.escape(row.name)}\b")
    others = select(FieldSetting).where(_fields.id != row.id)
    found = [
        f"the field {each.label or each.name}"
        for each in ctx.session.scalars(others.order_by(_fields.name))
        if (each.sobject == row.sobject and each.controller == row.name)
        or word.search(f"{each.formula} {each.summary}")
    ]
    for model, what in ((ValidationRule, "rule"), (ListView, "list view"), (Report, "report")):
        table = model.__table__
        columns = [each for each in table.c if not each.primary_key]
        named = or_(*(cast(each, Text).contains(row.name) for each in columns))
        query = select(table.c.name).where(named).order_by(table.c.name).limit(3)
        found += [f"the {what} {name}" for name in ctx.session.scalars(query)]
    return found
