"""The setup audit trail: who changed what in how the CRM is set up.

https://help.salesforce.com/s/articleView?id=sf.admin_monitorsetup.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import SetupChange
from workworld.apps.crm.service import people, refusals
from workworld.context import Context, Surface
from workworld.database import insert_row
from workworld.operations import Effect, operation

MOST = 200
_changes = SetupChange.__table__.c


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the trail."""

    id: str
    changed_us: int
    user_id: str
    user: str
    section: str
    action: str
    display: str


def require_admin(ctx: Context) -> None:
    """See to it that the caller sets the CRM up.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: they do not.
    """
    if not people.profile(ctx).manages_setup:
        raise refusals.insufficient_access()


def note(ctx: Context, section: str, action: str, display: str) -> None:
    """Write down what the caller has changed, as part of a service's step.

    Args:
        ctx: whose deed it is.
        section: which part of the setup: ``Validation Rules``.
        action: one word for it: ``created``, ``changed``, ``deleted``.
        display: what was done, in a sentence.
    """
    row = SetupChange(
        id=record_ids.next_id(ctx.ids, "0Ym"),
        changed_us=ctx.clock.now_us(),
        user_id=people.me(ctx).id,
        section=section,
        action=action,
        display=display,
    )
    insert_row(ctx.session, row)
    ctx.emit("crm.setup_changed", section=section, action=action)


# The vendor has it as an object that is queried, for administrators alone.
@operation(Effect.READ, scope="api", doors=(Surface.UI, Surface.MCP))
def list(
    ctx: Context,
    *,
    section: Annotated[
        str | None, Field(description="Only of this part of the setup.", max_length=80)
    ] = None,
) -> Sequence[Change]:
    """List the latest changes of the setup, the newest first, for those who set the CRM up.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not.
    """
    require_admin(ctx)
    query = select(SetupChange.__table__).order_by(_changes.changed_us.desc(), _changes.id.desc())
    if section:
        query = query.where(_changes.section == section)
    rows = ctx.session.execute(query.limit(MOST)).all()
    names = people.names(ctx, (row.user_id for row in rows))
    return [
        Change(
            row.id,
            row.changed_us,
            row.user_id,
            names.get(row.user_id, ""),
            row.section,
            row.action,
            row.display,
        )
        for row in rows
    ]
