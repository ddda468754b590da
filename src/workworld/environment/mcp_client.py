"""A client of MCP endpoints, as small as calling tools needs it.

It speaks the era without handshakes: each request says for itself what it is, and nothing is held
between two. See https://modelcontextprotocol.io/specification/draft/basic.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import Any

import httpx2
from mcp.shared.inbound import MCP_METHOD_HEADER, MCP_NAME_HEADER, MCP_PROTOCOL_VERSION_HEADER
from mcp.types import INTERNAL_ERROR
from mcp_types import (
    CLIENT_CAPABILITIES_META_KEY,
    CLIENT_INFO_META_KEY,
    PROTOCOL_VERSION_META_KEY,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from workworld.doors.mcp import ToolResult

_VERSION = MODERN_PROTOCOL_VERSIONS[-1]
_META = {
    PROTOCOL_VERSION_META_KEY: _VERSION,
    CLIENT_INFO_META_KEY: {"name": "workworld", "version": version("workworld")},
    CLIENT_CAPABILITIES_META_KEY: {},
}
_HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    MCP_PROTOCOL_VERSION_HEADER: _VERSION,
}
_LOST = {401, 403, 404, 405, 421}
"""What is answered when there is no such world any more, or a token does not count."""
_LONGEST_SAID = 300


class HostLost(Exception):
    """The host did not answer, or failed: nobody's fault who acts in its worlds."""


class McpClient:
    """Asks one MCP endpoint.

    Args:
        http: sends the requests; it keeps connections open, and whoever made it closes it.
        url: the endpoint.
        token: the bearer token.
    """

    def __init__(self, http: httpx2.Client, url: str, token: str) -> None:
        self._http = http
        self._url = url
        self._headers = {**_HEADERS, "Authorization": f"Bearer {token}"}
        self._numbers = itertools.count(1)

    def tools(self) -> Iterator[Mapping[str, Any]]:
        """The tools, as they are listed.

        Raises:
            HostLost: no list came.
        """
        cursor: dict[str, Any] = {}
        while True:
            answer = self._asked("tools/list", cursor)
            if "result" not in answer:
                raise HostLost(f"{self._url}: {_said(answer)}")
            yield from answer["result"]["tools"]
            following = answer["result"].get("nextCursor")
            if following is None:
                return
            cursor = {"cursor": following}

    def call(self, tool: str, arguments: Mapping[str, Any]) -> ToolResult:
        """Call a tool.

        Raises:
            KeyError: there is no such tool.
            HostLost: no result came.
        """
        answer = self._asked("tools/call", {"name": tool, "arguments": dict(arguments)}, tool)
        if "result" in answer:
            result = answer["result"]
            text = "\n".join(part["text"] for part in result["content"] if "text" in part)
            return ToolResult(text, is_error=bool(result.get("isError")))
        said = _said(answer)
        if said.startswith("Unknown tool"):
            raise KeyError(said)
        return ToolResult(said, is_error=True)

    def _asked(self, method: str, params: Mapping[str, Any], name: str = "") -> dict[str, Any]:
        """The answer to a request: with ``result``, or with an ``error`` that is the caller's."""
        message = {
            "jsonrpc": "2.0",
            "id": next(self._numbers),
            "method": method,
            "params": {"_meta": _META, **params},
        }
        headers = {**self._headers, MCP_METHOD_HEADER: method}
        if name:
            headers[MCP_NAME_HEADER] = name
        try:
            response = self._http.post(self._url, content=json.dumps(message), headers=headers)
        except httpx2.TransportError as error:
            raise HostLost(f"{self._url}: {error!r}") from error
        return self._read(response)

    def _read(self, response: httpx2.Response) -> dict[str, Any]:
        said = response.text[:_LONGEST_SAID]
        if response.is_server_error or response.status_code in _LOST:
            raise HostLost(f"{self._url}: {response.status_code}: {said}")
        try:
            answer = response.json()
        except ValueError:
            answer = {"error": {"message": said}}
        if not isinstance(answer, dict) or not {"result", "error"} & answer.keys():
            answer = {"error": {"message": said}}
        if answer.get("error", {}).get("code") == INTERNAL_ERROR:
            raise HostLost(f"{self._url}: {_said(answer)}")
        return answer


def _said(answer: Mapping[str, Any]) -> str:
    return str(answer["error"].get("message"))
