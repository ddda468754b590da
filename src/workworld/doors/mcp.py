"""The MCP door: a table of tools per app, bound to operations, on the SDK's low-level server.

The low-level server is used because a vendor's tool schemas must come out exactly as the table
has them; the high-level one derives its own from signatures.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import anyio
from jsonschema import Draft202012Validator
from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext

from workworld.attempts import Accept, Present, WorldLike
from workworld.calls import call
from workworld.context import Actor, Context, Request, Surface
from workworld.errors import Invalid, Refused
from workworld.operations import Effect, operation_of

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Tool:
    """One row of an app's tool table.

    Args:
        name: the vendor's name.
        function: the operation behind it.
        description: what a model reads.
        properties: the JSON schemas of the parameters, as the vendor advertises them.
        required: which of them must be given.
        accept: tool arguments, valid by the schema → the operation's arguments.
        present: the operation's result → a JSON value, or a text.
        names: the operation's argument → the tool's name of it, where they differ.
        destructive: whether it may overwrite or delete what was there.
    """

    name: str
    function: Callable[..., Any]
    description: str
    properties: Mapping[str, Mapping[str, Any]]
    required: Sequence[str]
    accept: Accept
    present: Present
    names: Mapping[str, str] = field(default_factory=dict)
    destructive: bool = False

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """The schema as it is advertised."""
        schema: dict[str, Any] = {"type": "object", "properties": dict(self.properties)}
        if self.required:
            schema["required"] = list(self.required)
        return schema | {"additionalProperties": False}

    @cached_property
    def validator(self) -> Draft202012Validator:
        """Checks arguments against the schema."""
        return Draft202012Validator(self.input_schema)

    @property
    def read_only(self) -> bool:
        """Whether calling it changes nothing."""
        return operation_of(self.function).effect is Effect.READ

    def advertised(self) -> types.Tool:
        """The tool as ``tools/list`` shows it."""
        hints = types.ToolAnnotations(
            read_only_hint=self.read_only,
            destructive_hint=self.destructive,
            open_world_hint=False,
        )
        return types.Tool(
            name=self.name,
            description=self.description,
            input_schema=self.input_schema,
            annotations=hints,
        )


@dataclass(frozen=True)
class ToolTable:
    """The tools of one app and what a model is told about them as a whole.

    Args:
        app_id: the app.
        title: the server's name.
        instructions: how to start and which ids to use.
        tools: the rows, in the vendor's order.
    """

    app_id: str
    title: str
    instructions: str
    tools: Sequence[Tool]

    def tool(self, name: str) -> Tool | None:
        """The tool of this name."""
        return next((tool for tool in self.tools if tool.name == name), None)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool call came to: a text, and whether it says what went wrong."""

    text: str
    is_error: bool = False

    def json(self) -> Any:
        """The text read as JSON."""
        return json.loads(self.text)


@dataclass(frozen=True, slots=True)
class Caller:
    """For whom a tool is called, and where."""

    world: WorldLike
    actor: Actor
    app_url: str = ""


def call_tool(caller: Caller, tool: Tool, arguments: Mapping[str, Any]) -> ToolResult:
    """Call a tool; a refusal is a result that tells the model what to change."""
    request = Request(Surface.MCP, tool.name, arguments, caller.app_url)
    try:
        answer = call(
            caller.world,
            caller.actor,
            tool.function,
            request,
            accept=partial(_accept_valid, tool),
            present=tool.present,
        )
    except Refused as refused:
        said = refused.renamed(tool.names)
        return ToolResult(f"{said.code}: {said.message}", is_error=True)
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return ToolResult(text)


def mcp_server(
    table: ToolTable, version: str, caller_of: Callable[[ServerRequestContext[Any, Any]], Caller]
) -> Server[Any]:
    """The MCP server of a tool table.

    Args:
        table: the tools.
        version: stated to clients.
        caller_of: finds out who calls, and in which world, from a request.
    """

    async def on_list_tools(
        _ctx: ServerRequestContext[Any, Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool.advertised() for tool in table.tools])

    async def on_call_tool(
        ctx: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = table.tool(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        caller = caller_of(ctx)
        try:
            result = await anyio.to_thread.run_sync(call_tool, caller, tool, params.arguments or {})
        except Exception:
            # The SDK would tell the caller what was raised, SQL and paths included.
            log.exception("tool %s failed", tool.name)
            raise MCPError(types.INTERNAL_ERROR, "Internal error") from None
        text = types.TextContent(type="text", text=result.text)
        return types.CallToolResult(content=[text], is_error=result.is_error)

    return Server(
        table.title,
        version=version,
        instructions=table.instructions,
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
    )


def _accept_valid(tool: Tool, ctx: Context, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse what the advertised schema does not allow, then translate."""
    problems = sorted(map(_explain, tool.validator.iter_errors(dict(arguments))))
    if problems:
        raise Invalid("invalid_arguments", "; ".join(problems))
    return tool.accept(ctx, arguments)


def _explain(problem: Any) -> str:
    where = ".".join(map(str, problem.absolute_path))
    message = problem.message if len(problem.message) < 200 else problem.message[:200] + "…"
    return f"{where}: {message}" if where else str(message)
