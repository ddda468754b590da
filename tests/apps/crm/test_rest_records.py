"""Records through the REST API, one by one."""

from typing import Any

import pytest
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.worlds import World


@pytest.fixture
def rest(world: World, office: Office, authority: Authority) -> Rest:
    """The administrator of the CRM."""
    return Rest(Doors(world, authority, office.people["wtallis"]))


def test_objects_are_listed_with_what_may_be_done(rest: Rest) -> None:
    found = rest.get("sobjects/")
    assert (found["encoding"], found["maxBatchSize"]) == ("UTF-8", 200)
    (account,) = [each for each in found["sobjects"] if each["name"] == "Account"]
    assert (account["keyPrefix"], account["labelPlural"]) == ("001", "Accounts")
    assert [account[deed] for deed in ("createable", "queryable", "deletable")] == [True] * 3
    assert account["urls"]["describe"] == "/services/data/v59.0/sobjects/Account/describe"


def test_description_tells_fields_and_children(rest: Rest) -> None:
    found = rest.get("sobjects/opportunity/describe")
    fields = {each["name"]: each for each in found["fields"]}
    stage = fields["StageName"]
    assert (stage["type"], stage["nillable"], stage["updateable"]) == ("picklist", False, True)
    assert stage["picklistValues"][0] == {
        "active": True, "defaultValue": False, "label": "Prospecting", "validFor": None,
        "value": "Prospecting",
    }  # fmt: skip
    assert fields["AccountId"]["referenceTo"] == ["Account"]
    assert fields["AccountId"]["relationshipName"] == "Account"
    assert not fields["IsClosed"]["createable"]
    external = fields["External_Id__c"]
    assert (external["externalId"], external["custom"]) == (True, True)
    children = {
        (each["relationshipName"], each["childSObject"], each["field"])
        for each in rest.get("sobjects/Account/describe")["childRelationships"]
    }
    assert {("Contacts", "Contact", "AccountId"), ("Cases", "Case", "AccountId")} <= children


def test_description_tells_how_values_are_called(rest: Rest) -> None:
    fields = {each["name"]: each for each in rest.get("sobjects/Event/describe")["fields"]}
    called = {each["value"]: each["label"] for each in fields["ShowAs"]["picklistValues"]}
    assert called == {"Busy": "Busy", "Free": "Free", "OutOfOffice": "Out of Office"}


def test_record_is_created_read_changed_and_deleted(rest: Rest) -> None:
    answer = rest.ask("POST", "sobjects/Account/", {"Name": "Beacon", "AnnualRevenue": 1250.5})
    assert answer.status_code == 201
    made = answer.get_json()
    assert (made["success"], made["errors"]) == (True, [])
    path = f"/services/data/v59.0/sobjects/Account/{made['id']}"
    assert answer.headers["Location"].endswith(path)
    found = rest.get(path)
    assert found["attributes"] == {"type": "Account", "url": path}
    assert (found["Name"], found["AnnualRevenue"], found["Website"]) == ("Beacon", 1250.5, None)
    assert found["CreatedDate"].endswith(".000+0000")
    assert rest.get(path[:-3])["Id"] == made["id"]
    rest.patch(path, {"Name": "Lantern"})
    few = rest.get(path, fields="Name,Phone")
    assert few.keys() == {"attributes", "Id", "Name", "Phone"}
    assert few["Name"] == "Lantern"
    rest.delete(path)
    assert rest.refused("GET", path) == (404, "ENTITY_IS_DELETED")
    assert rest.refused("DELETE", path) == (404, "ENTITY_IS_DELETED")


@pytest.mark.parametrize(
    ("sobject", "values", "code", "fields"),
    [
        ("Account", {}, "REQUIRED_FIELD_MISSING", ["Name"]),
        ("Lead", {}, "REQUIRED_FIELD_MISSING", ["LastName", "Company"]),
        ("Account", {"Name": "x", "Nope": 1}, "INVALID_FIELD", None),
        (
            "Account",
            {"Name": "x", "CreatedDate": "2026-01-01T00:00:00Z"},
            "INVALID_FIELD_FOR_INSERT_UPDATE",
            ["CreatedDate"],
        ),
        ("Account", {"Name": "x" * 256}, "STRING_TOO_LONG", ["Name"]),
        ("Contact", {"LastName": "x", "Email": "no"}, "INVALID_EMAIL_ADDRESS", ["Email"]),
        ("Contact", {"LastName": "x", "AccountId": "no"}, "MALFORMED_ID", ["AccountId"]),
        ("Contact", {"LastName": "x", "Birthdate": "soon"}, "JSON_PARSER_ERROR", None),
        ("Account", {"Name": {"a": 1}}, "JSON_PARSER_ERROR", None),
    ],
)
def test_what_is_wrong_with_a_record_is_told(
    rest: Rest, sobject: str, values: dict[str, Any], code: str, fields: list[str] | None
) -> None:
    status, told, error = rest.refusal("POST", f"sobjects/{sobject}", values)
    assert (status, told) == (400, code)
    if fields is not None:
        assert sorted(error["fields"]) == sorted(fields)


def test_external_ids_find_change_and_create(rest: Rest) -> None:
    path = "sobjects/Account/External_Id__c/erp-7"
    assert rest.refused("GET", path) == (404, "NOT_FOUND")
    made = rest.patch(path, {"Name": "Beacon"}, status=201)
    assert made["created"] is True
    again = rest.patch(path, {"Name": "Lantern"}, status=200)
    assert (again["id"], again["created"]) == (made["id"], False)
    assert rest.get(path, fields="Name")["Name"] == "Lantern"
    rest.delete(path)
    assert rest.refused("GET", path) == (404, "NOT_FOUND")


def test_several_records_with_one_external_id_are_told(rest: Rest) -> None:
    ids = sorted(
        rest.create("Account", Name=f"Beacon {n}", External_Id__c="erp-7") for n in range(2)
    )
    answer = rest.ask("GET", "sobjects/Account/External_Id__c/erp-7")
    assert answer.status_code == 300
    assert answer.get_json() == [f"/services/data/v59.0/sobjects/Account/{each}" for each in ids]


def test_relationships_lead_to_parents_and_children(rest: Rest) -> None:
    account = rest.create("Account", Name="Beacon")
    contact = rest.create("Contact", LastName="Moss", AccountId=account)
    found = rest.get(f"sobjects/Account/{account}/Contacts")
    assert [each["Id"] for each in found["records"]] == [contact]
    assert (found["totalSize"], found["done"]) == (1, True)
    assert rest.get(f"sobjects/Contact/{contact}/Account")["Name"] == "Beacon"
    assert rest.get(f"sobjects/Account/{account}/Owner", fields="Name")["attributes"]["type"]
    rest.patch(f"sobjects/Contact/{contact}/Account", {"Name": "Lantern"})
    assert rest.get(f"sobjects/Account/{account}")["Name"] == "Lantern"
    assert rest.refused("GET", f"sobjects/Account/{account}/Parent") == (404, "NOT_FOUND")
    assert rest.refused("GET", f"sobjects/Account/{account}/Nothing") == (404, "NOT_FOUND")


def test_changes_and_deletions_are_listed_for_copies(rest: Rest) -> None:
    kept, gone = (rest.create("Account", Name=f"Beacon {n}") for n in range(2))
    rest.delete(f"sobjects/Account/{gone}")
    now = rest.get(f"sobjects/Account/{kept}")["CreatedDate"]
    day = {"start": f"{now[:10]}T00:00:00+00:00", "end": f"{now[:10]}T23:59:59Z"}
    changed = rest.get("sobjects/Account/updated/", **day)
    assert kept in changed["ids"]
    assert gone not in changed["ids"]
    (deleted,) = rest.get("sobjects/Account/deleted/", **day)["deletedRecords"]
    assert deleted["id"] == gone
    turned = {"start": day["end"], "end": day["start"]}
    refused = rest.refused("GET", "sobjects/Account/updated", **turned)
    assert refused == (400, "INVALID_REPLICATION_DATE")
    assert rest.refused("GET", "sobjects/Account/updated") == (400, "MISSING_ARGUMENT")


def test_duplicates_are_told_and_saved_if_the_caller_insists(rest: Rest) -> None:
    first = rest.create("Contact", LastName="Zz", Email="zz@lantern.example")
    again = {"LastName": "Zz", "Email": "zz@lantern.example"}
    status, code, error = rest.refusal("POST", "sobjects/Contact", again)
    assert (status, code) == (400, "DUPLICATES_DETECTED")
    told = error["duplicateResult"]
    matches = [each["record"] for each in told["matchResults"][0]["matchRecords"]]
    assert (told["allowSave"], [each["Id"] for each in matches]) == (True, [first])
    assert matches[0]["attributes"]["type"] == "Contact"
    headers = {"Sforce-Duplicate-Rule-Header": "allowSave=true"}
    saved = rest.ask("POST", "sobjects/Contact", again, headers=headers)
    assert saved.status_code == 201


def test_layouts_tell_what_stands_where(rest: Rest, world: World, authority: Authority,
                                        office: Office) -> None:  # fmt: skip
    found = rest.get("sobjects/Opportunity/describe/layouts")
    (master,) = [each for each in found["recordTypeMappings"] if each["master"]]
    layout = rest.get(master["urls"]["layout"])
    assert layout in found["layouts"]
    assert layout["id"] == master["layoutId"]
    shown = {
        component["value"]
        for section in layout["editLayoutSections"]
        for row in section["layoutRows"]
        for item in row["layoutItems"]
        for component in item["layoutComponents"]
    }
    assert {"Name", "StageName", "Amount"} <= shown
    assert "Quotes" in {each["name"] for each in layout["relatedLists"]}
    (compact,) = rest.get("sobjects/Opportunity/describe/compactLayouts")["compactLayouts"]
    assert compact["fieldItems"][0]["label"] == "Opportunity Name"
    for path in (
        "sobjects/Opportunity/describe/layouts/012000000000001AAA",
        "sobjects/OpportunityStage/describe/layouts",
        "sobjects/Profile/describe/compactLayouts",
    ):
        assert rest.refused("GET", path) == (404, "NOT_FOUND")
    rep = Rest(Doors(world, authority, office.people["akovac"]))
    hidden = {"Credit_Limit__c"} - {
        each["name"] for each in rep.get("sobjects/Account/describe")["fields"]
    }
    assert not any(name in str(rep.get("sobjects/Account/describe/layouts")) for name in hidden)
