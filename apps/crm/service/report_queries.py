"""Reports as queries: the records that they are about, and the expressions of their columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, literal, not_, or_, select, true

from workworld.apps.crm.schema import filter_logic, objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject, of_name
from workworld.apps.crm.schema.periods import Calendar
from workworld.apps.crm.service import conditions, currencies, people, report_expressions, sight
from workworld.apps.crm.service.conditions import ConditionError
from workworld.apps.crm.service.report_definitions import Definition, bad
from workworld.apps.crm.service.report_parts import CrossFilter, DateRange, Filter
from workworld.apps.crm.service.report_types import ReportColumn, ReportType
from workworld.context import Context


@dataclass(slots=True)
class _Joined:
    table: Any
    condition: ColumnElement[bool]


@dataclass(slots=True)
class Source:
    """The records of a report with those that they name, joined as columns ask for them.

    A record that the caller does not see is as if it were not named.
    """

    ctx: Context
    of: ReportType
    columns: Mapping[str, ReportColumn]
    """Those that the caller may see, by name."""
    base: Any = field(init=False)
    _joins: dict[tuple[str, ...], _Joined] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.base = self.of.sobject.model.__table__.alias("base")

    def value(self, column: ReportColumn) -> ColumnElement[Any]:
        """What stands in a column, as the field keeps it."""
        if column.bucket is not None:
            return report_expressions.sorted_into(
                column.bucket, column.source[0], self.measured(column.source[0])
            )
        if column.formula is not None:
            held = [self.measured(each) for each in column.source]
            return report_expressions.computed(self.ctx, column, held)
        if column.named:
            named: ColumnElement[Any] = _name(self.ctx, column.named, self.identity(column))
            return named
        return column.field.of(self.holder(column))

    def identity(self, column: ReportColumn) -> ColumnElement[Any]:
        """The id of the record that a column is of; of a name, of the record that has it."""
        if column.named:
            holder = self._join(column.steps[:-1])
            found: ColumnElement[Any] = holder.c[column.steps[-1].column]
            return found
        identity: ColumnElement[Any] = self.holder(column).c.id
        return identity

    def holder(self, column: ReportColumn) -> Any:
        """The table that a column's field stands in."""
        return self._join(column.steps)

    def money(self, column: ReportColumn) -> tuple[ColumnElement[Any], ColumnElement[Any] | None]:
        """The currency of an amount, and the day whose rate holds, if it is not today's."""
        sobject, holder, steps = column.sobject, self.holder(column), column.steps
        while "currency" not in holder.c and sobject.parent:
            step = sobject.fields[sobject.parent.lower()]
            sobject, steps = of_name(step.references[0]), (*steps, step)
            holder = self._join(steps)
        code = holder.c.currency if "currency" in holder.c else literal(None)
        closes = sobject.name == "Opportunity"
        return code, currencies.closing_day(
            holder.c.is_closed, holder.c.close_date
        ) if closes else None

    def measured(self, column: ReportColumn) -> ColumnElement[Any]:
        """What of a column goes into totals: amounts in the organisation's currency."""
        value = self.value(column)
        if column.field.kind is not Kind.CURRENCY:
            return value
        code, day = self.money(column)
        return currencies.in_corporate(self.ctx, value, code, on=day)

    def owner(self) -> ColumnElement[Any] | None:
        """Whose the rows are; None where nobody owns them."""
        sobject = self.of.sobject
        steps: tuple[Field, ...] = ()
        while not sobject.has_owner and sobject.parent:
            step = sobject.fields[sobject.parent.lower()]
            sobject, steps = of_name(step.references[0]), (*steps, step)
        if not sobject.has_owner:
            return None
        found: ColumnElement[Any] = self._join(steps).c.owner_id
        return found

    def select(self, *columns: ColumnElement[Any]) -> Select[Any]:
        """A query for some expressions over all rows that the caller sees."""
        rows = self.base
        for each in self._joins.values():
            rows = rows.outerjoin(each.table, each.condition)
        seen = sight.rows(self.ctx, self.of.sobject, self.base)
        return select(*columns).select_from(rows).where(seen)

    def _join(self, steps: Sequence[Field]) -> Any:
        path: tuple[str, ...] = ()
        table = self.base
        for step in steps:
            path = (*path, step.relationship)
            above = of_name(step.references[0])
            if path not in self._joins:
                beyond = above.model.__table__.alias("_".join(path))
                named = beyond.c.id == table.c[step.column]
                visible = sight.rows(self.ctx, above, beyond)
                self._joins[path] = _Joined(beyond, and_(named, visible))
            table = self._joins[path].table
        return table


def restricted(
    source: Source, definition: Definition, known: Calendar, also: Sequence[Filter] = ()
) -> list[ColumnElement[bool]]:
    """What must hold of the rows of a report.

    Args:
        source: where they come from.
        definition: what the report says.
        known: by what relative dates are read.
        also: further filters, all of which must hold.

    Raises:
        Invalid: ``BAD_REQUEST``: a filter makes no sense, or is on what the caller may not see.
    """
    try:
        return [
            _scope(source, definition),
            _date_range(source, definition.date, known),
            _filtered(source, definition, known),
            *(_filter(source, each, known) for each in also),
            *(_crossed(source, each, known) for each in definition.cross_filters),
        ]
    except ConditionError as error:
        raise bad(str(error)) from None


def column_of(source: Source, name: str) -> ReportColumn:
    """A column that the caller may see.

    Raises:
        Invalid: ``BAD_REQUEST``: there is none.
    """
    found = source.columns.get(name)
    if found is None:
        raise bad(f"The report uses “{name[:200]}”, which it does not have or you may not see.")
    return found


def _scope(source: Source, definition: Definition) -> ColumnElement[bool]:
    owner = source.owner()
    if definition.scope == "all" or owner is None:
        return true()
    me = people.me(source.ctx).id
    if definition.scope == "mine":
        return owner == me
    return owner.in_(sorted({me, *people.below(source.ctx)}))


def _date_range(source: Source, asked: DateRange, known: Calendar) -> ColumnElement[bool]:
    if not (asked.duration or asked.start or asked.end):
        return true()
    column = column_of(source, asked.column or source.of.date)
    value = source.value(column)
    if asked.duration:
        return conditions.condition(column.field, value, "equals", [asked.duration], known)
    return conditions.condition(column.field, value, "between", [asked.start, asked.end], known)


def _filtered(source: Source, definition: Definition, known: Calendar) -> ColumnElement[bool]:
    tree = filter_logic.parse(definition.logic, len(definition.filters))
    if tree is None:
        return true()
    found = [_filter(source, each, known) for each in definition.filters]
    return filter_logic.folded(
        tree,
        found,
        both=and_,
        either=or_,
        negated=lambda part: not_(func.coalesce(part, False)),
    )


def _filter(source: Source, asked: Filter, known: Calendar) -> ColumnElement[bool]:
    column = column_of(source, asked.column)
    values = asked.values
    if column.field.kind is Kind.MULTIPICKLIST and asked.operator == "equals":
        values = [";".join(values)]
    return conditions.condition(column.field, source.value(column), asked.operator, values, known)


def _crossed(source: Source, asked: CrossFilter, known: Calendar) -> ColumnElement[bool]:
    """Whether there are, or are not, records of another object that name a row."""
    for way in objects.children(source.of.base):
        sobject = of_name(way.sobject)
        if sobject.name.lower() != asked.object.lower() or not sight.may(
            source.ctx, sobject, "read"
        ):
            continue
        child = sobject.model.__table__.alias()
        column = sobject.fields[way.field.lower()].column
        seen = sight.rows(source.ctx, sobject, child)
        conditioned = [_of_child(source, sobject, child, each, known) for each in asked.filters]
        named = select(child.c[column]).where(child.c[column].is_not(None), seen, *conditioned)
        keys: ColumnElement[str] = source.base.c.id
        return keys.in_(named) if asked.has else keys.not_in(named)
    raise bad(f"No records of “{asked.object}” belong to {source.of.sobject.plural}.")


def _of_child(
    source: Source, sobject: SObject, child: Any, asked: Filter, known: Calendar
) -> ColumnElement[bool]:
    """What must hold of the records that name a row."""
    field = sobject.field(asked.column)
    if field is None or not sight.readable(source.ctx, sobject, field):
        raise bad(f"{sobject.plural} have no field “{asked.column[:200]}”, or you may not see it.")
    return conditions.condition(field, field.of(child), asked.operator, asked.values, known)


def _name(ctx: Context, sobjects: Sequence[str], identity: ColumnElement[Any]) -> Any:
    """What the record is called whose id an expression gives, of whichever object it is."""
    ways = []
    for name in sobjects:
        sobject = of_name(name)
        named = sobject.name_field
        if named is None:
            continue
        table = sobject.model.__table__.alias()
        seen = true() if sobject.is_setup else sight.rows(ctx, sobject, table)
        query = select(named.of(table)).where(table.c.id == identity, seen)
        ways.append(query.scalar_subquery())
    return func.coalesce(*ways) if len(ways) > 1 else ways[0]
