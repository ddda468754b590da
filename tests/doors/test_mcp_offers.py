"""Which tools an endpoint offers: profiles, toolsets, read-only, and all apps at once."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from tests.kit import Doors, Office

from workworld.doors.mcp import Choice, Upstream, offer_of
from workworld.errors import Invalid
from workworld.host import Host
from workworld.mcp_servers.chat import TABLE

READS = {"slack_read_channel", "slack_read_thread"}


@pytest.fixture
def agent(host: Host, doors: Doors) -> Iterator[httpx2.Client]:
    headers = {"Authorization": f"Bearer {doors.token}"}
    with httpx2.Client(base_url=host.origin + doors.site.root, headers=headers) as client:
        yield client


def answer(agent: httpx2.Client, path: str, method: str, **headers: str) -> httpx2.Response:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {}}
    return agent.post(path, json=body, headers=headers)


def names(agent: httpx2.Client, path: str, **headers: str) -> list[str]:
    listed = answer(agent, path, "tools/list", **headers).json()["result"]["tools"]
    return [tool["name"] for tool in listed]


def every_tool(profile: str = "vendor") -> list[str]:
    return [tool.name for tool in TABLE.profiles[profile].tools]


def test_tools_come_in_the_order_of_the_table(agent: httpx2.Client) -> None:
    assert names(agent, "/chat/mcp") == every_tool()
    assert names(agent, "/chat/mcp?profile=full") == every_tool("full")


@pytest.mark.parametrize("given", ["messages", "messages ,", "messages,messages"])
def test_toolsets_narrow_by_query_and_by_header(agent: httpx2.Client, given: str) -> None:
    wanted = [tool.name for tool in TABLE.profiles["vendor"].tools if tool.toolset == "messages"]
    assert names(agent, f"/chat/mcp?toolsets={given}") == wanted
    assert names(agent, "/chat/mcp", **{"X-MCP-Toolsets": given}) == wanted


def test_all_toolsets_are_everything(agent: httpx2.Client) -> None:
    assert names(agent, "/chat/mcp", **{"X-MCP-Toolsets": "all"}) == every_tool()


def test_toolsets_of_the_query_count_before_those_of_the_header(agent: httpx2.Client) -> None:
    header = {"X-MCP-Toolsets": "messages"}
    assert "slack_read_channel" not in names(agent, "/chat/mcp?toolsets=channels", **header)


def test_read_only_leaves_out_what_writes(agent: httpx2.Client, office: Office) -> None:
    header = {"X-MCP-Readonly": "true"}
    assert "slack_send_message" in names(agent, "/chat/mcp", **{"X-MCP-Readonly": "false"})
    listed = names(agent, "/chat/mcp", **header)
    assert "slack_send_message" not in listed
    assert set(listed) >= READS
    called = {"name": "slack_send_message",
              "arguments": {"channel_id": office.channels["general"], "message": "x"}}  # fmt: skip
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": called}
    error = agent.post("/chat/mcp", json=body, headers=header).json()["error"]
    assert error["message"] == "Unknown tool: slack_send_message"


@pytest.mark.parametrize(
    "query", ["profile=nope", "toolsets=nope", "toolsets=messages,nope", "profile=%00"]
)
def test_unknown_choices_are_refused_and_named(agent: httpx2.Client, query: str) -> None:
    refused = answer(agent, f"/chat/mcp?{query}", "tools/list")
    assert refused.status_code == 400
    assert "There is no" in refused.json()["error"]["message"]


def test_one_endpoint_offers_every_app(agent: httpx2.Client) -> None:
    assert names(agent, "/mcp?apps=chat") == every_tool()
    assert set(names(agent, "/mcp")) >= set(every_tool())
    assert answer(agent, "/mcp?apps=nope", "tools/list").status_code == 400
    assert names(agent, "/mcp?apps=chat,chat") == every_tool()


def test_common_endpoint_calls_tools_in_the_name_of_their_app(
    agent: httpx2.Client, office: Office, host: Host, doors: Doors
) -> None:
    called = {"name": "slack_send_message",
              "arguments": {"channel_id": office.channels["general"], "message": "x"}}  # fmt: skip
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": called}
    result = agent.post("/mcp", json=body).json()["result"]
    assert f"{host.origin}{doors.site.root}/chat/archives/" in result["content"][0]["text"]


@pytest.mark.parametrize("token", ["nonsense", "xoxp-forged"])
def test_common_endpoint_asks_for_a_token_of_some_app(host: Host, doors: Doors, token: str) -> None:
    url = f"{host.origin}{doors.site.root}/mcp"
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    response = httpx2.post(url, json=body, headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 401
    assert "slack" not in response.text


def test_lists_say_how_long_and_for_whom_they_hold(agent: httpx2.Client) -> None:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}
    result = agent.post("/chat/mcp", json=body, headers=headers).json()["result"]
    assert (result["ttlMs"], result["cacheScope"]) == (300_000, "private")


# Tables, without a wire


def test_description_names_the_caller(doors: Doors) -> None:
    tool = replace(TABLE.tools[0], description="You are {user_id}; {braces} stay.")
    said = tool.advertised(doors.actor).description
    assert said == f"You are {doors.person_id}; {{braces}} stay."


def test_tools_of_ours_are_in_the_full_profile_only() -> None:
    ours = replace(TABLE.tools[0], name="slack_extra", profiles=("full",))
    table = replace(TABLE, tools=[*TABLE.tools, ours])
    assert "slack_extra" not in offer_of([table]).tools
    assert "slack_extra" in offer_of([table], Choice(("chat",), "full")).tools


def test_another_upstream_is_a_profile_of_its_own() -> None:
    renamed = replace(TABLE.tools[1], name="conversations_history")
    other = Upstream("community", "Community", "Read first.", [renamed])
    table = replace(TABLE, upstreams=[other])
    offered: Any = offer_of([table], Choice(("chat",), "community"))
    assert (offered.title, offered.instructions) == ("Community", "Read first.")
    assert list(offered.tools) == ["conversations_history"]
    assert "conversations_history" not in offer_of([table]).tools


def test_several_apps_must_all_have_the_profile() -> None:
    other = replace(TABLE, app_id="other", title="Other", tools=[])
    both = offer_of([TABLE, other])
    assert both.title == "Chat, Other"
    assert "# Other\n" in both.instructions
    upstream = Upstream("community", "Community", "", [])
    with pytest.raises(Invalid, match="There is no profile 'community'"):
        offer_of([replace(TABLE, upstreams=[upstream]), other], Choice((), "community"))
