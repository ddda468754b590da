"""Links between issues, and from issues to pages elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker.models import IssueLink, LinkType, RemoteLink
from workworld.apps.tracker.service import links, remote_links, site
from workworld.apps.tracker.wire import activity, metadata, texts
from workworld.context import Context
from workworld.doors.mcp import Tool
from workworld.mcp_servers.tracker.schemas import (
    CLOUD_ID,
    CONTENT_FORMAT,
    ISSUE,
    STRING,
    Arguments,
    described,
    given,
    nothing,
)
from workworld.mcp_servers.tracker.sites import at_site


def _present_types(ctx: Context, found: Mapping[str, LinkType]) -> dict[str, Any]:
    return {"issueLinkTypes": [metadata.link_type(ctx, each) for each in found.values()]}


def _accept_link(ctx: Context, arguments: Arguments) -> Arguments:
    said = arguments.get("comment")
    comment = {"comment": texts.body(ctx, said, "comment")} if said else {}
    return {
        "type_id": arguments["type"],
        "source": arguments["inwardIssue"],
        "target": arguments["outwardIssue"],
        **comment,
    }


def _present_link(ctx: Context, link: IssueLink) -> dict[str, Any]:
    asked = ctx.request.arguments
    said = f"{asked['inwardIssue']} and {asked['outwardIssue']} are linked: {asked['type']}."
    return {"success": True, "message": said, "linkId": link.id}


def _accept_remote(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issueIdOrKey"], **given(arguments, global_id="globalId")}


def _present_remote(ctx: Context, found: Sequence[RemoteLink]) -> list[dict[str, Any]]:
    return [activity.remote_link(ctx, each) for each in found]


TYPES = Tool(
    "getIssueLinkTypes",
    site.link_types,
    "List how two issues may concern each other, by name and with the words of each direction.",
    {"cloudId": CLOUD_ID},
    ("cloudId",),
    at_site(nothing),
    _present_types,
    title="List link types",
    toolset="links",
)
LINK = Tool(
    "createIssueLink",
    links.add,
    "Link two issues. With the type Blocks, inwardIssue blocks outwardIssue. Errors: "
    "link_type_not_found, issue_not_found, cannot_link_to_self, link_exists, permission_denied.",
    {
        "cloudId": CLOUD_ID,
        "type": described(STRING, "Name of the link type, such as Blocks or Relates."),
        "inwardIssue": described(STRING, "Key of the issue that, say, blocks the other."),
        "outwardIssue": described(STRING, "Key of the issue that, say, is blocked."),
        "comment": described(STRING, "What to say of it below inwardIssue, in Markdown."),
        "contentFormat": CONTENT_FORMAT,
    },
    ("cloudId", "type", "inwardIssue", "outwardIssue"),
    at_site(_accept_link),
    _present_link,
    names={"type_id": "type", "source": "inwardIssue", "target": "outwardIssue"},
    title="Link issues",
    toolset="links",
)
REMOTE = Tool(
    "getJiraIssueRemoteIssueLinks",
    remote_links.list,
    "List the links of an issue to pages elsewhere. Error: issue_not_found.",
    {
        "cloudId": CLOUD_ID,
        "issueIdOrKey": ISSUE,
        "globalId": described(STRING, "Only the link with this global id."),
    },
    ("cloudId", "issueIdOrKey"),
    at_site(_accept_remote),
    _present_remote,
    names={"issue": "issueIdOrKey", "global_id": "globalId"},
    title="List remote links",
    toolset="links",
)
