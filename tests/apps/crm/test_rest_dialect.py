"""How the REST API speaks, whatever is asked."""

import pytest
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.worlds import World


@pytest.fixture
def rest(world: World, office: Office, authority: Authority) -> Rest:
    """The administrator of the CRM."""
    return Rest(Doors(world, authority, office.people["wtallis"]))


def test_versions_are_told_without_a_session(rest: Rest) -> None:
    answer = rest.doors.anonymous("crm").get("/services/data/")
    assert answer.status_code == 200
    (spring,) = [each for each in answer.get_json() if each["version"] == "59.0"]
    assert spring == {"label": "Winter '24", "url": "/services/data/v59.0", "version": "59.0"}


def test_root_leads_to_resources_of_the_version_that_is_asked(rest: Rest) -> None:
    found = rest.get("/services/data/v61.0/")
    assert found["sobjects"] == "/services/data/v61.0/sobjects"
    assert rest.get("")["query"] == "/services/data/v59.0/query"


@pytest.mark.parametrize("version", ["1", "v59.0", "59", "59.1", "x", "5900.0"])
def test_versions_that_never_were_are_not_found(rest: Rest, version: str) -> None:
    assert rest.refused("GET", f"/services/data/v{version}/sobjects") == (404, "NOT_FOUND")


def test_wrong_session_is_refused(rest: Rest) -> None:
    for headers in ({"Authorization": ""}, {"Authorization": "Bearer 00Dno"}):
        answer = rest.ask("GET", "sobjects", headers=headers)
        assert answer.status_code == 401
        assert answer.get_json() == [
            {"message": "Session expired or invalid", "errorCode": "INVALID_SESSION_ID"}
        ]


def test_older_header_carries_the_session_as_well(rest: Rest) -> None:
    headers = {"Authorization": "", "X-SFDC-Session": rest.token}
    assert rest.ask("GET", "limits", headers=headers).status_code == 200


def test_answers_tell_how_many_calls_were_made(rest: Rest) -> None:
    rest.create("Account", Name="Beacon")
    answer = rest.ask("GET", "limits")
    assert answer.headers["Sforce-Limit-Info"] == "api-usage=1/15000"
    calls = answer.get_json()["DailyApiRequests"]
    assert calls == {"Max": 15_000, "Remaining": 14_999}


def used(rest: Rest) -> dict[str, int]:
    """What is used of each limit."""
    return {name: each["Max"] - each["Remaining"] for name, each in rest.get("limits").items()}


def test_limits_tell_what_is_counted(rest: Rest, office: Office) -> None:
    before = used(rest)
    assert {name for name, count in before.items() if count} <= {"DataStorageMB", "FileStorageMB"}
    kept = rest.get("limits")
    assert kept["PermissionSets"] == {
        "Max": 0,
        "Remaining": 0,
        "CreateCustom": {"Max": 0, "Remaining": 0},
    }
    assert kept["HourlySyncReportRuns"] == {"Max": 500, "Remaining": 500}
    rest.post("jobs/query", {"operation": "query", "query": "SELECT Id FROM Account"}, status=200)
    facts = {"object": "Account", "operation": "insert", "contentType": "CSV"}
    rest.post("jobs/ingest", facts, status=200)
    message = {"Subject": "Hello", "ToAddress": "a@b.example", "Status": "Sent"}
    rest.create("EmailMessage", **message)
    after = used(rest)
    counted = ("DailyApiRequests", "DailyBulkApiBatches", "DailyBulkV2QueryJobs", "SingleEmail")
    assert [after[name] - before[name] for name in counted] == [3, 1, 1, 1]
    # A rep learns nothing of how many records there are.
    rep = Rest(Doors(rest.doors.world, rest.doors.authority, office.people["akovac"]))
    assert set(after) - set(used(rep)) == {"DataStorageMB", "FileStorageMB"}


def test_people_without_a_user_are_refused_everywhere(rest: Rest, office: Office) -> None:
    doors = Doors(rest.doors.world, rest.doors.authority, office.people["jwikstrand"])
    nobody = Rest(doors)
    for path in ("", "sobjects", "sobjects/Account/describe", "limits", "sobjects/Account/001"):
        assert nobody.refused("GET", path) == (403, "INSUFFICIENT_ACCESS")


def test_userinfo_names_user_and_organisation(rest: Rest) -> None:
    found = rest.get("/services/oauth2/userinfo")
    assert found["user_id"].startswith("005")
    assert found["organization_id"].startswith("00D")
    assert found["preferred_username"] == found["email"] == "wtallis@calderoute.example"


def test_tokens_are_not_given_by_the_api(rest: Rest) -> None:
    answer = rest.doors.anonymous("crm").post("/services/oauth2/token", data={"username": "x"})
    assert (answer.status_code, answer.get_json()["error"]) == (400, "unsupported_grant_type")
    assert rest.ask("GET", "/services/oauth2/token").status_code == 405


@pytest.mark.parametrize("body", [b"{", b"[1]", b"nothing", b"NaN", b"\xff"])
def test_bodies_that_are_no_objects_are_refused(rest: Rest, body: bytes) -> None:
    answer = rest.doors.anonymous("crm").post(
        "/services/data/v59.0/sobjects/Account",
        data=body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {rest.token}"},
    )
    assert (answer.status_code, answer.get_json()[0]["errorCode"]) == (400, "JSON_PARSER_ERROR")


def test_unknown_paths_objects_and_methods_are_refused(rest: Rest) -> None:
    assert rest.refused("GET", "nothing/here") == (404, "NOT_FOUND")
    assert rest.refused("GET", "sobjects/Nothing/describe") == (404, "NOT_FOUND")
    assert rest.refused("POST", "sobjects/Nothing", {"Name": "x"}) == (404, "NOT_FOUND")
    assert rest.refused("PUT", "sobjects/Account") == (405, "METHOD_NOT_ALLOWED")


def test_identity_is_where_the_root_says(rest: Rest) -> None:
    address = rest.get("")["identity"]
    path = address.split("/crm", 1)[1]
    found = rest.get(path, format="json", oauth_token=rest.token)
    assert (found["id"], found["user_id"]) == (address, path.rsplit("/", 1)[1])
    assert rest.token not in str(rest.doors.world.trail.reads())
    assert rest.refused("GET", path[:-18] + "0050000000000000AA") == (404, "NOT_FOUND")
