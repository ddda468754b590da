"""Who the caller is, who others are, and at which site."""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker import APP
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.service import users
from workworld.apps.tracker.wire import people as shapes
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.mcp import Tool
from workworld.mcp_servers.tracker.schemas import CLOUD_ID, STRING, Arguments, described, nothing
from workworld.mcp_servers.tracker.sites import at_site, cloud_id

_SCOPES = ["read:jira-work", "write:jira-work", "read:jira-user"]
_MOST = 20


def _present_me(_ctx: Context, person: Person) -> dict[str, Any]:
    return {"account_id": person.id, "name": person.name, "email": person.email}


def _present_sites(ctx: Context, _person: Person) -> list[dict[str, Any]]:
    company = people.company(ctx.session)
    url = people.app_url(ctx, APP.id)
    return [
        {
            "id": cloud_id(ctx),
            "url": url,
            "name": company.slug,
            "scopes": _SCOPES,
            "avatarUrl": shapes.avatars(ctx, "site", company.id)["24x24"],
        }
    ]


def _accept_lookup(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"query": arguments["searchString"], "limit": _MOST}


def _present_users(ctx: Context, found: Listed[Person]) -> dict[str, Any]:
    return {"users": {"users": [shapes.shown(ctx, each) for each in found.items]}}


INFO = Tool(
    "atlassianUserInfo",
    users.me,
    "Say for whom you act: account id, name and e-mail address.",
    {},
    (),
    nothing,
    _present_me,
    title="Who am I",
    toolset="people",
)
SITES = Tool(
    "getAccessibleAtlassianResources",
    users.me,
    "List the sites that you may use. The id of one is the cloudId that other tools ask for.",
    {},
    (),
    nothing,
    _present_sites,
    title="List sites",
    toolset="people",
)
LOOKUP = Tool(
    "lookupJiraAccountId",
    users.search,
    "Find people by the beginnings of words in their name or e-mail address. Answers users with "
    "the accountId by which other tools name them.",
    {
        "cloudId": CLOUD_ID,
        "searchString": described(STRING, "A name, a part of one, or an e-mail address."),
    },
    ("cloudId", "searchString"),
    at_site(_accept_lookup),
    _present_users,
    names={"query": "searchString"},
    title="Find people",
    toolset="people",
)
