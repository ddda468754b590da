"""Tool calls that are answered without the SDK's transport are answered as it would."""

import json
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.types import Message, Scope
from tests.kit import Doors, Office, run_async

from workworld.doors.mcp import Endpoint, ToolResult, endpoint, servers
from workworld.doors.mcp.messages import tool_call
from workworld.doors.site import ENVIRON_KEY
from workworld.doors.web import LARGEST_BODY

MODERN = "2026-07-28"
ERAS = ["", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN]
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}
CLIENT = {"io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"}}
READ = "slack_read_channel"


@dataclass
class Asked:
    """A request that may be plain or odd."""

    body: bytes
    headers: list[tuple[str, str]] = field(default_factory=list)

    def scope(self, doors: Doors) -> Scope:
        """The request as the agent port hands it on."""
        headers = [("authorization", f"Bearer {doors.token}"), *self.headers]
        return {
            "type": "http",
            "method": "POST",
            "path": f"{doors.site.root}/chat/mcp",
            "root_path": f"{doors.site.root}/chat/mcp",
            "query_string": b"",
            "headers": [(name.encode(), text.encode("latin-1")) for name, text in headers],
            ENVIRON_KEY: doors.site,
        }


@dataclass
class Answered:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: Any


def request(era: str, message: Any, **headers: str) -> Asked:
    """A request of an era, with the headers that it demands, unless others are given."""
    given = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    if era:
        given["mcp-protocol-version"] = era
    if era == MODERN and isinstance(message, dict):
        given["mcp-method"] = str(message.get("method"))
        params = message.get("params")
        if isinstance(params, dict) and isinstance(params.get("name"), str):
            given["mcp-name"] = params["name"]
        if isinstance(params, dict):
            params = {"_meta": ENVELOPE | CLIENT, **params}
            message = {**message, "params": params}
    given |= {name.replace("_", "-"): text for name, text in headers.items()}
    return Asked(json.dumps(message).encode(), [each for each in given.items() if each[1]])


def call(tool: str = READ, number: Any = 1, **params: Any) -> dict[str, Any]:
    """A tool call."""
    return {
        "jsonrpc": "2.0",
        "id": number,
        "method": "tools/call",
        "params": {"name": tool, **params},
    }


def answer(asked: Asked, doors: Doors) -> Answered:
    """Ask the endpoint."""
    sent: list[Message] = []
    body: list[Message] = [{"type": "http.request", "body": asked.body, "more_body": False}]

    async def receive() -> Message:
        return body.pop() if body else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        with ThreadPoolExecutor(1, "shared") as threads:
            await Endpoint(threads, "chat")(asked.scope(doors), receive, send)

    run_async(run)
    start = sent[0]
    text = b"".join(message.get("body", b"") for message in sent[1:])
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    headers.pop("content-length", None)
    is_json = headers.get("content-type") == "application/json"
    return Answered(start["status"], headers, json.loads(text) if is_json and text else text)


@pytest.fixture
def both(
    doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Asked], tuple[Answered, Answered]]:
    """Asks ours and the SDK's, on the same state."""

    def ask(asked: Asked) -> tuple[Answered, Answered]:
        ours = answer(asked, doors)
        doors.world.reset()
        with monkeypatch.context() as patched:
            patched.setattr(endpoint, "tool_call", lambda *_: None)
            theirs = answer(asked, doors)
        doors.world.reset()
        return ours, theirs

    return ask


@pytest.mark.parametrize("is_by_sdk", [False, True])
def test_tools_run_in_the_threads_that_all_doors_share(
    doors: Doors, monkeypatch: pytest.MonkeyPatch, is_by_sdk: bool
) -> None:
    ran: list[str] = []

    def call_tool(*_arguments: Any) -> ToolResult:
        ran.append(threading.current_thread().name)
        return ToolResult("done")

    for module in (endpoint, servers):
        monkeypatch.setattr(module, "call_tool", call_tool)
    if is_by_sdk:
        monkeypatch.setattr(endpoint, "tool_call", lambda *_: None)
    asked = answer(request("2025-06-18", call(arguments={"channel_id": "C1"})), doors)
    assert asked.body["result"]["content"][0]["text"] == "done"
    assert [name.rpartition("_")[0] for name in ran] == ["shared"]


def is_plain(asked: Asked, doors: Doors) -> bool:
    return tool_call(asked.scope(doors)["headers"], asked.body) is not None


PLAIN = {
    "number": lambda channel: call(arguments={"channel_id": channel}),
    "text id": lambda channel: call(number="a", arguments={"channel_id": channel}),
    "write": lambda channel: call(
        "slack_send_message", arguments={"channel_id": channel, "message": "Grüße & “x” 🎉"}
    ),
    "refused": lambda _: call(arguments={"channel_id": "C0000000000"}),
    "bad arguments": lambda _: call(arguments={"channel_id": 1, "nope": [None]}),
    "no arguments": lambda _: call(),
}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("message", PLAIN.values(), ids=PLAIN)
def test_plain_calls_are_answered_as_by_the_sdk(
    both: Any, doors: Doors, office: Office, era: str, message: Any
) -> None:
    asked = request(era, message(office.channels["general"]))
    assert is_plain(asked, doors)
    ours, theirs = both(asked)
    assert ours == theirs
    assert (ours.status, "result" in ours.body) == (200, True)


@pytest.mark.parametrize("era", ERAS)
def test_what_is_told_as_value_and_in_blocks_is_answered_as_by_the_sdk(
    both: Any, doors: Doors, monkeypatch: pytest.MonkeyPatch, era: str
) -> None:
    image = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    for told in (
        ToolResult("{}", structured={"result": "{}"}),
        ToolResult("[]", more=[image, {"type": "text", "text": "more"}]),
    ):
        for module in (endpoint, servers):
            monkeypatch.setattr(module, "call_tool", lambda *_, told=told: told)
        ours, theirs = both(request(era, call(arguments={})))
        assert ours == theirs
        assert len(ours.body["result"]["content"]) == 1 + len(told.more)


@pytest.mark.parametrize("era", ["2025-06-18", MODERN])
@pytest.mark.parametrize("meta", [{"progressToken": 7}, {"progressToken": "x"}, {"other": [1]}])
def test_extra_facts_about_a_call_change_nothing(
    both: Any, doors: Doors, era: str, meta: dict[str, Any]
) -> None:
    whole = meta | (ENVELOPE if era == MODERN else {})
    asked = request(era, call(arguments={"channel_id": "C1"}, _meta=whole))
    assert is_plain(asked, doors)
    ours, theirs = both(asked)
    assert ours == theirs


def test_crash_tells_nothing(
    both: Any, doors: Doors, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(*_: Any) -> None:
        raise RuntimeError("SELECT secrets")

    monkeypatch.setattr(endpoint, "call_tool", crash)
    monkeypatch.setattr("workworld.doors.mcp.servers.call_tool", crash)
    for era in ERAS:
        ours, theirs = both(request(era, call(arguments={})))
        assert ours == theirs
        assert ours.body["error"] == {"code": -32603, "message": "Internal error"}
    assert "SELECT secrets" in caplog.text


ODD: dict[str, Any] = {
    "unknown tool": call("slack_nope", arguments={}),
    "arguments of no object": call(arguments=[1]),
    "arguments null": call(arguments=None),
    "name of no text": {**call(), "params": {"name": 1}},
    "no name": {**call(), "params": {}},
    "no params": {"jsonrpc": "2.0", "id": 1, "method": "tools/call"},
    "params list": {**call(), "params": [READ]},
    "extra param": call(arguments={}, task={"ttl": 1}),
    "extra envelope": {**call(arguments={}), "extra": 1},
    "id null": call(number=None),
    "id true": call(number=True),
    "id float": call(number=1.5),
    "id object": call(number={}),
    "no id": {key: value for key, value in call().items() if key != "id"},
    "version 1.0": {**call(), "jsonrpc": "1.0"},
    "no version": {key: value for key, value in call().items() if key != "jsonrpc"},
    "batch": [call(arguments={"channel_id": "C1"})],
    "empty batch": [],
    "text": "tools/call",
    "null": None,
    "bad meta": call(arguments={}, _meta=[1]),
    "null token": call(arguments={}, _meta={"progressToken": None}),
    "token of no text": call(arguments={}, _meta={"progressToken": [1]}),
    "half an envelope": call(
        arguments={}, _meta={"io.modelcontextprotocol/protocolVersion": MODERN}
    ),
    "bad envelope": call(
        arguments={}, _meta=ENVELOPE | {"io.modelcontextprotocol/clientCapabilities": 1}
    ),
    "list": {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}},
    "ping": {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {}},
    "initialize": {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {},
                   "clientInfo": {"name": "t", "version": "1"}},
    },
    "discover": {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {}},
    "large meta": call(arguments={"channel_id": "C1"}, _meta=ENVELOPE | {"other": "x" * 3000}),
    "no such method": {"jsonrpc": "2.0", "id": 1, "method": "tools/nope", "params": {}},
    "notification": {"jsonrpc": "2.0", "method": "notifications/initialized"},
    "unknown notification": {"jsonrpc": "2.0", "method": "notifications/nope", "params": {}},
    "answer": {"jsonrpc": "2.0", "id": 1, "result": {}},
}  # fmt: skip


@pytest.mark.parametrize("era", ["", "2025-11-25", MODERN, "2027-01-01", "nonsense"])
@pytest.mark.parametrize("message", ODD.values(), ids=ODD)
def test_everything_else_is_the_sdks_business(both: Any, era: str, message: Any) -> None:
    ours, theirs = both(request(era, message))
    assert ours == theirs


HEADERS: dict[str, dict[str, str]] = {
    "wrong accept": {"accept": "text/html"},
    "no accept": {"accept": ""},
    "any accept": {"accept": "*/*"},
    "wide accept": {"accept": "text/html, application/*;q=0.5"},
    "wrong type": {"content_type": "text/plain"},
    "no type": {"content_type": ""},
    "type with charset": {"content_type": "application/json; charset=utf-8"},
    "another method": {"mcp_method": "tools/list"},
    "another name": {"mcp_name": "slack_read_thread"},
    "name in base64": {"mcp_name": "=?base64?c2xhY2tfcmVhZF9jaGFubmVs?="},
    "mirrored argument": {"mcp_param_channel": "C1"},
    "session": {"mcp_session_id": "abc"},
}


@pytest.mark.parametrize("era", ["", "2025-11-25", MODERN])
@pytest.mark.parametrize("headers", HEADERS.values(), ids=HEADERS)
def test_headers_count_as_for_the_sdk(both: Any, era: str, headers: dict[str, str]) -> None:
    ours, theirs = both(request(era, call(arguments={"channel_id": "C1"}), **headers))
    assert ours == theirs


@pytest.mark.parametrize("name", ["mcp-protocol-version", "mcp-method", "mcp-name", "accept"])
def test_headers_given_twice_count_as_for_the_sdk(both: Any, name: str) -> None:
    asked = request(MODERN, call(arguments={"channel_id": "C1"}))
    asked.headers.append((name, dict(asked.headers)[name]))
    ours, theirs = both(asked)
    assert ours == theirs


BODIES = {
    "empty": b"",
    "cut": b'{"jsonrpc": "2.0", "id": 1',
    "not a number": b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}',
    "utf-16": json.dumps(call(arguments={"channel_id": "C1"})).encode("utf-16"),
    "mark before": b"\xef\xbb\xbf" + json.dumps(call(arguments={"channel_id": "C1"})).encode(),
    "half a pair": json.dumps(call(arguments={"channel_id": "\ud800"})).encode(),
    "deep": b"[" * 100_000,
    "long number": b'{"jsonrpc": "2.0", "id": ' + b"1" * 5000 + b', "method": "ping"}',
    "key twice": b'{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call","params":'
    b'{"name":"slack_read_channel","arguments":{"channel_id":"C1"}}}',
    "too large": b" " * (LARGEST_BODY + 1),
}  # fmt: skip


@pytest.mark.parametrize("era", ["", MODERN])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_bodies_are_read_as_by_the_sdk(both: Any, era: str, body: bytes) -> None:
    ours, theirs = both(Asked(body, request(era, call()).headers))
    assert ours == theirs


def test_larger_bodies_than_allowed_are_refused(doors: Doors) -> None:
    asked = request("", call(arguments={"channel_id": "x" * LARGEST_BODY}))
    assert answer(asked, doors).status == 413
    declared = Asked(b"", [*asked.headers, ("content-length", str(LARGEST_BODY + 1))])
    assert answer(declared, doors).status == 413
