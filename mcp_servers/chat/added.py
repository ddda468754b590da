"""Tools that the vendor's server lacks: how one is declared, and what it says if all went well."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.mcp import FULL, Tool
from workworld.mcp_servers.chat.schemas import taking

_USUAL_NAMES = {"ts": "message_ts", "text": "message"}


def tool(
    name: str,
    function: Callable[..., Any],
    description: str,
    properties: Mapping[str, Mapping[str, Any]],
    present: Present,
    accept: Accept | None = None,
    *,
    required: Sequence[str] | None = None,
    names: Mapping[str, str] | None = None,
    **more: Any,
) -> Tool:
    """A tool whose parameters have the operation's names but for ``ts``.

    They must be given unless ``required`` says which.

    Args:
        names: the tool's word for an argument of the operation, where it has another one.
    """
    taken = {"ts" if theirs == "message_ts" else theirs: theirs for theirs in properties}
    usual = {ours: theirs for ours, theirs in _USUAL_NAMES.items() if theirs in properties}
    return Tool(
        f"slack_{name}",
        function,
        description,
        properties,
        tuple(properties) if required is None else tuple(required),
        accept or taking(**taken),
        present,
        names={**usual, **(names or {})},
        title=name.replace("_", " ").capitalize(),
        profiles=(FULL,),
        **more,
    )


def present_done(_ctx: Context, _answer: object) -> dict[str, str]:
    """Says no more than that it is done."""
    return {"result": "Done."}
