"""Files that leave the CRM: who may take them, and who did.

https://help.salesforce.com/s/articleView?id=analytics.reports_export.htm
"""

from __future__ import annotations

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Export
from workworld.apps.crm.service import people
from workworld.context import Context
from workworld.database import insert_row
from workworld.errors import Forbidden

_PREFIX = "0EX"


def require(ctx: Context) -> None:
    """See to it that the caller may take records away as files.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS``.
    """
    if not people.profile(ctx).exports:
        said = "You may not export records. Ask the CRM's administrator for the permission."
        raise Forbidden("INSUFFICIENT_ACCESS", said)


def note(ctx: Context, *, kind: str, thing_id: str, name: str, rows: int) -> None:
    """Write down that the caller took records away.

    Args:
        ctx: who did.
        kind: ``Report``, ``ListView``, ``Forecast``, ``VCard`` or ``Data``.
        thing_id: its id; empty for one that was not saved.
        name: what it is called.
        rows: how many records the file holds.
    """
    row = Export(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        user_id=people.me(ctx).id,
        kind=kind,
        thing_id=thing_id,
        name=name,
        rows=rows,
        exported_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, row)
