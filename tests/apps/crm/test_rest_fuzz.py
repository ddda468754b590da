"""Whatever is sent to the REST API is answered in its dialect, and leaves nothing half-written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.crm.rest import Rest
from tests.gates.agent import in_address
from tests.gates.fuzzing import FEW, JUNK, TEXTS, arguments_of
from tests.kit import Doors, Office

from workworld.apps.crm.api import APIS
from workworld.apps.crm.schema import objects
from workworld.doors.rest import Endpoint
from workworld.identity import Authority
from workworld.operations import operation_of
from workworld.worlds import World

ENDPOINTS = [row for api in APIS for row in api.endpoints]
OBJECTS = ("Account", "Contact", "Lead", "Opportunity", "Case", "Task", "Event", "Campaign")


@pytest.fixture
def rest(world: World, office: Office, authority: Authority) -> Rest:
    """The administrator of the CRM."""
    return Rest(Doors(world, authority, office.people["wtallis"]))


@pytest.fixture
def facts(rest: Rest) -> dict[str, Any]:
    """Values that are right, by the operations' names of arguments."""
    account = rest.create("Account", Name="Zz", External_Id__c="e1")
    job = rest.post("jobs/ingest", {"object": "Account", "operation": "insert"}, status=200)
    return {
        "version": "59.0",
        "sobject": "Account",
        "record_id": account,
        "ids": [account],
        "field": "External_Id__c",
        "value": "e1",
        "relationship": "Owner",
        "values": {"Name": "Zz"},
        "records": [{"attributes": {"type": "Account"}, "Name": "Zz"}],
        "job_id": job["id"],
        "q": "SELECT Id FROM Account",
        "start": "2026-03-01T00:00:00Z",
        "end": "2026-03-09T00:00:00Z",
    }


def asked(rest: Rest, row: Endpoint, path: str, sent: dict[str, Any]) -> None:
    client = rest.doors.anonymous("crm")
    headers = {"Authorization": f"Bearer {rest.token}"}
    before, steps = rest.doors.changes, len(rest.doors.journal)
    answer = client.open(path, method=row.methods[0], headers=headers, **sent)
    outcomes = [each.outcome for each in rest.doors.journal[steps:]]
    assert "ok" in outcomes or rest.doors.changes == before
    assert answer.status_code < 500, (row.path, path, sent, answer.get_data(as_text=True))
    is_empty = answer.status_code in (201, 204) and not answer.data
    assert answer.is_json or is_empty or answer.mimetype == "text/csv", (path, answer.data)


@FEW
@given(data=st.data())
def test_anything_is_answered(rest: Rest, facts: dict[str, Any], data: st.DataObject) -> None:
    row = data.draw(st.sampled_from(ENDPOINTS))
    chosen = data.draw(arguments_of(operation_of(row.function), {}, facts))
    path = in_address(row.path, {"version": "59.0", "sobject": "Account", **chosen})
    body = data.draw(
        st.one_of(
            st.just(chosen),
            st.just({row.names.get(name, name): value for name, value in chosen.items()}),
            st.just({"records": chosen.get("records"), "allOrNone": True}),
            JUNK,
        )
    )
    text = json.dumps(body).encode()
    query = {name: str(value).encode("utf-8", "replace").decode() for name, value in chosen.items()}
    asked(
        rest, row, path, {"data": text, "content_type": "application/json", "query_string": query}
    )


@FEW
@given(data=st.data(), body=st.one_of(st.binary(max_size=40), st.just(b"[" * 5000)))
def test_broken_bodies_are_answered(
    rest: Rest, facts: dict[str, Any], data: st.DataObject, body: bytes
) -> None:
    row = data.draw(st.sampled_from([row for row in ENDPOINTS if row.methods[0] != "GET"]))
    kind = data.draw(st.sampled_from(["application/json", "text/csv", "text/plain", ""]))
    path = in_address(row.path, facts)
    asked(rest, row, path, {"data": body, "content_type": kind})


@FEW
@given(data=st.data())
def test_records_of_any_values_are_answered(rest: Rest, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(OBJECTS))
    fields = sorted(each.name for each in objects.of_name(name).fields.values())
    values = data.draw(st.dictionaries(st.one_of(st.sampled_from(fields), TEXTS), JUNK, max_size=6))
    usual = {"Name": "Zz", "LastName": "Zz", "Company": "Zz", "Subject": "Zz"}
    known = {key: value for key, value in usual.items() if key in fields}
    row = next(each for each in ENDPOINTS if each.path.endswith("/sobjects/<sobject>"))
    post = next(each for each in ENDPOINTS if each.path == row.path and "POST" in each.methods)
    text = json.dumps({**known, **values}).encode()
    path = f"/services/data/v59.0/sobjects/{name}"
    asked(rest, post, path, {"data": text, "content_type": "application/json"})


@FEW
@given(
    table=st.lists(st.lists(TEXTS, max_size=4), max_size=4),
    deed=st.sampled_from(["insert", "update", "delete"]),
)
def test_tables_of_anything_are_answered(rest: Rest, table: list[list[str]], deed: str) -> None:
    rows = [",".join(each) for each in ([["Name", "Id", "Phone", "ParentId"], *table])]
    content = "\n".join(rows).encode("utf-8", "replace").decode()
    job = rest.post("jobs/ingest", {"object": "Account", "operation": deed}, status=200)
    path = f"jobs/ingest/{job['id']}"
    answer = rest.ask("PUT", f"{path}/batches", content)
    assert answer.status_code in (201, 400)
    if answer.status_code == 201:
        rest.patch(path, {"state": "UploadComplete"}, status=200)
        assert rest.get(path)["state"] in ("JobComplete", "Failed")


@FEW
@given(text=st.one_of(TEXTS, st.from_regex(r"\A@\{[a-z.\[\]0-9]{0,9}\}\Z")), body=JUNK)
def test_parts_of_anything_are_answered(rest: Rest, text: str, body: Any) -> None:
    first = {
        "method": "GET", "url": "/services/data/v59.0/limits", "referenceId": "a"
    }  # fmt: skip
    second = {
        "method": "POST",
        "url": f"/services/data/v59.0/sobjects/{text}",
        "referenceId": text,
        "body": [body, text],
    }
    row = next(each for each in ENDPOINTS if each.path.endswith("/composite"))
    sent = {"compositeRequest": [first, second], "allOrNone": False}
    how = {"data": json.dumps(sent).encode(), "content_type": "application/json"}
    asked(rest, row, "/services/data/v59.0/composite", how)


KEYS = (
    "reportFormat",
    "detailColumns",
    "groupingsDown",
    "groupingsAcross",
    "aggregates",
    "reportFilters",
    "reportBooleanFilter",
    "standardDateFilter",
    "crossFilters",
    "scope",
    "sortBy",
    "topRows",
)


@FEW
@given(said=st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=3))
def test_reports_of_anything_are_answered(rest: Rest, said: dict[str, Any]) -> None:
    row = next(each for each in ENDPOINTS if each.path.endswith("/analytics/reports/query"))
    sent = {"reportMetadata": {"reportType": {"type": "Opportunity"}, **said}}
    how = {"data": json.dumps(sent).encode(), "content_type": "application/json"}
    asked(rest, row, "/services/data/v59.0/analytics/reports/query", how)
