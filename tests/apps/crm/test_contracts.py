"""Contracts with customers: their terms, their end, and the deals that go on with them."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import FINANCE, MANAGER, REP, SUPPORT, Floor, fields_of
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import Account, Contract, Opportunity, RecordType, Task
from workworld.apps.crm.service import renewals
from workworld.identity import Authority
from workworld.passing_time import let_time_pass

_DAY = 86_400


@pytest.fixture
def account(floor: Floor) -> str:
    return floor.create("Account", CSM__c=floor.user(REP))


def agreed(floor: Floor, account: str, **more: Any) -> str:
    """An activated contract: a year from April 2026 for 24,000."""
    usual = {"StartDate": "2026-04-01", "ContractTerm": 12, "Value__c": 24000}
    made = floor.create("Contract", AccountId=account, **{**usual, **more})
    floor.update(made, Status="Activated")
    return made


def test_a_contract_has_a_number_and_ends_on_the_last_day_of_its_term(
    floor: Floor, account: str
) -> None:
    made = floor.create("Contract", AccountId=account, StartDate="2026-01-31", ContractTerm=1)
    row = floor.row(made)
    assert (row.status, row.end_date, len(row.number)) == ("Draft", "2026-02-27", 8)
    floor.update(made, ContractTerm=12)
    assert floor.row(made).end_date == "2027-01-30"
    refusal = floor.not_updated(made, ContractTerm=0)
    assert fields_of(refusal) == {"ContractTerm": "NUMBER_OUTSIDE_VALID_RANGE"}


def test_what_was_agreed_stays_once_a_contract_is_activated(floor: Floor, account: str) -> None:
    draft = floor.create("Contract", AccountId=account)
    refusal = floor.not_updated(draft, Status="Activated")
    assert set(fields_of(refusal)) == {"StartDate", "ContractTerm"}
    assert fields_of(floor.not_updated(draft, Status="Expired")).keys() == {"Status"}
    made = agreed(floor, account)
    assert floor.row(made).activated_by_id == floor.user(REP)
    assert fields_of(floor.not_updated(made, Value__c=1)) == {"Value__c": "ENTITY_IS_LOCKED"}
    assert fields_of(floor.not_updated(made, Status="Draft")).keys() == {"Status"}
    floor.update(made, Auto_Renew__c=True, Description="As agreed")
    floor.update(made, Status="Terminated")
    assert floor.row(account).arr == 0


def test_an_account_follows_its_contracts(floor: Floor, account: str) -> None:
    agreed(floor, account, ContractTerm=24, Value__c=96000)
    row = floor.row(account)
    assert (row.arr, row.renewal_date, row.tier) == (4_800_000, "2028-03-31", "Silver")
    agreed(floor, account, Value__c=12000)
    row = floor.row(account)
    assert (row.arr, row.renewal_date) == (6_000_000, "2027-03-31")


def test_a_renewal_begins_ninety_days_before_the_end_with_its_tasks(
    floor: Floor, account: str
) -> None:
    made = agreed(floor, account, StartDate="2025-07-01")
    assert floor.row(made).renewal_id is None
    let_time_pass(floor.world, 20 * _DAY)
    (deal,) = floor.rows(select(Opportunity.__table__).where(Opportunity.account_id == account))
    assert (deal.type, deal.close_date, deal.amount) == ("Renewal", "2026-06-30", 2_400_000)
    assert deal.stage == "Needs Analysis"
    assert (deal.name, deal.owner_id) == ("Larkspur Trading - Renewal 2026", floor.user(REP))
    assert floor.row(made).renewal_id == deal.id
    tasks = floor.rows(select(Task.subject, Task.owner_id).where(Task.what_id == deal.id))
    assert len(tasks) == 4
    assert {each.owner_id for each in tasks} == {floor.user(REP)}


def test_contracts_end_or_go_on(floor: Floor, account: str) -> None:
    ends = agreed(floor, account, StartDate="2025-04-01")
    goes_on = agreed(floor, account, StartDate="2025-04-01", Auto_Renew__c=True)
    let_time_pass(floor.world, 20 * _DAY)
    assert floor.row(ends).status == "Expired"
    row = floor.row(goes_on)
    assert (row.status, row.start_date, row.end_date) == ("Activated", "2026-04-01", "2027-03-31")
    assert floor.row(account).renewal_date == "2027-03-31"


def test_a_renewal_is_begun_by_hand_once(floor: Floor, account: str) -> None:
    made = agreed(floor, account)
    (kind,) = floor.rows(select(RecordType.id).where(RecordType.name == "Renewal"))
    waiting = floor.create(
        "Opportunity", AccountId=account, RecordTypeId=kind.id, StageName="Needs Analysis"
    )
    assert floor.do(renewals.begin, contract_id=made).id == waiting
    assert floor.refused(renewals.begin, contract_id=made).code == "INVALID_OPERATION"
    draft = floor.create("Contract", AccountId=account)
    assert floor.refused(renewals.begin, contract_id=draft).code == "INVALID_OPERATION"


def test_contracts_are_seen_with_their_accounts(floor: Floor) -> None:
    private = floor.create("Account", by=MANAGER, Name="Private Freight")
    made = floor.create("Contract", by=MANAGER, AccountId=private)
    assert floor.refused(renewals.begin, contract_id=made).code == "NOT_FOUND"
    assert floor.refused(renewals.begin, by=FINANCE, contract_id=made).code.startswith("INSUFF")
    seen = floor.create("Account")
    other = floor.create("Contract", AccountId=seen)
    assert floor.not_updated(other, by=SUPPORT, Description="x").code.startswith("INSUFF")


def test_an_account_with_an_activated_contract_stays(floor: Floor, account: str) -> None:
    made = agreed(floor, account)
    with pytest.raises(Exception, match="contracts"):
        floor.delete(account, by=MANAGER)
    with pytest.raises(Exception, match="terminate"):
        floor.delete(made)
    floor.update(made, Status="Terminated")
    floor.delete(account, by=MANAGER)
    assert floor.row(made).is_deleted


def test_a_new_customer_is_handed_over(floor: Floor, account: str) -> None:
    deal = floor.create("Opportunity", AccountId=account, Type="New Business", Amount=5)
    floor.update(deal, StageName="Closed Won")
    found = floor.rows(select(Task.subject).where(Task.what_id == deal))
    assert "Hand the customer over to success" in [each.subject for each in found]


def test_an_asset_is_of_a_contract_with_its_account(floor: Floor, account: str) -> None:
    made = agreed(floor, account)
    asset = floor.create("Asset", AccountId=account, Name="Gate tablet", Contract__c=made)
    assert floor.row(asset).quantity == 1
    other = floor.create("Account", Name="Other Freight")
    refusal = floor.not_created("Asset", AccountId=other, Name="Tablet", Contract__c=made)
    assert fields_of(refusal).keys() == {"Contract__c"}


def test_pages_of_contracts(floor: Floor, authority: Authority) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[MANAGER]))
    (found,) = floor.rows(select(Contract.id).where(Contract.number == "00000104"))
    shown = pages.words(f"/Contract/{found.id}")
    assert "activated: what was agreed" in shown
    assert "Dock Planner, four sites" in pages.words(f"/Contract/{found.id}?tab=related")
    assert "Renew contract" in pages.read(f"/Contract/{found.id}/renew")
    deal = pages.submit(f"/Contract/{found.id}/renew").rpartition("/")[2]
    assert floor.row(found.id).renewal_id == deal
    (tolvane,) = floor.rows(select(Account.id).where(Account.name == "Tolvane Foods"))
    related = pages.words(f"/Account/{tolvane.id}?tab=related")
    assert "Contracts (2)" in related
    assert "TAB2-018334" in related
    assert "00000104" in pages.words("/Contract/list")
    assert "00000104" in pages.words("/search?q=00000104")
