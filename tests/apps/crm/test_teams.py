"""Teams and contact roles: who works on a deal, and who sees it therefore."""

from __future__ import annotations

import pytest
from tests.apps.crm.floor import ADMIN, MANAGER, REP, Floor, fields_of

from workworld.apps.crm.service import default_teams, records


@pytest.fixture
def deal(floor: Floor) -> str:
    """A deal of the manager's, which the rep does not see."""
    return floor.create("Opportunity", by=MANAGER)


def test_a_member_sees_the_deal_and_may_change_it_if_told_so(floor: Floor, deal: str) -> None:
    found = {"sobject": "Opportunity", "record_id": deal}
    assert floor.refused(records.get, **found).code == "NOT_FOUND"
    member = floor.create(
        "OpportunityTeamMember", by=MANAGER, OpportunityId=deal, UserId=floor.user(REP)
    )
    assert floor.do(records.get, **found).id == deal
    assert floor.not_updated(deal, NextStep="Mine").code == "INSUFFICIENT_ACCESS_OR_READONLY"
    floor.update(member, by=MANAGER, OpportunityAccessLevel="Edit")
    floor.update(deal, NextStep="Ours")
    floor.delete(member, by=MANAGER)
    assert floor.refused(records.get, **found).code == "NOT_FOUND"


def test_a_user_is_in_a_team_once(floor: Floor, deal: str) -> None:
    member = {"OpportunityId": deal, "UserId": floor.user(REP)}
    floor.create("OpportunityTeamMember", by=MANAGER, **member)
    refusal = floor.not_created("OpportunityTeamMember", by=MANAGER, **member)
    assert fields_of(refusal) == {"UserId": "DUPLICATE_VALUE"}


def test_splits_come_to_a_hundred_at_most(floor: Floor, deal: str) -> None:
    mine = {"OpportunityId": deal, "UserId": floor.user(REP), "Split__c": 60}
    member = floor.create("OpportunityTeamMember", by=MANAGER, **mine)
    theirs = {"OpportunityId": deal, "UserId": floor.user(ADMIN), "Split__c": 41}
    refusal = floor.not_created("OpportunityTeamMember", by=MANAGER, **theirs)
    assert fields_of(refusal) == {"Split__c": "FIELD_CUSTOM_VALIDATION_EXCEPTION"}
    floor.update(member, by=MANAGER, Split__c=59)
    floor.create("OpportunityTeamMember", by=MANAGER, **theirs)


def test_an_account_team_shows_the_account(floor: Floor) -> None:
    account = floor.create("Account", by=MANAGER)
    floor.create("AccountTeamMember", by=MANAGER, AccountId=account, UserId=floor.user(REP))
    assert floor.do(records.get, sobject="Account", record_id=account).id == account


def test_a_deal_has_one_primary_contact(floor: Floor, deal: str) -> None:
    one, two = (floor.create("Contact", by=MANAGER) for _ in range(2))
    first = floor.create(
        "OpportunityContactRole",
        by=MANAGER,
        OpportunityId=deal,
        ContactId=one,
        Role="Decision Maker",
        IsPrimary=True,
    )
    second = floor.create(
        "OpportunityContactRole", by=MANAGER, OpportunityId=deal, ContactId=two, IsPrimary=True
    )
    assert [floor.row(each).is_primary for each in (first, second)] == [False, True]
    assert floor.row(deal).contact_id == two
    floor.delete(two, by=MANAGER)
    assert (floor.row(second).is_deleted, floor.row(deal).contact_id) == (True, None)
    floor.restore(two, by=MANAGER)
    assert (floor.row(second).is_primary, floor.row(deal).contact_id) == (True, two)
    floor.delete(second, by=MANAGER)
    floor.update(first, by=MANAGER, IsPrimary=True)
    floor.restore(second, by=MANAGER)
    assert [floor.row(each).is_primary for each in (first, second)] == [True, False]


def test_a_contact_has_a_role_in_a_deal_once(floor: Floor, deal: str) -> None:
    contact = floor.create("Contact", by=MANAGER)
    role = {"OpportunityId": deal, "ContactId": contact, "Role": "Evaluator"}
    floor.create("OpportunityContactRole", by=MANAGER, **role)
    refusal = floor.not_created("OpportunityContactRole", by=MANAGER, **role)
    assert fields_of(refusal) == {"ContactId": "DUPLICATE_VALUE"}
    floor.create("OpportunityContactRole", by=MANAGER, **role | {"Role": "Influencer"})


def test_a_default_team_is_kept_and_added(floor: Floor) -> None:
    first, second = (floor.create("Account", Name=name) for name in ("Larkspur", "Quillon"))
    assert floor.refused(default_teams.add, account_id=second).code == "INVALID_OPERATION"
    manager = floor.user(MANAGER)
    member = {"UserId": manager, "TeamMemberRole": "Executive Sponsor"}
    floor.create("AccountTeamMember", AccountId=first, AccountAccessLevel="Edit", **member)
    floor.do(default_teams.keep, account_id=first)
    (made,) = floor.do(default_teams.add, account_id=second)
    row = floor.row(made.id)
    assert (row.account_id, row.user_id, row.access) == (second, manager, "Edit")
    assert row.role == "Executive Sponsor"
    assert floor.do(default_teams.add, account_id=second) == []
    assert floor.refused(default_teams.keep, account_id=floor.create("Account")).code
