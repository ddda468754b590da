"""What accounts have from their contracts: what they pay in a year, and when that ends."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from workworld.apps.crm.models import Account, Contract
from workworld.apps.crm.schema import amounts, terms
from workworld.apps.crm.schema.picklists import CONTRACT_ACTIVE
from workworld.apps.crm.service import currencies, records
from workworld.apps.crm.service.saving import Options
from workworld.context import Context

_TIERS = (("Platinum", 150_000), ("Gold", 60_000), ("Silver", 30_000), ("Bronze", 0))
"""What an account is that has no tier yet, by what it pays in a year in whole units."""


def follow(ctx: Context, account_id: str) -> None:
    """Bring an account's yearly revenue and renewal date into step with its contracts.

    Those of accounts without contracts that were ever activated are left as people put them.
    """
    account = ctx.session.get(Account, account_id)
    if account is None or account.is_deleted:
        return
    query = select(Contract).where(
        Contract.account_id == account_id, ~Contract.is_deleted, Contract.activated_us.is_not(None)
    )
    settled = ctx.session.scalars(query.order_by(Contract.id)).all()
    if not settled:
        return
    current = _current(settled)
    revenue = sum(_yearly(ctx, each, account.currency) for each in current)
    ends = [each.end_date for each in current if each.end_date]
    values: dict[str, Any] = {
        "ARR__c": str(Decimal(revenue) / amounts.HUNDRED),
        "Renewal_Date__c": min(ends, default=None),
    }
    if account.tier is None and current:
        units = revenue // int(amounts.HUNDRED)
        values["Tier__c"] = next(name for name, least in _TIERS if units >= least)
    if (account.arr, account.renewal_date) != (revenue, values["Renewal_Date__c"]):
        records.change(ctx, account, values, Options(system=True))


def _current(settled: Sequence[Contract]) -> list[Contract]:
    """The activated ones, but for those with which another one goes on."""
    running = [each for each in settled if each.status == CONTRACT_ACTIVE]
    going_on = {each.opportunity_id for each in running if each.opportunity_id}
    return [each for each in running if each.renewal_id not in going_on]


def _yearly(ctx: Context, contract: Contract, currency: str) -> int:
    if not contract.value or not contract.term:
        return 0
    whole = currencies.exchanged(ctx, contract.value, contract.currency, currency)
    return terms.of_a_year(whole, contract.term)
