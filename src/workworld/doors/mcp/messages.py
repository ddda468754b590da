"""Tool calls read and answered without the SDK's transport, which costs more than most calls.

Only what is plainly right is read here; anything else, errors included, is the SDK's. A test holds
the answers to the SDK's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pydantic_core
from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
)
from mcp.types import INTERNAL_ERROR
from mcp_types import (
    DEFAULT_NEGOTIATED_VERSION,
    PROTOCOL_VERSION_META_KEY,
    SERVER_INFO_META_KEY,
)
from mcp_types.methods import validate_client_request
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from workworld.doors.mcp.manners import ToolResult

_CALL = "tools/call"
_ENVELOPE = frozenset({"jsonrpc", "id", "method", "params"})
_PARAMS = frozenset({"name", "arguments", "_meta"})
_PARAM_PREFIX = b"mcp-param-"
_LARGEST_KEPT = 2_000
"""How many characters of ``_meta`` are remembered as valid."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call as it came over the wire.

    Args:
        id: the caller's number of the request.
        tool: the tool's name.
        arguments: as given, not yet held to the schema.
        is_modern: whether it is of the era without handshakes (2026-07-28 on).
    """

    id: int | str
    tool: str
    arguments: Mapping[str, Any]
    is_modern: bool

    def answer(self, result: ToolResult, server: Mapping[str, str]) -> bytes:
        """The body of the answer.

        Args:
            result: what the call came to.
            server: name and version, as this era's results carry them.
        """
        body: dict[str, Any] = {"content": result.content, "isError": result.is_error}
        if result.structured is not None:
            body["structuredContent"] = result.structured
        if self.is_modern:
            body |= {"_meta": {SERVER_INFO_META_KEY: server}, "resultType": "complete"}
        return self._body("result", body)

    def crash(self) -> bytes:
        """The body of the answer when we have a bug."""
        return self._body("error", {"code": INTERNAL_ERROR, "message": "Internal error"})

    def _body(self, kind: str, value: Mapping[str, Any]) -> bytes:
        message = {"jsonrpc": "2.0", "id": self.id, kind: value}
        return json.dumps(message, separators=(",", ":"), ensure_ascii=self.is_modern).encode()


def tool_call(headers: list[tuple[bytes, bytes]], body: bytes) -> ToolCall | None:
    """The tool call in a request, if it is one and nothing about it is unusual."""
    given = dict(headers)
    if len(given) != len(headers) or not _is_json(given):
        return None
    version = _text(given, MCP_PROTOCOL_VERSION_HEADER, DEFAULT_NEGOTIATED_VERSION)
    is_modern = version in MODERN_PROTOCOL_VERSIONS
    if not is_modern and version not in HANDSHAKE_PROTOCOL_VERSIONS:
        return None
    message = _message(body, json.loads if is_modern else pydantic_core.from_json)
    if message is None or not _is_call(message, version):
        return None
    params = message["params"]
    if is_modern and not _names_itself(given, params, version):
        return None
    return ToolCall(message["id"], params["name"], params.get("arguments") or {}, is_modern)


def _is_json(given: Mapping[bytes, bytes]) -> bool:
    """Whether it brings JSON and takes it."""
    brought = given.get(b"content-type", b"").partition(b";")[0].strip()
    return brought == b"application/json" and _takes_json(given.get(b"accept", b""))


@lru_cache(maxsize=256)
def _takes_json(accept: bytes) -> bool:
    kinds = {kind.partition(b";")[0].strip() for kind in accept.split(b",")}
    return not kinds.isdisjoint({b"application/json", b"application/*", b"*/*"})


def _message(body: bytes, read: Callable[[bytes], Any]) -> dict[str, Any] | None:
    try:
        message = read(body)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def _is_call(message: Mapping[str, Any], version: str) -> bool:
    """Whether it is a well-formed request to call a tool, by this version of the protocol."""
    if message.keys() != _ENVELOPE or message["jsonrpc"] != "2.0" or message["method"] != _CALL:
        return False
    params = message["params"]
    if type(message["id"]) not in (int, str) or not isinstance(params, dict):
        return False
    if not (params.keys() <= _PARAMS and isinstance(params.get("name"), str)):
        return False
    if not isinstance(params.get("arguments", {}), dict):
        return False
    return _is_valid_meta(params["_meta"], version) if "_meta" in params else True


def _is_valid_meta(meta: Any, version: str) -> bool:
    if not isinstance(meta, dict):
        return False
    token = meta.get("progressToken", 0)  # another one each time, so it is looked at by itself
    lasting = {name: value for name, value in meta.items() if name != "progressToken"}
    try:
        text = json.dumps(lasting)
        # What is large is not kept, but judged by the SDK itself.
        is_small = len(text) <= _LARGEST_KEPT
        return type(token) in (int, str) and is_small and _validates(text, version)
    except (ValueError, RecursionError):
        return False


@lru_cache(maxsize=256)
def _validates(meta: str, version: str) -> bool:
    """Whether the SDK takes this, which a client sends again and again."""
    try:
        validate_client_request(_CALL, version, {"name": "any", "_meta": json.loads(meta)})
    except ValidationError:
        return False
    return version in MODERN_PROTOCOL_VERSIONS or PROTOCOL_VERSION_META_KEY not in meta


def _names_itself(given: Mapping[bytes, bytes], params: Mapping[str, Any], version: str) -> bool:
    """Whether headers and body agree, as this era demands."""
    meta = params.get("_meta", {})
    return (
        meta.get(PROTOCOL_VERSION_META_KEY) == version
        and _text(given, MCP_METHOD_HEADER) == _CALL
        and _text(given, MCP_NAME_HEADER) == params["name"]
        and not any(name.startswith(_PARAM_PREFIX) for name in given)
    )


def _text(given: Mapping[bytes, bytes], name: str, default: str = "") -> str:
    return given.get(name.encode(), default.encode()).decode("latin-1")
