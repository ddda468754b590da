"""Campaigns: whom they reach, and what comes of them and of those below."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import CampaignMember, ListView
from workworld.apps.crm.service import campaign_trees, campaigns, records
from workworld.identity import Authority

MARKETING = "lraghunath"


@pytest.fixture
def campaign(floor: Floor) -> str:
    return floor.create("Campaign", by=MARKETING, Name="Spring fair")


def view_of(floor: Floor, sobject: str, name: str) -> str:
    query = select(ListView.id).where(ListView.sobject == sobject, ListView.name == name)
    return str(floor.rows(query)[0].id)


def members_of(floor: Floor, campaign: str) -> dict[str, str]:
    query = select(CampaignMember.id, CampaignMember.status).where(
        CampaignMember.campaign_id == campaign, ~CampaignMember.is_deleted
    )
    return {each.id: each.status for each in floor.rows(query)}


def test_all_of_a_list_view_are_added_once(floor: Floor, campaign: str) -> None:
    view = view_of(floor, "Lead", "Open Leads")
    first = floor.do(campaigns.add_list, by=MARKETING, campaign_id=campaign, view_id=view)
    assert first.added == len(members_of(floor, campaign)) > 3
    again = floor.do(campaigns.add_list, by=MARKETING, campaign_id=campaign, view_id=view)
    assert (again.added, again.known) == (0, first.added)
    wrong = {"campaign_id": campaign, "view_id": view_of(floor, "Account", "All Accounts")}
    assert floor.refused(campaigns.add_list, by=MARKETING, **wrong).code == "INVALID_TYPE"
    allowed = {"campaign_id": campaign, "view_id": view_of(floor, "Lead", "All Leads")}
    floor.do(campaigns.add_list, by=REP, **allowed)  # may read campaigns, not change them
    assert len(members_of(floor, campaign)) == first.added


def test_figures_count_members_and_deals(floor: Floor, campaign: str) -> None:
    lead = floor.create("Lead", by=MARKETING)
    floor.create("CampaignMember", by=MARKETING, CampaignId=campaign, LeadId=lead)
    member = next(iter(members_of(floor, campaign)))
    floor.update(member, by=MARKETING, Status="Responded")
    assert floor.row(member).first_responded == "2026-03-17"
    won = floor.create("Opportunity", by=MANAGER, CampaignId=campaign, Amount=1000)
    floor.update(won, by=MANAGER, StageName="Closed Won")
    euros = {"CampaignId": campaign, "Amount": 850, "CurrencyIsoCode": "EUR"}
    floor.create("Opportunity", by=MANAGER, **euros)
    held = floor.do(records.get, by=MARKETING, sobject="Campaign", record_id=campaign).values
    assert (held["NumberOfLeads"], held["NumberOfContacts"]) == (1, 0)
    assert (held["NumberOfResponses"], held["NumberOfOpportunities"]) == (1, 2)
    assert (held["AmountAllOpportunities"], held["AmountWonOpportunities"]) == (200_000, 100_000)


def test_a_hierarchy_adds_up_what_is_below(floor: Floor, campaign: str) -> None:
    below = floor.create(
        "Campaign", by=MARKETING, Name="Stand", ParentId=campaign, BudgetedCost=500
    )
    floor.create("Campaign", by=MARKETING, Name="Brochure", ParentId=below, BudgetedCost=70)
    found = floor.do(campaign_trees.look, by=MARKETING, campaign_id=campaign)
    assert [(each.name, each.level) for each in found.branches] == [
        ("Spring fair", 0),
        ("Stand", 1),
        ("Brochure", 2),
    ]
    assert found.total["BudgetedCost"] == 57_000


def test_pages_of_members(floor: Floor, campaign: str, authority: Authority) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[MARKETING]))
    here = f"/campaigns/{campaign}/members"
    assert "No members here" in pages.words(here)
    view = view_of(floor, "Lead", "Open Leads")
    done = pages.submit(f"{here}/list", view=view, to="Sent")
    assert "added" in done
    ticked = sorted(members_of(floor, campaign))[:2]
    assert "Tick the members first" in pages.submit(here, 422, to="Responded")
    pages.submit(here, member=ticked, to="Responded")
    assert [members_of(floor, campaign)[each] for each in ticked] == ["Responded"] * 2
    shown = pages.words(f"{here}?status=Responded")
    assert "Responses 2" in shown
    assert "Responded (2)" in shown
    pages.submit(here, member=ticked[:1], remove="1")
    assert ticked[0] not in members_of(floor, campaign)
    assert "Members" in pages.words(f"/Campaign/{campaign}")
    assert "All together" in pages.words(f"/campaigns/{campaign}/hierarchy")


def test_who_may_only_read_changes_no_members(
    floor: Floor, campaign: str, authority: Authority
) -> None:
    lead = floor.create("Lead", by=MARKETING)
    floor.create("CampaignMember", by=MARKETING, CampaignId=campaign, LeadId=lead)
    pages = Pages(Doors(floor.world, authority, floor.people[REP]))
    here = f"/campaigns/{campaign}/members"
    assert "Change status" not in pages.words(here)
    pages.submit(here, 422, member=list(members_of(floor, campaign)), to="Responded")
    assert set(members_of(floor, campaign).values()) == {"Sent"}
    pages.read("/campaigns/701000000000000AAA/members", 404)
