"""Finding people and reading their profiles."""

from __future__ import annotations

from workworld.apps.chat.service import users
from workworld.context import Context
from workworld.directory.models import AccountKind, Person
from workworld.doors.mcp import Tool
from workworld.mcp_servers.chat.reading import envelope
from workworld.mcp_servers.chat.schemas import (
    BOOLEAN,
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

_MOST = 20


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    require_format(arguments, "detailed", "concise")
    return {
        "words": [*str(arguments.get("query", "")).split(), *arguments.get("keywords", ())],
        "limit": whole(arguments, "limit", default=_MOST, most=_MOST),
        "cursor": arguments.get("cursor", ""),
    }


def _present_found(ctx: Context, page: Page[Person]) -> dict[str, str]:
    blocks = [
        f"### Result {number} of {len(page.items)}\n{_lines(ctx, person)}"
        for number, person in enumerate(page.items, 1)
    ]
    return envelope("results", "\n\n".join(blocks) or "No people found.", page, "people to list")


def _accept_profile(ctx: Context, arguments: Arguments) -> Arguments:
    require_format(arguments, "detailed", "concise")
    return {"user_id": arguments.get("user_id") or ctx.actor.person_id}


def _present_profile(ctx: Context, person: Person) -> dict[str, str]:
    text = _lines(ctx, person)
    if ctx.request.arguments.get("include_locale"):
        text += "\nLocale: en-US"
    return {"result": text}


def _lines(ctx: Context, person: Person) -> str:
    lines = [f"Name: {person.name}", f"User ID: {person.id}", f"Username: {person.handle}"]
    if not is_concise(ctx):
        details = {
            "Display name": person.display_name,
            "Pronouns": person.pronouns,
            "Email": person.email,
            "Phone": person.phone,
            "Title": person.title,
            "Time zone": person.zone,
            "Role": person.role,
        }
        lines += [f"{name}: {value}" for name, value in details.items() if value]
    lines += ["Bot: true"] if person.kind == AccountKind.BOT else []
    return "\n".join([*lines, "Deactivated: true"] if person.is_deactivated else lines)


SEARCH = Tool(
    "slack_search_users",
    users.search,
    "Find people by the beginnings of words in their name, e-mail address, title or team; a word "
    "with - before it leaves out those who have it. Answers JSON with the results as text and a "
    "sentence that carries the next cursor. The current user's user_id is {user_id}.",
    {
        "query": described(STRING, "Words, every one of which must occur, such as 'ana -sales'."),
        "keywords": texts("Further words; every one must occur."),
        "natural_language_query": described(
            STRING, "Who is sought, in a sentence. No effect: query and keywords decide."
        ),
        "cursor": CURSOR,
        "limit": described(NUMBER, "People a page, at most 20. Default 20."),
        "response_format": FORMAT,
    },
    (),
    _accept_search,
    _present_found,
    names={"words": "keywords"},
    title="Search users",
    toolset="people",
)
READ_PROFILE = Tool(
    "slack_read_user_profile",
    users.info,
    "Read somebody's profile: how to reach them, title, time zone and role. Without user_id it is "
    "that of the person you act for, {user_id}. Error: user_not_found.",
    {
        "user_id": described(STRING, "Id of the person, such as U0123456789."),
        "include_locale": described(BOOLEAN, "Include the locale. Default false."),
        "response_format": FORMAT,
    },
    (),
    _accept_profile,
    _present_profile,
    title="Read user profile",
    toolset="people",
)
