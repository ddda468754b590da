"""The CRM over MCP: the tools of Salesforce's hosted server ``sobject-all``.

Names, parameters and results are the vendor's; descriptions are ours.
"""

from __future__ import annotations

from workworld.doors.mcp import ToolTable
from workworld.mcp_servers.crm import objects, own, records

INSTRUCTIONS = """\
The CRM of the company you work for, as the person you act for: you see and may change what they \
may. Objects and fields go by their API names (Opportunity, StageName); call getObjectSchema \
before you use one that you do not know. Find records with soqlQuery, or by words with find; ids \
have 18 characters and tell the object by their first three. Days in queries are plain (CloseDate \
> 2026-01-31) or literals such as THIS_FISCAL_QUARTER; the fiscal year begins on 1 February. \
Errors come as a list with a code, a message and the fields."""

TABLE = ToolTable(
    app_id="crm",
    title="CRM",
    instructions=INSTRUCTIONS,
    tools=(
        objects.SCHEMA,
        records.QUERY,
        records.FIND,
        objects.USER,
        objects.RECENT,
        records.RELATED,
        records.CREATE,
        records.UPDATE,
        records.UPDATE_RELATED,
        records.DELETE,
        records.DELETE_RELATED,
        *own.TOOLS,
    ),
)
