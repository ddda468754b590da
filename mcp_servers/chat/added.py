"""How a tool is declared that the vendor's server lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.attempts import Accept, Present
from workworld.doors.mcp import FULL, Tool
from workworld.mcp_servers.chat.schemas import taking


def tool(
    name: str,
    function: Callable[..., Any],
    description: str,
    properties: Mapping[str, Mapping[str, Any]],
    present: Present,
    accept: Accept | None = None,
    **more: Any,
) -> Tool:
    """A tool whose parameters must all be given and have the operation's names but for ``ts``."""
    names = {"ts" if theirs == "message_ts" else theirs: theirs for theirs in properties}
    return Tool(
        f"slack_{name}",
        function,
        description,
        properties,
        tuple(properties),
        accept or taking(**names),
        present,
        names={"ts": "message_ts", "text": "message"},
        title=name.replace("_", " ").capitalize(),
        profiles=(FULL,),
        **more,
    )
