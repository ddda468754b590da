"""The MCP door: a table of tools per app, bound to operations, offered to models by profile."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from workworld.doors.mcp.calls import Caller, call_tool
from workworld.doors.mcp.manners import Blocks, Manner, ToolResult
from workworld.doors.mcp.resources import Resource
from workworld.doors.mcp.tools import FULL, VENDOR, Tool, ToolTable, Upstream, Variant

if TYPE_CHECKING:
    from workworld.doors.mcp.endpoint import Endpoint
    from workworld.doors.mcp.offers import Choice, Offer, offer_of
    from workworld.doors.mcp.servers import mcp_server

__all__ = [
    "FULL",
    "VENDOR",
    "Blocks",
    "Caller",
    "Choice",
    "Endpoint",
    "Manner",
    "Offer",
    "Resource",
    "Tool",
    "ToolResult",
    "ToolTable",
    "Upstream",
    "Variant",
    "call_tool",
    "mcp_server",
    "offer_of",
]
_OF_SERVERS = {
    "Choice": "offers",
    "Endpoint": "endpoint",
    "Offer": "offers",
    "mcp_server": "servers",
    "offer_of": "offers",
}


def __getattr__(name: str) -> Any:
    """Load what serves tools only when asked for: it takes longer than all that calls them."""
    if name not in _OF_SERVERS:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_OF_SERVERS[name]}"), name)
