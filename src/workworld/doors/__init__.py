"""The three doors: browser UI, REST and MCP, each a thin face over the operations."""
