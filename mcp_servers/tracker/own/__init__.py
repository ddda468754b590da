"""What the vendor's server lacks: each operation that an agent may need, in the same style."""

from workworld.mcp_servers.tracker.own import (
    desk_tools,
    hook_tools,
    notification_tools,
    tools,
)

TOOLS = (*tools.TOOLS, *desk_tools.TOOLS, *notification_tools.TOOLS, *hook_tools.TOOLS)
