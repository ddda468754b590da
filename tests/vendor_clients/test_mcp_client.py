"""The official MCP client, over HTTP and stdio, in both protocol eras."""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from tests.kit import Doors, Office, run_async, text_of

from workworld.host import Host

Mode = Literal["auto", "legacy"]
MODES: list[Mode] = ["auto", "legacy"]


def over_http(url: str, token: str, mode: Mode, use: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers) as http:
            transport = streamable_http_client(url, http_client=http)
            async with Client(transport, mode=mode) as client:
                await use(client)

    run_async(run)


@pytest.mark.parametrize("mode", MODES)
def test_post_over_http(host: Host, doors: Doors, office: Office, mode: Mode) -> None:
    async def use(client: Client) -> None:
        assert "slack_send_message" in [tool.name for tool in (await client.list_tools()).tools]
        general = office.channels["general"]
        result: Any = await client.call_tool(
            "slack_send_message", {"channel_id": general, "message": "over the wire"}
        )
        assert not result.is_error
        link = f"{host.origin}/w/{doors.world.id}/chat/archives/{general}/p"
        assert link in text_of(result)

    over_http(f"{host.origin}/w/{doors.world.id}/chat/mcp", doors.token, mode, use)
    (change,) = doors.changes
    assert change.after is not None
    assert change.after["text"] == "over the wire"


@pytest.mark.parametrize("mode", MODES)
def test_post_over_stdio(home: Path, mode: Mode) -> None:
    async def run() -> None:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "workworld", "mcp", "--stdio", "--as", "aruiz@calderoute.example"],
            env={"WORKWORLD_HOME": str(home)},
        )
        async with Client(server, mode=mode) as client:
            listed: Any = await client.call_tool("slack_list_user_channels", {"format": "ids_only"})
            channel_id = text_of(listed).split('"channels": "')[1][:11]
            result: Any = await client.call_tool(
                "slack_send_message", {"channel_id": channel_id, "message": "over a pipe"}
            )
            assert not result.is_error
            assert "https://chat.calderoute.example/archives/" in text_of(result)
            refused: Any = await client.call_tool("slack_send_message", {"channel_id": channel_id})
            assert refused.is_error

    run_async(run)


@pytest.mark.parametrize("token", ["", "xoxp-forged", "Bearer"])
def test_no_token_no_tools(host: Host, doors: Doors, token: str) -> None:
    url = f"{host.origin}/w/{doors.world.id}/chat/mcp"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    response = httpx2.post(url, json=body, headers=headers)
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"].startswith("Bearer")
    assert "slack" not in response.text


def test_bare_json_rpc_works_without_a_handshake(host: Host, doors: Doors) -> None:
    url = f"{host.origin}/w/{doors.world.id}/chat/mcp"
    headers = {"Authorization": f"Bearer {doors.token}", "Accept": "application/json"}
    called = {"name": "slack_list_user_channels", "arguments": {"format": "names_only"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": called}
    response = httpx2.post(url, json=body, headers=headers)
    assert "#general" in response.json()["result"]["content"][0]["text"]


@pytest.mark.parametrize(
    ("body", "status"), [(b"", 400), (b"{", 400), (b"[]", 400), (b'{"jsonrpc": "2.0"}', 400)]
)
def test_malformed_json_rpc_is_refused(host: Host, doors: Doors, body: bytes, status: int) -> None:
    url = f"{host.origin}/w/{doors.world.id}/chat/mcp"
    headers = {"Authorization": f"Bearer {doors.token}", "Content-Type": "application/json",
               "Accept": "application/json"}  # fmt: skip
    assert httpx2.post(url, content=body, headers=headers).status_code == status


def test_page_of_another_origin_may_not_call(host: Host, doors: Doors) -> None:
    url = f"{host.origin}/w/{doors.world.id}/chat/mcp"
    headers = {"Authorization": f"Bearer {doors.token}", "Origin": "https://evil.example"}
    assert httpx2.post(url, json={}, headers=headers).status_code == 403
