"""Opportunities: what follows from what is entered, and what a deal does to its account.

https://help.salesforce.com/s/articleView?id=sales.opp_fields.htm
"""

from __future__ import annotations

from workworld.apps.crm.models import Account, Opportunity
from workworld.apps.crm.schema import amounts
from workworld.apps.crm.service import lines, records, stages, teams
from workworld.apps.crm.service.saving import Options, Saving, after, before, checks
from workworld.context import Context

CUSTOMER = "Customer"


@before("Opportunity")
def _prepare(ctx: Context, saving: Saving) -> None:
    deal: Opportunity = saving.row
    stages.follow(ctx, saving)
    deal.expected_revenue = amounts.expected(deal.amount, deal.probability)
    if _was_pushed(saving):
        deal.push_count += 1


@checks("Opportunity", order=10)
def _check(ctx: Context, saving: Saving) -> None:
    deal: Opportunity = saving.row
    if not saving.is_new:
        _require_own_amount(ctx, saving)
    stages.require_reasons(saving)
    if not 0 <= deal.probability <= 100:
        said = "Probability (%): value outside of valid range on numeric field"
        saving.refuse("NUMBER_OUTSIDE_VALID_RANGE", said, "Probability")


@after("Opportunity")
def _follow_up(ctx: Context, saving: Saving) -> None:
    deal: Opportunity = saving.row
    stages.record(ctx, saving)
    if saving.is_new and deal.contact_id:
        teams.begin_with(ctx, deal)
    if deal.is_won and (saving.is_new or saving.changed("is_won")):
        _make_customer(ctx, deal)


def _require_own_amount(ctx: Context, saving: Saving) -> None:
    """Leave what follows from a deal's products to them."""
    asked = [each for each in _OF_LINES if saving.changed(each)]
    if asked and lines.of(ctx, saving.row.id):
        for each in asked:
            saving.refuse(*_OF_LINES[each])


_OF_LINES = {
    "amount": (
        "INVALID_FIELD_FOR_INSERT_UPDATE",
        "The amount is the sum of the opportunity's products and can't be edited.",
        "Amount",
    ),
    "pricebook_id": (
        "FIELD_INTEGRITY_EXCEPTION",
        "Remove the opportunity's products before you choose another price book.",
        "Pricebook2Id",
    ),
    "currency": (
        "FIELD_INTEGRITY_EXCEPTION",
        "Remove the opportunity's products before you choose another currency.",
        "CurrencyIsoCode",
    ),
}
"""Columns that cannot be changed while a deal has products: the refusal, and the field."""


def _was_pushed(saving: Saving) -> bool:
    """Whether an open deal is now to close in a later month than before."""
    deal: Opportunity = saving.row
    if saving.is_new or deal.is_closed or not saving.changed("close_date"):
        return False
    before_it: str = saving.old["close_date"]
    return deal.close_date[:7] > before_it[:7]


def _make_customer(ctx: Context, deal: Opportunity) -> None:
    account = ctx.session.get(Account, deal.account_id) if deal.account_id else None
    if account and account.type != CUSTOMER:
        records.change(ctx, account, {"Type": CUSTOMER}, Options(system=True))
