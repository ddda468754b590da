"""Opportunities: what follows from their stage, and what becomes of it."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import Floor, fields_of

from workworld.apps.crm.models import OpportunityContactRole, OpportunityHistory


@pytest.fixture
def account(floor: Floor) -> str:
    """An account of the rep's."""
    return floor.create("Account", Type="Prospect")


@pytest.fixture
def deal(floor: Floor, account: str) -> str:
    """An open deal with it."""
    return floor.create("Opportunity", AccountId=account, Amount=1000.01)


def test_probability_and_category_follow_the_stage(floor: Floor, deal: str) -> None:
    floor.update(deal, StageName="Negotiation/Review")
    row = floor.row(deal)
    assert (row.probability, row.forecast_category) == (75.0, "Commit")
    assert (row.is_closed, row.is_won, row.closed_us) == (False, False, None)


def test_expected_revenue_is_rounded_half_up(floor: Floor, deal: str) -> None:
    floor.update(deal, StageName="Proposal/Price Quote")
    assert floor.row(deal).expected_revenue == 50001


def test_an_override_outlives_other_edits_and_goes_with_the_stage(floor: Floor, deal: str) -> None:
    floor.update(deal, Probability=33, ForecastCategoryName="Best Case")
    floor.update(deal, NextStep="Call the dispatcher")
    assert (floor.row(deal).probability, floor.row(deal).forecast_category) == (33.0, "Best Case")
    floor.update(deal, StageName="Qualification")
    assert (floor.row(deal).probability, floor.row(deal).forecast_category) == (20.0, "Pipeline")


def test_what_is_given_along_with_the_stage_stands(floor: Floor, deal: str) -> None:
    floor.update(deal, StageName="Qualification", Probability=45)
    assert floor.row(deal).probability == 45.0


def test_an_emptied_probability_is_the_stages(floor: Floor, deal: str) -> None:
    floor.update(deal, Probability=45)
    floor.update(deal, Probability=None)
    assert floor.row(deal).probability == 10.0


def test_a_probability_beyond_a_hundred_is_refused(floor: Floor, deal: str) -> None:
    refusal = floor.not_updated(deal, Probability=101)
    assert fields_of(refusal) == {"Probability": "NUMBER_OUTSIDE_VALID_RANGE"}


def test_a_lost_deal_says_why(floor: Floor, deal: str) -> None:
    refusal = floor.not_updated(deal, StageName="Closed Lost")
    assert fields_of(refusal) == {"Loss_Reason__c": "FIELD_CUSTOM_VALIDATION_EXCEPTION"}
    floor.update(deal, StageName="Closed Lost", Loss_Reason__c="Price")
    assert (floor.row(deal).is_closed, floor.row(deal).expected_revenue) == (True, 0)


def test_a_won_deal_has_an_amount(floor: Floor, account: str) -> None:
    bare = floor.create("Opportunity", AccountId=account)
    refusal = floor.not_updated(bare, StageName="Closed Won")
    assert fields_of(refusal) == {"Amount": "FIELD_CUSTOM_VALIDATION_EXCEPTION"}


def test_a_won_deal_makes_the_account_a_customer(floor: Floor, account: str, deal: str) -> None:
    floor.update(deal, StageName="Closed Won")
    assert floor.row(account).type == "Customer"
    assert floor.row(deal).is_won


def test_reopening_clears_when_it_was_closed(floor: Floor, deal: str) -> None:
    floor.update(deal, StageName="Closed Won")
    assert floor.row(deal).closed_us == floor.row(deal).stage_changed_us
    floor.update(deal, StageName="Prospecting")
    assert floor.row(deal).closed_us is None


def test_each_step_is_kept_with_the_days_in_the_stage(floor: Floor, deal: str) -> None:
    begun = floor.row(deal).stage_changed_us
    floor.update(deal, Amount=2000)
    floor.update(deal, NextStep="Nothing that the history shows")
    floor.update(deal, StageName="Needs Analysis")
    table = OpportunityHistory.__table__.c
    rows = floor.rows(select(OpportunityHistory.__table__).where(table.opportunity_id == deal))
    kept = sorted(rows, key=lambda row: row.created_us)
    assert [(row.stage, row.amount, row.previous_stage) for row in kept] == [
        ("Prospecting", 100_001, None),
        ("Prospecting", 200_000, None),
        ("Needs Analysis", 200_000, "Prospecting"),
    ]
    days = (floor.row(deal).stage_changed_us - begun) / 86_400_000_000
    assert [row.days for row in kept] == [None, None, pytest.approx(days, abs=1e-4)]


def test_only_a_later_month_counts_as_a_push(floor: Floor, deal: str) -> None:
    floor.update(deal, CloseDate="2026-04-28")
    assert floor.row(deal).push_count == 0
    floor.update(deal, CloseDate="2026-05-02")
    floor.update(deal, CloseDate="2026-04-02")
    assert floor.row(deal).push_count == 1


def test_whom_a_deal_was_begun_with_is_its_primary_contact(floor: Floor, account: str) -> None:
    contact = floor.create("Contact", AccountId=account)
    deal = floor.create("Opportunity", AccountId=account, ContactId=contact)
    roles = OpportunityContactRole.__table__
    (role,) = floor.rows(select(roles).where(roles.c.opportunity_id == deal))
    assert (role.contact_id, role.is_primary) == (contact, True)
