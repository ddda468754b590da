"""What the vendor's server lacks: each operation that an agent may need, in the same style."""

from workworld.mcp_servers.crm.own import files, tools

TOOLS = (*tools.TOOLS, *files.TOOLS)
