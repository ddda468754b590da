"""MCP over standard input and output, carried to a host that speaks it over HTTP."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

import anyio
import httpx2
from anyio.abc import TaskGroup
from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    NAME_BEARING_METHODS,
    encode_header_value,
)
from mcp.types import INTERNAL_ERROR
from mcp_types import PROTOCOL_VERSION_META_KEY

from workworld.cli.company import notes

_PATIENCE = httpx2.Timeout(600, connect=5)  # a session's `wait` may take its time
_PING = b'{"jsonrpc": "2.0", "id": 0, "method": "ping"}'
_WHY = {
    401: "the token is not valid there",
    403: "it may not be called from here",
    404: "there is no such world or app",
    421: "it has another name",
}


class NoAnswer(Exception):
    """The host does not answer, or not to us; the text says why."""


class Relay:
    """Carries messages one by one, of both protocol eras, as they are.

    Args:
        url: the endpoint.
        token: a bearer token.
    """

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        self._agreed: dict[str, str] = {}
        self._out = anyio.Lock()

    async def run(self) -> None:
        """Carry messages until standard input ends and all are answered.

        Raises:
            NoAnswer: before anything is read.
        """
        # A proxy must not see the token.
        async with httpx2.AsyncClient(timeout=_PATIENCE, trust_env=False) as http:
            await self._require_answer(http)
            async with anyio.create_task_group() as tasks:
                async for line in anyio.wrap_file(sys.stdin.buffer):
                    if line.strip():
                        await self._take(http, tasks, line.strip())

    async def _require_answer(self, http: httpx2.AsyncClient) -> None:
        try:
            response = await http.post(self._url, content=_PING, headers=self._headers)
        except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:
            raise NoAnswer(f"no host answers at {self._url}: {error}") from None
        if response.status_code != 200 or "jsonrpc" not in response.text:
            why = _WHY.get(response.status_code, f"it answers {response.status_code}")
            raise NoAnswer(f"no MCP server for us at {self._url}: {why}")

    async def _take(self, http: httpx2.AsyncClient, tasks: TaskGroup, line: bytes) -> None:
        """One after the other until versions are agreed upon, then side by side."""
        message = _read(line)
        if message.get("method") == "initialize":
            answer = _read(await self._carry(http, line, message))
            version = (answer.get("result") or {}).get("protocolVersion")
            self._agreed = {MCP_PROTOCOL_VERSION_HEADER: version} if version else {}
        elif "id" in message:
            tasks.start_soon(self._carry, http, line, message)
        else:
            await self._carry(http, line, message)

    async def _carry(
        self, http: httpx2.AsyncClient, line: bytes, message: Mapping[str, Any]
    ) -> bytes:
        """Ask the host, and hand its answer on, or say that it gave none."""
        headers = {**self._headers, **self._agreed, **_naming(message)}
        try:
            response = await http.post(self._url, content=line, headers=headers)
        except httpx2.HTTPError as error:
            said = f"the host did not answer: {str(error) or type(error).__name__}"
        else:
            if response.is_success or "error" in _read(response.content):
                return await self._give(response.content)
            said = f"the host answered {response.status_code}"
        notes.print(said, markup=False)
        return await self._give(_failure(message, said))

    async def _give(self, answer: bytes) -> bytes:
        if answer.strip():
            async with self._out:
                sys.stdout.buffer.write(answer.strip() + b"\n")
                sys.stdout.buffer.flush()
        return answer


def _read(line: bytes) -> dict[str, Any]:
    """The message, if it is one; the host tells the caller what is wrong with it if not."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _failure(message: Mapping[str, Any], said: str) -> bytes:
    """What to tell whoever waits for an answer; a notification has nobody."""
    if "id" not in message:
        return b""
    error = {"code": INTERNAL_ERROR, "message": said}
    return json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}).encode()


def _naming(message: Mapping[str, Any]) -> dict[str, str]:
    """The headers that a message of the era without handshakes needs."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    version = meta.get(PROTOCOL_VERSION_META_KEY) if isinstance(meta, dict) else None
    if not isinstance(version, str) or not isinstance(params, dict):
        return {}
    method = str(message.get("method"))
    headers = {MCP_PROTOCOL_VERSION_HEADER: version, MCP_METHOD_HEADER: method}
    name = params.get(NAME_BEARING_METHODS.get(method, ""))
    if isinstance(name, str):
        headers[MCP_NAME_HEADER] = name
    return {key: encode_header_value(value) for key, value in headers.items()}
