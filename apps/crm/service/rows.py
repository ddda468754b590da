"""Some fields of the records of an object that somebody sees, by conditions and in an order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, FromClause, func, select

from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import sight
from workworld.context import Context

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
    table = table_of(sobject)
    wanted = {each.name: each for each in fields if each.name != "Id"}
    shown = [each.of(table).label(name) for name, each in wanted.items()]
    query = select(table.c.id.label("Id"), *shown).where(sight.rows(ctx, sobject, table), *where)
    query = query.order_by(*order, table.c.id).limit(limit).offset(offset or None)
    return [dict(row) for row in ctx.session.execute(query).mappings()]


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


def table_of(sobject: SObject) -> FromClause:
    """The table of an object's records."""
    return sobject.model.__table__
