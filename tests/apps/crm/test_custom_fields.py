"""Fields that administrators add are fields like any other, at every door."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.apps.crm.floor import ADMIN, REP, Floor, fields_of
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.apps.crm.service import (
    custom_fields,
    dependences,
    histories,
    list_views,
    picklist_settings,
)
from workworld.identity import Authority
from workworld.worlds import World

By = Callable[[str], Rest]
At = Callable[[str], Pages]


@pytest.fixture
def by(world: World, office: Office, authority: Authority) -> By:
    """Somebody of the company at the REST API."""
    return lambda handle: Rest(Doors(world, authority, office.people[handle]))


@pytest.fixture
def at(world: World, office: Office, authority: Authority) -> At:
    """Somebody of the company at the pages."""
    return lambda handle: Pages(Doors(world, authority, office.people[handle]))


def add(floor: Floor, type: str, label: str, sobject: str = "Account", **settings: Any) -> str:
    """A new field: its API name."""
    made = floor.do(
        custom_fields.create,
        by=ADMIN,
        sobject=sobject,
        type=type,
        settings={"label": label, **settings},
    )
    return str(made.name)


VALUES = [
    ("Text", {"length": 20}, "Bay 7", "x" * 21, "STRING_TOO_LONG"),
    ("TextArea", {}, "Bay 7\nBay 8", "x" * 256, "STRING_TOO_LONG"),
    ("Html", {}, "<p>Bay <strong>7</strong></p>", "x" * 32_001, "STRING_TOO_LONG"),
    ("Number", {"scale": 1}, 12.5, "many", "JSON_PARSER_ERROR"),
    ("Currency", {}, 1250.25, "many", "JSON_PARSER_ERROR"),
    ("Percent", {}, 12.5, "many", "JSON_PARSER_ERROR"),
    ("Date", {}, "2026-05-04", "2026-13-01", "JSON_PARSER_ERROR"),
    ("DateTime", {}, "2026-05-04T10:00:00.000+0000", "soon", "JSON_PARSER_ERROR"),
    ("Checkbox", {}, True, "perhaps", "JSON_PARSER_ERROR"),
    (
        "Picklist",
        {"valueSet": "Rail\nRoad"},
        "Road",
        "Sea",
        "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST",
    ),
    (
        "MultiselectPicklist",
        {"valueSet": "Rail\nRoad"},
        "Rail;Road",
        "Sea",
        "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST",
    ),
    ("Email", {}, "dock@pellworth.example", "dock", "INVALID_EMAIL_ADDRESS"),
    ("Phone", {}, "+1 313 555 0100", 5, "JSON_PARSER_ERROR"),
    ("Url", {}, "https://pellworth.example/docks", 5, "JSON_PARSER_ERROR"),
]


@pytest.mark.parametrize(
    ("type", "settings", "value", "wrong", "code"), VALUES, ids=[row[0] for row in VALUES]
)
def test_a_value_of_each_type_is_kept_found_and_checked(
    floor: Floor, by: By, type: str, settings: dict[str, Any], value: Any, wrong: Any, code: str
) -> None:
    name = add(floor, type, "Zz Docks", **settings)
    rest = by(REP)
    account = rest.create("Account", Name="Zz", **{name: value})
    other = rest.create("Account", Name="Zz other")
    assert rest.get(f"sobjects/Account/{account}")[name] == value
    assert rest.refused("PATCH", f"sobjects/Account/{account}", {name: wrong})[1] == code
    asked = f"SELECT {name} FROM Account WHERE Name LIKE 'Zz%' ORDER BY {name} NULLS LAST"
    if type not in ("TextArea", "Html"):
        sort = "DESC" if type == "Checkbox" else "ASC"
        if type == "MultiselectPicklist":
            asked, sort = asked.partition(" ORDER")[0] + " ORDER BY Name", "ASC"
        found = rest.get("query", q=asked.replace("NULLS", f"{sort} NULLS"))["records"]
        assert found[0][name] == value
        assert found[1][name] in (None, False)
    rest.patch(f"sobjects/Account/{other}", {name: value})
    rest.patch(f"sobjects/Account/{other}", {name: None})
    assert rest.get(f"sobjects/Account/{other}")[name] in (None, False)
    (told,) = (
        each for each in rest.get("sobjects/Account/describe")["fields"] if each["name"] == name
    )
    assert told["custom"]


def test_what_is_required_unique_or_begun_with_holds(floor: Floor, by: By) -> None:
    add(floor, "Text", "Vendor Code", unique=True, externalId=True)
    add(floor, "Number", "Docks", required=True)
    add(floor, "Picklist", "Mode", valueSet="Rail\nRoad", defaultValue="Road")
    missing = floor.not_created("Account", Vendor_Code__c="A1")
    assert fields_of(missing) == {"Docks__c": "REQUIRED_FIELD_MISSING"}
    account = floor.create("Account", Docks__c=4, Vendor_Code__c="A1")
    again = floor.not_created("Account", Docks__c=5, Vendor_Code__c="a1", Name="Other")
    assert fields_of(again) == {"Vendor_Code__c": "DUPLICATE_VALUE"}
    floor.update(account, Vendor_Code__c="A1", Docks__c=6)
    assert by(REP).get(f"sobjects/Account/{account}")["Mode__c"] == "Road"


def test_programs_upsert_by_an_added_external_id(floor: Floor, by: By) -> None:
    name = add(floor, "Text", "Vendor Code", externalId=True)
    rest = by(REP)
    path = f"sobjects/Account/{name}/V-1"
    made = rest.patch(path, {"Name": "Zz"}, 201)
    assert made["created"]
    assert rest.patch(path, {"Name": "Zz again"}, 200)["id"] == made["id"]
    assert rest.get(f"sobjects/Account/{made['id']}")[name] == "V-1"


def test_fields_stand_in_forms_pages_lists_and_histories(
    floor: Floor, at: At, world: World
) -> None:
    name = add(floor, "Date", "Go Live", "Opportunity", trackHistory=True, inlineHelpText="Day one")
    deal = floor.create("Opportunity")
    pages = at(REP)
    path = f"/Opportunity/{deal}"
    pages.edit(path, 303, **{name: ["2026-06-01"]})
    assert "Go Live" in pages.words(path)
    assert "1 Jun 2026" in pages.words(path) or "Jun 1, 2026" in pages.words(path)
    (change, *_) = floor.do(histories.list, record_id=deal)
    assert (change.field.name, change.old, change.new) == (name, None, "2026-06-01")
    filters = [{"field": name, "operator": "equals", "values": ["2026-06-01"]}]
    given = {"sobject": "Opportunity", "columns": ["Name", name], "sort_field": name}
    view = floor.do(list_views.create, name="Live", filters=filters, **given).row.id
    words = pages.words(f"/Opportunity/list?view={view}")
    assert "Go Live" in words
    assert "1 item" in words


def test_formulas_follow_from_the_record_and_its_parent(floor: Floor, by: By) -> None:
    add(floor, "Number", "Docks")
    worth = add(
        floor,
        "Formula",
        "Worth",
        "Opportunity",
        formula="Amount * Account.Docks__c",
        returnType="Currency",
    )
    account = floor.create("Account", Docks__c=3)
    deal = floor.create("Opportunity", AccountId=account, Amount=100)
    rest = by(REP)
    assert rest.get(f"sobjects/Opportunity/{deal}")[worth] == 300
    floor.update(account, Docks__c=4)
    found = rest.get("query", q=f"SELECT Id FROM Opportunity WHERE {worth} = 400")["records"]
    assert [each["Id"] for each in found] == [deal]
    refused = rest.refused("PATCH", f"sobjects/Opportunity/{deal}", {worth: 1})
    assert refused[1] == "INVALID_FIELD_FOR_INSERT_UPDATE"
    wrong = floor.refused(
        custom_fields.create,
        by=ADMIN,
        sobject="Opportunity",
        type="Formula",
        settings={"label": "Bad", "formula": "Amount * (", "returnType": "Number"},
    )
    assert fields_of(wrong) == {"formula": "FIELD_INTEGRITY_EXCEPTION"}


def test_roll_ups_and_numbers_count_by_themselves(floor: Floor, by: By) -> None:
    total = add(
        floor,
        "Summary",
        "Won Worth",
        summaryForeignKey="Opportunity.AccountId",
        summaryOperation="sum",
        summarizedField="Amount",
        filterField="IsWon",
        filterSign="=",
        filterValue="true",
    )
    number = add(floor, "AutoNumber", "Ticket", displayFormat="T-{000}", startingNumber=7)
    account = floor.create("Account")
    later = floor.create("Account", Name="Later")
    floor.create("Opportunity", AccountId=account, Amount=10.5, StageName="Closed Won")
    floor.create("Opportunity", AccountId=account, Amount=99)
    rest = by(REP)
    whole = rest.get(f"sobjects/Account/{account}")
    assert whole[total] == 10.5
    first, second = whole[number], rest.get(f"sobjects/Account/{later}")[number]
    assert int(second.removeprefix("T-")) == int(first.removeprefix("T-")) + 1
    asked = f"SELECT Id FROM Account WHERE {total} > 10 AND Id = '{account}'"
    assert rest.get("query", q=asked)["totalSize"] == 1


def test_lookups_lead_to_records_both_ways(floor: Floor, by: By) -> None:
    before = by("dwhitlock").get("query", q="SELECT Account.Name FROM Case LIMIT 1")
    assert before["done"]  # what was known of the object must not be remembered
    add(floor, "Lookup", "Site", "Case", referenceTo="Account", relationshipName="SiteCases")
    account = floor.create("Account", Name="Zz site")
    case = floor.create("Case", Site__c=account)
    rest = by("dwhitlock")
    asked = f"SELECT Site__r.Name FROM Case WHERE Id = '{case}'"
    assert rest.get("query", q=asked)["records"][0]["Site__r"]["Name"] == "Zz site"
    down = f"SELECT (SELECT Id FROM SiteCases__r) FROM Account WHERE Id = '{account}'"
    assert rest.get("query", q=down)["records"][0]["SiteCases__r"]["totalSize"] == 1
    missing = floor.not_updated(case, Site__c=floor.user(REP))
    assert set(fields_of(missing)) == {"Site__c"}


def test_profiles_may_be_kept_from_a_field(floor: Floor, by: By) -> None:
    described = by(ADMIN).get("query", q="SELECT Id FROM Profile WHERE Name = 'Sales Rep'")
    profile = described["records"][0]["Id"]
    secret = add(floor, "Text", "Secret", hiddenFrom=[profile])
    fixed = add(floor, "Text", "Fixed", readOnlyFor=[profile])
    account = floor.create(
        "Account", by=ADMIN, **{secret: "x", fixed: "y"}, OwnerId=floor.user(REP)
    )
    rest = by(REP)
    held = rest.get(f"sobjects/Account/{account}")
    assert secret not in held
    assert held[fixed] == "y"
    assert rest.refused("GET", "query", q=f"SELECT {secret} FROM Account")[1] == "INVALID_FIELD"
    assert rest.refused("PATCH", f"sobjects/Account/{account}", {fixed: "z"})[0] == 400


def test_only_administrators_shape_objects(floor: Floor, at: At) -> None:
    given = {"sobject": "Account", "type": "Text", "settings": {"label": "X"}}
    refused = floor.refused(custom_fields.create, **given)
    assert refused.code == "INSUFFICIENT_ACCESS_OR_READONLY"
    at(REP).read("/setup/objects/Account/fields", 403)
    at(REP).read("/setup", 403)


def test_fields_are_added_changed_and_deleted_on_pages(floor: Floor, at: At, by: By) -> None:
    pages = at(ADMIN)
    assert "Roll-Up Summary" in pages.words("/setup/objects/Lead/fields/new")
    url = "/setup/objects/Lead/fields/new?type=Picklist"
    again = pages.submit(url, 422, label="", valueSet="A\nB")
    assert "Field label: enter a value." in again
    pages.submit(url, label="Fleet", valueSet="Small\nLarge", defaultValue="Small")
    assert "Fleet__c" in pages.words("/setup/objects/Lead/fields")
    lead = floor.create("Lead")
    assert by(REP).get(f"sobjects/Lead/{lead}")["Fleet__c"] == "Small"
    field = "/setup/objects/Lead/fields/Fleet__c"
    pages.submit(f"{field}", label="Fleet Size", valueSet="x", defaultValue="Large")
    assert "Fleet Size" in pages.words(field)
    assert by(REP).get(f"sobjects/Lead/{floor.create('Lead')}")["Fleet__c"] == "Large"
    pages.submit(f"{field}/delete")
    assert "Fleet" not in pages.words("/setup/objects/Lead/fields")
    assert "Fleet__c" not in by(REP).get(f"sobjects/Lead/{lead}")
    assert "Deleted Lead field Fleet Size" in pages.words("/setup/audit")


def test_a_field_that_something_names_is_not_deleted(floor: Floor) -> None:
    name = add(floor, "Number", "Docks")
    add(floor, "Formula", "Gates", formula=f"{name} * 2")
    refused = floor.refused(custom_fields.delete, by=ADMIN, sobject="Account", field=name)
    assert fields_of(refused) == {name: "DEPENDENCY_EXISTS"}


def test_values_are_renamed_put_out_of_use_and_added(floor: Floor, by: By) -> None:
    lead = floor.create("Lead", Rating="Hot")
    cold = floor.create("Lead", Rating="Cold")
    floor.do(
        picklist_settings.save,
        by=ADMIN,
        sobject="Lead",
        field="Rating",
        entries=[
            {"value": "Boiling", "was": "Hot"},
            {"value": "Warm"},
            {"value": "Cold", "active": False},
            {"value": "Frozen"},
        ],
    )
    assert floor.row(lead).rating == "Boiling"
    floor.update(lead, Rating="Frozen")
    gone = floor.not_updated(lead, Rating="Cold")
    assert set(fields_of(gone)) == {"Rating"}
    floor.update(cold, Rating="Cold", Title="What it has it keeps")


def test_stages_may_be_added_and_mean_something(floor: Floor) -> None:
    held = floor.do(picklist_settings.show, by=ADMIN, sobject="Opportunity", field="StageName")
    rows = list(held["values"])
    rows.insert(3, {"value": "Legal", "probability": 60, "forecastCategory": "Best Case"})
    given = {"sobject": "Opportunity", "field": "StageName"}
    floor.do(picklist_settings.save, by=ADMIN, **given, entries=rows)
    deal = floor.create("Opportunity", StageName="Legal")
    assert (floor.row(deal).probability, floor.row(deal).is_closed) == (60.0, False)
    without = [each for each in rows if each["value"] != "Closed Won"]
    refused = floor.refused(picklist_settings.save, by=ADMIN, **given, entries=without)
    assert fields_of(refused) == {"values": "FIELD_INTEGRITY_EXCEPTION"}


def test_dependences_are_set_on_a_page(floor: Floor, at: At) -> None:
    pages = at(ADMIN)
    path = "/setup/objects/Lead/fields/Unqualified_Reason__c/dependence"
    assert "Controlling field" in pages.words(path)
    grid = pages.read(f"{path}?controller=LeadSource")
    assert 'aria-label="No Need for Web"' in grid
    pages.submit(path, controller="LeadSource", **{"allowed-0": ["No Need"]})
    refused = floor.not_created("Lead", LeadSource="Web", Unqualified_Reason__c="Duplicate")
    assert fields_of(refused)["Unqualified_Reason__c"] == "FIELD_INTEGRITY_EXCEPTION"
    floor.do(
        dependences.save,
        by=ADMIN,
        sobject="Lead",
        field="Unqualified_Reason__c",
        controller="",
        allowed={},
    )
    floor.create("Lead", LeadSource="Web", Unqualified_Reason__c="Duplicate")


def test_rich_text_is_html_to_programs_and_markdown_to_those_who_type(
    floor: Floor, by: By, at: At
) -> None:
    name = add(floor, "Html", "Plan")
    unsafe = '<script>x()</script><a href="javascript:x()">sites</a>'
    sent = f'<p onclick="x()">Keep <b>all</b> {unsafe}</p>'
    account = floor.create("Account", **{name: sent})
    rest, pages = by(REP), at(REP)
    kept = rest.get(f"sobjects/Account/{account}")[name]
    assert kept == "<p>Keep <strong>all</strong> sites</p>"
    (told,) = (
        each for each in rest.get("sobjects/Account/describe")["fields"] if each["name"] == name
    )
    assert (told["htmlFormatted"], told["extraTypeInfo"]) == (True, "richtextarea")
    assert kept in pages.read(f"/Account/{account}")
    assert "Keep **all** sites" in pages.read(f"/Account/{account}/edit")
    pages.edit(f"/Account/{account}", 303, **{name: ["- one\n- <i>two</i>"]})
    now = rest.get(f"sobjects/Account/{account}")[name]
    assert now.startswith("<ul><li>")
    assert "onclick" not in now
    assert "<li>" in pages.read(f"/Account/{account}")
    again = pages.read(f"/Account/{account}/edit")
    assert "- one" in again
