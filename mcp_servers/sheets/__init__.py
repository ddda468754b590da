"""Spreadsheets over MCP: the tools of Google's hosted server.

https://developers.google.com/workspace/sheets/api/reference/mcp. Names, parameters and results are
the vendor's; descriptions are ours.
"""

from __future__ import annotations

from workworld.doors.mcp import ToolTable
from workworld.mcp_servers.sheets import (
    comments,
    files,
    sign_offs,
    spreadsheets,
    transfers,
    values,
    versions,
)
from workworld.mcp_servers.sheets.community import COMMUNITY

INSTRUCTIONS = """\
The spreadsheets of the company you work for, as the person you act for: you see those that are \
yours or shared with you. Ranges are in A1 notation (Sheet1!A1:C10, 'My Sheet'!A:A); requests of \
update_spreadsheet take sheet ids and indexes from 0 instead; get_spreadsheet tells them. Formulas \
begin with = and are worked out at once. Dates are days since 30 December 1899. Errors come with a \
code, a message and a status."""

TABLE = ToolTable(
    app_id="sheets",
    title="Google Sheets",
    instructions=INSTRUCTIONS,
    tools=(
        values.GET,
        spreadsheets.GET,
        values.UPDATE,
        values.FORMULAS,
        spreadsheets.UPDATE,
        spreadsheets.INSERT,
        values.APPEND,
        values.CLEAR,
        *files.TOOLS,
        *comments.TOOLS,
        *versions.TOOLS,
        *sign_offs.TOOLS,
        *transfers.TOOLS,
    ),
    upstreams=(COMMUNITY,),
)
