"""Records taken out of the recycle bin, as part of a service's step."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, saves, saving
from workworld.context import Context


def bring_back(ctx: Context, row: Any) -> None:
    """Take a record out of the recycle bin, and whatever went there because of it."""
    sobject = objects.of_model(type(row))
    row.is_deleted, row.deleted_us, row.deleted_by_id = False, None, None
    row.deleted_with_id = None
    row.modified_us, row.modified_by_id = ctx.clock.now_us(), people.me(ctx).id
    row.version += 1
    ctx.session.flush()  # what follows asks for rows that are there
    for each in objects.objects().values():
        model: Any = each.model
        query = select(model).where(model.deleted_with_id == row.id, model.is_deleted)
        for other in ctx.session.scalars(query.order_by(model.id)).all():
            bring_back(ctx, other)
    saving.run("after_restore", ctx, sobject, row)
    saves.tell(ctx, sobject, row, "restored", ())
