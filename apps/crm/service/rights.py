"""What callers must be allowed to do with a record before they change it."""

from __future__ import annotations

from typing import Any

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import access_levels, refusals, sight
from workworld.context import Context
from workworld.errors import Forbidden


def require(ctx: Context, sobject: SObject, row: Any, deed: sight.Deed) -> None:
    """See to it that the caller may do something with a record that they see.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``.
    """
    level = access_levels.of(ctx, sobject, [row.id]).get(row.id, "")
    enough = (access_levels.ALL,) if deed == "delete" else (access_levels.EDIT, access_levels.ALL)
    if not sight.may(ctx, sobject, deed) or level not in enough:
        raise refusals.insufficient_access()


def require_above(ctx: Context, sobject: SObject, row: Any) -> None:
    """See to it that the caller may change the record that a new one is to belong to.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``.
    """
    above_id = getattr(row, sobject.fields[sobject.parent.lower()].column)
    above = objects.of_prefix(record_ids.prefix_of(above_id)) if above_id else None
    if above is None:
        return  # it is required, and refused as missing
    level = access_levels.of(ctx, above, [above_id]).get(above_id, "")
    if level not in (access_levels.EDIT, access_levels.ALL) and not (level and sobject.is_said):
        raise refusals.insufficient_access()


def require_whole(ctx: Context, sobject: SObject, row: Any) -> None:
    """See to it that the caller may give a record away: whoever may only edit it may not.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``.
    """
    if access_levels.of(ctx, sobject, [row.id]).get(row.id, "") != access_levels.ALL:
        said = "insufficient access rights to change the owner"
        raise Forbidden("INSUFFICIENT_ACCESS_OR_READONLY", said)
