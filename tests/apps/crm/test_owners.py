"""Owners: who can be one, what goes along when records change hands, and who is told."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select, update
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor, fields_of

from workworld.apps.crm.models import Group, User
from workworld.apps.crm.service import owners
from workworld.notifications.models import Notification


@pytest.fixture
def account(floor: Floor) -> str:
    """An account of the rep's."""
    return floor.create("Account")


def test_only_open_deals_of_the_old_owner_go_along(floor: Floor, account: str) -> None:
    theirs = floor.create("Opportunity", AccountId=account)
    lost = floor.create(
        "Opportunity", AccountId=account, StageName="Closed Lost", Loss_Reason__c="Price"
    )
    others = floor.create("Opportunity", by=ADMIN, AccountId=account)
    boss = floor.user(MANAGER)
    arguments: dict[str, Any] = {"sobject": "Account", "record_ids": [account], "owner_id": boss}
    (result,) = floor.do(owners.change, with_open_deals=True, **arguments)
    assert result.success
    assert [floor.row(each).owner_id for each in (account, theirs, lost, others)] == [
        boss,
        boss,
        floor.user(REP),
        floor.user(ADMIN),
    ]


def test_deals_stay_unless_it_is_asked_for(floor: Floor, account: str) -> None:
    deal = floor.create("Opportunity", AccountId=account)
    boss = floor.user(MANAGER)
    floor.do(owners.change, sobject="Account", record_ids=[account], owner_id=boss)
    assert floor.row(deal).owner_id == floor.user(REP)


def test_each_record_is_given_or_refused_by_itself(floor: Floor, account: str) -> None:
    hidden = floor.create("Account", by=ADMIN)
    boss = floor.user(MANAGER)
    results = floor.do(
        owners.change, sobject="Account", record_ids=[hidden, account], owner_id=boss
    )
    assert [[error.code for error in each.errors] for each in results] == [["NOT_FOUND"], []]
    assert [floor.row(each).owner_id for each in (hidden, account)] == [floor.user(ADMIN), boss]


def test_whoever_is_inactive_gets_nothing(floor: Floor, account: str) -> None:
    away = floor.user(SUPPORT)
    floor.change(update(User).where(User.id == away).values(is_active=False))
    refusal = floor.not_updated(account, OwnerId=away)
    assert fields_of(refusal) == {"OwnerId": "INACTIVE_OWNER_OR_USER"}
    given = {"sobject": "Account", "owner_id": away}
    refusal = floor.refused(owners.change, record_ids=[account], **given)
    assert fields_of(refusal) == {"OwnerId": "INACTIVE_OWNER_OR_USER"}
    another = floor.create("Account", Name="Another")
    results = floor.do(owners.change, record_ids=[account, another], **given)
    assert [[each.code for each in one.errors] for one in results] == [
        ["INACTIVE_OWNER_OR_USER"],
        ["INACTIVE_OWNER_OR_USER"],
    ]


def test_a_queue_owns_only_what_it_is_for(floor: Floor, account: str) -> None:
    (queue,) = floor.rows(select(Group.id).where(Group.name == "Inbound Leads"))
    lead = floor.create("Lead")
    floor.update(lead, OwnerId=queue.id)
    assert floor.row(lead).owner_id == queue.id
    refusal = floor.not_updated(account, OwnerId=queue.id)
    assert fields_of(refusal) == {"OwnerId": "FIELD_INTEGRITY_EXCEPTION"}


def test_the_new_owner_is_told_if_it_is_wanted(floor: Floor, account: str) -> None:
    boss = floor.user(MANAGER)
    arguments: dict[str, Any] = {"sobject": "Account", "record_ids": [account], "owner_id": boss}
    before = _told(floor, MANAGER)
    floor.do(owners.change, **arguments)
    assert _told(floor, MANAGER) == before
    floor.do(owners.change, by=ADMIN, **arguments | {"owner_id": floor.user(REP)})
    floor.do(owners.change, by=ADMIN, notify=True, **arguments)
    (text,) = _told(floor, MANAGER) - before
    assert text == "gave you the account Larkspur Trading"


def _told(floor: Floor, handle: str) -> set[str]:
    found = select(Notification.text).where(
        Notification.person_id == floor.people[handle], Notification.app_id == "crm"
    )
    return {row.text for row in floor.rows(found)}
