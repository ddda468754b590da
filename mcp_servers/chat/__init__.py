"""Chat over MCP: the tools of Slack's hosted server, https://docs.slack.dev/ai/mcp-server.

Names, parameters and result envelopes are the vendor's; descriptions are ours.
"""

from __future__ import annotations

from workworld.doors.mcp import ToolTable
from workworld.mcp_servers.chat import (
    attention,
    channels,
    emoji,
    governing,
    inviting,
    keeping,
    messages,
    ours,
    overseeing,
    people,
    polls,
    pressing,
    reactions,
    retaining,
    search,
    sections,
    transfers,
    usergroups,
    workflows,
)
from workworld.mcp_servers.chat.canvases import CANVAS_TOOLS
from workworld.mcp_servers.chat.files import FILE_TOOLS
from workworld.mcp_servers.chat.lists import (
    LIST_TOOLS,
)
from workworld.mcp_servers.chat.outbox import (
    OUTBOX_TOOLS,
    SCHEDULE,
    SEND_DRAFT,
)
from workworld.mcp_servers.chat.reference import REFERENCE

INSTRUCTIONS = """\
Team chat of the company you work for, as the person you act for. Channels are addressed by id \
(C…), people by user id (U…), messages by channel id and Message TS (seconds.micros, a string). \
Find a channel's id with slack_search_channels or slack_list_user_channels before you read or \
post. A thread is addressed by its parent's Message TS. Errors start with a code such as \
channel_not_found, not_in_channel or is_archived."""

TABLE = ToolTable(
    app_id="chat",
    title="Chat",
    instructions=INSTRUCTIONS,
    tools=(
        messages.SEND,
        SEND_DRAFT,
        SCHEDULE,
        messages.READ_CHANNEL,
        messages.READ_THREAD,
        search.PUBLIC,
        search.ALL,
        channels.SEARCH,
        people.SEARCH,
        emoji.SEARCH,
        people.READ_PROFILE,
        channels.LIST_MINE,
        channels.LIST_MEMBERS,
        channels.CREATE,
        reactions.ADD,
        reactions.GET,
        *FILE_TOOLS,
        *CANVAS_TOOLS,
        *LIST_TOOLS,
        *OUTBOX_TOOLS,
        *ours.TOOLS,
        *attention.TOOLS,
        *governing.TOOLS,
        *overseeing.TOOLS,
        *retaining.TOOLS,
        *inviting.TOOLS,
        *transfers.TOOLS,
        *usergroups.TOOLS,
        *keeping.TOOLS,
        *pressing.TOOLS,
        *emoji.TOOLS,
        *polls.TOOLS,
        *sections.TOOLS,
        *workflows.TOOLS,
    ),
    upstreams=(REFERENCE,),
)
