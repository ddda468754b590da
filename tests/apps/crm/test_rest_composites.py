"""Several requests, or several records, in one."""

from typing import Any

import pytest
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.worlds import World

ROOT = "/services/data/v59.0"


@pytest.fixture
def rest(world: World, office: Office, authority: Authority) -> Rest:
    """The administrator of the CRM."""
    return Rest(Doors(world, authority, office.people["wtallis"]))


def part(method: str, url: str, name: str, body: Any = None) -> dict[str, Any]:
    return {"method": method, "url": f"{ROOT}/{url}", "referenceId": name, "body": body}


def composite(rest: Rest, *parts: dict[str, Any], whole: bool = False) -> list[dict[str, Any]]:
    sent = {"allOrNone": whole, "compositeRequest": list(parts)}
    found: list[dict[str, Any]] = rest.post("composite", sent, status=200)["compositeResponse"]
    return found


def test_parts_refer_to_what_others_were_answered(rest: Rest) -> None:
    moss = {"LastName": "Moss", "AccountId": "@{account.id}"}
    answers = composite(
        rest,
        part("POST", "sobjects/Account", "account", {"Name": "Beacon"}),
        part("POST", "sobjects/Contact", "contact", moss),
        part("GET", "sobjects/Account/@{account.id}/Contacts?fields=LastName", "found"),
        part(
            "PATCH",
            "sobjects/Contact/@{found.records[0].Id}",
            "named",
            {"Title": "Head of @{found.records[0].LastName}"},
        ),
    )
    assert [each["httpStatusCode"] for each in answers] == [201, 201, 200, 204]
    assert [each["referenceId"] for each in answers] == ["account", "contact", "found", "named"]
    account, contact = (each["body"]["id"] for each in answers[:2])
    assert answers[0]["httpHeaders"] == {"Location": f"{ROOT}/sobjects/Account/{account}"}
    found = rest.get(f"sobjects/Contact/{contact}")
    assert (found["AccountId"], found["Title"]) == (account, "Head of Moss")
    assert len(rest.doors.journal) == 1


def test_one_refused_part_leaves_the_others_unless_all_or_none(rest: Rest) -> None:
    parts = (
        part("POST", "sobjects/Account", "good", {"Name": "Beacon"}),
        part("POST", "sobjects/Account", "bad", {}),
        part("GET", "sobjects/Account/@{bad.id}", "after"),
    )
    answers = composite(rest, *parts)
    assert [each["httpStatusCode"] for each in answers] == [201, 400, 400]
    assert answers[1]["body"][0]["errorCode"] == "REQUIRED_FIELD_MISSING"
    assert answers[2]["body"][0]["errorCode"] == "PROCESSING_HALTED"
    rest.get(f"sobjects/Account/{answers[0]['body']['id']}")
    before = rest.doors.changes
    parts = (part("POST", "sobjects/Account", "good", {"Name": "Lantern"}), *parts[1:])
    whole = composite(rest, *parts, whole=True)
    codes = [each["body"][0]["errorCode"] for each in whole]
    assert codes == ["PROCESSING_HALTED", "REQUIRED_FIELD_MISSING", "PROCESSING_HALTED"]
    assert {each["httpStatusCode"] for each in whole} == {400}
    assert rest.doors.changes == before


@pytest.mark.parametrize(
    ("method", "url", "code"),
    [
        ("GET", "nothing", "NOT_FOUND"),
        ("PUT", "sobjects/Account", "METHOD_NOT_ALLOWED"),
        ("POST", "composite", "NOT_FOUND"),
        ("POST", "jobs/ingest", "NOT_FOUND"),
        ("GET", "sobjects/Account/@{nobody.id}", "PROCESSING_HALTED"),
    ],
)
def test_parts_are_refused_as_requests_are(rest: Rest, method: str, url: str, code: str) -> None:
    (answer,) = composite(rest, part(method, url, "it"))
    assert answer["body"][0]["errorCode"] == code
    assert answer["httpStatusCode"] >= 400


def test_composites_that_are_none_are_refused(rest: Rest) -> None:
    bodies: tuple[dict[str, Any], ...] = (
        {},
        {"compositeRequest": []},
        {"compositeRequest": "x"},
        {"compositeRequest": [1]},
        {"compositeRequest": [part("GET", "limits", "a")] * 2},
        {"compositeRequest": [part("GET", "limits", str(n)) for n in range(26)]},
        {"compositeRequest": [{"method": "GET"}]},
    )
    for body in bodies:
        assert rest.ask("POST", "composite", body).status_code == 400


def test_batch_answers_each_request_by_itself(rest: Rest) -> None:
    requests = [
        {"method": "POST", "url": "v59.0/sobjects/Account", "richInput": {"Name": "Beacon"}},
        {"method": "GET", "url": "v59.0/sobjects/Account/001"},
        {"method": "GET", "url": "v59.0/limits"},
    ]
    found = rest.post("composite/batch", {"batchRequests": requests}, status=200)
    assert found["hasErrors"] is True
    assert [each["statusCode"] for each in found["results"]] == [201, 404, 200]
    assert found["results"][0]["result"]["success"] is True
    requests[0] = {**requests[0], "richInput": {"Name": "Lantern"}}
    halting = {"batchRequests": requests, "haltOnError": True}
    found = rest.post("composite/batch", halting, status=200)
    assert [each["statusCode"] for each in found["results"]] == [201, 404, 412]


def account(name: Any, **values: Any) -> dict[str, Any]:
    return {"attributes": {"type": "Account"}, "Name": name, **values}


def test_several_records_are_created_changed_read_and_deleted(rest: Rest) -> None:
    contact: dict[str, Any] = {"attributes": {"type": "Contact"}, "LastName": "Moss"}
    sent = {"records": [account("Beacon"), account(None), contact]}
    first, second, third = rest.post("composite/sobjects", sent, status=200)
    assert (first["success"], first["errors"], third["id"][:3]) == (True, [], "003")
    assert second == {
        "success": False,
        "errors": [
            {
                "statusCode": "REQUIRED_FIELD_MISSING",
                "message": "Required fields are missing: [Name]",
                "fields": ["Name"],
            }
        ],
    }
    change = {"records": [account("Lantern", id=first["id"]), account("x")]}
    done = rest.patch("composite/sobjects", change, status=200)
    assert [each["success"] for each in done] == [True, False]
    listed = {"ids": [first["id"], "001"], "fields": ["Name"]}
    found = rest.post("composite/sobjects/Account", listed, status=200)
    assert [each and each["Name"] for each in found] == ["Lantern", None]
    asked = rest.get("composite/sobjects/Account", ids=first["id"], fields="Name,Phone")
    assert asked[0].keys() == {"attributes", "Id", "Name", "Phone"}
    gone = rest.delete("composite/sobjects", status=200, ids=f"{first['id']},{third['id']}")
    assert [each["success"] for each in gone] == [True, True]


def test_all_or_none_of_several_records_is_saved(rest: Rest) -> None:
    before = rest.doors.changes
    sent = {"allOrNone": True, "records": [account("Beacon"), account(None)]}
    found = rest.post("composite/sobjects", sent, status=200)
    codes = [each["errors"][0]["statusCode"] for each in found]
    assert codes == ["ALL_OR_NONE_OPERATION_ROLLED_BACK", "REQUIRED_FIELD_MISSING"]
    assert rest.doors.changes == before


def test_several_records_are_upserted(rest: Rest) -> None:
    sent = {"records": [account("Beacon", External_Id__c="e1"), account("x")]}
    path = "composite/sobjects/Account/External_Id__c"
    made, without = rest.patch(path, sent, status=200)
    assert (made["created"], without["success"]) == (True, False)
    again = rest.patch(path, sent, status=200)[0]
    assert (again["id"], again["created"]) == (made["id"], False)


def test_two_hundred_records_at_most(rest: Rest) -> None:
    sent = {"records": [account(f"Beacon {n}") for n in range(201)]}
    assert rest.refused("POST", "composite/sobjects", sent)[0] == 400


def tree(name: str = "Beacon", **contact: Any) -> dict[str, Any]:
    inner: dict[str, Any] = {"attributes": {"type": "Contact", "referenceId": "c"}, **contact}
    outer = {"attributes": {"type": "Account", "referenceId": "a"}, "Name": name}
    return {"records": [{**outer, "Contacts": {"records": [inner]}}]}


def test_tree_is_created_whole_or_not_at_all(rest: Rest) -> None:
    made = rest.post("composite/tree/Account", tree(LastName="Moss"))
    assert made["hasErrors"] is False
    ids = {each["referenceId"]: each["id"] for each in made["results"]}
    assert rest.get(f"sobjects/Contact/{ids['c']}")["AccountId"] == ids["a"]
    before = rest.doors.changes
    refused = rest.post("composite/tree/Account", tree("Lantern"), status=400)
    (failure,) = refused["results"]
    assert (refused["hasErrors"], failure["referenceId"]) == (True, "c")
    assert failure["errors"][0]["statusCode"] == "REQUIRED_FIELD_MISSING"
    assert rest.doors.changes == before
