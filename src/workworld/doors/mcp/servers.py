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

from workworld.doors.mcp.calls import Caller, call_tool, read_resource
from workworld.doors.mcp.offers import Offer
from workworld.doors.threads import in_thread
from workworld.errors import Refused

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

    async def on_list_resources(
        _ctx: ServerRequestContext[Any, Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[])  # there is one for each thing

    async def on_list_resource_templates(
        _ctx: ServerRequestContext[Any, Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        told = [each.advertised() for each in offer.resources]
        return types.ListResourceTemplatesResult(
            resource_templates=told, ttl_ms=TTL_MS, cache_scope="private"
        )

    async def on_read_resource(
        ctx: ServerRequestContext[Any, Any], params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        caller = caller_of(ctx)
        try:
            found = await in_thread(threads, read_resource, caller, offer.resources, params.uri)
        except Refused as refused:
            said = f"Error reading resource {params.uri}: {refused.message}"
            raise MCPError(types.INVALID_PARAMS, said) from None
        except Exception:
            log.exception("resource %s failed", params.uri)
            raise MCPError(types.INTERNAL_ERROR, "Internal error") from None
        if found is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown resource: {params.uri}")
        return types.ReadResourceResult(contents=[found])

    has_any = bool(offer.resources)
    return Server(
        offer.title,
        version=version,
        instructions=offer.instructions,
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
        get_tool_input_schema=offer.schemas.get,
        on_list_resources=on_list_resources if has_any else None,
        on_list_resource_templates=on_list_resource_templates if has_any else None,
        on_read_resource=on_read_resource if has_any else None,
    )
