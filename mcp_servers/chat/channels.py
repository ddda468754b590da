"""Finding, listing and creating channels."""

from __future__ import annotations

from typing import Any

from workworld.apps.chat import wire
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import channels, direct, members, titles
from workworld.apps.chat.service.direct import Opened
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.mcp import Tool, Variant
from workworld.errors import Invalid
from workworld.mcp_servers.chat.reading import channel_lines, envelope
from workworld.mcp_servers.chat.schemas import (
    BOOLEAN,
    CHANNEL_ID,
    CURSOR,
    FORMAT,
    NUMBER,
    STRING,
    Arguments,
    described,
    is_concise,
    require_format,
    texts,
    whole,
)
from workworld.paging import Page

_MOST_LISTED = 200
_MOST_FOUND = 20
_MOST_MEMBERS = 30


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    require_format(arguments, "detailed", "concise")
    query = str(arguments.get("query", "")).lstrip("#")
    return {
        "kinds": wire.kinds_of(arguments.get("channel_types") or "public_channel"),
        "words": [*query.split(), *arguments.get("keywords", ())],
        "exclude_archived": not arguments.get("include_archived", False),
        "limit": whole(arguments, "limit", default=_MOST_FOUND, most=_MOST_FOUND),
        "cursor": arguments.get("cursor", ""),
    }


def _present_found(ctx: Context, page: Page[Channel]) -> dict[str, str]:
    concise = is_concise(ctx)
    blocks = [
        f"### Result {number} of {len(page.items)}\n{channel_lines(ctx, row, concise=concise)}"
        for number, row in enumerate(page.items, 1)
    ]
    text = "\n\n".join(blocks) or "No channels found."
    return envelope("results", text, page, "channels to list")


def _accept_mine(ctx: Context, arguments: Arguments) -> Arguments:
    require_format(arguments, "full", "names_only", "ids_only", key="format")
    company = people.company(ctx.session)
    if arguments.get("team_id", company.id) != company.id:
        raise Invalid("team_not_found", "There is one workspace only: leave team_id out.")
    prefix = str(arguments.get("name_prefix", "")).lstrip("#")
    return {
        "kinds": wire.kinds_of(arguments.get("types") or "public_channel,private_channel"),
        "member_id": ctx.actor.person_id,
        "exclude_archived": arguments.get("exclude_archived", False),
        "name_prefix": prefix,
        "limit": whole(arguments, "limit", default=50, most=_MOST_LISTED),
        "cursor": "" if prefix else arguments.get("cursor", ""),
    }


def _present_mine(ctx: Context, page: Page[Channel]) -> dict[str, str]:
    form = ctx.request.arguments.get("format", "full")
    if form == "names_only":
        text = "\n".join(titles.label(ctx, row) for row in page.items)
    elif form == "ids_only":
        text = "\n".join(row.id for row in page.items)
    else:
        text = "\n\n".join(channel_lines(ctx, row, concise=False) for row in page.items)
    answer = envelope("channels", text or "No channels found.", page, "channels to list")
    if page.has_more and ctx.request.arguments.get("name_prefix"):
        # The vendor ignores cursors here, so to give one out would send an agent in circles.
        answer["pagination_info"] = "There are more channels. Give a longer name_prefix."
    return answer


def _accept_members(_ctx: Context, arguments: Arguments) -> Arguments:
    require_format(arguments, "detailed", "concise", "ids_only")
    return {
        "channel_id": arguments["channel_id"],
        "with_deactivated": arguments.get("include_deleted", False),
        "with_bots": arguments.get("include_bots", False),
        "limit": whole(arguments, "limit", default=_MOST_MEMBERS, most=_MOST_MEMBERS),
        "cursor": arguments.get("cursor", ""),
    }


def _present_members(ctx: Context, page: Page[Person]) -> dict[str, str]:
    form = ctx.request.arguments.get("response_format", "detailed")
    text = "\n".join(_member(person, form) for person in page.items)
    return envelope("members", text or "No members found.", page, "members in this channel")


def _member(person: Person, form: str) -> str:
    if form == "ids_only":
        return person.id
    line = f"{person.name} ({person.id})"
    return line if form == "concise" else f"{line} @{person.handle} <{person.email}> {person.title}"


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "name": str(arguments["channel_name"]).removeprefix("#"),
        "is_private": arguments.get("is_private", False),
        "user_ids": arguments.get("user_ids", []),
    }


def _is_direct(arguments: Arguments) -> bool:
    return not arguments.get("channel_name")


def _accept_direct(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"user_ids": arguments.get("user_ids", [])}


def _present_direct(ctx: Context, opened: Opened) -> dict[str, Any]:
    return present_channel(ctx, opened.channel)


def present_channel(ctx: Context, row: Channel) -> dict[str, Any]:
    """A conversation's id, and what the caller calls it."""
    name = titles.title(ctx, row)
    return {"channel_id": row.id, "channel_name": name, "is_private": row.kind != "public"}


SEARCH = Tool(
    "slack_search_channels",
    channels.list,
    "Find channels by words in their name, topic or purpose, to learn their ids. Answers JSON "
    "with the results as text and a sentence that carries the next cursor.",
    {
        "query": described(STRING, "Words to look for, such as 'deploys'."),
        "keywords": texts("Further words; every one must occur."),
        "natural_language_query": described(
            STRING, "What is sought, in a sentence. No effect: query and keywords decide."
        ),
        "channel_types": described(
            STRING, "Comma-separated: public_channel (default), private_channel."
        ),
        "cursor": CURSOR,
        "limit": described(NUMBER, "Channels a page, at most 20. Default 20."),
        "include_archived": described(BOOLEAN, "Include archived channels."),
        "response_format": FORMAT,
    },
    (),
    _accept_search,
    _present_found,
    names={"words": "keywords"},
    title="Search channels",
    toolset="channels",
)
LIST_MINE = Tool(
    "slack_list_user_channels",
    channels.list,
    "List the channels that the person you act for is in.",
    {
        "types": described(
            STRING,
            "Comma-separated: public_channel, private_channel, mpim, im. Default is the first two.",
        ),
        "name_prefix": described(STRING, "Only channels whose name begins so."),
        "exclude_archived": described(BOOLEAN, "Leave archived channels out."),
        "limit": described(NUMBER, "Channels a page, at most 200. Default 50."),
        "cursor": described(STRING, "The cursor from pagination_info. Ignored with name_prefix."),
        "format": described(STRING, "'full' (default), 'names_only' or 'ids_only'."),
        "team_id": described(STRING, "The workspace; there is one only."),
    },
    (),
    _accept_mine,
    _present_mine,
    title="List the user's channels",
    toolset="channels",
)
LIST_MEMBERS = Tool(
    "slack_list_channel_members",
    members.list,
    "List the people in a channel. Error: channel_not_found.",
    {
        "channel_id": CHANNEL_ID,
        "limit": described(NUMBER, "Members a page, at most 30. Default 30."),
        "cursor": CURSOR,
        "response_format": described(STRING, "'detailed' (default), 'concise' or 'ids_only'."),
        "include_deleted": described(BOOLEAN, "Include deactivated accounts. Default false."),
        "include_bots": described(BOOLEAN, "Include bots. Default false."),
    },
    ("channel_id",),
    _accept_members,
    _present_members,
    title="List channel members",
    toolset="channels",
)
CREATE = Tool(
    "slack_create_conversation",
    channels.create,
    "Create a channel and invite people to it, at most 1,000; or, without channel_name, open the "
    "direct message with one person or the group direct message with 2 to 8. Errors: "
    "invalid_name_… (what is wrong with the name), name_taken, user_not_found, cant_invite_self, "
    "users_list_not_supplied, too_many_users, cannot_dm_bot, user_disabled.",
    {
        "channel_name": described(
            STRING,
            "Lower-case letters, digits, hyphens and underscores; at most 80. Leave it out for a "
            "direct message.",
        ),
        "is_private": described(BOOLEAN, "Only members see it. Default false."),
        "user_ids": texts("Ids of the people to invite or to write to, U…"),
    },
    (),
    _accept_create,
    present_channel,
    names={"name": "channel_name"},
    variants=(Variant(_is_direct, direct.open, _accept_direct, _present_direct),),
    title="Create conversation",
    toolset="channels",
)
