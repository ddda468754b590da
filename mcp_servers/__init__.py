"""The MCP servers, one module per app: a table of tools bound to the app's operations."""
