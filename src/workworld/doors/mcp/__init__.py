"""The MCP door: a table of tools per app, bound to operations, offered to models by profile."""

from workworld.doors.mcp.calls import Caller, ToolResult, call_tool
from workworld.doors.mcp.endpoint import Endpoint
from workworld.doors.mcp.offers import Choice, Offer, offer_of
from workworld.doors.mcp.servers import mcp_server
from workworld.doors.mcp.tools import FULL, VENDOR, Tool, ToolTable, Upstream

__all__ = [
    "FULL",
    "VENDOR",
    "Caller",
    "Choice",
    "Endpoint",
    "Offer",
    "Tool",
    "ToolResult",
    "ToolTable",
    "Upstream",
    "call_tool",
    "mcp_server",
    "offer_of",
]
