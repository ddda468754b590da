"""Records in the recycle bin, one at a time."""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import access_levels, records, refusals, sight
from workworld.apps.crm.types import RecordId, SObjectName
from workworld.context import Context, Surface
from workworld.operations import Effect, operation


# Programs ask for deleted records with a query of all rows.
@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def get(ctx: Context, *, sobject: SObjectName, record_id: RecordId) -> Any:
    """Read a record that lies in the recycle bin."""
    row = records.known(ctx, sobject, record_id, deleted=True)
    if not row.is_deleted:
        raise refusals.not_found()
    return row


def may_restore(ctx: Context, row: Any) -> bool:
    """Whether the caller may bring a record back."""
    sobject = objects.of_model(type(row))
    level = access_levels.of(ctx, sobject, [row.id]).get(row.id, "")
    return level == access_levels.ALL and sight.may(ctx, sobject, "delete")
