"""Records above and below one another: no record is above itself."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from workworld.apps.crm.service.saving import Saving
from workworld.context import Context

LARGEST_DEPTH = 500
"""How many levels are followed up."""


def require_no_cycle(ctx: Context, saving: Saving, column: Any, field: str) -> None:
    """See to it that a record is not above itself once it lies below another one.

    Args:
        ctx: whose world it is.
        saving: the record, which is refused with ``CIRCULAR_DEPENDENCY`` otherwise.
        column: the model's attribute that names the one above it.
        field: the API name of it.
    """
    row = saving.row
    if saving.is_new or not saving.changed(column.key):
        return
    above: str | None = getattr(row, column.key)
    for _ in range(LARGEST_DEPTH):
        if above is None:
            return
        if above == row.id:
            saving.refuse("CIRCULAR_DEPENDENCY", "attempt to violate hierarchy constraints", field)
            return
        above = ctx.session.scalar(select(column).where(type(row).id == above))
    said = f"A hierarchy has {LARGEST_DEPTH} levels at most."
    saving.refuse("FIELD_INTEGRITY_EXCEPTION", said, field)
