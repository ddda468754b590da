"""Renewals: the deal that is to go on with a contract begins before that ends, or by hand.

https://help.salesforce.com/s/articleView?id=sales.contract_expiration.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Account, Contract, Opportunity, User
from workworld.apps.crm.schema import amounts, objects, terms
from workworld.apps.crm.schema.picklists import CONTRACT_ACTIVE, CONTRACT_EXPIRED, STAGES
from workworld.apps.crm.service import (
    access_levels,
    automations,
    people,
    playbooks,
    record_types,
    records,
    refusals,
    sight,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.record_types import TypeSeen
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.types import RecordId
from workworld.clock import to_microseconds
from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.zones import zone

BEGIN, END = "crm.renewals.begin_due", "crm.renewals.end_due"
RENEWAL = "Renewal"
_SYSTEM = Options(system=True)
_MORNING, _NIGHT = time(8), time(0, 30)
ContractId = Annotated[RecordId, Field(description="A contract's id.")]
EndDate = Annotated[str, Field(description="The end date that this was planned for.")]


# Programs create the opportunity and name it in the contract's record.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI, Surface.MCP))
def begin(ctx: Context, *, contract_id: ContractId) -> Loaded:
    """Begin the opportunity that is to go on with an activated contract, with its tasks.

    An open renewal of the account that goes on with no other contract is taken for it.

    Raises:
        Invalid: ``INVALID_OPERATION``: the contract is not activated, or has its renewal already.
    """
    contract: Contract = records.known(ctx, "Contract", contract_id)
    kind, deals = objects.of_model(Contract), objects.of_model(Opportunity)
    level = access_levels.of(ctx, kind, [contract.id])[contract.id]
    may = sight.may(ctx, kind, "edit") and sight.may(ctx, deals, "create")
    if not may or level not in (access_levels.EDIT, access_levels.ALL):
        raise refusals.insufficient_access()
    if contract.status != CONTRACT_ACTIVE:
        raise refused("INVALID_OPERATION", "Only an activated contract can be renewed.")
    if contract.renewal_id is not None:
        raise refused("INVALID_OPERATION", "This contract has its renewal opportunity already.")
    return Loaded(deals, {"Id": _renewal(ctx, contract).id})


# It is due some months before a contract ends, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,), outlives_account=True)
def begin_due(ctx: Context, *, contract_id: ContractId, end_date: EndDate) -> None:
    """Begin the renewal of a contract that ends soon, if that is still so."""
    contract = _running(ctx, contract_id, end_date)
    if contract is not None and contract.renewal_id is None:
        _renewal(ctx, contract)


# It is due when a contract has ended, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,), outlives_account=True)
def end_due(ctx: Context, *, contract_id: ContractId, end_date: EndDate) -> None:
    """Let a contract expire whose term is over, or go on for another one."""
    contract = _running(ctx, contract_id, end_date)
    if contract is None:
        return
    if not contract.renews:
        records.change(ctx, contract, {"Status": CONTRACT_EXPIRED}, _SYSTEM)
        return
    following = (date.fromisoformat(end_date) + timedelta(days=1)).isoformat()
    values = {"StartDate": following, "Renewal_Opportunity__c": None}
    records.change(ctx, contract, values, _SYSTEM)


def plan(ctx: Context, contract: Contract) -> None:
    """Have an activated contract renewed before it ends, and ended when it does."""
    if contract.end_date is None:
        return
    for operation_id, due_us in moments(contract.end_date, people.org(ctx).zone):
        said = {"contract_id": contract.id, "end_date": contract.end_date}
        automations.later(ctx, due_us, operation_id, **said)


def moments(end_date: str, zone_name: str) -> list[tuple[str, int]]:
    """What comes to pass by itself for a contract that ends on a day, and when, in microseconds."""
    where, last = zone(zone_name), date.fromisoformat(end_date)
    first = datetime.combine(last - timedelta(days=terms.RENEWED_BEFORE), _MORNING, tzinfo=where)
    over = datetime.combine(last + timedelta(days=1), _NIGHT, tzinfo=where)
    return [(BEGIN, to_microseconds(first)), (END, to_microseconds(over))]


def _running(ctx: Context, contract_id: str, end_date: str) -> Contract | None:
    """A contract that is still to end on a day."""
    contract = ctx.session.get(Contract, contract_id)
    if contract is None or contract.is_deleted or contract.status != CONTRACT_ACTIVE:
        return None
    return contract if contract.end_date == end_date else None


def _renewal(ctx: Context, contract: Contract) -> Opportunity:
    deal = _waiting(ctx, contract)
    if deal is None:
        kind = objects.of_model(Opportunity)
        deal = records.insert(ctx, kind, _values(ctx, contract), _SYSTEM)
        playbooks.begin(ctx, playbooks.RENEWAL, deal)
    records.change(ctx, contract, {"Renewal_Opportunity__c": deal.id}, _SYSTEM)
    made: Opportunity = deal
    return made


def _waiting(ctx: Context, contract: Contract) -> Opportunity | None:
    """The account's open renewal with which nothing else goes on; None if there is none."""
    taken = select(Contract.renewal_id).where(
        Contract.renewal_id.is_not(None), ~Contract.is_deleted
    )
    query = select(Opportunity).where(
        Opportunity.account_id == contract.account_id,
        Opportunity.type == RENEWAL,
        ~Opportunity.is_closed,
        ~Opportunity.is_deleted,
        Opportunity.id.not_in(taken),
    )
    found: Opportunity | None = ctx.session.scalars(query.order_by(Opportunity.id)).first()
    return found


def _values(ctx: Context, contract: Contract) -> dict[str, Any]:
    account = ctx.session.get_one(Account, contract.account_id)
    end, first = contract.end_date or people.today(ctx).isoformat(), STAGES[0].name
    kind = next((each for each in _types(ctx) if each.developer_name == RENEWAL), None)
    given = {
        "RecordTypeId": kind.id if kind else None,
        "Name": f"{account.name[:100]} - Renewal {end[:4]}",
        "AccountId": account.id,
        "Type": RENEWAL,
        "StageName": kind.defaults.get("StageName", first) if kind else first,
        "CloseDate": end,
        "Amount": None
        if contract.value is None
        else str(Decimal(contract.value) / amounts.HUNDRED),
        "CurrencyIsoCode": contract.currency,
        "Contract_Term__c": contract.term,
        "NextStep": f"Contract {contract.number} ends on {end}",
        "OwnerId": _owner(ctx, account, contract),
    }
    return {name: value for name, value in given.items() if value is not None}


def _types(ctx: Context) -> Sequence[TypeSeen]:
    return [each for each in record_types.of(ctx, "Opportunity") if each.is_active]


def _owner(ctx: Context, account: Account, contract: Contract) -> str:
    """Whose the renewal is: the account's owner, else the contract's, if they work here."""
    for user_id in (account.owner_id, contract.owner_id):
        user = ctx.session.get(User, user_id)
        if user is not None and user.is_active:
            return user.id
    return automations.user_id(ctx)
