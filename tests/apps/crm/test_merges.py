"""Merging: what stays, what goes, and what belongs to whom then."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, Floor

from workworld.apps.crm.models import CampaignMember, Contact, Lead
from workworld.apps.crm.service import campaigns, merges


@pytest.fixture
def accounts(floor: Floor) -> tuple[str, str]:
    """Two accounts that stand for the same company."""
    first = floor.create("Account", by=ADMIN, Name="Larkspur", Phone="1")
    second = floor.create("Account", by=ADMIN, Name="Larkspur Inc", Website="larkspur.example")
    return first, second


def test_children_go_over_to_the_master(floor: Floor, accounts: tuple[str, str]) -> None:
    master, loser = accounts
    contact = floor.create("Contact", by=ADMIN, AccountId=loser)
    deal = floor.create("Opportunity", by=ADMIN, AccountId=loser)
    child = floor.create("Account", by=ADMIN, Name="Larkspur West", ParentId=loser)
    task = floor.create("Task", by=ADMIN, WhatId=loser, Subject="Call")
    values = {"Website": "larkspur.example"}
    arguments = {"sobject": "Account", "master_id": master, "merged_ids": [loser]}
    floor.do(merges.merge, by=ADMIN, values=values, **arguments)
    assert [floor.row(each).account_id for each in (contact, deal)] == [master] * 2
    assert floor.row(child).parent_id == master
    assert floor.row(task).what_id == master
    assert (floor.row(master).domain, floor.row(master).phone) == ("larkspur.example", "1")
    gone = floor.row(loser)
    assert (gone.is_deleted, gone.master_id) == (True, master)
    floor.restore(loser, by=ADMIN)
    assert (floor.row(loser).master_id, floor.row(contact).account_id) == (None, master)


def test_the_earliest_creation_date_is_kept(floor: Floor, accounts: tuple[str, str]) -> None:
    first, second = accounts
    made = floor.row(first).created_us
    arguments = {"sobject": "Account", "master_id": second, "merged_ids": [first]}
    floor.do(merges.merge, by=ADMIN, **arguments)
    assert floor.row(second).created_us == made


def test_a_master_does_not_come_to_stand_below_itself(
    floor: Floor, accounts: tuple[str, str]
) -> None:
    master, loser = accounts
    top = floor.create("Account", by=ADMIN, Name="Larkspur Group")
    floor.update(master, by=ADMIN, ParentId=loser)
    floor.update(loser, by=ADMIN, ParentId=top)
    arguments = {"sobject": "Account", "master_id": master, "merged_ids": [loser]}
    floor.do(merges.merge, by=ADMIN, **arguments)
    assert floor.row(master).parent_id == top


def test_addresses_of_merged_contacts_are_kept(floor: Floor) -> None:
    one = floor.create("Contact", Email="a@larkspur.example")
    two = floor.create("Contact", Email="b@larkspur.example")
    floor.do(merges.merge, sobject="Contact", master_id=one, merged_ids=[two])
    row = floor.row(one)
    assert (row.email, row.second_email) == ("a@larkspur.example", "b@larkspur.example")


def test_a_place_in_a_campaign_is_kept_once(floor: Floor) -> None:
    one, two = floor.create("Lead"), floor.create("Lead")
    fair, letter = (floor.create("Campaign", by=MANAGER, Name=name) for name in ("Fair", "Letter"))
    floor.do(campaigns.add, by=MANAGER, campaign_id=fair, lead_ids=[one, two])
    floor.do(campaigns.add, by=MANAGER, campaign_id=letter, lead_ids=[two])
    floor.do(merges.merge, sobject="Lead", master_id=one, merged_ids=[two])
    table = CampaignMember.__table__
    rows = floor.rows(select(table).where(table.c.lead_id == one, ~table.c.is_deleted))
    assert sorted(row.campaign_id for row in rows) == sorted((fair, letter))


def test_a_preview_proposes_the_masters_values_or_else_the_first(floor: Floor) -> None:
    one = floor.create("Contact", FirstName="Ngozi")
    two = floor.create("Contact", FirstName="N.", Title="Buyer")
    floor.create("Task", WhoId=two, Subject="Call")
    found = floor.do(merges.preview, sobject="Contact", master_id=one, merged_ids=[two])
    choices = {each.field: (each.values, each.chosen) for each in found.choices}
    assert choices["FirstName"] == (["Ngozi", "N."], 0)
    assert choices["Title"] == ([None, "Buyer"], 1)
    assert found.children == {"Task": 1}


def test_only_what_is_of_one_kind_is_merged(floor: Floor, accounts: tuple[str, str]) -> None:
    contact = floor.create("Contact", by=ADMIN)
    arguments = {"sobject": "Account", "master_id": accounts[0]}
    refusal = floor.refused(merges.merge, by=ADMIN, merged_ids=[contact], **arguments)
    assert refusal.code == "NOT_FOUND"
    refusal = floor.refused(merges.merge, by=ADMIN, merged_ids=[accounts[0]], **arguments)
    assert refusal.code == "INVALID_ID_FIELD"


def test_whoever_may_not_delete_does_not_merge(floor: Floor) -> None:
    one, two = floor.create("Account"), floor.create("Account")
    refusal = floor.refused(merges.merge, sobject="Account", master_id=one, merged_ids=[two])
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"
    refusal = floor.refused(
        merges.merge, by=FINANCE, sobject="Account", master_id=one, merged_ids=[two]
    )
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"


def test_a_converted_lead_is_not_merged(floor: Floor) -> None:
    one, two = floor.create("Lead"), floor.create("Lead")
    floor.change(update(Lead).where(Lead.id == two).values(is_converted=True))
    refusal = floor.refused(merges.merge, sobject="Lead", master_id=one, merged_ids=[two])
    assert refusal.code == "CANNOT_UPDATE_CONVERTED_LEAD"


def test_reports_to_follows_the_merge(floor: Floor) -> None:
    boss, double = floor.create("Contact"), floor.create("Contact")
    below = floor.create("Contact", ReportsToId=double)
    floor.do(merges.merge, sobject="Contact", master_id=boss, merged_ids=[double])
    assert floor.row(below).reports_to_id == boss
    assert floor.rows(select(Contact.is_deleted).where(Contact.id == double))[0].is_deleted
