"""List views in groups: how many records have which value, and what they add up to.

Boards and charts of lists are made of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import ColumnElement, FromClause, func, literal, select

from workworld.apps.crm.models import ListView
from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.schema.pick_labels import label_of
from workworld.apps.crm.service import currencies, list_queries, list_rows, reading, refusals, sight
from workworld.apps.crm.service.list_queries import Asked
from workworld.apps.crm.service.list_rows import Narrow, Search
from workworld.apps.crm.service.list_view_values import ViewId
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.records import SCOPE
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# Boards and charts are for people; programs ask reports and queries for such numbers.
_DOORS = (Surface.UI,)
_GROUPED = (Kind.PICKLIST, Kind.BOOLEAN, Kind.REFERENCE)
_MOST_GROUPS = 50
Group = Annotated[str, Argument(description="API name of the field to group by.", max_length=80)]
Measure = Annotated[
    str, Argument(description="API name of the field to add up; empty for none.", max_length=80)
]


@dataclass(frozen=True, slots=True)
class Total:
    """What records with one value come to.

    Args:
        value: as the column keeps it; None where there is none.
        label: what people call it.
        count: how many there are.
        sum: what they add up to, in the organisation's currency if it is money; None without a
            field to add up.
    """

    value: Any
    label: str
    count: int
    sum: float | None


@dataclass(frozen=True, slots=True)
class Totals:
    """A list view in groups."""

    view: ListView
    sobject: SObject
    group: Field
    measure: Field | None
    groups: Sequence[Total]
    currency: str


@dataclass(frozen=True, slots=True)
class Board:
    """A list view as a board: its groups, and the first records of each."""

    totals: Totals
    fields: Sequence[Field]
    """What cards show."""
    cards: Mapping[Any, Sequence[Loaded]]
    names: Mapping[str, str]


def groupable(ctx: Context, sobject: SObject) -> Sequence[Field]:
    """The fields that an object's records can be grouped by."""
    return [each for each in sight.fields(ctx, sobject) if each.kind in _GROUPED and each.column]


def measures(ctx: Context, sobject: SObject) -> Sequence[Field]:
    """The fields of an object that can be added up."""
    fits = (Kind.CURRENCY, Kind.INT, Kind.DOUBLE)
    return [each for each in sight.fields(ctx, sobject) if each.kind in fits and each.column]


@operation(Effect.READ, scope=SCOPE, doors=_DOORS)
def totals(
    ctx: Context,
    *,
    view_id: ViewId,
    group: Group,
    measure: Measure = "",
    search: Search = "",
    narrow: Narrow = (),
) -> Totals:
    """Count the records of a list view by the values of a field, and add one of their fields up.

    Raises:
        Invalid: ``INVALID_FIELD``: it cannot be grouped by that field, or added up.
    """
    asked = list_rows.asked_of(ctx, view_id, search, narrow)
    return _totals(ctx, asked, group, measure)


@operation(Effect.READ, scope=SCOPE, doors=_DOORS)
def board(
    ctx: Context,
    *,
    view_id: ViewId,
    group: Group,
    measure: Measure = "",
    search: Search = "",
    narrow: Narrow = (),
    most: Annotated[int, Argument(description="Cards in each column.", ge=1, le=500)] = 50,
) -> Board:
    """Show a list view as a board: a column for each value of a field, and its first records.

    Raises:
        Invalid: ``INVALID_FIELD``: it cannot be grouped by that field, or added up.
    """
    asked = list_rows.asked_of(ctx, view_id, search, narrow)
    found, in_groups = _grouped(ctx, asked, group, measure, most)
    fields = list_queries.columns(ctx, asked.view)
    ids = [each for group_ids in in_groups.values() for each in group_ids]
    needed = list_rows.needed(asked.sobject, fields)
    known, _versions = list_rows.load(ctx, asked.sobject, ids, needed)
    cards = {
        value: [known[each] for each in group_ids if each in known]
        for value, group_ids in in_groups.items()
    }
    names = list_rows.names_of(ctx, fields, list(known.values()))
    return Board(found, fields, cards, names)


def _grouped(
    ctx: Context, asked: Asked, group: str, measure: str, most: int
) -> tuple[Totals, Mapping[Any, Sequence[str]]]:
    """A list view's totals, and the ids of the first records of each group, in its order.

    All in one question, since who sees what may cost more than the rest of it.
    """
    sobject = asked.sobject
    by = _chosen(groupable(ctx, sobject), group)
    adds = _chosen(measures(ctx, sobject), measure) if measure else None
    table = sobject.model.__table__
    amount = _amount(ctx, sobject, adds, table) if adds else literal(0)
    query = select(table.c.id, by.of(table), amount)
    query = query.where(list_queries.conditions(ctx, asked, table))
    ids: dict[Any, list[str]] = {}
    counts: dict[Any, tuple[int, Any]] = {}
    for record_id, value, worth in ctx.session.execute(
        query.order_by(*list_queries.order_of(ctx, asked, table))
    ):
        count, sum_ = counts.get(value, (0, 0))
        counts[value] = (count + 1, sum_ + (worth or 0))
        if count < most:
            ids.setdefault(value, []).append(record_id)
    rows = [(value, count, sum_) for value, (count, sum_) in counts.items()]
    groups = _labelled(ctx, by, rows, adds)
    currency = currencies.corporate(ctx)
    return Totals(asked.view, sobject, by, adds, groups, currency), ids


def _totals(ctx: Context, asked: Asked, group: str, measure: str) -> Totals:
    sobject = asked.sobject
    by = _chosen(groupable(ctx, sobject), group)
    adds = _chosen(measures(ctx, sobject), measure) if measure else None
    table = sobject.model.__table__
    value = by.of(table)
    amount = func.sum(_amount(ctx, sobject, adds, table)) if adds else func.count()
    query = (
        select(value, func.count(), amount)
        .where(list_queries.conditions(ctx, asked, table))
        .group_by(value)
        .order_by(func.count().desc(), value)
        .limit(_MOST_GROUPS)
    )
    rows = [(row[0], row[1], row[2]) for row in ctx.session.execute(query)]
    found = _labelled(ctx, by, rows, adds)
    return Totals(asked.view, sobject, by, adds, found, currencies.corporate(ctx))


def _amount(ctx: Context, sobject: SObject, field: Field, table: FromClause) -> ColumnElement[Any]:
    value = field.of(table)
    code = sobject.field("CurrencyIsoCode")
    if field.kind is not Kind.CURRENCY or code is None:
        return value
    is_deal = sobject.name == "Opportunity"
    on = currencies.closing_day(table.c.is_closed, table.c.close_date) if is_deal else None
    return currencies.in_corporate(ctx, value, code.of(table), on=on)


def _labelled(
    ctx: Context, field: Field, rows: Sequence[tuple[Any, int, Any]], adds: Field | None
) -> Sequence[Total]:
    """Groups in the order of their values; those of a list are there though they are empty."""
    parts = CENTS if adds is not None and adds.kind is Kind.CURRENCY else 1
    sums = {value: (count, (amount or 0) / parts) for value, count, amount in rows}
    if field.kind is Kind.PICKLIST and field.picklist in picklists.VALUES:
        listed = picklists.VALUES[field.picklist]
        values = [*listed, *(each for each in sums if each not in listed)]
    else:
        values = list(sums)
    names = _names(ctx, field, values)
    zero = (0, 0.0)
    return [
        Total(
            value,
            names.get(value, "None" if value is None else label_of(field.picklist, str(value))),
            sums.get(value, zero)[0],
            sums.get(value, zero)[1] if adds else None,
        )
        for value in values
    ]


def _names(ctx: Context, field: Field, values: Sequence[Any]) -> Mapping[Any, str]:
    if field.kind is Kind.BOOLEAN:
        return {True: "Yes", False: "No"}
    if field.kind is Kind.REFERENCE:
        hidden = {each: "Not visible to you" for each in values if each}
        return {**hidden, **reading.names(ctx, [each for each in values if each])}
    return {}


def _chosen(fields: Sequence[Field], name: str) -> Field:
    found = next((each for each in fields if each.name.lower() == name.lower()), None)
    if found is None:
        raise refusals.refused(
            "INVALID_FIELD", f"Choose another field than {name[:80]}.", name[:80]
        )
    return found
