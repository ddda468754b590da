"""An offer as a server of the SDK.

The low-level server is used because a vendor's tool schemas must come out exactly as the table
has them; the high-level one derives its own from signatures.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext

from workworld.doors.mcp.calls import Caller, call_tool
from workworld.doors.mcp.offers import Offer
from workworld.doors.threads import in_thread

log = logging.getLogger(__name__)

TTL_MS = 300_000
"""How long a client may keep a list of tools; it changes only when the host is another version."""

CallerOf = Callable[[ServerRequestContext[Any, Any]], Caller]
"""Finds out who calls a tool, and in which world, from a request."""


def mcp_server(
    offer: Offer, version: str, caller_of: CallerOf, threads: Executor | None = None
) -> Server[Any]:
    """The MCP server of an offer.

    Args:
        offer: the tools.
        version: stated to clients.
        caller_of: see ``CallerOf``.
        threads: where tools run; by default in threads of the server's own.
    """

    async def on_list_tools(
        ctx: ServerRequestContext[Any, Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        actor = caller_of(ctx).actor
        tools = [tool.advertised(actor) for tool in offer.tools.values()]
        return types.ListToolsResult(tools=tools, ttl_ms=TTL_MS, cache_scope="private")

    async def on_call_tool(
        ctx: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = offer.tools.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        caller = caller_of(ctx)
        try:
            result = await in_thread(threads, call_tool, caller, tool, params.arguments or {})
        except Exception:
            # The SDK would tell the caller what was raised, SQL and paths included.
            log.exception("tool %s failed", tool.name)
            raise MCPError(types.INTERNAL_ERROR, "Internal error") from None
        return types.CallToolResult.model_validate(
            {
                "content": result.content,
                "isError": result.is_error,
                "structuredContent": result.structured,
            }
        )

    return Server(
        offer.title,
        version=version,
        instructions=offer.instructions,
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
        get_tool_input_schema=offer.schemas.get,
    )
