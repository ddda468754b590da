"""What added fields hold by themselves: numbers in order, formulas, values that are there once.

A formula is worked out when its record is saved, and again when a parent that it names is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Any

from sqlalchemy import func, select, update

from workworld.apps.crm.models import FieldSetting
from workworld.apps.crm.schema import objects, shapes
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.schema.shapes import Shape
from workworld.apps.crm.service import people, rule_facts
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import ANY, Saving, after, before, checks
from workworld.clock import to_microseconds
from workworld.context import Context

_LONGEST = 1_300
_LARGEST = Decimal(10) ** 15


def added(sobject: SObject) -> Sequence[Field]:
    """The fields that were added to an object."""
    return [each for each in sobject.fields.values() if each.is_added]


def numbered(pattern: str, number: int, day: date) -> str:
    """A number as its field writes it."""
    text = pattern.replace("{YYYY}", f"{day:%Y}").replace("{YY}", f"{day:%y}")
    text = text.replace("{MM}", f"{day:%m}").replace("{DD}", f"{day:%d}")
    first, _, rest = text.partition("{")
    zeros, _, last = rest.partition("}")
    return f"{first}{number:0{len(zeros)}}{last}"


def worked_out(ctx: Context, sobject: SObject, field: Field, row: Any, *, is_new: bool) -> Any:
    """What a formula yields for a record, as its column keeps it."""
    facts = RecordFacts(ctx, sobject, row, {}, is_new=is_new)
    value = rule_facts.expression(sobject.name, field.formula).value(facts)
    if value is None or value == "":
        return False if field.kind is Kind.BOOLEAN else None
    if isinstance(value, Decimal):
        return _number(field, value)
    if field.kind is Kind.DATETIME:
        return to_microseconds(value)  # type: ignore[arg-type]
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, bool) else str(value)[:_LONGEST]


def _number(field: Field, value: Decimal) -> Any:
    if abs(value) >= _LARGEST:
        return None
    if field.kind is Kind.CURRENCY:
        return int((value * CENTS).quantize(Decimal(1), ROUND_HALF_UP))
    whole = value * 100 if field.kind is Kind.PERCENT else value
    return float(whole.quantize(Decimal(1).scaleb(-field.scale), ROUND_HALF_UP))


@before(ANY, order=90)
def _complete(ctx: Context, saved: Saving) -> None:
    """Number a new record, and work out its formulas."""
    for field in added(saved.sobject):
        if field.numbering and saved.is_new:
            setattr(saved.row, field.column, _next(ctx, saved.sobject, field))
        elif field.formula:
            found = worked_out(ctx, saved.sobject, field, saved.row, is_new=saved.is_new)
            setattr(saved.row, field.column, found)


def _next(ctx: Context, sobject: SObject, field: Field) -> str:
    rows: Any = FieldSetting.__table__
    mine = (rows.c.sobject == sobject.name, rows.c.name == field.name)
    with ctx.session.no_autoflush:  # the record is not fit to be written yet
        query = update(rows).where(*mine).values(next_number=rows.c.next_number + 1)
        number = ctx.session.scalar(query.returning(rows.c.next_number)) or 1
    return numbered(field.numbering, number - 1, people.today(ctx))


@checks(ANY, order=6)
def _be_alone(ctx: Context, saved: Saving) -> None:
    """Refuse a value that another record has, where no two may have the same."""
    table = saved.sobject.model.__table__
    for field in added(saved.sobject):
        if not field.is_unique or not saved.changed(field.column):
            continue
        value = getattr(saved.row, field.column)
        if value is None:
            continue
        column = table.c[field.column]
        alike = func.lower(column) == value.lower() if isinstance(value, str) else column == value
        query = select(table.c.id).where(alike, ~table.c.is_deleted)
        with ctx.session.no_autoflush:  # the record is not fit to be written yet
            others = ctx.session.scalars(query.order_by(table.c.id).limit(2)).all()
        other = next((each for each in others if each != saved.row.id), None)
        if other is not None:
            said = f"duplicate value found: {field.name} duplicates value on record with id: "
            saved.refuse("DUPLICATE_VALUE", said + other, field.name)


@after(ANY, order=90)
def _pass_on(ctx: Context, saved: Saving) -> None:
    """Work out anew what formulas below a record make of it."""
    if saved.is_new:
        return
    for name, leading in _below(shapes.in_force()).get(saved.sobject.name, ()):
        beneath = objects.of_name(name)
        table = beneath.model.__table__
        column = table.c[beneath.fields[leading.lower()].column]
        ids = ctx.session.scalars(select(table.c.id).where(column == saved.row.id))
        work_out(ctx, beneath, ids.all())


def work_out(ctx: Context, sobject: SObject, ids: Iterable[str]) -> None:
    """Work out the formulas of records anew; who changed them last stays the same."""
    fields = [each for each in added(sobject) if each.formula]
    table: Any = sobject.model.__table__
    model = sobject.model
    for each in ids:
        row = ctx.session.get(model, each)
        for field in fields:
            value = worked_out(ctx, sobject, field, row, is_new=False)
            if row is not None and getattr(row, field.column) != value:
                statement = update(table).where(table.c.id == each)
                ctx.session.execute(statement.values({field.column: value}))
                ctx.session.refresh(row, [field.column])


@lru_cache(maxsize=64)
def _below(shape: Shape) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The objects whose formulas name parents, and by which field, by the parents' object."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    for name, fields in shape.added.items():
        sobject = objects.of_name(name)
        for field in fields:
            named = rule_facts.expression(name, field.formula).fields if field.formula else ()
            for way in sorted({each.partition(".")[0] for each in named if "." in each}):
                leading = rule_facts.leading(sobject, way)
                for above in leading.references if leading else ():
                    found.setdefault(above, {})[name, leading.name if leading else ""] = None
    return {above: list(ways) for above, ways in found.items()}
