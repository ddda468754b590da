"""Points of leads with their reasons, and whose turn it is to call them."""

from __future__ import annotations

from sqlalchemy import delete, select, update
from tests.apps.crm.floor import ADMIN, MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import (
    AssignmentEntry,
    AssignmentRule,
    Group,
    Lead,
    LeadScoreRule,
)
from workworld.apps.crm.service import lead_scores, metadata
from workworld.directory.models import Person
from workworld.identity import Authority

MARKETING = "lraghunath"


def test_a_lead_has_points_for_what_is_known_of_it(floor: Floor) -> None:
    lead = floor.create("Lead", LeadSource="Conference", NumberOfEmployees=500)
    assert floor.row(lead).score == 30
    floor.update(lead, Phone="+1 555 0100", HasOptedOutOfEmail=True)
    told = floor.do(lead_scores.explain, lead_id=lead)
    assert told.score == floor.row(lead).score == 15
    assert [(each.name, each.points) for each in told.reasons] == [
        ("Wants no e-mail", -20),
        ("Came from a conference", 15),
        ("More than a hundred employees", 15),
        ("Can be called", 5),
    ]


def test_what_a_lead_does_gives_points(floor: Floor) -> None:
    lead = floor.create("Lead", by=MARKETING)
    campaign = floor.create("Campaign", by=MARKETING, Name="Spring fair")
    member = floor.create("CampaignMember", by=MARKETING, CampaignId=campaign, LeadId=lead)
    assert floor.row(lead).score == 0
    floor.update(member, by=MARKETING, Status="Responded")
    assert floor.row(lead).score == 15
    for subject in ("Call", "Call again"):
        task = floor.create("Task", by=MARKETING, Subject=subject, WhoId=lead)
        floor.update(task, by=MARKETING, Status="Completed")
    assert floor.row(lead).score == 25
    floor.delete(member, by=MARKETING)
    assert floor.row(lead).score == 10


def test_a_score_stays_between_nothing_and_a_hundred(floor: Floor) -> None:
    floor.change(update(LeadScoreRule).values(points=90))
    rich = floor.create("Lead", LeadSource="Conference", NumberOfEmployees=500)
    assert floor.row(rich).score == 100
    floor.change(update(LeadScoreRule).values(points=-90))
    poor = floor.create("Lead", LeadSource="Conference", LastName="Poor")
    assert floor.row(poor).score == 0


def test_without_rules_scores_are_left_alone(floor: Floor) -> None:
    floor.change(delete(LeadScoreRule))
    lead = floor.create("Lead", Lead_Score__c=42)
    floor.update(lead, Phone="1")
    assert floor.row(lead).score == 42


def test_reasons_stand_on_the_page_and_rules_are_set_up(floor: Floor, authority: Authority) -> None:
    lead = floor.create("Lead", LeadSource="Conference")
    pages = Pages(Doors(floor.world, authority, floor.people[REP]))
    said = pages.words(f"/Lead/{lead}")
    assert "Score 15" in said
    assert "+15 Came from a conference" in said
    given = {"name": "Is called Silva", "formula": 'LastName = "Silva"', "points": 7}
    floor.do(metadata.create, by=ADMIN, type="LeadScoreRule", metadata=given)
    floor.update(lead, Title="Buyer")
    assert floor.row(lead).score == 22
    admin = Pages(Doors(floor.world, authority, floor.people[ADMIN]))
    assert "Is called Silva" in admin.words("/setup/rules")
    assert "Onboarding" in admin.words("/setup/rules")


def assigned(floor: Floor, **more: bool) -> str:
    """Whose the next new lead becomes of those in the queue, of whom one is the manager."""
    (queue,) = floor.rows(select(Group.id).where(Group.name == "Inbound Leads"))
    with floor.world.writing() as session:
        session.execute(delete(AssignmentEntry))
        session.execute(delete(AssignmentRule))
        session.add(AssignmentRule(id="rule", sobject="Lead", name="Who"))
        session.flush()
        entry = {"id": "entry", "rule_id": "rule", "position": 1, "assignee_id": queue.id}
        session.add(AssignmentEntry(**entry, takes_turns=True, **more))
    return str(floor.row(floor.create("Lead", by=ADMIN)).owner_id)


def test_whoever_has_the_fewest_open_leads_comes_first(floor: Floor) -> None:
    for number in range(12):
        for who in (REP, MANAGER):
            floor.create("Lead", by=who, LastName=f"{who} {number}")
    assert assigned(floor, by_load=True) == floor.user(MARKETING)


def test_those_who_sleep_are_passed_over(floor: Floor) -> None:
    for who, zone in ((REP, "Pacific/Auckland"), (MARKETING, "Pacific/Auckland")):
        statement = update(Person).where(Person.id == floor.people[who]).values(zone=zone)
        floor.change(statement)
    assert assigned(floor, at_work_only=True) == floor.user(MANAGER)


def test_scores_that_are_there_already_have_their_reasons(floor: Floor) -> None:
    for lead in floor.rows(select(Lead.id, Lead.score).where(~Lead.is_converted)):
        told = floor.do(lead_scores.explain, by=ADMIN, lead_id=lead.id)
        assert sum(each.points for each in told.reasons) == lead.score
