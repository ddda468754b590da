"""The tracker over MCP: the tools of Atlassian's Rovo server, https://support.atlassian.com/rovo/docs/.

Names, parameters and results are the vendor's; descriptions are ours.
"""

from __future__ import annotations

from workworld.doors.mcp import ToolTable
from workworld.mcp_servers.tracker import (
    activity,
    files,
    issues,
    linking,
    own,
    people,
    projects,
    searching,
)
from workworld.mcp_servers.tracker.community import COMMUNITY

INSTRUCTIONS = """\
The issue tracker of the company you work for, as the person you act for. Issues are addressed by \
key (CAL-214) or numeric id, people by account id: find one with lookupJiraAccountId. Every tool \
takes the site as cloudId: the id that getAccessibleAtlassianResources answers, or the site's \
address. A status changes only by a transition: list an issue's transitions first."""

TABLE = ToolTable(
    app_id="tracker",
    title="Tracker",
    instructions=INSTRUCTIONS,
    tools=(
        people.INFO,
        people.SITES,
        searching.BY_WORDS,
        issues.FETCH,
        issues.GET,
        searching.BY_JQL,
        issues.CREATE,
        issues.EDIT,
        activity.COMMENT,
        issues.TRANSITIONS,
        issues.MOVE_ON,
        people.LOOKUP,
        activity.WORK,
        linking.TYPES,
        linking.LINK,
        linking.REMOTE,
        projects.VISIBLE,
        projects.TYPES,
        projects.FIELDS,
        *files.TOOLS,
        *own.TOOLS,
    ),
    upstreams=(COMMUNITY,),
)
