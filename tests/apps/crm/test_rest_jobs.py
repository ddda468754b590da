"""Jobs on many records."""

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


def ingest(rest: Rest, content: str, operation: str = "insert", **more: Any) -> dict[str, Any]:
    """A job that is done: what is told of it."""
    facts = {"object": "Account", "operation": operation, "contentType": "CSV", **more}
    job = rest.post("jobs/ingest", facts, status=200)
    path = f"jobs/ingest/{job['id']}"
    assert job["state"] == "Open"
    rest.answered("PUT", f"{path}/batches", content, status=201)
    state = rest.patch(path, {"state": "UploadComplete"}, status=200)["state"]
    assert state == "UploadComplete"
    found: dict[str, Any] = rest.get(path)
    return found


def part(rest: Rest, job: dict[str, Any], which: str) -> str:
    answer = rest.ask("GET", f"jobs/ingest/{job['id']}/{which}")
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    return answer.get_data(as_text=True)


def test_rows_are_saved_and_told_one_by_one(rest: Rest) -> None:
    job = ingest(
        rest, 'Name,Website,Description\r\nBeacon,b.example,"two\nlines"\r\n,x.example,\r\n'
    )
    counted = (job["state"], job["numberRecordsProcessed"], job["numberRecordsFailed"])
    assert counted == ("JobComplete", 2, 1)
    head, row = part(rest, job, "successfulResults").split("\n", 1)
    assert head == '"sf__Id","sf__Created","Name","Website","Description"'
    assert row.endswith('"true","Beacon","b.example","two\nlines"\n')
    found = rest.get(f"sobjects/Account/{row[1:19]}")
    assert (found["Name"], found["Description"]) == ("Beacon", "two\nlines")
    assert part(rest, job, "failedResults") == (
        '"sf__Id","sf__Error","Name","Website","Description"\n'
        '"","REQUIRED_FIELD_MISSING:Required fields are missing: [Name]:Name --",'
        '"","x.example",""\n'
    )
    assert part(rest, job, "unprocessedRecords") == '"Name","Website","Description"\n'


def test_records_are_upserted_changed_emptied_and_deleted(rest: Rest) -> None:
    key = {"externalIdFieldName": "External_Id__c"}
    job = ingest(
        rest, "External_Id__c|Name|Phone\ne1|Beacon|1\n", "upsert", columnDelimiter="PIPE", **key
    )
    found = part(rest, job, "successfulResults").splitlines()[1].split("|")
    assert found[1:] == ['"true"', '"e1"', '"Beacon"', '"1"']
    record_id = found[0].strip('"')
    contact = ingest(rest, "LastName,Account.External_Id__c\nMoss,e1\n", object="Contact")
    assert contact["numberRecordsFailed"] == 0
    ingest(rest, f"Id,Name,Phone\n{record_id},,#N/A\n", "update")
    account = rest.get(f"sobjects/Account/{record_id}")
    assert (account["Name"], account["Phone"]) == ("Beacon", None)
    assert rest.get(f"sobjects/Account/{record_id}/Contacts")["totalSize"] == 1
    gone = ingest(rest, f"Id\n{record_id}\n001\n", "delete")
    assert (gone["numberRecordsProcessed"], gone["numberRecordsFailed"]) == (2, 1)


def test_what_no_row_survives_fails_the_job(rest: Rest) -> None:
    job = ingest(rest, "Name,Nothing\nBeacon,1\n")
    assert (job["state"], job["numberRecordsProcessed"]) == ("Failed", 0)
    assert job["errorMessage"] == "InvalidBatch : Field name not found : Nothing"
    assert part(rest, job, "unprocessedRecords") == '"Name","Nothing"\n"Beacon","1"\n'
    assert ingest(rest, 'Name\n"Beacon\n')["state"] == "Failed"


def test_jobs_are_given_up_listed_and_forgotten(rest: Rest, office: Office) -> None:
    facts = {"object": "account", "operation": "insert"}
    job = rest.post("jobs/ingest", facts, status=200)
    path = f"jobs/ingest/{job['id']}"
    assert rest.refused("DELETE", path) == (400, "API_ERROR")
    assert rest.refused("GET", f"{path}/failedResults") == (400, "INVALIDJOBSTATE")
    assert rest.patch(path, {"state": "Aborted"}, status=200)["state"] == "Aborted"
    assert rest.refused("PATCH", path, {"state": "Aborted"}) == (400, "INVALIDJOBSTATE")
    assert [each["id"] for each in rest.get("jobs/ingest")["records"]] == [job["id"]]
    other = Rest(Doors(rest.doors.world, rest.doors.authority, office.people["akovac"]))
    assert other.refused("GET", path) == (404, "NOT_FOUND")
    assert rest.refused("GET", path.replace("ingest", "query")) == (404, "NOT_FOUND")
    rest.delete(path)
    assert rest.refused("GET", path) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"object": "Account", "operation": "dance"},
        {"object": "Account", "operation": "upsert"},
        {"object": "Account", "operation": "upsert", "externalIdFieldName": "Name"},
        {"object": "Account", "operation": "insert", "externalIdFieldName": "External_Id__c"},
        {"object": "Account", "operation": "hardDelete"},
        {"object": "Account", "operation": "insert", "contentType": "XML"},
        {"object": "Account", "operation": "insert", "columnDelimiter": "DOT"},
    ],
)
def test_jobs_that_cannot_be_are_refused(rest: Rest, facts: dict[str, Any]) -> None:
    assert rest.refused("POST", "jobs/ingest", facts)[0] == 400


def test_queries_are_answered_in_parts(rest: Rest) -> None:
    for n in range(3):
        rest.create("Account", Name=f"Zz {n}", AnnualRevenue=n + 0.5, ParentId=None)
    fields = "name, AnnualRevenue, Owner.Name, IsDeleted"
    q = f"SELECT {fields} FROM Account WHERE Name LIKE 'Zz %' ORDER BY Name"
    job = rest.post("jobs/query", {"operation": "query", "query": q}, status=200)
    path = f"jobs/query/{job['id']}"
    told = rest.get(path)
    assert (told["state"], told["numberRecordsProcessed"]) == ("JobComplete", 3)
    first = rest.ask("GET", f"{path}/results", maxRecords=2)
    assert first.headers["Sforce-NumberOfRecords"] == "2"
    lines = first.get_data(as_text=True).splitlines()
    assert lines[0] == '"Name","AnnualRevenue","Owner.Name","IsDeleted"'
    assert lines[1].startswith('"Zz 0","0.5","')
    assert lines[1].endswith(',"false"')
    rest_of = rest.ask("GET", f"{path}/results", locator=first.headers["Sforce-Locator"])
    assert rest_of.headers["Sforce-Locator"] == "null"
    assert len(rest_of.get_data(as_text=True).splitlines()) == 2
    assert rest.refused("GET", f"{path}/results", locator="x")[1] == "INVALID_QUERY_LOCATOR"
    assert rest.refused("PATCH", path, {"state": "Aborted"})[1] == "INVALIDJOBSTATE"


@pytest.mark.parametrize(
    ("q", "code"),
    [
        ("SELECT Name FORM Account", "MALFORMED_QUERY"),
        ("SELECT Nothing FROM Account", "INVALID_FIELD"),
        ("SELECT COUNT(Id) FROM Account", "API_ERROR"),
        ("SELECT Id, (SELECT Id FROM Contacts) FROM Account", "API_ERROR"),
    ],
)
def test_queries_without_a_table_are_refused(rest: Rest, q: str, code: str) -> None:
    sent = {"operation": "query", "query": q}
    assert rest.refused("POST", "jobs/query", sent) == (400, code)


def classic(rest: Rest, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    return rest.answered(method, f"/services/async/59.0/job{path}", body, status=status)


def test_batches_of_the_older_api_are_done_at_once(rest: Rest) -> None:
    job = classic(rest, "POST", "", {"object": "Account", "operation": "insert"}, 201)
    rows = [{"Name": "Beacon"}, {"Website": "x.example"}]
    batch = classic(rest, "POST", f"/{job['id']}/batch", rows, 201)
    assert (batch["state"], batch["jobId"]) == ("Completed", job["id"])
    assert (batch["numberRecordsProcessed"], batch["numberRecordsFailed"]) == (2, 1)
    path = f"/{job['id']}/batch/{batch['id']}"
    made, refused = classic(rest, "GET", f"{path}/result")
    assert (made["success"], made["created"], made["errors"]) == (True, True, [])
    assert (refused["id"], refused["errors"][0]["statusCode"]) == (None, "REQUIRED_FIELD_MISSING")
    assert classic(rest, "GET", f"{path}/request") == rows
    listed = classic(rest, "GET", f"/{job['id']}/batch")["batchInfo"]
    assert [each["id"] for each in listed] == [batch["id"]]
    assert classic(rest, "POST", f"/{job['id']}", {"state": "Closed"})["state"] == "Closed"
    assert classic(rest, "GET", f"/{job['id']}")["numberBatchesTotal"] == 1
    late = rest.ask("POST", f"/services/async/59.0/job/{job['id']}/batch", rows)
    assert (late.status_code, late.get_json()["exceptionCode"]) == (400, "InvalidJobState")


def test_queries_of_the_older_api_name_their_results(rest: Rest) -> None:
    rest.create("Account", Name="Zz")
    job = classic(rest, "POST", "", {"object": "Account", "operation": "query"}, 201)
    path = f"/{job['id']}/batch"
    batch = classic(rest, "POST", path, "SELECT Name FROM Account WHERE Name = 'Zz'", 201)
    (result,) = classic(rest, "GET", f"{path}/{batch['id']}/result")
    (found,) = classic(rest, "GET", f"{path}/{batch['id']}/result/{result}")
    assert found["Name"] == "Zz"
    assert found["attributes"]["url"].startswith("/services/data/v59.0/sobjects/Account/001")
    wrong = classic(rest, "POST", path, "SELECT", 201)
    assert wrong["state"] == "Failed"
    missing = rest.ask("GET", "/services/async/59.0/job/750")
    assert missing.get_json().keys() == {"exceptionCode", "exceptionMessage"}


def test_a_table_may_be_longer_than_other_bodies(rest: Rest) -> None:
    text = "x" * 30_000
    content = "Name,Description\n" + "".join(f"Beacon {n},{text}\n" for n in range(40))
    assert ingest(rest, content)["numberRecordsProcessed"] == 40
    longer = {"Name": "Beacon", "Description": "x" * (1 << 20)}
    assert rest.refused("POST", "sobjects/Account", longer)[0] == 413
