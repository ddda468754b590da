"""How a tool is declared that the vendor's server lacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workworld.context import Context
from workworld.doors.mcp import FULL, Tool
from workworld.mcp_servers.sheets.schemas import GOOGLE, Arguments, taking

_NAMES = {"workbook_id": "spreadsheetId", "cursor": "pageToken", "limit": "pageSize"}


def own(
    name: str,
    function: Callable[..., Any],
    title: str,
    description: str,
    properties: dict[str, Any],
    present: Callable[[Context, Any], Any],
    required: Sequence[str] = ("spreadsheetId",),
    /,
    *,
    toolset: str = "files",
    accept: Callable[[Context, Arguments], Arguments] | None = None,
    destroys: bool = False,
    idempotent: bool = False,
    **names: str,
) -> Tool:
    """A tool that the vendor's server lacks, in its style.

    Args:
        name: of the tool.
        function: the operation.
        title: what people call the tool.
        description: what a model reads.
        properties: the schemas of its parameters.
        present: the operation's result → a JSON value.
        required: which parameters must be given.
        toolset: the group by which callers choose it.
        accept: its arguments → the operation's; by default those of ``names``.
        destroys: whether it may overwrite or delete what was there.
        idempotent: whether a repeated call changes nothing more.
        names: the operation's argument → the tool's name of it.
    """
    return Tool(
        name,
        function,
        description,
        properties,
        required,
        accept or taking(**names),
        present,
        names=_NAMES | names,
        title=title,
        toolset=toolset,
        destructive=destroys,
        idempotent=idempotent,
        profiles=(FULL,),
        manner=GOOGLE,
    )


def done(_ctx: Context, _result: Any) -> dict[str, Any]:
    """What is answered where there is nothing to tell."""
    return {"success": True}
