"""The tools of the community's server for Jira, ``sooperset/mcp-atlassian`` 0.23.1.

https://github.com/sooperset/mcp-atlassian. Names, parameters and results are that server's;
descriptions are ours.
"""

from __future__ import annotations

from workworld.doors.mcp import Upstream
from workworld.mcp_servers.tracker.community import (
    accounts,
    activity,
    agile,
    changing,
    desks,
    fields,
    files,
    measures,
    places,
    reading,
    sla_measures,
)

COMMUNITY = Upstream(
    profile="mcp-atlassian",
    title="Atlassian MCP",
    instructions="",
    tools=(
        accounts.PROFILE,
        accounts.ASSIGNABLE,
        accounts.WATCHERS,
        accounts.WATCH,
        accounts.UNWATCH,
        reading.GET,
        reading.SEARCH,
        *fields.TOOLS,
        reading.OF_PROJECT,
        changing.WAYS,
        *files.TOOLS,
        agile.BOARDS,
        reading.OF_BOARD,
        agile.SPRINTS,
        reading.OF_SPRINT,
        changing.CREATE,
        changing.CREATE_SEVERAL,
        reading.CHANGES,
        changing.UPDATE,
        changing.ASSIGN,
        changing.DELETE,
        changing.MOVE,
        *activity.TOOLS,
        changing.GO,
        agile.CREATE,
        agile.UPDATE,
        agile.INTO,
        agile.BACK,
        *places.TOOLS,
        *desks.TOOLS,
        sla_measures.SLA,
        *measures.TOOLS,
    ),
)
