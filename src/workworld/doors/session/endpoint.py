"""The session's MCP server over HTTP: any app's token of the person opens it."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from concurrent.futures import Executor
from importlib.metadata import version
from typing import Any

from jsonschema import Draft202012Validator
from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from workworld.context import Actor
from workworld.doors.bearers import bearer_in
from workworld.doors.mcp.transport import by_sdk, unauthenticated, unfit
from workworld.doors.session.tools import INSTRUCTIONS, TOOLS, SessionTool
from workworld.doors.site import ENVIRON_KEY, Site
from workworld.doors.threads import in_thread
from workworld.errors import Refused, Unauthenticated
from workworld.worlds import World

log = logging.getLogger(__name__)

_BY_NAME = {tool.name: tool for tool in TOOLS}
_VALIDATORS = {tool.name: Draft202012Validator(tool.input_schema) for tool in TOOLS}


class SessionEndpoint:
    """The MCP server of the session, as an ASGI app.

    Args:
        threads: where tools run.
    """

    def __init__(self, threads: Executor) -> None:
        self._threads = threads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        site: Site = scope[ENVIRON_KEY]
        turned_away = unfit(scope, site)
        if turned_away is not None:
            await turned_away(scope, receive, send)
            return
        try:
            actor = site.actor_of_any(bearer_in(Headers(scope=scope).get("authorization", "")))
        except Unauthenticated as refused:
            await unauthenticated(refused, scope)(scope, receive, send)
            return
        await by_sdk(session_server(site.world, actor, self._threads), scope, receive, send)


def session_server(world: World, actor: Actor, threads: Executor) -> Server[Any]:
    """The session's MCP server, for one person in one world."""

    async def on_list_tools(
        _ctx: ServerRequestContext[Any, Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_advertised(tool) for tool in TOOLS])

    async def on_call_tool(
        _ctx: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = _BY_NAME.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        given = params.arguments or {}
        try:
            return await in_thread(threads, _called, world, actor, tool, given)
        except Exception:
            log.exception("tool %s failed", tool.name)
            raise MCPError(types.INTERNAL_ERROR, "Internal error") from None

    return Server(
        "Session",
        version=version("workworld"),
        instructions=INSTRUCTIONS,
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
    )


def _advertised(tool: SessionTool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=dict(tool.result),
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.read_only,
            destructive_hint=False,
            idempotent_hint=tool.read_only,
            open_world_hint=False,
        ),
    )


def _called(
    world: World, actor: Actor, tool: SessionTool, given: Mapping[str, Any]
) -> types.CallToolResult:
    problems = sorted(found.message for found in _VALIDATORS[tool.name].iter_errors(dict(given)))
    if problems:
        return _text(f"invalid_arguments: {'; '.join(problems)[:1000]}", is_error=True)
    try:
        result = tool.act(world, actor, given)
    except Refused as refused:
        return _text(f"{refused.code}: {refused.message}", is_error=True)
    said = _text(json.dumps(result, ensure_ascii=False))
    return said.model_copy(update={"structured_content": result})


def _text(text: str, *, is_error: bool = False) -> types.CallToolResult:
    content = types.TextContent(type="text", text=text)
    return types.CallToolResult(content=[content], is_error=is_error)
