"""The conversion of leads: what they become, and that they are locked then."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, select
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, Floor, fields_of

from workworld.apps.crm.models import (
    CampaignMember,
    FieldPermission,
    Group,
    OpportunityContactRole,
    User,
)
from workworld.apps.crm.service import campaigns, conversions


@pytest.fixture
def lead(floor: Floor) -> str:
    """Somebody who may become a customer."""
    return floor.create(
        "Lead",
        FirstName="Rosa",
        Email="rosa@quillonfoods.example",
        Website="https://www.quillonfoods.example/about",
        Phone="+1 617 555 0100",
        MobilePhone="+1 617 555 0199",
        City="Lowell",
        Country="US",
        NumberOfEmployees=40,
        AnnualRevenue=1250.5,
        LeadSource="Phone Inquiry",
        HasOptedOutOfEmail=True,
    )


def test_a_lead_becomes_an_account_a_contact_and_a_deal(floor: Floor, lead: str) -> None:
    made = floor.do(conversions.convert, lead_id=lead)
    account, contact = floor.row(made.account_id), floor.row(made.contact_id)
    assert (account.name, account.domain, account.billing_city, account.revenue) == (
        "Quillon Foods",
        "quillonfoods.example",
        "Lowell",
        125_050,
    )
    assert (contact.name, contact.account_id) == ("Rosa Silva", made.account_id)
    assert contact.opts_out_of_email
    deal = floor.row(made.opportunity_id)
    assert (deal.name, deal.stage, deal.close_date) == (
        "Quillon Foods-",
        "Prospecting",
        "2026-04-30",
    )
    roles = OpportunityContactRole.__table__
    (role,) = floor.rows(select(roles).where(roles.c.opportunity_id == deal.id))
    assert (role.contact_id, role.is_primary) == (made.contact_id, True)


def test_a_converted_lead_points_at_them_and_is_locked(floor: Floor, lead: str) -> None:
    made = floor.do(conversions.convert, lead_id=lead, opportunity_name="Quillon: dock doors")
    row = floor.row(lead)
    assert (row.is_converted, row.status, row.converted_date) == (True, "Converted", "2026-03-17")
    assert (row.converted_account_id, row.converted_contact_id, row.converted_opportunity_id) == (
        made.account_id,
        made.contact_id,
        made.opportunity_id,
    )
    for by in ("akovac", ADMIN):
        assert floor.not_updated(lead, by=by, Title="Owner").code == "CANNOT_UPDATE_CONVERTED_LEAD"
    again = floor.refused(conversions.convert, lead_id=lead)
    assert again.code == "CANNOT_UPDATE_CONVERTED_LEAD"


def test_a_lead_is_not_converted_by_an_edit(floor: Floor, lead: str) -> None:
    assert fields_of(floor.not_updated(lead, Status="Converted")) == {"Status": "INVALID_STATUS"}
    refusal = floor.not_created("Lead", Status="Converted")
    assert fields_of(refusal) == {"Status": "INVALID_STATUS"}


def test_an_existing_contact_keeps_what_it_has_and_its_opt_outs(floor: Floor, lead: str) -> None:
    account = floor.create("Account", Phone="+1 1")
    contact = floor.create(
        "Contact", AccountId=account, Email="r.silva@larkspur.example", Phone="2"
    )
    made = floor.do(
        conversions.convert,
        lead_id=lead,
        account_id=account,
        contact_id=contact,
        with_opportunity=False,
    )
    assert (made.account_id, made.contact_id, made.opportunity_id) == (account, contact, None)
    row = floor.row(contact)
    assert (row.last_name, row.phone, row.mobile) == ("Okonjo", "2", "+1 617 555 0199")
    assert (row.email, row.second_email) == (
        "r.silva@larkspur.example",
        "rosa@quillonfoods.example",
    )
    assert not row.opts_out_of_email
    assert (floor.row(account).phone, floor.row(account).website) == (
        "+1 1",
        "https://www.quillonfoods.example/about",
    )


def test_what_the_caller_may_not_see_is_filled_all_the_same(floor: Floor, lead: str) -> None:
    account = floor.create("Account")
    (mine,) = floor.rows(select(User.profile_id).where(User.id == floor.user(REP)))
    hidden = {"profile_id": mine.profile_id, "sobject": "Account", "field": "Website"}
    floor.change(insert(FieldPermission).values(can_read=False, **hidden))
    floor.do(conversions.convert, lead_id=lead, account_id=account)
    assert floor.row(account).website == "https://www.quillonfoods.example/about"


def test_a_contact_of_another_account_is_refused(floor: Floor, lead: str) -> None:
    account = floor.create("Account")
    other = floor.create("Contact", AccountId=floor.create("Account", Name="Other"))
    refusal = floor.refused(conversions.convert, lead_id=lead, account_id=account, contact_id=other)
    assert refusal.code == "INVALID_CROSS_REFERENCE_KEY"


def test_activities_and_campaigns_come_along(floor: Floor, lead: str) -> None:
    task = floor.create("Task", WhoId=lead, Subject="Call")
    note = floor.create("Note", ParentId=lead, Title="Likes trains")
    campaign = floor.create("Campaign", by=MANAGER)
    (joined,) = floor.do(campaigns.add, by=MANAGER, campaign_id=campaign, lead_ids=[lead])
    made = floor.do(conversions.convert, lead_id=lead)
    row = floor.row(task)
    assert (row.who_id, row.what_id) == (made.contact_id, made.opportunity_id)
    assert floor.row(note).parent_id == made.contact_id
    member = floor.row(joined.record_id)
    assert (member.lead_id, member.contact_id) == (lead, made.contact_id)
    assert floor.row(made.opportunity_id).campaign_id == campaign


def test_matches_are_found_by_domain_and_by_address(floor: Floor, lead: str) -> None:
    account = floor.create("Account", Name="Quillon", Website="quillonfoods.example")
    contact = floor.create("Contact", AccountId=account, Email="ROSA@quillonfoods.example")
    found = floor.do(conversions.matches, lead_id=lead)
    assert [each.id for each in found.accounts] == [account]
    assert [each.id for each in found.contacts] == [contact]


def test_companies_match_whatever_their_legal_form(floor: Floor) -> None:
    lead = floor.create("Lead", Company="FJORDLINE Cargo A.S.")
    same = floor.create("Account", Name="Fjordline Cargo")
    floor.create("Account", Name="Fjordline Cargo Holding")
    found = floor.do(conversions.matches, lead_id=lead)
    assert [each.id for each in found.accounts] == [same]


def test_matches_tell_nothing_of_hidden_accounts(floor: Floor, lead: str) -> None:
    floor.create("Account", by=MANAGER, Name="Quillon Foods")
    assert not floor.do(conversions.matches, lead_id=lead).accounts


def test_a_lead_of_a_queue_needs_a_user_as_owner(floor: Floor) -> None:
    (queue,) = floor.rows(select(Group.id).where(Group.name == "Inbound Leads"))
    lead = floor.create("Lead", OwnerId=queue.id)
    refusal = floor.refused(conversions.convert, lead_id=lead)
    assert fields_of(refusal) == {"OwnerId": "FIELD_INTEGRITY_EXCEPTION"}
    made = floor.do(conversions.convert, lead_id=lead, owner_id=floor.user("akovac"))
    assert floor.row(made.account_id).owner_id == floor.user("akovac")


def test_whoever_may_not_change_a_lead_does_not_convert_it(floor: Floor, lead: str) -> None:
    assert floor.refused(conversions.convert, by=FINANCE, lead_id=lead).code == "INVALID_TYPE"
    theirs = floor.create("Lead", by=MANAGER)
    refusal = floor.refused(conversions.convert, lead_id=theirs)
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"


def test_a_member_of_a_campaign_is_unique(floor: Floor, lead: str) -> None:
    campaign = floor.create("Campaign", by=MANAGER)
    floor.do(campaigns.add, by=MANAGER, campaign_id=campaign, lead_ids=[lead])
    (again,) = floor.do(
        campaigns.add, by=MANAGER, campaign_id=campaign, lead_ids=[lead], status="Responded"
    )
    assert [each.code for each in again.errors] == ["DUPLICATE_VALUE"]
    members = select(CampaignMember.__table__)
    rows = floor.rows(members.where(CampaignMember.__table__.c.campaign_id == campaign))
    assert [(row.status, row.has_responded) for row in rows] == [("Sent", False)]
