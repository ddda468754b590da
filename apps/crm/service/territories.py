"""Territories: which one an account falls into, and what follows for its deals.

An account falls into the active territories whose criteria it fits, whenever it is saved, and lies
in those that somebody gives it. The first that it fits is the one that the account names, unless
somebody has chosen another one. A deal lies in one territory, that which its account names, unless
somebody says otherwise; who works any of the account's territories sees the deal all the same.
https://help.salesforce.com/s/articleView?id=sales.tm2_assignment_rules.htm
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from workworld.apps.crm.models import (
    Account,
    AccountTerritory,
    Opportunity,
    Territory,
    TerritoryMember,
)
from workworld.apps.crm.schema.objects import of_model
from workworld.apps.crm.service import (
    account_territories,
    people,
    records,
    rule_facts,
    setup_audit,
    sight,
    territory_sight,
)
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import Options, Saving, after, before
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# The vendor's REST API reads territories as records, and runs their rules in the setup alone.
_DOORS = (Surface.UI, Surface.MCP)
_SYSTEM = Options(system=True, notify=False)
_territories, _members = Territory.__table__.c, TerritoryMember.__table__.c
_accounts, _deals = Account.__table__.c, Opportunity.__table__.c


@dataclass(frozen=True, slots=True)
class Worked:
    """A territory as people see it.

    Args:
        id: its id.
        name: what it is called.
        parent_id: the one above it.
        is_mine: whether the caller works it, or one above it.
        members: who works it: what they are called, and as what.
        accounts: how many of its accounts the caller sees.
        open_deals: how many of its open deals the caller sees.
    """

    id: str
    name: str
    parent_id: str | None
    is_mine: bool
    members: Sequence[tuple[str, str]]
    accounts: int
    open_deals: int


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context) -> Sequence[Worked]:
    """List the active territories with those who work them, and what the caller sees of each."""
    people.me(ctx)
    mine = territory_sight.mine(ctx)
    accounts = _lying(ctx)
    deals = _counted(ctx, Opportunity, ~_deals.is_closed)
    working: dict[str, builtins.list[tuple[str, str]]] = {}
    members = ctx.session.scalars(select(TerritoryMember).order_by(_members.id)).all()
    names = people.names(ctx, (each.user_id for each in members))
    for each in members:
        working.setdefault(each.territory_id, []).append((names.get(each.user_id, ""), each.role))
    return [
        Worked(
            each.id,
            each.name,
            each.parent_id,
            each.id in mine,
            working.get(each.id, ()),
            accounts.get(each.id, 0),
            deals.get(each.id, 0),
        )
        for each in active(ctx)
    ]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def run_rules(ctx: Context) -> int:
    """Let every account fall anew into the territories whose criteria it fits: how many have moved.

    Those whose territory somebody has chosen stay there as well.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
    """
    setup_audit.require_admin(ctx)
    moved = 0
    rules = active(ctx)
    query = select(Account).where(~_accounts.is_deleted).order_by(_accounts.id)
    for account in ctx.session.scalars(query).all():
        fitting = _fitting(ctx, rules, account, is_new=False)
        chosen = account.territory_id if account.territory_is_chosen else None
        first = chosen or _first(ctx, account, fitting)
        moves = account_territories.keep(ctx, account.id, fitting, chosen=chosen)
        if first != account.territory_id:
            records.change(ctx, account, {"Territory2Id": first}, _SYSTEM)
            moves = True
        moved += moves
    said = f"Ran territory rules: {moved} account{'' if moved == 1 else 's'} moved"
    setup_audit.note(ctx, "Territories", "changed", said)
    return moved


def active(ctx: Context) -> Sequence[Any]:
    """The territories that are in use, in the order in which their criteria are asked."""
    query = select(Territory).where(_territories.is_active, ~_territories.is_deleted)
    ordered = query.order_by(_territories.position, _territories.name, _territories.id)
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        return ctx.session.scalars(ordered).all()


@before("Account", order=45)
def _place(ctx: Context, saving: Saving) -> None:
    """Let an account fall into its territory, unless somebody chooses it."""
    account: Account = saving.row
    if "territory_id" in saving.given and not saving.options.system:
        if saving.is_new or saving.changed("territory_id"):
            account.territory_is_chosen = account.territory_id is not None
        if account.territory_id is not None:
            return
    if not account.territory_is_chosen and "territory_id" not in _by_system(saving):
        fitting = _fitting(ctx, active(ctx), account, is_new=saving.is_new)
        dropped = saving.old.get("territory_id") if "territory_id" in saving.given else None
        account.territory_id = _first(ctx, account, fitting, dropped)


@after("Account", order=59)
def _lie(ctx: Context, saving: Saving) -> None:
    """Let an account lie in all territories that it fits, and in that which was chosen."""
    account: Account = saving.row
    fitting = _fitting(ctx, active(ctx), account, is_new=saving.is_new)
    chosen = account.territory_id if account.territory_is_chosen else None
    was = saving.old.get("territory_id") if saving.old.get("territory_is_chosen") else None
    account_territories.keep(ctx, account.id, fitting, chosen=chosen, dropped=was)


@after("Account", order=60)
def _hand_on(ctx: Context, saving: Saving) -> None:
    """Open deals go with their account, but for those that somebody has put elsewhere."""
    if saving.is_new or not saving.changed("territory_id"):
        return
    was = saving.old["territory_id"]
    query = select(Opportunity).where(
        _deals.account_id == saving.row.id,
        _deals.territory_id.is_(None) if was is None else _deals.territory_id == was,
        ~_deals.is_closed,
        ~_deals.is_deleted,
    )
    for deal in ctx.session.scalars(query.order_by(_deals.id)).all():
        records.change(ctx, deal, {"Territory2Id": saving.row.territory_id}, _SYSTEM)


@before("Opportunity", order=45)
def _follow(ctx: Context, saving: Saving) -> None:
    """A deal lies where its account does, unless somebody says otherwise."""
    deal: Opportunity = saving.row
    if "territory_id" in saving.given or not (saving.is_new or saving.changed("account_id")):
        return
    with ctx.session.no_autoflush:  # the deal is not fit to be written yet
        account = ctx.session.get(Account, deal.account_id) if deal.account_id else None
    deal.territory_id = account.territory_id if account else None


def _by_system(saving: Saving) -> frozenset[str]:
    return saving.given if saving.options.system else frozenset()


def _first(
    ctx: Context, account: Account, fitting: Sequence[str], dropped: str | None = None
) -> str | None:
    """The territory that an account names that nobody has chosen another one for.

    Args:
        ctx: in which step.
        account: which account.
        fitting: the territories whose criteria it fits.
        dropped: the one that somebody has just taken from it.
    """
    given = account_territories.by_hand(ctx, account.id) if account.id and not fitting else ()
    return next((each for each in (*fitting, *given) if each != dropped or each in fitting), None)


def _fitting(
    ctx: Context, rules: Sequence[Any], account: Account, *, is_new: bool
) -> Sequence[str]:
    """The territories whose criteria an account fits, in the order in which these are asked."""
    facts = RecordFacts(ctx, of_model(Account), account, {}, is_new=is_new)
    return [
        str(each.id) for each in rules if rule_facts.formula("Account", each.formula).holds(facts)
    ]


def _counted(ctx: Context, model: Any, *conditions: Any) -> dict[str, int]:
    """How many records of an object the caller sees in each territory."""
    kind = of_model(model)
    if not sight.may(ctx, kind, "read"):
        return {}
    table = model.__table__
    query = select(table.c.territory_id, func.count()).where(
        table.c.territory_id.is_not(None), sight.rows(ctx, kind, table), *conditions
    )
    found = ctx.session.execute(query.group_by(table.c.territory_id))
    return {row[0]: row[1] for row in found}


def _lying(ctx: Context) -> dict[str, int]:
    """How many accounts the caller sees in each territory."""
    kind, lies = of_model(Account), AccountTerritory.__table__.c
    if not sight.may(ctx, kind, "read"):
        return {}
    query = (
        select(lies.territory_id, func.count())
        .join(Account.__table__, _accounts.id == lies.account_id)
        .where(sight.rows(ctx, kind, Account.__table__), ~lies.is_deleted)
    )
    found = ctx.session.execute(query.group_by(lies.territory_id))
    return {row[0]: row[1] for row in found}
