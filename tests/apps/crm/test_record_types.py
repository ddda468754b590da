"""Kinds of records: who may make which, what such records may hold, and what depends on what."""

import base64
import re
from collections.abc import Callable

import pytest
from sqlalchemy import delete, select, update
from tests.apps.crm.floor import ADMIN, FINANCE, Floor, fields_of
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.apps.crm.models import RecordType, RecordTypeGrant
from workworld.identity import Authority
from workworld.worlds import World

_OUTSIDE = "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST"


def renewal(floor: Floor, **values: str) -> dict[str, str]:
    """What a renewal must have."""
    account = floor.create("Account")
    usual = {"Name": "Zz", "StageName": "Needs Analysis", "CloseDate": "2026-06-30"}
    return {**usual, "AccountId": account, **values}


@pytest.fixture
def by(world: World, office: Office, authority: Authority) -> Callable[[str], Rest]:
    """Somebody of the company at the REST API."""
    return lambda handle: Rest(Doors(world, authority, office.people[handle]))


@pytest.fixture
def types(floor: Floor) -> dict[str, str]:
    """Ids of the types, by developer name."""
    rows = floor.rows(select(RecordType.developer_name, RecordType.id))
    return {row.developer_name: row.id for row in rows}


def test_new_records_are_of_the_usual_type_and_begin_as_it_says(
    floor: Floor, types: dict[str, str]
) -> None:
    deal = floor.row(floor.create("Opportunity"))
    assert (deal.record_type_id, deal.type) == (types["New_Business"], "New Business")
    asked = renewal(floor, RecordTypeId=types["Renewal"])
    made = floor.row(floor.create("Opportunity", **asked))
    assert (made.record_type_id, made.type) == (types["Renewal"], "Renewal")
    assert floor.row(floor.create("Account")).record_type_id is None


def test_a_type_takes_its_own_values_alone(floor: Floor, types: dict[str, str]) -> None:
    asked = renewal(floor, RecordTypeId=types["Renewal"])
    wrong = {**asked, "StageName": "Prospecting"}
    assert fields_of(floor.not_created("Opportunity", **wrong)) == {"StageName": _OUTSIDE}
    deal = floor.create("Opportunity", **asked)
    assert fields_of(floor.not_updated(deal, StageName="Qualification")) == {"StageName": _OUTSIDE}
    floor.update(deal, StageName="Negotiation/Review")
    floor.update(deal, RecordTypeId=types["New_Business"], Type="Expansion")
    floor.update(deal, StageName="Qualification")


def test_types_are_of_one_object_and_for_some_profiles(floor: Floor, types: dict[str, str]) -> None:
    other = floor.not_created("Opportunity", RecordTypeId=types["Billing"])
    assert fields_of(other) == {"RecordTypeId": "INVALID_CROSS_REFERENCE_KEY"}
    granted = RecordTypeGrant.record_type_id == types["Renewal"]
    floor.change(delete(RecordTypeGrant).where(granted))
    hidden = floor.not_created("Opportunity", **renewal(floor, RecordTypeId=types["Renewal"]))
    assert fields_of(hidden) == {"RecordTypeId": "INVALID_CROSS_REFERENCE_KEY"}


def test_values_follow_from_the_field_that_controls_them(floor: Floor) -> None:
    refused = floor.not_created("Case", Type="Question", Reason="Bug")
    assert fields_of(refused) == {"Reason": "FIELD_INTEGRITY_EXCEPTION"}
    case = floor.create("Case", Type="Problem", Reason="Bug")
    assert fields_of(floor.not_updated(case, Type="Question")) == {
        "Reason": "FIELD_INTEGRITY_EXCEPTION"
    }
    floor.update(case, Type="Question", Reason="Installation")
    floor.update(case, Subject="What had been so stays")


def test_programs_ask_by_type_and_are_told_of_types(
    by: Callable[[str], Rest], types: dict[str, str]
) -> None:
    rep = by("dwhitlock")
    asked = "SELECT Id, RecordType.Name FROM Opportunity WHERE RecordType.DeveloperName = 'Renewal'"
    found = rep.get("query", q=f"{asked} AND Type = 'Renewal' LIMIT 1")["records"]
    assert found[0]["RecordType"]["Name"] == "Renewal"
    listed = "SELECT DeveloperName FROM RecordType WHERE SobjectType = 'Case' ORDER BY Name"
    names = [each["DeveloperName"] for each in rep.get("query", q=listed)["records"]]
    assert names == ["Billing", "Support"]
    described = rep.get("sobjects/Opportunity/describe")
    infos = {each["name"]: each for each in described["recordTypeInfos"]}
    assert infos["New Business"]["defaultRecordTypeMapping"]
    assert infos["Renewal"]["recordTypeId"] == types["Renewal"]
    assert infos["Master"]["master"]
    reader = by(FINANCE).get("sobjects/Opportunity/describe")["recordTypeInfos"]
    assert [each["name"] for each in reader if each["available"]] == ["Master"]


def test_a_description_tells_what_depends_on_what(by: Callable[[str], Rest]) -> None:
    fields = {each["name"]: each for each in by("eboadi").get("sobjects/Case/describe")["fields"]}
    reason, leading = fields["Reason"], fields["Type"]
    assert (reason["controllerName"], reason["dependentPicklist"]) == ("Type", True)
    (invoice,) = (each for each in reason["picklistValues"] if each["value"] == "Invoice")
    bits = base64.b64decode(invoice["validFor"])
    chosen = [
        each["value"]
        for place, each in enumerate(leading["picklistValues"])
        if bits[place // 8] & 0x80 >> place % 8
    ]
    assert chosen == ["Billing"]


def test_the_dialog_asks_for_the_type_and_offers_its_values(
    world: World, office: Office, authority: Authority, types: dict[str, str]
) -> None:
    pages = Pages(Doors(world, authority, office.people["akovac"]))
    choice = pages.read("/Opportunity/new", fragment=True)
    assert "Record type" in choice
    assert "Customers whose contract ends" in choice
    form = pages.read(f"/Opportunity/new?RecordTypeId={types['Renewal']}", fragment=True)
    assert "New Opportunity: Renewal" in form
    stages = re.search(r'id="in-StageName-list".*?</div></div>', form, re.DOTALL)
    assert stages
    assert "Prospecting" not in stages[0]
    assert "Negotiation/Review" in stages[0]
    asked = renewal(Floor(world, office.people), RecordTypeId=types["Renewal"])
    at = pages.submit("/Opportunity/new", **asked)
    assert "Record Type Renewal" in pages.words(at)
    pages.submit(f"{at}/record-type", RecordTypeId=types["New_Business"])
    assert "Record Type New Business" in pages.words(at)


def test_a_form_tells_which_choices_another_one_leads(
    world: World, office: Office, authority: Authority, types: dict[str, str]
) -> None:
    pages = Pages(Doors(world, authority, office.people["eboadi"]))
    form = pages.read(f"/Case/new?RecordTypeId={types['Support']}", fragment=True)
    assert 'data-led-by="in-Type"' in form
    assert '"Question": ["Installation", "Other", "User Training"]' in form


def test_types_that_nobody_uses_are_not_offered(floor: Floor, types: dict[str, str]) -> None:
    renewals = update(RecordType).where(RecordType.id == types["Renewal"])
    floor.change(renewals.values(is_active=False))
    refused = floor.not_created(
        "Opportunity", by=ADMIN, **renewal(floor, RecordTypeId=types["Renewal"])
    )
    assert fields_of(refused) == {"RecordTypeId": "INVALID_CROSS_REFERENCE_KEY"}
