"""How a tool of the community's server is declared: names, parameters, manners and hints."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import mcp_types as types

from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.mcp import Manner, Tool, ToolResult, Variant
from workworld.doors.mcp.manners import Refusing
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.mcp_servers.tracker.schemas import STRING, Arguments, described
from workworld.operations import Effect, operation_of

_RESULT = {
    "type": "object",
    "properties": {"result": {"type": "string"}},
    "required": ["result"],
    "x-fastmcp-wrap-result": True,
}
_INDENT = 2
_KEY = r"^[A-Z][A-Z0-9_]+-\d+(?:-\d+)*$"
_PROJECT = r"^[A-Z][A-Z0-9_]+$"


def key(description: str = "Key of the issue, such as CAL-214.") -> dict[str, Any]:
    """The schema of an issue's key."""
    return {"type": "string", "pattern": _KEY, "description": description}


def project(description: str = "Key of the project, such as CAL.") -> dict[str, Any]:
    """The schema of a project's key."""
    return {"type": "string", "pattern": _PROJECT, "description": description}


def text(description: str) -> dict[str, Any]:
    """The schema of a text."""
    return described(STRING, description)


def number(
    description: str, default: int, least: int | None = None, most: int | None = None
) -> dict[str, Any]:
    """The schema of a whole number that has a default."""
    bounds = {"minimum": least, "maximum": most}
    known = {name: bound for name, bound in bounds.items() if bound is not None}
    return {"type": "integer", "default": default, **known, "description": description}


def truth(description: str, default: bool | None = None) -> dict[str, Any]:
    """The schema of a yes or no."""
    usual = {} if default is None else {"default": default}
    return {"type": "boolean", **usual, "description": description}


ISSUE, PROJECT = key(), project()
START = number("How many to skip. Default 0.", 0, 0)


def _raised(tool: str, _arguments: Arguments, refused: Refused) -> ToolResult:
    return ToolResult(f"Error calling tool '{tool}': {refused.message}", is_error=True)


def _telling(shape: Callable[[Arguments, str], Any]) -> Refusing:
    """Refusals as an ordinary answer, but for those that are not about what was asked."""

    def tell(tool: str, arguments: Arguments, refused: Refused) -> ToolResult:
        is_asked = isinstance(refused, NotFound | Invalid | Forbidden | Conflict)
        if not is_asked or refused.code in ("invalid_arguments", "missing_scope"):
            return _raised(tool, arguments, refused)
        return Manner(output_schema=_RESULT, indent=_INDENT).answered(
            shape(arguments, refused.message)
        )

    return tell


def _manner(refusing: Refusing) -> Manner:
    return Manner(refusing, _RESULT, _INDENT, takes_null=True)


RAISING = _manner(_raised)
"""What is refused is an error that names the tool."""
BLOCKS = Manner(_raised, None, _INDENT, takes_null=True)
"""The same of a tool whose answer is no single text."""
EMPTY = _manner(_telling(lambda _arguments, _said: []))
"""What is refused is as if there were none."""


def failing(*echoed: str) -> Manner:
    """What is refused is ``{"success": false}``, with the reason and some of the arguments."""

    def shape(arguments: Arguments, said: str) -> dict[str, Any]:
        known = {name: arguments[name] for name in echoed if name in arguments}
        return {"success": False, "error": said, **known}

    return _manner(_telling(shape))


def refused_as(shape: Callable[[Arguments, str], Any]) -> Manner:
    """What is refused is an answer of this shape."""
    return _manner(_telling(shape))


def tool(
    name: str,
    function: Callable[..., Any],
    description: str,
    properties: Mapping[str, Mapping[str, Any]],
    required: Sequence[str],
    accept: Accept,
    present: Present,
    *,
    title: str,
    toolset: str,
    destroys: bool | None = None,
    names: Mapping[str, str] | None = None,
    variants: Sequence[Variant] = (),
    manner: Manner = RAISING,
) -> Tool:
    """A row of the community's server, with the few hints that it gives.

    Args:
        name: without ``jira_``.
        function: see ``Tool``, as of all others.
        description: what a model reads.
        properties: the parameters.
        required: which must be given.
        accept: tool arguments → the operation's.
        present: result → answer.
        title: what people call it.
        toolset: without ``jira_``.
        destroys: of what writes, whether it says that it overwrites; None if it says nothing.
        names: the operation's argument → the tool's name of it.
        variants: what else it is.
        manner: how it refuses.
    """
    reads = operation_of(function).effect is Effect.READ
    hints = types.ToolAnnotations(title=title, destructive_hint=destroys)
    if reads or destroys is None:
        hints = types.ToolAnnotations(title=title, read_only_hint=reads)
    return Tool(
        f"jira_{name}",
        function,
        description,
        properties,
        required,
        accept,
        present,
        names or {},
        title=title,
        toolset=f"jira_{toolset}",
        destructive=bool(destroys),
        variants=variants,
        manner=manner,
        hints=hints,
    )


def page_in(arguments: Arguments, limit: int) -> dict[str, int]:
    """Where a page begins, and how many rows it has."""
    return {"start": arguments.get("start_at", 0), "limit": arguments.get("limit", limit)}


def reading(**names: str) -> Accept:
    """Takes those arguments that were given and say something: ``ours="theirs"``."""

    def accept(_ctx: Context, arguments: Arguments) -> Arguments:
        found = {ours: arguments.get(theirs) for ours, theirs in names.items()}
        return {ours: value for ours, value in found.items() if value not in (None, "")}

    return accept


def site_number(arguments: Arguments, name: str) -> int:
    """The number of a board or sprint, which comes as a text.

    Raises:
        NotFound: it is none.
    """
    said = str(arguments[name]).strip()
    if not re.fullmatch(r"[0-9]{1,15}", said):
        raise NotFound("not_found", f"There is no {name.removesuffix('_id')} {said!r}.")
    return int(said)
