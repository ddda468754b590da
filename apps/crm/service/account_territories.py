"""The territories that accounts lie in: those whose criteria they fit, and those given by hand.

What rules have given, rules alone take away again; what somebody has given by hand stays until
somebody takes it away. https://help.salesforce.com/s/articleView?id=000380273&type=1
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import delete, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Account, AccountTerritory, Territory
from workworld.apps.crm.models.territories import BY_HAND, BY_RULE
from workworld.apps.crm.schema.objects import of_model
from workworld.apps.crm.service import people, records
from workworld.apps.crm.service.saving import (
    Options,
    Saving,
    after,
    after_delete,
    before,
)
from workworld.context import Context
from workworld.errors import Invalid

_OBJECT = "ObjectTerritory2Association"
_SYSTEM = Options(system=True, notify=False)
_lies = AccountTerritory.__table__.c
_RULES_OWN = (
    "An object territory association cannot be created or deleted with territory assignment rule"
    " association cause."
)


def keep(
    ctx: Context,
    account_id: str,
    fitting: Iterable[str],
    *,
    chosen: str | None = None,
    dropped: str | None = None,
) -> bool:
    """Let an account lie in the territories that it fits, and in those given by hand.

    Args:
        ctx: in which step.
        account_id: which account; it is written already.
        fitting: the territories whose criteria it fits.
        chosen: the one that somebody has chosen as its first, if so.
        dropped: the one that was chosen until now, where that has changed.

    Returns:
        Whether anything is different now.
    """
    wanted = list(dict.fromkeys(fitting))
    causes = _causes(ctx, account_id)
    gone = [each for each, why in sorted(causes.items()) if why == BY_RULE and each not in wanted]
    if dropped not in (None, chosen) and causes.get(dropped) == BY_HAND:
        gone.append(dropped)
    new = [(each, BY_RULE) for each in wanted if each not in causes]
    if chosen is not None and chosen not in wanted and causes.get(chosen) != BY_HAND:
        new.append((chosen, BY_HAND))
    if gone:
        here = (_lies.account_id == account_id, _lies.territory_id.in_(gone), ~_lies.is_deleted)
        ctx.session.execute(delete(AccountTerritory).where(*here))
    for each, cause in new:
        _add(ctx, account_id, each, cause)
    return bool(gone or new)


def by_hand(ctx: Context, account_id: str) -> Sequence[str]:
    """The territories that somebody has given an account, the first one first."""
    here = (_lies.account_id == account_id, _lies.cause == BY_HAND, ~_lies.is_deleted)
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        return ctx.session.scalars(
            select(_lies.territory_id).where(*here).order_by(_lies.created_us, _lies.id)
        ).all()


@before(_OBJECT)
def _prepare(ctx: Context, saving: Saving) -> None:
    """Somebody gives an account an active territory that it does not lie in yet."""
    lies: AccountTerritory = saving.row
    if not saving.is_new:
        return
    if lies.cause == BY_RULE:
        saving.refuse("INVALID_OPERATION", _RULES_OWN, "AssociationCause")
    territory = ctx.session.get(Territory, lies.territory_id)
    if territory is None or not territory.is_active or territory.is_deleted:
        saving.refuse("INVALID_CROSS_REFERENCE_KEY", "The territory is not active.", "Territory2Id")
    if lies.territory_id in _causes(ctx, lies.account_id):
        said = "The account already lies in this territory."
        saving.refuse("DUPLICATE_VALUE", said, "Territory2Id")


@after(_OBJECT)
def _name_first(ctx: Context, saving: Saving) -> None:
    """An account without a territory names the one that it is given."""
    lies: AccountTerritory = saving.row
    if not saving.is_new and lies.cause == BY_RULE:
        ctx.session.delete(lies)  # of an account merged away: what this one fits is known already
        return
    account = ctx.session.get_one(Account, lies.account_id)
    if account.territory_id is None:
        account.territory_is_chosen = True
        records.change(ctx, account, {"Territory2Id": lies.territory_id}, _SYSTEM)


@after_delete(_OBJECT)
def _name_another(ctx: Context, lies: AccountTerritory) -> None:
    """An account that names a territory which is taken away names another one that it lies in.

    What is taken away by itself does not go through the recycle bin.
    """
    if lies.deleted_with_id is not None:  # the account goes, or lies there already
        return
    if lies.cause == BY_RULE:
        raise Invalid("INVALID_OPERATION", _RULES_OWN)
    account = ctx.session.get_one(Account, lies.account_id)
    if account.territory_id == lies.territory_id:
        another = _another(ctx, account.id)
        account.territory_is_chosen = bool(another) and another in by_hand(ctx, account.id)
        records.change(ctx, account, {"Territory2Id": another}, _SYSTEM)
    ctx.session.delete(lies)


def _another(ctx: Context, account_id: str) -> str | None:
    """The territory that an account names next: one that it fits, before those given by hand."""
    known = Territory.__table__.c
    query = (
        select(_lies.territory_id)
        .join(Territory.__table__, known.id == _lies.territory_id)
        .where(_lies.account_id == account_id, ~_lies.is_deleted)
        .order_by(_lies.cause, known.position, known.name, known.id)
    )
    found: str | None = ctx.session.scalar(query.limit(1))
    return found


def _causes(ctx: Context, account_id: str) -> dict[str, str]:
    """Why an account lies in each of its territories."""
    here = select(_lies.territory_id, _lies.cause).where(
        _lies.account_id == account_id, ~_lies.is_deleted
    )
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        return {row.territory_id: row.cause for row in ctx.session.execute(here)}


def _add(ctx: Context, account_id: str, territory_id: str, cause: str) -> None:
    me, now_us = people.me(ctx).id, ctx.clock.now_us()
    values: dict[str, Any] = {"account_id": account_id, "territory_id": territory_id}
    made = AccountTerritory(
        id=record_ids.next_id(ctx.ids, of_model(AccountTerritory).prefix),
        created_us=now_us,
        created_by_id=me,
        modified_us=now_us,
        modified_by_id=me,
        is_deleted=False,
        cause=cause,
        **values,
    )
    ctx.session.add(made)
