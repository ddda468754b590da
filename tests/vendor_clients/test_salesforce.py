"""The ``simple_salesforce`` package, unmodified, against the CRM.

https://pypi.org/project/simple-salesforce/
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import requests
from requests.adapters import HTTPAdapter
from simple_salesforce.api import Salesforce
from simple_salesforce.exceptions import (
    SalesforceExpiredSession,
    SalesforceGeneralError,
    SalesforceMalformedRequest,
    SalesforceMoreThanOneRecord,
    SalesforceOperationError,
    SalesforceRefusedRequest,
    SalesforceResourceNotFound,
)
from tests.kit import Doors, Office

from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import World

PREFIX = "00DWW00000CaLdE!A"
INSTANCE = "calderoute.my.salesforce.example"


class Forwarding(HTTPAdapter):
    """Sends what is asked of the vendor's https address to the app."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self.base = base

    def send(self, request: requests.PreparedRequest, *rest: Any, **how: Any) -> requests.Response:
        """Send a request elsewhere."""
        assert request.url is not None
        request.url = request.url.replace(f"https://{INSTANCE}", self.base)
        return super().send(request, *rest, **how)


@pytest.fixture
def session(host: Host, world: World) -> Iterator[requests.Session]:
    """A session that finds the app."""
    with closing(requests.Session()) as found:
        found.mount("https://", Forwarding(f"{host.origin}/w/{world.id}/crm"))
        yield found


@pytest.fixture
def admin(world: World, office: Office, authority: Authority) -> Doors:
    """The administrator of the CRM."""
    return Doors(world, authority, office.people["wtallis"])


@pytest.fixture
def client(session: requests.Session, admin: Doors) -> Any:
    """The client, signed in."""
    return signed_in(session, admin)


def signed_in(session: requests.Session, doors: Doors) -> Any:
    token = doors.authority.token(doors.world, doors.person_id, PREFIX)
    return Salesforce(session_id=token, instance=INSTANCE, session=session)


def said(refusal: pytest.ExceptionInfo[Any]) -> Any:
    """The body of a refusal, whose type the client tells wrongly."""
    return refusal.value.content


def test_objects_are_described(client: Any) -> None:
    assert "Opportunity" in [each["name"] for each in client.describe()["sobjects"]]
    described = client.Lead.describe()
    assert described["keyPrefix"] == "00Q"
    assert "Company" in [each["name"] for each in described["fields"]]
    assert client.Lead.metadata()["objectDescribe"]["label"] == "Lead"
    assert client.is_sandbox() is False
    (org,) = client.query("SELECT FiscalYearStartMonth FROM Organization")["records"]
    assert org["FiscalYearStartMonth"] == 2
    q = "SELECT FirstName, LastName FROM User WHERE Name = 'Denise Whitlock'"
    (user,) = client.query(q)["records"]
    assert (user["FirstName"], user["LastName"]) == ("Denise", "Whitlock")
    assert client.limits()["DailyApiRequests"]["Max"] == 15_000
    assert client.api_usage["api-usage"].total == 15_000
    assert client.restful("sobjects")["maxBatchSize"] == 200
    assert client.oauth2("userinfo")["user_id"].startswith("005")


def test_record_is_created_read_changed_and_deleted(client: Any) -> None:
    made = client.Contact.create({"LastName": "Moss", "Email": "moss@example.com"})
    assert (made["success"], made["errors"]) == (True, [])
    contact = client.Contact.get(made["id"])
    assert list(contact)[:2] == ["attributes", "Id"]
    assert (contact["Name"], contact["Email"]) == ("Moss", "moss@example.com")
    assert client.Contact.update(made["id"], {"FirstName": "Ada"}) == 204
    again = client.Contact.get(made["id"], params={"fields": "Name"})
    assert again["Name"] == "Ada Moss"
    assert client.Contact.delete(made["id"], raw_response=True).status_code == 204
    with pytest.raises(SalesforceResourceNotFound) as gone:
        client.Contact.get(made["id"])
    assert said(gone)[0]["errorCode"] == "ENTITY_IS_DELETED"


def test_external_ids_upsert(client: Any) -> None:
    key = "External_Id__c/erp 7"
    assert client.Account.upsert(key, {"Name": "Beacon"}) == 201
    assert client.Account.upsert(key, {"Name": "Lantern"}) == 200
    client.Account.upsert("External_Id__c/erp-8", {"Name": "Candle"})
    assert client.Account.get_by_custom_id("External_Id__c", "erp-8")["Name"] == "Candle"


def test_refusals_are_the_exceptions_of_their_status(client: Any, office: Office) -> None:
    with pytest.raises(SalesforceMalformedRequest) as missing:
        client.Account.create({})
    assert said(missing)[0]["fields"] == ["Name"]
    for _n in range(2):
        client.Account.create({"Name": f"Beacon {_n}", "External_Id__c": "twice"})
    with pytest.raises(SalesforceMoreThanOneRecord) as several:
        client.Account.get_by_custom_id("External_Id__c", "twice")
    assert len(said(several)) == 2
    with pytest.raises(SalesforceMalformedRequest):
        client.query("SELECT Nothing FROM Account")
    with pytest.raises(SalesforceResourceNotFound):
        client.restful("nothing/here")
    with pytest.raises(SalesforceGeneralError):
        client.restful("limits", method="DELETE")


def test_wrong_sessions_and_people_are_refused(
    session: requests.Session, admin: Doors, office: Office
) -> None:
    stranger = Salesforce(session_id="00Dno!x", instance=INSTANCE, session=session)
    with pytest.raises(SalesforceExpiredSession):
        stranger.describe()
    other = signed_in(session, Doors(admin.world, admin.authority, office.people["jwikstrand"]))
    with pytest.raises(SalesforceRefusedRequest):
        other.Account.create({"Name": "Beacon"})


def test_queries_answer_records_and_go_on(client: Any) -> None:
    rows = [{"attributes": {"type": "Account"}, "Name": f"Zz {n:03}"} for n in range(200)]
    sent = {"records": rows}
    client.restful("composite/sobjects", method="POST", json=sent)
    client.Account.create({"Name": "Zz 200", "NumberOfEmployees": 7})
    q = "SELECT Id, Name, Owner.Name FROM Account WHERE Name LIKE 'Zz %' ORDER BY Name"
    few = {"Sforce-Query-Options": "batchSize=200"}
    first = client.query(q, headers=few)
    assert (first["totalSize"], first["done"]) == (201, False)
    more = client.query_more(first["nextRecordsUrl"], identifier_is_url=True)
    assert more["records"][0]["Name"] == "Zz 200"
    locator = first["nextRecordsUrl"].rsplit("/", 1)[1]
    assert client.query_more(locator)["done"] is True
    names = [each["Name"] for each in client.query_all_iter(q, headers=few)]
    assert names == sorted(names)
    assert len(client.query_all(q)["records"]) == len(names) == 201
    client.Account.delete(more["records"][0]["Id"])
    assert client.query_all(q)["totalSize"] == 200
    assert client.query_all(q, include_deleted=True)["totalSize"] == 201


def test_searches_find_records(client: Any) -> None:
    made = client.Account.create({"Name": "Quasar Lanterns"})["id"]
    found = client.search("FIND {Quasar} IN NAME FIELDS RETURNING Account(Id, Name)")
    assert [each["Id"] for each in found["searchRecords"]] == [made]
    assert made in [each["Id"] for each in client.quick_search("Quasar")["searchRecords"]]


def test_changes_and_deletions_are_told(client: Any) -> None:
    made = client.Account.create({"Name": "Beacon"})["id"]
    created = client.Account.get(made)["CreatedDate"]
    now = datetime.strptime(created, "%Y-%m-%dT%H:%M:%S.%f%z").astimezone(UTC)
    span = (now - timedelta(hours=1), now + timedelta(hours=1))
    assert made in client.Account.updated(*span)["ids"]
    client.Account.delete(made)
    assert [each["id"] for each in client.Account.deleted(*span)["deletedRecords"]] == [made]


def test_bulk_saves_queries_and_deletes(client: Any) -> None:
    made = client.bulk.Account.insert([{"Name": f"Zz {n}"} for n in range(5)], batch_size=2)
    ids = [each["id"] for each in made]
    assert [each["success"] for each in made] == [True] * 5
    detailed = client.bulk.Account.update(
        [{"Id": ids[0], "Phone": "1"}, {"Id": ids[1], "Name": None}], include_detailed_results=True
    )
    assert [each["success"] for each in detailed] == [True, False]
    assert detailed[1]["errors"][0]["statusCode"] == "REQUIRED_FIELD_MISSING"
    up = client.bulk.Account.upsert([{"External_Id__c": "e", "Name": "Zz"}], "External_Id__c")
    assert (up[0]["created"], up[0]["success"]) == (True, True)
    q = "SELECT Id, Name, Phone FROM Account WHERE Name LIKE 'Zz%'"
    found = client.bulk.Account.query(q)
    assert {each["Phone"] for each in found} == {None, "1"}
    auto = client.bulk.submit_dml("Account", "insert", [{"Name": "Zy"}] * 3, batch_size="auto")
    assert len(auto) == 3
    gone = client.bulk.Account.delete([{"Id": each} for each in ids])
    assert [each["success"] for each in gone] == [True] * 5
    assert len(client.bulk.Account.query(q)) == 1
    assert len(client.bulk.Account.query_all(q)) == 6
    with pytest.raises(SalesforceMalformedRequest):
        client.bulk.Account.hard_delete([{"Id": ids[0]}])
    with pytest.raises(SalesforceGeneralError):
        client.bulk.Account.query("SELECT")


def test_second_bulk_saves_and_tells_what_became_of_rows(client: Any, tmp_path: Path) -> None:
    jobs = client.bulk2.Account
    records = [{"Name": "Zz 1", "Phone": "1"}, {"Name": "", "Phone": "2"}]
    (told,) = jobs.insert(records=records, wait=0)
    counted = (told["numberRecordsProcessed"], told["numberRecordsFailed"])
    assert counted == (2, 1)
    found = jobs.get_all_ingest_records(told["job_id"])
    (good,), (bad,) = found["successfulRecords"], found["failedRecords"]
    assert (good["sf__Created"], good["Name"], bad["Phone"]) == ("true", "Zz 1", "2")
    assert bad["sf__Error"].startswith("REQUIRED_FIELD_MISSING:")
    kept = tmp_path / "failed.csv"
    jobs.get_failed_records(told["job_id"], file=str(kept))
    assert kept.read_text() == jobs.get_failed_records(told["job_id"])
    update = tmp_path / "update.csv"
    update.write_text(f'Id,Description\n{good["sf__Id"]},"two\nlines"\n')
    (changed,) = jobs.update(csv_file=str(update), wait=0)
    assert changed["numberRecordsFailed"] == 0
    rows = [{"External_Id__c": "e1", "Name": "Zz 2"}]
    (up,) = jobs.upsert(records=rows, external_id_field="External_Id__c", wait=0)
    assert "true" in jobs.get_successful_records(up["job_id"])
    (gone,) = jobs.delete(records=[{"Id": good["sf__Id"]}], wait=0)
    assert (gone["numberRecordsProcessed"], gone["numberRecordsFailed"]) == (1, 0)
    with pytest.raises(SalesforceMalformedRequest):
        jobs.hard_delete(records=[{"Id": good["sf__Id"]}], wait=0)
    with pytest.raises(SalesforceOperationError, match="Field name not found"):
        jobs.insert(records=[{"Nothing": "1"}], wait=0)


def test_second_bulk_answers_queries_as_tables(client: Any, tmp_path: Path) -> None:
    client.bulk2.Account.insert(records=[{"Name": f"Zz {n}"} for n in range(5)], wait=0)
    q = "SELECT Name, Owner.Name FROM Account WHERE Name LIKE 'Zz %' ORDER BY Name"
    parts = list(client.bulk2.Account.query(q, max_records=2, wait=0))
    names = [row["Name"] for part in parts for row in csv.DictReader(part.splitlines())]
    assert names == [f"Zz {n}" for n in range(5)]
    assert len(parts) == 3
    assert len(list(client.bulk2.Account.query_all(q, wait=0))) == 1
    (file,) = client.bulk2.Account.download(q, path=str(tmp_path), wait=0)
    assert (file["number_of_records"], file["locator"]) == (5, "")
    assert len(Path(file["file"]).read_text().splitlines()) == 6
    job = client.bulk2.Account._client
    begun = job.create_job("insert")["id"]
    assert job.abort_job(begun, False)["state"] == "Aborted"
