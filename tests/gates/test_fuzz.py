"""Whatever comes through a door is answered in its dialect and leaves nothing half-written."""

import json
from collections.abc import Iterable
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.gates.agent import MCP_HEADERS, Agent, endpoints, in_address, tools
from tests.gates.conftest import Walked
from tests.gates.facets import shown_to
from tests.gates.fuzzing import (
    FEW,
    JUNK,
    NUMBERS,
    TEXTS,
    arguments_of,
    nothing_written_when_refused,
)
from tests.gates.sampling import FULL, sample
from tests.gates.screens import page_rules
from tests.kit import PERSONA

from workworld import loading
from workworld.doors.mcp import Tool
from workworld.doors.rest import Endpoint
from workworld.doors.session.tools import TOOLS as SESSION_TOOLS
from workworld.doors.web import COOKIE
from workworld.manifest import App
from workworld.operations import operation_of

Row = TypeVar("Row")
FLAT = st.one_of(TEXTS, NUMBERS.map(str))
PATH_PARTS = FLAT.map(lambda text: text[:300]).filter(lambda text: text not in ("", ".", ".."))

_BOUNDED = "multipart/form-data; boundary=x"
PARTS = 8
"""The addresses are tried in so many parts, each with its share of examples, none for too long."""
IN_PARTS = pytest.mark.parametrize("part", sample(range(PARTS), 1))
SHARE = settings(FEW, max_examples=FEW.max_examples // PARTS) if FULL else FEW


def part_of(rows: Iterable[Row], part: int) -> list[Row]:
    """The addresses of a part; all of them where one part alone is tried."""
    return [*rows][part::PARTS] if FULL else [*rows]


def arguments_for(row: Endpoint | Tool, app: App, agent: Agent, **how: Any) -> Any:
    facts = shown_to(agent, app.id)
    return arguments_of(operation_of(row.function), row.names, facts, **how)


@IN_PARTS
@SHARE
@given(data=st.data())
def test_rest_answers_anything_in_its_dialect(agent: Agent, part: int, data: st.DataObject) -> None:
    app, endpoint = data.draw(st.sampled_from(part_of(endpoints(), part)))
    form = data.draw(st.sampled_from(["json", "data", "query_string"]))
    flat = {} if form == "json" else {"junk": FLAT}
    given_ = data.draw(arguments_for(endpoint, app, agent, **flat))
    path = in_address(endpoint.path, given_)
    if form != "json":  # what no client can put into a form
        given_ = {k: str(v).encode("utf-8", "replace").decode() for k, v in given_.items()}
    client = agent.doors.anonymous(app.id)
    method = data.draw(st.sampled_from(endpoint.methods))
    how: dict[str, Any] = {form: given_}
    with nothing_written_when_refused(agent.world):
        answer = client.open(path, method=method, headers=agent.bearer(app), **how)
    assert answer.status_code < 500, (path, form, given_, answer.get_data(as_text=True))
    assert answer.is_json or answer.status_code == 204, (path, answer.get_data(as_text=True))


@IN_PARTS
@SHARE
@given(data=st.data())
def test_rest_answers_broken_bodies_in_its_dialect(
    agent: Agent, part: int, data: st.DataObject
) -> None:
    app, endpoint = data.draw(st.sampled_from(part_of(endpoints(), part)))
    if "POST" not in endpoint.methods:
        return
    kinds = ["application/json", "application/x-www-form-urlencoded", _BOUNDED]
    kinds += ["text/plain", "application/json; charset=utf-16", ""]
    kind = data.draw(st.sampled_from(kinds))
    whole = json.dumps(data.draw(JUNK)).encode()
    body = data.draw(st.one_of(st.binary(max_size=40), st.just(whole), st.just(b"[" * 5000)))
    client = agent.doors.anonymous(app.id)
    path = in_address(endpoint.path, {})
    headers = {**agent.bearer(app), "Content-Type": kind}
    with nothing_written_when_refused(agent.world):
        answer = client.post(path, data=body, headers=headers)
    assert answer.status_code < 500, (path, kind, body)
    assert answer.is_json


@IN_PARTS
@SHARE
@given(data=st.data())
def test_tools_answer_anything_with_a_result_or_an_error(
    agent: Agent, part: int, data: st.DataObject
) -> None:
    app, tool = data.draw(st.sampled_from(part_of(tools(), part)))
    facts = arguments_for(tool, app, agent)
    by_schema = st.fixed_dictionaries({}, optional=dict.fromkeys(tool.properties, JUNK))
    arguments = data.draw(st.one_of(facts, by_schema, JUNK))
    params = {"name": tool.name, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    url = f"{agent.root}/{app.id}/mcp"
    headers = agent.bearer(app) | MCP_HEADERS | {"Content-Type": "application/json"}
    with nothing_written_when_refused(agent.world):
        answer = agent.http.post(url, content=json.dumps(message).encode(), headers=headers)
    assert answer.status_code < 500, (tool.name, arguments, answer.text)
    said = answer.json()
    assert "result" in said or said["error"]["code"] != -32603, (tool.name, arguments, said)


def servers() -> list[tuple[App, str]]:
    """Whose token is shown to which MCP server."""
    own = [(app, f"{app.id}/mcp") for app in loading.apps()]
    return own + [(app, name) for name in ("mcp", "session/mcp") for app in loading.apps()]


@IN_PARTS
@SHARE
@given(data=st.data())
def test_mcp_answers_broken_messages(agent: Agent, part: int, data: st.DataObject) -> None:
    app, server = data.draw(st.sampled_from(part_of(servers(), part)))
    method = data.draw(st.sampled_from(["tools/call", "tools/list", "initialize", "ping", "nope"]))
    message = data.draw(
        st.one_of(
            JUNK,
            st.fixed_dictionaries(
                {"jsonrpc": st.just("2.0"), "method": st.just(method)},
                optional={"id": JUNK, "params": JUNK},
            ),
        )
    )
    headers = agent.bearer(app) | MCP_HEADERS | {"Content-Type": "application/json"}
    with nothing_written_when_refused(agent.world):
        answer = agent.http.post(
            f"{agent.root}/{server}", content=json.dumps(message).encode(), headers=headers
        )
    assert answer.status_code < 500, (server, message, answer.text)


@FEW
@given(data=st.data())
def test_session_answers_anything_its_tools_are_given(agent: Agent, data: st.DataObject) -> None:
    tool = data.draw(st.sampled_from(SESSION_TOOLS))
    properties = tool.input_schema.get("properties", {})
    arguments = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(properties, JUNK)))
    params = {"name": tool.name, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    app = loading.apps()[0]
    headers = agent.bearer(app) | MCP_HEADERS | {"Content-Type": "application/json"}
    body = json.dumps(message).encode()
    with nothing_written_when_refused(agent.world):
        answer = agent.http.post(f"{agent.root}/session/mcp", content=body, headers=headers)
    assert answer.status_code < 500, (tool.name, arguments, answer.text)
    said = answer.json()
    assert "result" in said or said["error"]["code"] != -32603, (tool.name, arguments, said)


@FEW
@given(topics=FLAT, since=FLAT)
def test_live_pages_may_ask_for_anything(agent: Agent, topics: str, since: str) -> None:
    asked = {"topics": topics[:2000], "since": since[:2000]}
    asked = {name: text.encode("utf-8", "replace").decode() for name, text in asked.items()}
    headers = {"Cookie": f"{COOKIE}={agent.doors.cookie}"}
    url = f"{agent.root}/live"
    with (
        nothing_written_when_refused(agent.world),
        agent.http.stream("GET", url, params=asked, headers=headers) as answer,
    ):
        assert answer.status_code < 500, asked


@pytest.fixture
def names(walked: Walked) -> list[str]:
    """The names of fields and of query parameters that pages use."""
    found = walked(PERSONA).found.query_names
    return sorted({*found, "next", "q", "cursor", "before", "email"} - {"csrf"})


@IN_PARTS
@SHARE
@given(data=st.data())
def test_pages_answer_anything_in_words(
    agent: Agent, names: list[str], part: int, data: st.DataObject
) -> None:
    app_id, method, rule = data.draw(st.sampled_from(part_of(page_rules(), part)))
    facts = shown_to(agent, app_id)
    parts = st.fixed_dictionaries(
        {
            name: st.one_of(PATH_PARTS, *([st.just(str(facts[name]))] if name in facts else []))
            for name in {*facts, "id", "name", "filename"}
        }
    )
    path = in_address(rule, data.draw(parts))
    values = st.one_of(FLAT, st.just("a word")).map(
        lambda text: text.encode("utf-8", "replace").decode()
    )
    fields = data.draw(st.dictionaries(st.sampled_from(names), values, max_size=4))
    doors = agent.doors
    client = doors.pages_of(app_id)
    how: dict[str, Any] = {"query_string": fields}
    if method != "GET":
        how = {"data": {**fields, "csrf": doors.csrf}}
    with nothing_written_when_refused(agent.world):
        answer = client.open(path, method=method, **how)
    text = answer.get_data(as_text=True)
    assert answer.status_code < 500, (method, path, fields, text)
    if answer.status_code >= 400:
        assert "<h1" in text or answer.status_code == 401, (method, path, fields, text)
