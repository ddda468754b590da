"""Who works on deals and accounts besides their owners, and the customers' people in deals.

https://help.salesforce.com/s/articleView?id=sales.teamselling_def.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from workworld.apps.crm.models import (
    AccountTeamMember,
    Opportunity,
    OpportunityContactRole,
    OpportunityTeamMember,
    User,
)
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import records
from workworld.apps.crm.service.saving import (
    Options,
    Saving,
    after,
    after_delete,
    after_restore,
    before,
)
from workworld.context import Context

_SYSTEM = Options(system=True)


def begin_with(ctx: Context, deal: Opportunity) -> None:
    """Give a new deal the contact role that follows from whom it was begun with."""
    values = {"OpportunityId": deal.id, "ContactId": deal.contact_id, "IsPrimary": True}
    kind = objects.of_model(OpportunityContactRole)
    records.insert(ctx, kind, values, _SYSTEM)


@before("OpportunityContactRole")
def _prepare_role(ctx: Context, saving: Saving) -> None:
    role: OpportunityContactRole = saving.row
    model = OpportunityContactRole
    same = _others(role, model.opportunity_id == role.opportunity_id).where(
        model.contact_id == role.contact_id,
        func.coalesce(model.role, "") == (role.role or ""),
    )
    if ctx.session.scalar(same) is not None:
        said = "The contact already has this role in the opportunity."
        saving.refuse("DUPLICATE_VALUE", said, "ContactId")


@after("OpportunityContactRole")
def _keep_one_primary(ctx: Context, saving: Saving) -> None:
    role: OpportunityContactRole = saving.row
    if not role.is_primary:
        if saving.changed("is_primary") and not saving.is_new:
            _name_primary(ctx, role.opportunity_id, None)
        return
    model = OpportunityContactRole
    others = select(model).where(
        model.opportunity_id == role.opportunity_id,
        model.id != role.id,
        model.is_primary,
        ~model.is_deleted,
    )
    for other in ctx.session.scalars(others.order_by(model.id)).all():
        records.change(ctx, other, {"IsPrimary": False}, _SYSTEM)
    _name_primary(ctx, role.opportunity_id, role.contact_id)


@after_delete("OpportunityContactRole")
def _forget_primary(ctx: Context, role: OpportunityContactRole) -> None:
    if role.is_primary and role.deleted_with_id != role.opportunity_id:  # else the deal goes
        _name_primary(ctx, role.opportunity_id, None)


@after_restore("OpportunityContactRole")
def _come_back(ctx: Context, role: OpportunityContactRole) -> None:
    """A primary contact that comes back finds its place taken or takes it."""
    if not role.is_primary:
        return
    deal = ctx.session.get_one(Opportunity, role.opportunity_id)
    if deal.contact_id in (None, role.contact_id):
        _name_primary(ctx, deal.id, role.contact_id)
    else:
        role.is_primary = False


def _name_primary(ctx: Context, opportunity_id: str, contact_id: str | None) -> None:
    deal = ctx.session.get_one(Opportunity, opportunity_id)
    if deal.contact_id != contact_id:
        records.change(ctx, deal, {"ContactId": contact_id}, _SYSTEM)


@before("OpportunityTeamMember")
def _prepare_member(ctx: Context, saving: Saving) -> None:
    member: OpportunityTeamMember = saving.row
    model = OpportunityTeamMember
    of_deal = model.opportunity_id == member.opportunity_id
    _require_new(ctx, saving, of_deal)
    if member.split is None:
        return
    others = select(func.coalesce(func.sum(model.split), 0.0)).where(
        of_deal, model.id != member.id, ~model.is_deleted
    )
    if member.split < 0 or (ctx.session.scalar(others) or 0) + member.split > 100:
        said = "The splits of an opportunity team come to 100 % at most."
        saving.refuse("FIELD_CUSTOM_VALIDATION_EXCEPTION", said, "Split__c")


@before("AccountTeamMember")
def _prepare_account_member(ctx: Context, saving: Saving) -> None:
    member: AccountTeamMember = saving.row
    _require_new(ctx, saving, AccountTeamMember.account_id == member.account_id)


def _require_new(ctx: Context, saving: Saving, within: Any) -> None:
    """See to it that a member is an active user who is in the team only once."""
    member = saving.row
    if not saving.is_new:
        return
    model = type(member)
    if ctx.session.scalar(_others(member, within).where(model.user_id == member.user_id)):
        said = "The user is already a member of this team."
        saving.refuse("DUPLICATE_VALUE", said, "UserId")
    if not ctx.session.get_one(User, member.user_id).is_active:
        said = "An inactive user cannot be a member of a team."
        saving.refuse("INACTIVE_OWNER_OR_USER", said, "UserId")


def _others(row: Any, within: Any) -> Any:
    model = type(row)
    return select(model.id).where(within, model.id != row.id, ~model.is_deleted).limit(1)
