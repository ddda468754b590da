"""Contracts: their terms stay as they were agreed from when they are activated.

https://help.salesforce.com/s/articleView?id=sales.contract_status.htm
"""

from __future__ import annotations

from sqlalchemy import func, select

from workworld.apps.crm.models import Account, Asset, Contract, Opportunity
from workworld.apps.crm.schema import terms
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.picklists import (
    CONTRACT_ACTIVE,
    CONTRACT_DRAFT,
    CONTRACT_OPEN,
    CONTRACT_STATUSES,
)
from workworld.apps.crm.service import contract_figures, people, renewals
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.service.saving import (
    Saving,
    after,
    after_delete,
    after_restore,
    before,
    before_delete,
)
from workworld.context import Context

_AGREED = {
    "start_date",
    "term",
    "value",
    "currency",
    "opportunity_id",
    "signed_by_id",
    "signed_date",
    "terms",
}
"""The columns that stay as they are from when a contract is activated."""
_DIGITS = 8
_RULE = "FIELD_CUSTOM_VALIDATION_EXCEPTION"
_LOCKED = "ENTITY_IS_LOCKED"
_WRONG = "FIELD_INTEGRITY_EXCEPTION"
_RANGE = "NUMBER_OUTSIDE_VALID_RANGE"
_MOST_MONTHS = 1_200


def is_agreed(field: Field) -> bool:
    """Whether a field of contracts stays as it is from when they are activated."""
    return field.column in _AGREED


def is_settled(status: str) -> bool:
    """Whether a contract of a status was activated, now or before."""
    return status not in CONTRACT_OPEN


@before("Contract")
def _prepare(ctx: Context, saving: Saving) -> None:
    contract: Contract = saving.row
    if saving.is_new:
        _begin(ctx, saving)
    _require_sense(ctx, saving)
    _keep_agreed(saving)
    _follow_status(ctx, saving)
    is_whole = contract.start_date and contract.term and contract.term > 0
    contract.end_date = (
        terms.last_day(contract.start_date, contract.term)
        if is_whole and contract.start_date and contract.term
        else None
    )


def _begin(ctx: Context, saving: Saving) -> None:
    contract: Contract = saving.row
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        last = ctx.session.scalar(select(func.max(Contract.number))) or "0"
        account = ctx.session.get(Account, contract.account_id)
    contract.number = f"{int(last) + 1:0{_DIGITS}}"
    if account is not None and "currency" not in saving.given:
        contract.currency = account.currency


def _require_sense(ctx: Context, saving: Saving) -> None:
    contract: Contract = saving.row
    if contract.term is not None and not 0 < contract.term <= _MOST_MONTHS:
        saving.refuse(_RANGE, "A contract runs for one month at least.", "ContractTerm")
    for value, name in ((contract.value, "Value__c"), (contract.notice_days, "Notice_Days__c")):
        if value is not None and value < 0:
            saving.refuse(_RANGE, "Enter nothing below zero.", name)
    deals = ("opportunity_id", "Opportunity__c"), ("renewal_id", "Renewal_Opportunity__c")
    for column, name in deals:
        deal_id = getattr(contract, column)
        with ctx.session.no_autoflush:  # what is being saved is not written yet
            deal = ctx.session.get(Opportunity, deal_id) if deal_id else None
        if deal is not None and deal.account_id != contract.account_id:
            saving.refuse(_WRONG, "The opportunity is with another account.", name)


def _keep_agreed(saving: Saving) -> None:
    if saving.is_new or saving.options.system or not is_settled(saving.old["status"]):
        return
    for field in saving.sobject.fields.values():
        if is_agreed(field) and saving.changed(field.column):
            said = "The contract is activated: what was agreed stays as it is."
            saving.refuse(_LOCKED, said, field.name)


def _follow_status(ctx: Context, saving: Saving) -> None:
    """See to it that a contract goes its way, and note when it was activated."""
    contract: Contract = saving.row
    was = CONTRACT_DRAFT if saving.is_new else saving.old["status"]
    if contract.status == was or contract.status not in CONTRACT_STATUSES:
        return
    goes_back = CONTRACT_STATUSES.index(contract.status) < CONTRACT_STATUSES.index(was)
    if is_settled(was) and goes_back:
        said = f"A contract that was activated does not become {contract.status} again."
        saving.refuse(_RULE, said, "Status")
    elif contract.status == CONTRACT_ACTIVE and saving.is_new:
        saving.refuse(_RULE, "A new contract is a draft until it is activated.", "Status")
    elif contract.status == CONTRACT_ACTIVE:
        _require_terms(saving)
        contract.activated_us = ctx.clock.now_us()
        contract.activated_by_id = people.me(ctx).id
    elif is_settled(contract.status) and not is_settled(was):
        said = f"Only a contract that was activated can become {contract.status}."
        saving.refuse(_RULE, said, "Status")


def _require_terms(saving: Saving) -> None:
    contract: Contract = saving.row
    for value, name in ((contract.start_date, "StartDate"), (contract.term, "ContractTerm")):
        if value is None:
            label = saving.sobject.fields[name.lower()].label.lower()
            saving.refuse(_RULE, f"Enter the {label} before it is activated.", name)


@after("Contract")
def _follow(ctx: Context, saving: Saving) -> None:
    contract: Contract = saving.row
    if saving.changed("status", "end_date", "value", "renewal_id"):
        contract_figures.follow(ctx, contract.account_id)
    if contract.status == CONTRACT_ACTIVE and saving.changed("status", "end_date"):
        renewals.plan(ctx, contract)


@before_delete("Contract")
def _keep(_ctx: Context, contract: Contract) -> None:
    if contract.status == CONTRACT_ACTIVE and contract.deleted_with_id is None:
        said = "An activated contract can't be deleted: terminate it first."
        raise refused("DELETE_FAILED", said)


@after_delete("Contract")
@after_restore("Contract")
def _recount(ctx: Context, contract: Contract) -> None:
    contract_figures.follow(ctx, contract.account_id)


@before("Asset")
def _require_amounts(ctx: Context, saving: Saving) -> None:
    asset: Asset = saving.row
    if asset.quantity is not None and asset.quantity <= 0:
        saving.refuse(_RANGE, "Enter a quantity above zero.", "Quantity")
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        contract = ctx.session.get(Contract, asset.contract_id) if asset.contract_id else None
        account = ctx.session.get(Account, asset.account_id)
    if contract is not None and contract.account_id != asset.account_id:
        saving.refuse(_WRONG, "The contract is with another account.", "Contract__c")
    if saving.is_new and account is not None and "currency" not in saving.given:
        asset.currency = account.currency
