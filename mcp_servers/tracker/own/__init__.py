"""What the vendor's server lacks: each operation that an agent may need, in the same style."""

from workworld.mcp_servers.tracker.own.tools import TOOLS as TOOLS
