"""A tool called: arguments checked by the schema, the operation performed, a result to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from workworld.attempts import Accept, WorldLike
from workworld.calls import call
from workworld.context import Actor, Context, Request, Surface
from workworld.doors.mcp.manners import ToolResult
from workworld.doors.mcp.resources import Resource
from workworld.doors.mcp.tools import Tool
from workworld.errors import Invalid, Refused

if TYPE_CHECKING:
    import mcp_types as types


@dataclass(frozen=True, slots=True)
class Caller:
    """For whom a tool is called, and where.

    Args:
        world: where.
        actor: for whom.
        address_of: see ``Request``.
        sign: makes an address valid without a credential; None without a door.
    """

    world: WorldLike
    actor: Actor
    address_of: Callable[[str], str] | None = None
    sign: Callable[[str], str] | None = None


def call_tool(caller: Caller, tool: Tool, arguments: Mapping[str, Any]) -> ToolResult:
    """Call a tool; a refusal is a result that tells the model what to change."""
    arguments = tool.manner.asked(arguments)
    meant = tool.meant_by(arguments)
    request = Request(Surface.MCP, tool.name, arguments, caller.address_of, sign=caller.sign)
    try:
        answer = call(
            caller.world,
            caller.actor,
            meant.function,
            request,
            accept=partial(_accept_valid, tool, meant.accept),
            present=meant.present,
        )
    except Refused as refused:
        return tool.manner.refusing(tool.name, arguments, refused.renamed(tool.names))
    return tool.manner.answered(answer)


def read_resource(
    caller: Caller, resources: Sequence[Resource], uri: str
) -> types.TextResourceContents | None:
    """The resource with an address; None where there is none of the kind.

    Raises:
        Refused: the operation refuses to read it.
    """
    for resource in resources:
        given = resource.named(uri)
        if given is not None:
            asked = Request(Surface.MCP, resource.name, given, caller.address_of, sign=caller.sign)
            text = call(
                caller.world,
                caller.actor,
                resource.function,
                asked,
                accept=resource.accept,
                present=resource.present,
            )
            import mcp_types as types  # 8 MiB that only servers of tools need

            return types.TextResourceContents(uri=uri, mime_type=resource.mime, text=text)
    return None


def _accept_valid(
    tool: Tool, accept: Accept, ctx: Context, arguments: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Refuse what the advertised schema does not allow, then translate."""
    problems = sorted(map(_explain, tool.validator.iter_errors(dict(arguments))))
    if problems:
        raise Invalid("invalid_arguments", "; ".join(problems))
    return accept(ctx, arguments)


def _explain(problem: Any) -> str:
    where = ".".join(map(str, problem.absolute_path))
    message = problem.message if len(problem.message) < 200 else problem.message[:200] + "…"
    return f"{where}: {message}" if where else str(message)
