"""Deleting: what stands in the way, what goes along, and what comes back."""

from __future__ import annotations

import pytest
from sqlalchemy import update
from tests.apps.crm.floor import ADMIN, MANAGER, Floor

from workworld.apps.crm.models import Pricebook
from workworld.apps.crm.service import records


@pytest.fixture
def account(floor: Floor) -> str:
    """An account of the manager's."""
    return floor.create("Account", by=MANAGER)


def test_an_account_with_an_open_deal_stays(floor: Floor, account: str) -> None:
    floor.create("Opportunity", by=MANAGER, AccountId=account, Name="Larkspur: doors")
    refusal = floor.refused(records.delete, by=MANAGER, sobject="Account", record_id=account)
    assert refusal.code == "DELETE_FAILED"
    assert "Larkspur: doors" in refusal.message


def test_an_account_with_a_won_deal_stays(floor: Floor, account: str) -> None:
    floor.create("Opportunity", by=MANAGER, AccountId=account, StageName="Closed Won", Amount=10)
    refusal = floor.refused(records.delete, by=MANAGER, sobject="Account", record_id=account)
    assert refusal.code == "DELETE_FAILED"


def test_an_account_takes_its_own_along_and_brings_it_back(floor: Floor, account: str) -> None:
    contact = floor.create("Contact", by=MANAGER, AccountId=account)
    lost = floor.create(
        "Opportunity",
        by=MANAGER,
        AccountId=account,
        ContactId=contact,
        StageName="Closed Lost",
        Loss_Reason__c="Price",
    )
    earlier = floor.create("Contact", by=MANAGER, AccountId=account)
    floor.delete(earlier, by=MANAGER)
    task = floor.create("Task", by=MANAGER, WhatId=account, Subject="Call")
    note = floor.create("Note", by=MANAGER, ParentId=contact, Title="Speaks Polish")
    there = (contact, lost, task, note)
    floor.delete(account, by=MANAGER)
    assert all(floor.row(each).is_deleted for each in there)
    floor.restore(account, by=MANAGER)
    assert not any(floor.row(each).is_deleted for each in there)
    assert floor.row(earlier).is_deleted


def test_an_account_in_a_hierarchy_is_not_above_itself(floor: Floor, account: str) -> None:
    child = floor.create("Account", by=MANAGER, Name="Larkspur West", ParentId=account)
    refusal = floor.not_updated(account, by=MANAGER, ParentId=child)
    assert refusal.code == "CIRCULAR_DEPENDENCY"
    refusal = floor.not_updated(account, by=MANAGER, ParentId=account)
    assert refusal.code == "CIRCULAR_DEPENDENCY"


def test_nobody_reports_to_themselves(floor: Floor, account: str) -> None:
    one = floor.create("Contact", by=MANAGER, AccountId=account)
    two = floor.create("Contact", by=MANAGER, AccountId=account, ReportsToId=one)
    assert floor.not_updated(one, by=MANAGER, ReportsToId=two).code == "CIRCULAR_DEPENDENCY"


def test_the_standard_price_book_stays(floor: Floor) -> None:
    book = floor.create("Pricebook2", by=ADMIN, Name="List")
    floor.change(update(Pricebook).where(Pricebook.id == book).values(is_standard=True))
    refusal = floor.refused(records.delete, by=ADMIN, sobject="Pricebook2", record_id=book)
    assert refusal.code == "DELETE_FAILED"
