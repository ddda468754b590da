"""A query as SQL: one statement for its records and one for each kind of children.

Lists and reports that need more than fields and filters build a ``tree.Query`` and have it
answered like a text: ``answers.answer(session, compiled(scope, query))``. For a condition alone
``matching(scope, sobject, where)`` gives the ids: ``table.c.id.in_(matching(…))``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from sqlalchemy import ColumnElement, Select, func, select

from workworld.apps.crm.schema import borrowed
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.soql import addresses, groups, known_objects
from workworld.apps.crm.soql.conditions import Conditions
from workworld.apps.crm.soql.functions import SHOWN, evaluated
from workworld.apps.crm.soql.joins import Level, level_of
from workworld.apps.crm.soql.orders import ordered, sortable
from workworld.apps.crm.soql.record_scopes import scoped
from workworld.apps.crm.soql.scope import Scope
from workworld.apps.crm.soql.shapes import Columns, Shape
from workworld.apps.crm.soql.sosl import Held
from workworld.apps.crm.soql.tree import (
    AllFields,
    Call,
    Column,
    Condition,
    Path,
    Query,
    TypeOf,
)
from workworld.apps.crm.soql.wording import MALFORMED, TYPE, no_relationship

MOST_OFFSET = 2_000
MOST_OF_ALL_FIELDS = 200
DEEPEST = 5
"""How many queries may stand within each other among the columns."""


@dataclass(slots=True)
class Compiled:
    """A query that is ready to be asked."""

    scope: Scope
    query: Query
    level: Level
    statement: Select[Any]
    """Its records in order, without the limit and the offset."""
    count: Select[Any]
    """How many records there are, without the limit and the offset."""
    shape: Shape
    is_grouped: bool = False
    more: Sequence[Select[Any]] = ()
    """Of a query with subtotals, the statements of those."""
    children: dict[str, Children] = field(default_factory=dict)
    width: int = 0
    """Of a query with subtotals, how many columns stand before those that give the order."""


@dataclass(frozen=True, slots=True)
class Children:
    """A query among the columns of another one."""

    compiled: Compiled
    reference: ColumnElement[Any]
    """The parent's id; it is the last column of the statement."""


def compiled(scope: Scope, query: Query, held: Held | None = None) -> Compiled:
    """A query as SQL.

    Args:
        scope: what it is read against.
        query: what is asked.
        held: words that its records must hold; those that hold them best come first.

    Raises:
        QueryRefused: it names what there is not, or asks for what cannot be.
    """
    if query.offset > MOST_OFFSET:
        said = f"Maximum SOQL offset allowed is {MOST_OFFSET}"
        raise scope.refusal("NUMBER_OUTSIDE_VALID_RANGE", said, query.offset_at)
    scope.deleted = scope.deleted or query.all_rows
    level = level_of(scope, query.source, query.at, alias=query.alias, aliases=query.aliases)
    return _compiled(level, query, 1, held)


def matching(scope: Scope, sobject: SObject, where: Condition) -> Select[Any]:
    """The ids of an object's records that the caller sees and that fulfil a condition.

    Raises:
        QueryRefused: it names what there is not.
    """
    level = level_of(scope, sobject.name, -1)
    condition = Conditions(level, _inner).sql(where)
    return select(level.id).select_from(level.source).where(level.visible(), condition)


def is_grouped(query: Query) -> bool:
    """Whether a query asks for totals."""
    calls = (each.value for each in query.columns if isinstance(each, Column))
    asked = any(isinstance(each, Call) and _totals(each) for each in calls)
    return bool(query.group.values) or (asked and not query.is_count)


def _totals(call: Call) -> bool:
    inner = call.argument
    if call.name in SHOWN and isinstance(inner, Call):
        return _totals(inner)
    return call.name not in SHOWN


def _compiled(level: Level, query: Query, depth: int, held: Held | None = None) -> Compiled:
    conditions, ranks = [level.visible(), *scoped(level, query)], []
    if held is not None:
        matches, rank = held.join(level)
        conditions.append(matches)
        ranks.append(rank)
    if query.where is not None:
        conditions.append(Conditions(level, _inner).sql(query.where))
    if is_grouped(query):
        return _grouped(level, query, conditions)
    columns = Columns()
    shape = Shape(level, columns, level.root)
    children: dict[str, Children] = {}
    if query.is_count and query.order:
        raise level.scope.refusal(MALFORMED, "unexpected token: 'order'", query.at)
    for each in () if query.is_count else _expanded(level, query):
        if isinstance(each, Query):
            name, made = _children(level, each, depth)
            children[name] = made
            shape.add_children(name)
        elif isinstance(each, TypeOf):
            shape.add_kind(each)
        else:
            _add(level, shape, each)
    order = [ordered(sortable(level, sorting), sorting) for sorting in query.order]
    statement = select(*columns.made).select_from(level.source).where(*conditions)
    count = select(func.count()).select_from(level.source).where(*conditions)
    in_order = statement.order_by(*order, *ranks, level.id)
    return Compiled(level.scope, query, level, in_order, count, shape, children=children)


def _grouped(level: Level, query: Query, conditions: list[ColumnElement[bool]]) -> Compiled:
    grouped = groups.Groups(level, query.group)
    shape, ways, width = None, [], 0
    for kept in grouped.sets():
        by = grouped.keep(kept)
        columns = Columns()
        made = _totals_of(level, query, grouped, columns)
        shape = shape or made
        values = [grouped.value(sorting.value) for sorting in query.order]
        order = [ordered(value, each) for value, each in zip(values, query.order, strict=True)]
        width = len(columns.made)
        if query.group.way:  # by which the groups and the subtotals are put in order together
            for value in values:
                columns.add(value.sql)
        given = Conditions(level, _inner, grouped.value)
        having = [given.sql(query.having)] if query.having is not None else []
        way = select(*columns.made).select_from(level.source).where(*conditions)
        way = way.group_by(*by).having(*having)
        ways.append(way.order_by(*order, *by))
    if shape is None:
        raise TypeError("a query has at least one group")
    first = ways[0]
    counted = select(func.count()).select_from(first.order_by(None).subquery())
    more = ways[1:]
    return Compiled(level.scope, query, level, first, counted, shape, True, more, width=width)


def _totals_of(level: Level, query: Query, grouped: groups.Groups, columns: Columns) -> Shape:
    """What an answer has of each group."""
    shape = Shape(level, columns, None)
    unnamed = 0
    for each in query.columns:
        if not isinstance(each, Column):
            said = "Subqueries, TYPEOF and FIELDS cannot be grouped"
            raise level.scope.refusal(MALFORMED, said, each.at)
        value = grouped.value(each.value)
        key = each.alias or (value.name if isinstance(each.value, Path) else "")
        if not key:
            key = f"expr{unnamed}"
            unnamed += 1
        if shape.has(key):
            raise level.scope.refusal(MALFORMED, f"duplicate alias: {key}", each.at)
        shape.add(key, value)
    return shape


# Columns


def _expanded(level: Level, query: Query) -> list[Any]:
    """The columns, with all fields in the place of ``FIELDS(…)``."""
    found: list[Any] = []
    for each in query.columns:
        if not isinstance(each, AllFields):
            found.append(each)
            continue
        if each.which != "standard" and not 0 < (query.limit or 0) <= MOST_OF_ALL_FIELDS:
            said = f"The SOQL FIELDS function must have a LIMIT of at most {MOST_OF_ALL_FIELDS}"
            raise level.scope.refusal(MALFORMED, said, each.at)
        for known in level.sobject.fields.values():
            fits = each.which == "all" or known.is_custom == (each.which == "custom")
            if fits and level.scope.sight.readable(level.sobject, known):
                found.append(Column(Path((known.name,), each.at), at=each.at))
        found.extend(
            Column(Path((lent.field.name,), each.at), at=each.at)
            for lent in borrowed.of(level.sobject.name)
            if each.which != "custom" and level.lends(lent, level.sobject)
        )
    return found


def _add(level: Level, shape: Shape, column: Column) -> None:
    if column.alias and isinstance(column.value, Path):
        said = "only aggregate expressions use field aliasing"
        raise level.scope.refusal(MALFORMED, said, column.at)
    if isinstance(column.value, Path) and (parts := addresses.parts(level, column.value)):
        shape.add_address(parts, column.at)
        return
    value = evaluated(level, column.value)
    if value.found is None:
        raise level.scope.refusal(MALFORMED, "Grouping not allowed with count()", column.at)
    key = column.alias or value.name
    if column.alias:
        if shape.has(key):
            raise level.scope.refusal(MALFORMED, f"duplicate alias: {key}", column.at)
        shape.add(key, value)
    else:
        shape.add_field(value.found, value, key, column.at)


def _children(level: Level, query: Query, depth: int) -> tuple[str, Children]:
    scope, lowered = level.scope, query.source.lower()
    ways = known_objects.children(level.sobject.name)
    way = next((each for each in ways if each.name.lower() == lowered), None)
    sobject = known_objects.find(way.sobject) if way else None
    if way is None or sobject is None or not scope.sight.reads(sobject):
        said = no_relationship(query.source, "FROM part of query call")
        raise scope.refusal(TYPE, said, query.at)
    if is_grouped(query) or query.is_count or query.group.values:
        said = "Only root queries support aggregate expressions"
        raise scope.refusal(MALFORMED, said, query.at)
    if depth >= DEEPEST:
        said = f"SOQL queries are limited to {DEEPEST} levels of subqueries"
        raise scope.refusal(MALFORMED, said, query.at)
    below = Level(scope, sobject, query.alias, query.aliases)
    made = _compiled(below, query, depth + 1)
    reference = sobject.fields[way.field.lower()].of(below.table)
    made.statement = made.statement.add_columns(reference.label("parent"))
    return way.name, Children(made, reference)


# Conditions


def _inner(outer: Level, query: Query) -> Select[Any]:
    """A query within a condition: the ids that it finds."""
    scope = outer.scope
    level = level_of(scope, query.source, query.at, alias=query.alias, aliases=query.aliases)
    only = query.columns[0] if len(query.columns) == 1 else None
    if not isinstance(only, Column) or query.group.values:
        said = "The inner select query must have exactly one column"
        raise scope.refusal(MALFORMED, said, query.at)
    value = evaluated(level, only.value)
    if value.kind not in (Kind.ID, Kind.REFERENCE) or value.is_aggregate:
        said = (
            "The selected field in the inner query should be of type reference or id:"
            f" '{value.name}'"
        )
        raise scope.refusal(MALFORMED, said, only.at)
    conditions = [level.visible(), *scoped(level, query), value.sql.is_not(None)]
    if query.where is not None:
        conditions.append(Conditions(level, _no_deeper).sql(query.where))
    order = [ordered(sortable(level, sorting), sorting) for sorting in query.order]
    found = select(value.sql).select_from(level.source).where(*conditions)
    if query.limit is None and not query.offset:
        return found
    return found.order_by(*order, level.id).limit(query.limit).offset(query.offset or None)


def _no_deeper(outer: Level, query: Query) -> NoReturn:
    said = "Nesting of semi join sub-selects is not supported"
    raise outer.scope.refusal(MALFORMED, said, query.at)
