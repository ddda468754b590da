"""Some fields of the records of an object that somebody sees, by conditions and in an order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, func, select

from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import sight
from workworld.context import Context

_COUNT = "count of all"
"""What the column is called that counts; no field has such a name."""
Values = Mapping[str, Any]
"""A record's fields by API name, each as its column keeps it."""


def read(
    ctx: Context,
    sobject: SObject,
    fields: Iterable[Field],
    *where: ColumnElement[bool],
    order: Sequence[ColumnElement[Any]] = (),
    limit: int | None = None,
    offset: int = 0,
) -> Sequence[Values]:
    """Some fields of the records of an object that the caller sees.

    Args:
        ctx: who asks.
        sobject: of which object.
        fields: which; the id always comes along. Whether the caller may read them is not asked.
        where: conditions on the object's own table.
        order: by what; records that are alike come by id.
        limit: how many at most.
        offset: how many are left out at the beginning.
    """
    query = _query(ctx, sobject, fields, where, order).limit(limit).offset(offset or None)
    return _values(ctx, query)


def read_first(
    ctx: Context,
    sobject: SObject,
    fields: Iterable[Field],
    *where: ColumnElement[bool],
    order: Sequence[ColumnElement[Any]],
    limit: int,
) -> tuple[Sequence[Values], int]:
    """The first records of an object that the caller sees, and how many there are in all.

    It takes one statement, which is best where all of them have to be put in order anyway.

    Args:
        ctx: who asks.
        sobject: of which object.
        fields: which; the id always comes along. Whether the caller may read them is not asked.
        where: conditions on the object's own table.
        order: by what; records that are alike come by id.
        limit: how many are read at most.
    """
    query = _query(ctx, sobject, fields, where, order).limit(limit)
    counted = query.add_columns(func.count().over().label(_COUNT))
    found = _values(ctx, counted)
    counts = [each.pop(_COUNT) for each in found]
    return found, counts[0] if counts else 0


def count(ctx: Context, sobject: SObject, *where: ColumnElement[bool], most: int) -> int:
    """How many records the caller sees, counted up to a number.

    Args:
        ctx: who asks.
        sobject: of which object.
        where: conditions on the object's own table.
        most: counting ends here.
    """
    table = table_of(sobject)
    found = select(table.c.id).where(sight.rows(ctx, sobject, table), *where).limit(most)
    return ctx.session.scalar(select(func.count()).select_from(found.subquery())) or 0


def _query(
    ctx: Context,
    sobject: SObject,
    fields: Iterable[Field],
    where: Sequence[ColumnElement[bool]],
    order: Sequence[ColumnElement[Any]],
) -> Select[Any]:
    table = table_of(sobject)
    wanted = {each.name: each for each in fields if each.name != "Id"}
    shown = [each.of(table).label(name) for name, each in wanted.items()]
    query = select(table.c.id.label("Id"), *shown).where(sight.rows(ctx, sobject, table), *where)
    return query.order_by(*order, table.c.id)


def _values(ctx: Context, query: Select[Any]) -> list[dict[str, Any]]:
    found = ctx.session.execute(query)
    names = list(found.keys())  # once, not for each row
    return [dict(zip(names, row, strict=True)) for row in found]


def table_of(sobject: SObject) -> FromClause:
    """The table of an object's records."""
    return sobject.model.__table__
