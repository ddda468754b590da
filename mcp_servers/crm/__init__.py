"""The CRM over MCP: the tools of Salesforce's hosted server ``sobject-all``.

Names, parameters and results are the vendor's; descriptions are ours.
"""

from __future__ import annotations

from workworld.doors.mcp import ToolTable

INSTRUCTIONS = """\
The CRM of the company you work for, as the person you act for."""

TABLE = ToolTable(app_id="crm", title="CRM", instructions=INSTRUCTIONS, tools=())
