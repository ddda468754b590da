"""Approvals that somebody else answers: one that is handed over, or all by a delegate.

https://help.salesforce.com/s/articleView?id=platform.approvals_manage_delegates.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.approvals import records as core
from workworld.apps.crm import APP, record_ids
from workworld.apps.crm.models import User
from workworld.apps.crm.service import approval_steps, approvals, people, refusals
from workworld.apps.crm.service.approval_requests import Request, told
from workworld.apps.crm.service.approvals import ApprovalId
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.errors import Conflict, Refused
from workworld.operations import Effect, operation

# The vendor hands over on pages, and keeps delegates with its users.
_DOORS = (Surface.UI, Surface.MCP)
_users = User.__table__.c


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def reassign(
    ctx: Context,
    *,
    approval_id: ApprovalId,
    user_id: Annotated[RecordId, Field(description="The user who is asked instead.")],
) -> Request:
    """Ask another user instead of the caller; administrators do so for whoever is asked.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller is not asked.
        Conflict: ``INVALID_OPERATION``: it has its answer already.
        Invalid: ``INVALID_CROSS_REFERENCE_KEY``: no active user, or one who cannot be asked.
    """
    request = approvals.request_of(ctx, approval_id)
    found = core.known(ctx.session, request.id, APP.id, request.record_id)
    if not found.is_pending:
        raise Conflict("INVALID_OPERATION", "This approval request has its answer already.")
    from_id = approval_steps.handing_over(ctx, found)
    if from_id is None:
        raise refusals.insufficient_access()
    user = ctx.session.get(User, record_ids.full(user_id) or "")
    if user is None or not user.is_active:
        raise refusals.refused("INVALID_CROSS_REFERENCE_KEY", "Choose an active user.", "user_id")
    try:
        core.reassign(found, from_id=from_id, to_id=user.person_id)
    except Refused as refusal:
        code = "INVALID_CROSS_REFERENCE_KEY"
        raise refusals.refused(code, refusal.message, "user_id") from None
    ctx.session.flush()  # who is asked is read from the rows
    approvals.tell_asked(ctx, request, found)
    approvals.tell_change(ctx, request, "crm.approval_reassigned")
    return told(ctx, [request])[0]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def delegate(
    ctx: Context,
    *,
    user_id: Annotated[
        RecordId | None, Field(description="The user who may answer as well; null for nobody.")
    ] = None,
) -> None:
    """Let another user answer what the caller is asked to approve, or nobody.

    Raises:
        Invalid: ``INVALID_CROSS_REFERENCE_KEY``: no other active user.
    """
    mine = ctx.session.get_one(User, people.me(ctx).id)
    user = ctx.session.get(User, record_ids.full(user_id) or "") if user_id else None
    if user_id and (user is None or not user.is_active or user.id == mine.id):
        said = "Choose another active user."
        raise refusals.refused("INVALID_CROSS_REFERENCE_KEY", said, "user_id")
    mine.delegated_approver_id = user.id if user else None
    ctx.touch(f"crm.record:{mine.id}")


# Agents find users by a query.
@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def candidates(ctx: Context) -> Sequence[tuple[str, str]]:
    """List the other active users, who may answer instead of the caller: ids and names."""
    mine = people.me(ctx).id
    query = select(_users.id).where(_users.is_active, ~_users.is_deleted, _users.id != mine)
    names = people.names(ctx, ctx.session.scalars(query))
    return sorted(names.items(), key=lambda each: (each[1], each[0]))


# As above.
@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def delegated(ctx: Context) -> str | None:
    """Tell who may answer what the caller is asked; null for nobody."""
    return people.me(ctx).delegated_approver_id
