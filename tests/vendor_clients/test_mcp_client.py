"""The official MCP client, over HTTP and stdio, in both protocol eras."""

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
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
            env={"WORKWORLD_HOME": str(home), "WORKWORLD_PRESET": "tiny"},
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


def relayed(url: str, token: str) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "workworld", "mcp", "--stdio", "--url", url],
        env={**os.environ, "WORKWORLD_TOKEN": token},
    )


@pytest.mark.parametrize("mode", MODES)
def test_post_over_stdio_to_a_running_host(
    host: Host, doors: Doors, office: Office, mode: Mode
) -> None:
    url = f"{host.origin}/w/{doors.world.id}/chat/mcp"
    general = office.channels["general"]

    async def run() -> None:
        async with Client(relayed(url, doors.token), mode=mode) as client:
            assert "slack_send_message" in [each.name for each in (await client.list_tools()).tools]
            message = {"channel_id": general, "message": "carried “on”"}
            result: Any = await client.call_tool("slack_send_message", message)
            assert not result.is_error
            assert f"{host.origin}/w/{doors.world.id}/chat/archives/" in text_of(result)
            refused: Any = await client.call_tool("slack_send_message", {"channel_id": general})
            assert refused.is_error
            with pytest.raises(MCPError, match="Unknown tool"):
                await client.call_tool("slack_nope", {})

    run_async(run)
    (change,) = doors.changes
    assert change.after is not None
    assert change.after["text"] == "carried “on”"


def relay(url: str, token: str, said: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "workworld", "mcp", "--stdio", "--url", url, "--token", token],
        input=said,
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_relay_answers_everything_before_it_ends(host: Host, doors: Doors) -> None:
    url = f"{host.origin}/w/{doors.world.id}/chat/mcp"
    lines = [b'{"jsonrpc": "2.0", "id": %d, "method": "ping"}' % number for number in range(20)]
    odd = [b"", b"no message", b'{"jsonrpc": "2.0", "method": "notifications/initialized"}']
    done = relay(url, doors.token, b"\n".join([*lines, *odd]))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert {answer["id"] for answer in answers if "result" in answer} == set(range(20))
    (error,) = [answer["error"] for answer in answers if "error" in answer]
    assert error["code"] == -32700
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("path", "token", "said"),
    [
        ("/w/nope/chat/mcp", None, b"there is no such world or app"),
        ("/w/w1/chat/mcp", "xoxp-forged", b"the token is not valid there"),
        ("", None, b"there is no such world or app"),
    ],
)
def test_relay_says_why_it_cannot_start(
    host: Host, doors: Doors, path: str, token: str | None, said: bytes
) -> None:
    done = relay(host.origin + path.replace("w1", doors.world.id), token or doors.token, b"")
    assert (done.returncode, done.stdout) == (1, b"")
    assert said in b" ".join(done.stderr.split())
    assert b"Traceback" not in done.stderr


def test_relay_tells_the_caller_when_the_host_goes_away(host: Host, doors: Doors) -> None:
    command = [sys.executable, "-m", "workworld", "mcp", "--stdio"]
    url = f"{host.origin}/w/{doors.world.id}/chat/mcp"
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, "--url", url, "--token", doors.token], stdin=pipe, stdout=pipe, stderr=pipe
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for number in (1, 2):
            running.stdin.write(b'{"jsonrpc": "2.0", "id": %d, "method": "ping"}\n' % number)
            running.stdin.flush()
            answer = json.loads(running.stdout.readline())
            assert ("result" in answer) == (number == 1)
            host.close()
        said = running.communicate(timeout=60)[1]
    assert "did not answer" in answer["error"]["message"]
    assert (answer["id"], running.returncode) == (2, 0)
    assert b"did not answer" in b" ".join(said.split())


def test_relay_says_when_no_host_answers(host: Host) -> None:
    host.close()
    done = relay(f"{host.origin}/w/x/chat/mcp", "xoxp-1", b"")
    assert done.returncode == 1
    assert b"no host answers" in b" ".join(done.stderr.split())


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
