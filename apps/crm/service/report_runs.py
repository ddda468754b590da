"""Running reports: groups, totals of every one, and the rows behind them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, func, literal, null, select

from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import conditions, currencies, reading, report_columns, report_types
from workworld.apps.crm.service.conditions import ConditionError
from workworld.apps.crm.service.report_definitions import JOINED, Definition, bad
from workworld.apps.crm.service.report_groups import Axis, Group, axis
from workworld.apps.crm.service.report_parts import Filter
from workworld.apps.crm.service.report_queries import Source, column_of, restricted
from workworld.apps.crm.service.report_results import (
    MOST_DETAILS,
    Line,
    Path,
    Result,
    order,
    places,
)
from workworld.apps.crm.service.report_totals import Tally, total
from workworld.apps.crm.service.report_types import ReportColumn, ReportType
from workworld.context import Context
from workworld.errors import Invalid


def performed(
    ctx: Context,
    of: ReportType,
    definition: Definition,
    *,
    also: Sequence[Filter] = (),
    groups: Mapping[int, str] | None = None,
    has_details: bool | None = None,
) -> Result:
    """Run a definition as the caller.

    Args:
        ctx: who runs it.
        of: what it is about.
        definition: what it says.
        also: further filters, all of which must hold.
        groups: of groupings by their place, the key of the one group whose rows are wanted.
        has_details: whether rows are wanted, and not the totals alone; None if the report shows
            them.

    Raises:
        Invalid: ``BAD_REQUEST``: a filter makes no sense, or the caller may not see what the
            report filters or groups by.
    """
    run = _Run(ctx, of, definition, tuple(also), groups or {})
    if has_details is None:
        has_details = definition.details or bool(groups) or not definition.groupings
    return run.result(has_details=has_details)


def values_of(ctx: Context, of: ReportType, name: str) -> list[str]:
    """What a column of text holds in the records that the caller sees, at most a hundred values.

    Args:
        ctx: who looks.
        of: the report type.
        name: a column that the caller may see.
    """
    source = Source(ctx, of, report_types.columns(ctx, of))
    value = source.value(column_of(source, name))
    query = source.select(value).where(value.is_not(None)).distinct().order_by(value).limit(100)
    return [str(each) for each in ctx.session.scalars(query)]


class _Run:
    def __init__(
        self,
        ctx: Context,
        of: ReportType,
        definition: Definition,
        also: tuple[Filter, ...],
        groups: Mapping[int, str],
    ) -> None:
        self.ctx, self.of = ctx, of
        known = report_columns.known(ctx, of, definition)
        kept = tuple(each for each in definition.columns if each in known)
        totals = tuple(each for each in definition.aggregates if _is_known(each, known, definition))
        self.definition = definition.model_copy(update={"columns": kept, "aggregates": totals})
        self.columns = [known[each] for each in kept]
        self.totals = [total(each, known, definition) for each in totals]
        self.measured = {column.name: column for each in self.totals for column in each.measured}
        self.calendar = conditions.calendar(ctx)
        self.source = Source(ctx, of, known)
        is_common = definition.format == JOINED
        self.axes = [
            axis(self.source, each, self.calendar, is_common=is_common)
            for each in definition.groupings
        ]
        self.down = len(definition.rows)
        self.where = restricted(self.source, definition, self.calendar, also)
        self.where += self._narrowed(groups)

    def result(self, *, has_details: bool) -> Result:
        tallies, down, across = self._tallied()
        lines = self._lines() if has_details else []
        is_cut = order(down, self.axes[: self.down], tallies, self.totals, is_down=True)
        is_cut |= order(across, self.axes[self.down :], tallies, self.totals, is_down=False)
        stands, beside = places(down), places(across)
        if is_cut:
            lines = [each for each in lines if each.down in stands and each.across in beside]
        lines.sort(key=lambda line: stands.get(line.down, ()))
        whole = tallies.get(((), ()))
        places_named = [place for place, each in enumerate(self.columns) if each.named]
        linked = {line.links[place] for line in lines for place in places_named}
        labels = reading.names(self.ctx, linked - {""}) if linked else {}
        return Result(
            self.of,
            self.definition.model_copy(update={"details": has_details}),
            self.columns,
            self.axes,
            self.totals,
            down,
            across,
            tallies,
            [self._named(line, labels) for line in lines],
            labels,
            not has_details or whole is None or whole.rows <= MOST_DETAILS,
            currencies.corporate(self.ctx),
            is_cut,
        )

    def _narrowed(self, groups: Mapping[int, str]) -> list[ColumnElement[bool]]:
        try:
            return [
                self.axes[place].condition(key)
                for place, key in sorted(groups.items())
                if place < len(self.axes)
            ]
        except ConditionError as error:
            raise bad(str(error)) from None

    def _limited(self) -> list[ColumnElement[bool]]:
        """The conditions, and that a row is among the first ones if only those are asked."""
        if not self.definition.limit:
            return self.where
        query = self.source.select(self.source.base.c.id).where(*self.where)
        first = query.order_by(*self._order()).limit(self.definition.limit).subquery()
        return [self.source.base.c.id.in_(select(first.c.id))]

    def _order(self) -> list[ColumnElement[Any]]:
        order: list[ColumnElement[Any]] = []
        if self.definition.sort:
            value = self.source.value(column_of(self.source, self.definition.sort))
            order.append(value.desc() if self.definition.descending else value.asc())
        return [*order, self.source.base.c.id.asc()]

    def _tallied(
        self,
    ) -> tuple[dict[tuple[Path, Path], Tally], list[Group], list[Group]]:
        """The totals of all groups, each once folded into those that it lies in."""
        keys = [each.expression for each in self.axes]
        made = [part for name in self.measured for part in self._parts(name)]
        where = self._limited()
        query = self.source.select(*keys, func.count(), *made).where(*where)
        if keys:
            query = query.group_by(*keys)
        tallies: dict[tuple[Path, Path], Tally] = {}
        for row in self.ctx.session.execute(query):
            path = [each.key(value) for each, value in zip(self.axes, row, strict=False)]
            rest = row[len(keys) + 1 :]
            parts = {
                name: rest[4 * place : 4 * place + 4] for place, name in enumerate(self.measured)
            }
            for down in range(self.down + 1):
                for across in range(len(path) - self.down + 1):
                    place = (tuple(path[:down]), tuple(path[self.down : self.down + across]))
                    tallies.setdefault(place, Tally()).add(row[len(keys)], parts)
        downs = _tree(self.ctx, self.axes[: self.down], {down for down, _ in tallies})
        acrosses = _tree(self.ctx, self.axes[self.down :], {across for _, across in tallies})
        return tallies, downs, acrosses

    def _parts(self, name: str) -> list[ColumnElement[Any]]:
        """Sum, count, least and most of a column, as far as totals tell them.

        Amounts are converted anew for each, at the rate of each row's day.
        """
        value = self.source.measured(self.measured[name])
        ways = {each.way for total in self.totals for each in total.ways if each.is_of(name)}
        made = (
            (func.sum(value), {"s", "a"}),
            (func.count(value), {"a"}),
            (func.min(value), {"m"}),
            (func.max(value), {"mx"}),
        )
        return [part if ways & wanted else null() for part, wanted in made]

    def _lines(self) -> list[Line]:
        values: list[ColumnElement[Any]] = []
        for each in self.columns:
            # What records are called is looked up once for all rows.
            value = self.source.identity(each) if each.named else self.source.value(each)
            values += [value, *self._beside(each)]
        keys = [each.expression for each in self.axes]
        where = self._limited()
        query = self.source.select(self.source.base.c.id, *keys, *values).where(*where)
        query = query.order_by(*self._order()).limit(MOST_DETAILS)
        return [self._line(row) for row in self.ctx.session.execute(query)]

    def _beside(self, column: ReportColumn) -> list[ColumnElement[Any]]:
        """What is needed besides a value to show it: the record that it names, its currency."""
        nothing = literal(None)
        if column.field.kind is Kind.CURRENCY:
            return [nothing, self.source.money(column)[0]]
        if column.named or column.field.is_name:
            return [self.source.identity(column), nothing]
        if column.field.kind is Kind.REFERENCE:
            return [self.source.value(column), nothing]
        return [nothing, nothing]

    def _named(self, line: Line, labels: Mapping[str, str]) -> Line:
        """A row with what the records are called that it names."""
        if not any(each.named for each in self.columns):
            return line
        parts = zip(self.columns, line.values, strict=True)
        told = tuple(labels.get(value) if each.named else value for each, value in parts)
        return replace(line, values=told)

    def _line(self, row: Any) -> Line:
        path = [each.key(value) for each, value in zip(self.axes, row[1:], strict=False)]
        rest = row[1 + len(path) :]
        return Line(
            row[0],
            tuple(path[: self.down]),
            tuple(path[self.down :]),
            tuple(rest[0::3]),
            tuple(each or "" for each in rest[1::3]),
            tuple(each or "" for each in rest[2::3]),
        )


def _is_known(name: str, known: Mapping[str, ReportColumn], definition: Definition) -> bool:
    try:
        total(name, known, definition)
    except Invalid:
        return False
    return True


def _tree(ctx: Context, axes: Sequence[Axis], paths: Iterable[Path]) -> list[Group]:
    """Groups within groups, in their order."""
    if not axes:
        return []
    below: dict[str, set[Path]] = {}
    for path in paths:
        if path:
            below.setdefault(path[0], set()).add(path[1:])
    groups = axes[0].groups(ctx, below)
    for group in groups:
        group.groups = _tree(ctx, axes[1:], below[group.key])
    return groups
