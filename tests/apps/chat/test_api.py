import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.files.sending import announce, send
from tests.kit import Doors, Office

from workworld.apps.chat.api import ENDPOINTS
from workworld.context import Actor
from workworld.worlds import Snapshot, Worlds


@pytest.fixture
def client(doors: Doors) -> FlaskClient:
    return doors.anonymous("chat")


def bearer(doors: Doors) -> dict[str, str]:
    return {"Authorization": f"Bearer {doors.token}"}


@pytest.mark.parametrize("form", ["json", "form", "query", "multipart"])
def test_arguments_come_in_every_form(
    client: FlaskClient, doors: Doors, office: Office, form: str
) -> None:
    arguments = {"channel": office.channels["general"], "text": "A &amp; B"}
    given: dict[str, Any] = {
        "json": {"json": arguments},
        "form": {"data": arguments},
        "query": {"query_string": arguments},
        "multipart": {"data": arguments, "content_type": "multipart/form-data"},
    }[form]
    answer = client.post("/api/chat.postMessage", headers=bearer(doors), **given).get_json()
    assert answer["ok"], answer
    assert answer["message"]["text"] == "A &amp; B"


def test_empty_json_body_means_no_arguments(client: FlaskClient, doors: Doors) -> None:
    headers = bearer(doors) | {"Content-Type": "application/json;charset=utf-8"}
    answer = client.post("/api/auth.test", data=b"", headers=headers).get_json()
    assert answer["ok"]
    assert answer["user_id"] == doors.person_id
    assert answer["url"] == f"{doors.site.addresses.app('chat')}/"


@pytest.mark.parametrize(
    ("body", "code"),
    [(b"{", "invalid_json"), (b"[]", "json_not_object"), (b"\xff", "invalid_json")],
)
def test_malformed_json_is_said_so(
    client: FlaskClient, doors: Doors, body: bytes, code: str
) -> None:
    headers = bearer(doors) | {"Content-Type": "application/json; charset=utf-8"}
    response = client.post("/api/chat.postMessage", data=body, headers=headers)
    assert (response.status_code, response.get_json()) == (200, {"ok": False, "error": code})


@pytest.mark.parametrize("where", ["header", "query", "form", "json"])
def test_token_may_come_as_an_argument(client: FlaskClient, doors: Doors, where: str) -> None:
    given: dict[str, Any] = {
        "header": {"headers": bearer(doors)},
        "query": {"query_string": {"token": doors.token}},
        "form": {"data": {"token": doors.token}},
        "json": {"json": {"token": doors.token}},
    }[where]
    assert client.post("/api/auth.test", **given).get_json()["ok"]


def test_token_is_not_kept_in_the_journal(
    client: FlaskClient, doors: Doors, office: Office
) -> None:
    arguments = {"channel": office.channels["general"], "text": "hi", "token": doors.token}
    assert client.post("/api/chat.postMessage", json=arguments).get_json()["ok"]
    (entry,) = doors.journal
    assert entry.request["arguments"] == {"channel": office.channels["general"], "text": "hi"}


def test_missing_and_foreign_tokens_are_refused(
    client: FlaskClient, doors: Doors, worlds: Worlds, snapshot: Snapshot
) -> None:
    elsewhere = Doors(worlds.open(snapshot), doors.authority, doors.person_id).token
    for method in (endpoint.path for endpoint in ENDPOINTS):
        for token, code in (
            ("", "not_authed"),
            ("xoxp-nonsense", "invalid_auth"),
            ("nonsense", "invalid_auth"),
            (elsewhere, "invalid_auth"),
        ):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            response = client.post(method, headers=headers, json={})
            assert (response.status_code, response.get_json()["error"]) == (200, code)
    assert doors.journal == []


def test_token_without_the_scope_is_refused(doors: Doors, client: FlaskClient) -> None:
    narrow = doors.authority.token(doors.world, doors.person_id, "xoxp-", scopes=["users:read"])
    headers = {"Authorization": f"Bearer {narrow}"}
    assert client.post("/api/users.list", headers=headers).get_json()["ok"]
    assert (
        client.post("/api/conversations.list", headers=headers).get_json()["error"]
        == "missing_scope"
    )


def test_token_for_files_alone_writes_into_no_thread(
    doors: Doors, client: FlaskClient, office: Office
) -> None:
    channel_id = office.channels["general"]
    root = doors.rest("chat.postMessage", channel=channel_id, text="Question")["ts"]
    narrow = doors.authority.token(doors.world, doors.person_id, "xoxp-", scopes=["files:write"])
    headers = {"Authorization": f"Bearer {narrow}"}
    begun = announce(doors, "plan.txt", b"plan")
    send(doors, begun["upload_url"], b"plan")
    body = {"files": [{"id": begun["file_id"]}], "channel_id": channel_id, "initial_comment": "x"}
    for place in ({}, {"thread_ts": root}):
        answer = client.post(
            "/api/files.completeUploadExternal", headers=headers, json=body | place
        ).get_json()
        assert answer["error"] == "missing_scope"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({}, "invalid_arguments"),
        ({"channel": "CNOPE", "text": "hi"}, "channel_not_found"),
        ({"channel": 5, "text": "hi"}, "invalid_arguments"),
        ({"channel": None, "text": "hi"}, "invalid_arguments"),
        ({"channel": {"id": "C"}, "text": "hi"}, "invalid_arguments"),
        ({"channel": "#general"}, "no_text"),
        ({"channel": "#general", "text": ""}, "no_text"),
        ({"channel": "#general", "text": None}, "no_text"),
        ({"channel": "#general", "text": "\u200b\u2800 "}, "no_text"),
        ({"channel": "#general", "text": "a\x00b"}, "invalid_arguments"),
        ({"channel": "#general", "text": ["hi"]}, "invalid_arguments"),
        ({"channel": "#general", "text": "\ud800"}, "invalid_arguments"),
        ({"channel": "#general", "text": "x" * 40_001}, "msg_too_long"),
        ({"channel": "#general", "text": "hi", "thread_ts": "yesterday"}, "invalid_arguments"),
        ({"channel": "#general", "text": "hi", "thread_ts": 17.5}, "invalid_arguments"),
        (
            {"channel": "#general", "text": "hi", "thread_ts": "1700000000.000001"},
            "thread_not_found",
        ),
        ({"channel": "#general", "text": "hi", "reply_broadcast": "maybe"}, "invalid_arguments"),
        ({"channel": "#general", "text": "hi", "blocks": [{"type": "nothing"}]}, "invalid_blocks"),
        ({"channel": "#general", "text": "hi", "blocks": "[{"}, "invalid_blocks_format"),
        ({"channel": "#general", "text": "hi", "attachments": [{}] * 101}, "too_many_attachments"),
        ({"channel": "#general", "text": "hi", "metadata": {"a": 1}}, "invalid_metadata_schema"),
        ({"channel": "#general", "text": "hi", "metadata": "{"}, "invalid_metadata_format"),
        ({"channel": "#general", "text": "hi", "username": "Ming"}, "invalid_arguments"),
        ({"channel": "#general", "text": "a", "markdown_text": "b"}, "markdown_text_conflict"),
        ({"channel": "#renewals", "text": "hi"}, "channel_not_found"),
        ({"channel": "#support", "text": "hi"}, "not_in_channel"),
    ],
)
def test_bad_post_is_refused_and_writes_nothing(
    doors: Doors, arguments: dict[str, object], code: str
) -> None:
    answer = doors.rest("chat.postMessage", **arguments)
    assert (answer["ok"], answer["error"]) == (False, code)
    assert doors.changes == []
    assert [entry.outcome for entry in doors.journal] == [code]


def test_missing_argument_is_named(doors: Doors) -> None:
    answer = doors.rest("conversations.history")
    assert answer["response_metadata"]["messages"] == ["[ERROR] missing required field: channel"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"limit": 1001}, "invalid_limit"),
        ({"limit": "many"}, "invalid_limit"),
        ({"limit": 10**30}, "invalid_limit"),
        ({"limit": True}, "invalid_limit"),
        ({"limit": -1}, "invalid_limit"),
        ({"cursor": "bm9wZQ=="}, "invalid_cursor"),
        ({"types": "im,nonsense"}, "invalid_types"),
        ({"types": 5}, "invalid_types"),
        ({"exclude_archived": "perhaps"}, "invalid_arguments"),
    ],
)
def test_bad_listing_is_refused(doors: Doors, arguments: dict[str, object], code: str) -> None:
    assert doors.rest("conversations.list", **arguments)["error"] == code


def test_unknown_method_is_told_in_the_vendors_words(client: FlaskClient) -> None:
    for path in ("/api/chat.nope", "/api/", "/api/chat.postMessage/more"):
        response = client.post(path)
        assert (response.status_code, response.get_json()) == (
            200,
            {"ok": False, "error": "unknown_method"},
        )


def test_wrong_http_method_and_huge_body_are_json_too(client: FlaskClient, doors: Doors) -> None:
    assert client.delete("/api/auth.test").get_json() == {
        "ok": False,
        "error": "method_not_allowed",
    }
    response = client.post("/api/api.test", data=b"x" * (2 << 20), content_type="application/json")
    assert (response.status_code, response.get_json()["error"]) == (413, "request_too_large")


def test_a_bug_is_answered_in_the_vendors_words(
    doors: Doors, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workworld.directory.people.company", lambda _session: 1 / 0)
    response = client.post("/api/auth.test", headers=bearer(doors))
    assert (response.status_code, response.get_json()["error"]) == (500, "internal_error")


def test_api_test_echoes(client: FlaskClient) -> None:
    assert client.get("/api/api.test?a=1").get_json() == {"ok": True, "args": {"a": "1"}}
    assert client.get("/api/api.test?error=x").get_json()["error"] == "x"


def test_asking_for_heads_writes_nothing(client: FlaskClient, doors: Doors, office: Office) -> None:
    arguments = {"channel": office.channels["general"], "text": "head", "token": doors.token}
    assert client.head("/api/chat.postMessage", query_string=arguments).status_code == 405
    assert doors.journal == []


@pytest.mark.parametrize("body", [b'{"a": NaN}', b'{"a":' + b"[" * 970 + b"]" * 970 + b"}"])
def test_what_is_hardly_json_is_answered(client: FlaskClient, doors: Doors, body: bytes) -> None:
    headers = bearer(doors) | {"Content-Type": "application/json"}
    for method in ("api.test", "chat.postMessage"):
        response = client.post(f"/api/{method}", data=body, headers=headers)
        assert response.status_code == 200
        assert response.get_json(silent=True) is not None


def test_channels_of_another_person(doors: Doors, office: Office) -> None:
    arguments = {"types": "public_channel,private_channel", "user": office.people["eboadi"]}
    names = {c["name"] for c in doors.rest("users.conversations", **arguments)["channels"]}
    assert "support" in names
    assert "renewals" not in names  # she may be in it, the caller may not know
    assert doors.rest("users.conversations", user="UNOPE")["error"] == "user_not_found"
    said = doors.rest("users.conversations", user=5)["response_metadata"]["messages"]
    assert said == ["[ERROR] input should be a valid string: user"]


def test_cursor_is_bound_to_its_listing(doors: Doors, office: Office) -> None:
    general, deploys = office.channels["general"], office.channels["deploys"]
    page = doors.rest("conversations.history", channel=general, limit=1)
    cursor = page["response_metadata"]["next_cursor"]
    assert doors.rest("conversations.history", channel=general, cursor=cursor)["ok"]
    for method, channel in (
        ("conversations.history", deploys),
        ("conversations.replies", general),
        ("conversations.list", None),
    ):
        arguments = {"channel": channel, "ts": page["messages"][0]["ts"], "cursor": cursor}
        assert doors.rest(method, **arguments)["error"] == "invalid_cursor"


def test_parent_shows_its_thread(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = doors.rest("chat.postMessage", channel=general, text="parent")
    doors.rest("chat.postMessage", channel=general, text="one", thread_ts=parent["ts"])
    last = doors.rest("chat.postMessage", channel=general, text="two", thread_ts=parent["ts"])
    newest = doors.rest("conversations.history", channel=general, limit=1)["messages"][0]
    assert (newest["thread_ts"], newest["reply_count"], newest["latest_reply"]) == (
        parent["ts"],
        2,
        last["ts"],
    )
    assert newest["reply_users"] == [doors.person_id]
    assert last["message"]["parent_user_id"] == doors.person_id


def test_hidden_and_missing_channel_answer_alike(colleague: Doors, office: Office) -> None:
    for method in ("conversations.info", "conversations.history"):
        hidden = colleague.rest(method, channel=office.channels["finance-close"])
        missing = colleague.rest(method, channel="C0000000000")
        assert hidden == missing


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(
    ["channel", "text", "thread_ts", "reply_broadcast", "limit", "cursor",
     "oldest", "latest", "inclusive", "types", "ts", "user"]
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_arguments_bring_a_method_down(doors: Doors, client: FlaskClient, data: Any) -> None:
    endpoint = data.draw(st.sampled_from(ENDPOINTS))
    arguments = data.draw(st.dictionaries(NAMES, JSON | st.just("#general"), max_size=5))
    before = len(doors.changes)
    response = client.post(
        endpoint.path,
        data=json.dumps(arguments),
        headers=bearer(doors) | {"Content-Type": "application/json"},
    )
    assert response.status_code == 200, response.get_data(as_text=True)
    if not response.get_json()["ok"]:
        assert len(doors.changes) == before


@pytest.mark.parametrize("channel", [[None], {"id": "C1"}, 5, True])
def test_conversation_that_is_no_text_is_not_found(doors: Doors, channel: object) -> None:
    answer = doors.rest("conversations.open", channel=channel)
    assert (answer["ok"], answer["error"]) == (False, "channel_not_found")


def test_scope_of_everything_is_not_a_scope_name() -> None:
    assert Actor("U1").may("anything")
    assert not Actor("U1", frozenset({"any"})).may("anything")


@pytest.mark.parametrize(
    ("content_type", "warning"),
    [
        ("application/json", "missing_charset"),
        ("application/json; charset=utf-8", None),
        ("application/x-www-form-urlencoded", None),
        ("application/x-www-form-urlencoded; charset=utf-8", "superfluous_charset"),
        (None, None),
    ],
)
def test_odd_content_types_are_warned_of(
    doors: Doors, office: Office, content_type: str | None, warning: str | None
) -> None:
    """As raw requests have them: the vendor's Python client says the charset with JSON alone."""
    bodies = {"application/json": b'{"channel": "%s", "text": "hi"}'}
    body = bodies.get((content_type or "").partition(";")[0], b"channel=%s&text=hi")
    for channel, ok in ((office.channels["general"], True), ("C0000000000", False)):
        answer = doors.anonymous("chat").post(
            "/api/chat.postMessage",
            data=body % channel.encode(),
            content_type=content_type or "application/x-www-form-urlencoded",
            headers={"Authorization": f"Bearer {doors.token}"},
        )
        found = answer.get_json()
        assert (answer.status_code, found["ok"]) == (200, ok)
        assert found.get("warning") == warning
        told = found.get("response_metadata", {}).get("warnings")
        assert told == ([warning] if warning else None)
