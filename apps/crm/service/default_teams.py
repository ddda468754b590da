"""Default account teams: with whom somebody usually looks after accounts.

https://help.salesforce.com/s/articleView?id=sales.accountteam_setting_up.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import delete, select

from workworld.apps.crm.models import Account, AccountTeamMember, DefaultTeamMember, User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, records
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

AccountId = Annotated[RecordId, Field(description="An account's id.")]
# Programs create the members' records themselves.
_DOORS = (Surface.UI, Surface.MCP)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def keep(ctx: Context, *, account_id: AccountId) -> Sequence[DefaultTeamMember]:
    """Make an account's team the caller's default team, in place of the one that they had.

    Raises:
        Invalid: ``INVALID_OPERATION``: the account has no team.
    """
    account: Account = records.known(ctx, "Account", account_id)
    team = _team(ctx, account.id)
    mine = people.me(ctx).id
    others = [each for each in team if each.user_id != mine]
    if not others:
        raise refused("INVALID_OPERATION", "This account has no team besides you.")
    ctx.session.execute(delete(DefaultTeamMember).where(DefaultTeamMember.user_id == mine))
    kept = [
        DefaultTeamMember(user_id=mine, member_id=each.user_id, role=each.role, access=each.access)
        for each in others
    ]
    ctx.session.add_all(kept)
    return kept


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def add(ctx: Context, *, account_id: AccountId) -> Sequence[AccountTeamMember]:
    """Add the caller's default team to an account; who is on its team stays as they are.

    Raises:
        Invalid: ``INVALID_OPERATION``: the caller has no default team.
    """
    account: Account = records.known(ctx, "Account", account_id)
    query = (
        select(DefaultTeamMember)
        .join(User, User.id == DefaultTeamMember.member_id)
        .where(DefaultTeamMember.user_id == people.me(ctx).id, User.is_active)
        .order_by(DefaultTeamMember.member_id)
    )
    usual = ctx.session.scalars(query).all()
    if not usual:
        said = "You have no default team yet: make an account's team your default first."
        raise refused("INVALID_OPERATION", said)
    there = {each.user_id for each in _team(ctx, account.id)} | {account.owner_id}
    kind = objects.of_model(AccountTeamMember)
    made = []
    for each in usual:
        if each.member_id not in there:
            values = {"AccountId": account.id, "UserId": each.member_id}
            more = {"TeamMemberRole": each.role, "AccountAccessLevel": each.access}
            made.append(records.insert(ctx, kind, values | {k: v for k, v in more.items() if v}))
    return made


def _team(ctx: Context, account_id: str) -> Sequence[AccountTeamMember]:
    model = AccountTeamMember
    query = select(model).where(model.account_id == account_id, ~model.is_deleted)
    return ctx.session.scalars(query.order_by(model.id)).all()
