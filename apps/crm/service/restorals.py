"""Records taken out of the recycle bin, as part of a service's step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, literal, select, union_all

from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, saves, saving
from workworld.context import Context
from workworld.database import constant, rows_of

Along = Mapping[str, Sequence[tuple[str, str]]]
"""What went into the recycle bin with each record, by its id: of which object, and the id."""


def along(ctx: Context) -> Along:
    """What lies in the recycle bin because of other records: asked once for many of them."""
    found: dict[str, list[tuple[str, str]]] = {}
    for row in rows_of(ctx.session, _all_along(), {}):
        found.setdefault(row.with_id, []).append((row.sobject, row.id))
    return found


def bring_back(ctx: Context, row: Any, known: Along | None = None) -> None:
    """Take a record out of the recycle bin, and whatever went there because of it.

    Args:
        ctx: whose step it is.
        row: the record.
        known: what ``along`` answered in this step.
    """
    sobject = objects.of_model(type(row))
    row.is_deleted, row.deleted_us, row.deleted_by_id = False, None, None
    row.deleted_with_id = None
    row.modified_us, row.modified_by_id = ctx.clock.now_us(), people.me(ctx).id
    row.version += 1
    ctx.session.flush()  # what follows asks for rows that are there
    known = along(ctx) if known is None else known
    for name, record_id in known.get(row.id, ()):
        other: Any = ctx.session.get(objects.of_name(name).model, record_id)
        if other.is_deleted and other.deleted_with_id == row.id:
            bring_back(ctx, other, known)
    saving.run("after_restore", ctx, sobject, row)
    saves.tell(ctx, sobject, row, "restored", ())


@cache
def _all_along() -> Select[Any]:
    tables = [(name, each.model.__table__.c) for name, each in objects.objects().items()]
    queries = [
        select(
            literal(number).label("number"),
            literal(name).label("sobject"),
            of.id.label("id"),
            of.deleted_with_id.label("with_id"),
        ).where(of.is_deleted, of.deleted_with_id.is_not(None))
        for number, (name, of) in enumerate(tables)
    ]
    found = union_all(*queries).subquery()
    columns: list[ColumnElement[Any]] = [found.c.sobject, found.c.id, found.c.with_id]
    return constant(select(*columns).order_by(found.c.number, found.c.id))
