"""The tools of the community's server for Sheets, ``xing5/mcp-google-sheets`` 0.6.3.

https://github.com/xing5/mcp-google-sheets. Names, parameters and results are that server's;
descriptions are ours.
"""

from __future__ import annotations

from workworld.doors.mcp import Upstream
from workworld.mcp_servers.sheets.community import cells, charts, files, sheets

COMMUNITY = Upstream(
    profile="mcp-google-sheets",
    title="Google Spreadsheet",
    instructions="",
    tools=(
        cells.GET,
        cells.FORMULAS,
        cells.UPDATE,
        cells.BATCH,
        sheets.ROWS,
        sheets.COLUMNS,
        sheets.LISTED,
        sheets.COPY,
        sheets.RENAME,
        cells.MULTIPLE,
        cells.SUMMARY,
        files.CREATE,
        sheets.CREATE,
        files.LISTED,
        files.SHARE,
        files.FOLDERS,
        files.SEARCH,
        cells.FIND,
        sheets.RAW,
        charts.ADD,
    ),
    resources=(sheets.INFO,),
)
