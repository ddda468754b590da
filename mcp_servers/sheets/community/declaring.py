"""How a tool of the community's server is declared: names, manners, ranges, sheets by title."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import mcp_types as types

from workworld.apps.sheets.engine.addresses import quoted
from workworld.apps.sheets.service import access
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.mcp import Manner, Tool, ToolResult, Variant
from workworld.errors import NotFound, Refused
from workworld.mcp_servers.sheets.schemas import STRING, Arguments, described, said
from workworld.operations import Effect, operation_of

_INDENT = 2
_OBJECT = {"type": "object", "additionalProperties": True}
_LIST = {
    "type": "object",
    "properties": {"result": {"type": "array", "items": {}}},
    "required": ["result"],
}
MISSING = "sheet_not_found"


def _refusing(tool: str, _arguments: Arguments, refused: Refused) -> ToolResult:
    """A sheet that is not there is an answer; all else is an error that names the tool."""
    if refused.code == MISSING:
        told = {"error": refused.message}
        return ToolResult(json.dumps(told, indent=_INDENT), structured=told)
    return ToolResult(f"Error executing tool {tool}: {said(refused)}", is_error=True)


OBJECT = Manner(_refusing, _OBJECT, _INDENT, takes_null=True, gives_value=True)
"""Answers that are objects."""
LIST = Manner(_refusing, _LIST, _INDENT, takes_null=True, gives_value=True)
"""Answers that are lists."""
BOOK = described(STRING, "The spreadsheet's id, as it stands in its address.")
SHEET = described(STRING, "The sheet's title.")
RANGE = described(STRING, "The range in A1 notation without the sheet, such as A1:C10.")


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
    manner: Manner = OBJECT,
    variants: Sequence[Variant] = (),
) -> Tool:
    """A row of the community's server, with the one hint that it gives.

    Args:
        name: the server's.
        function: see ``Tool``, as of all others.
        description: what a model reads.
        properties: the parameters.
        required: which must be given.
        accept: tool arguments → the operation's.
        present: result → answer.
        title: what people call it.
        manner: whether it answers an object or a list.
        variants: what else it is.
    """
    reads = operation_of(function).effect is Effect.READ
    hint = {"read_only_hint": True} if reads else {"destructive_hint": True}
    return Tool(
        name,
        function,
        description,
        properties,
        required,
        accept,
        present,
        title=title,
        toolset="reads" if reads else "writes",
        destructive=not reads,
        manner=manner,
        variants=variants,
        hints=types.ToolAnnotations.model_validate({"title": title, **hint}),
    )


def within(sheet: str, range_text: str | None = None) -> str:
    """A range of a sheet, or all of it."""
    return f"{quoted(sheet)}!{range_text}" if range_text else quoted(sheet)


def grid_of(ctx: Context, workbook_id: str, title: str) -> Grid:
    """The sheet with a title.

    Raises:
        NotFound: there is none, or no such spreadsheet.
    """
    workbook = access.known(ctx, workbook_id)
    found = [each for each in grids_of(ctx.session, workbook.id) if each.sheet.title == title]
    if not found:
        raise NotFound(MISSING, f"Sheet '{title}' not found")
    return found[0]
