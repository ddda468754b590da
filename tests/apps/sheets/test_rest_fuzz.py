"""Whatever is sent to the Sheets API and Drive is answered in their dialect, or nothing is done."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.sheets.rest import Book, Client
from tests.gates.agent import in_address
from tests.gates.fuzzing import FEW, JUNK, TEXTS, arguments_of

from workworld import loading
from workworld.apps.sheets.service.requests import registry
from workworld.doors.flask_apps import apis_of
from workworld.doors.rest import Endpoint
from workworld.operations import operation_of

APIS = [api for app in loading.apps() if app.id == "sheets" for api in apis_of(app)]
ENDPOINTS = [row for api in APIS for row in api.endpoints]


@pytest.fixture
def facts(book: Book, rest: Client) -> dict[str, Any]:
    """Values that are right, by the operations' names of arguments."""
    book.put("A1", [["a", 1], ["b", 2]])
    return {
        "workbook_id": book.id,
        "file_id": book.id,
        "destination_id": book.id,
        "range": "A1:B2",
        "range_text": "A1:B2",
        "ranges": ["A1:B2"],
        "sheet_id": 0,
        "values": [["x"]],
        "value_input_option": "USER_ENTERED",
        "permission_id": rest.doors.person_id,
        "person_id": rest.doors.person_id,
        "commentId": "1",
        "metadataId": 1,
        "revisionId": "head",
        "replyId": "1",
        "comment_id": "1",
        "thread_id": 1,
        "requests": [{"addSheet": {}}],
        "query": "trashed = false",
    }


def asked(rest: Client, method: str, path: str, sent: dict[str, Any]) -> None:
    before, steps = rest.doors.changes, len(rest.doors.journal)
    answer = rest.send(method, path, **sent)
    outcomes = [each.outcome for each in rest.doors.journal[steps:]]
    assert "ok" in outcomes or rest.doors.changes == before
    assert answer.status_code < 500, (method, path, sent, answer.get_data(as_text=True))
    if answer.status_code >= 400:
        assert answer.get_json()["error"]["code"] == answer.status_code


@FEW
@given(data=st.data())
def test_anything_is_answered(rest: Client, facts: dict[str, Any], data: st.DataObject) -> None:
    row: Endpoint = data.draw(st.sampled_from(ENDPOINTS))
    chosen = data.draw(arguments_of(operation_of(row.function), {}, facts))
    whole = {**facts, **chosen}
    places = {row.names.get(name, name): str(value) for name, value in whole.items()}
    path = in_address(row.path, whole | places)
    named = {row.names.get(name, name): value for name, value in chosen.items()}
    body = data.draw(st.one_of(st.just(named), st.just({}), JUNK))
    query = {name: str(value).encode("utf-8", "replace").decode() for name, value in named.items()}
    kept = data.draw(st.one_of(st.just({}), st.just(query)))
    sent = {"data": json.dumps(body).encode(), "content_type": "application/json"}
    asked(rest, row.methods[0], path, {**sent, "query_string": kept})


@FEW
@given(kind=st.sampled_from(sorted(registry.kinds())), given_=JUNK, data=st.data())
def test_requests_of_anything_are_answered(
    rest: Client, facts: dict[str, Any], kind: str, given_: Any, data: st.DataObject
) -> None:
    names = sorted(each.alias or "" for each in registry.kinds()[kind].shape.model_fields.values())
    shaped = data.draw(st.dictionaries(st.sampled_from(names or ["x"]), _PARTS, max_size=5))
    whole = data.draw(st.sampled_from([given_, shaped, {"range": {"sheetId": 0}, **shaped}]))
    text = json.dumps({"requests": [{kind: whole}]}).encode()
    path = f"/v4/spreadsheets/{facts['workbook_id']}:batchUpdate"
    asked(rest, "POST", path, {"data": text, "content_type": "application/json"})


_INDEXES = st.integers(-1, 3)
_GRID = st.fixed_dictionaries(
    {"sheetId": st.just(0)},
    optional={
        "startRowIndex": _INDEXES,
        "endRowIndex": _INDEXES,
        "startColumnIndex": _INDEXES,
        "endColumnIndex": _INDEXES,
    },
)
_LINES = st.fixed_dictionaries(
    {"sheetId": st.just(0), "dimension": st.sampled_from(["ROWS", "COLUMNS"])},
    optional={"startIndex": _INDEXES, "endIndex": _INDEXES},
)
_PARTS = st.one_of(_GRID, _LINES, JUNK, st.just("*"), _INDEXES, st.lists(_GRID, max_size=2))


@FEW
@given(text=TEXTS, typed=st.lists(st.lists(st.one_of(TEXTS, JUNK), max_size=3), max_size=3))
def test_values_and_ranges_of_anything_are_answered(
    rest: Client, facts: dict[str, Any], text: str, typed: Any
) -> None:
    path = f"/v4/spreadsheets/{facts['workbook_id']}"
    query = {"ranges": text.encode("utf-8", "replace").decode(), "fields": "*"}
    asked(rest, "GET", path, {"query_string": query})
    body = {"valueInputOption": "USER_ENTERED", "data": [{"range": "A1", "values": typed}]}
    sent = {"data": json.dumps(body).encode(), "content_type": "application/json"}
    asked(rest, "POST", f"{path}/values:batchUpdate", sent)
    files = {"query_string": {"q": query["ranges"], "fields": query["ranges"]}}
    asked(rest, "GET", "/drive/v3/files", files)


@FEW
@given(data=st.data(), body=st.one_of(st.binary(max_size=40), st.just(b"[" * 5000)))
def test_broken_bodies_are_answered(
    rest: Client, facts: dict[str, Any], data: st.DataObject, body: bytes
) -> None:
    row = data.draw(st.sampled_from([row for row in ENDPOINTS if row.methods[0] != "GET"]))
    kind = data.draw(st.sampled_from(["application/json", "text/csv", "multipart/related", ""]))
    way = data.draw(st.sampled_from(["media", "multipart", "resumable", "x"]))
    sent = {"data": body, "content_type": kind, "query_string": {"uploadType": way}}
    asked(rest, row.methods[0], in_address(row.path, facts), sent)
