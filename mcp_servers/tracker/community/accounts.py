"""People as the community's server takes them: by account id, e-mail address or name."""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.service import users, watchers
from workworld.apps.tracker.service.watchers import Watching
from workworld.apps.tracker.wire import people
from workworld.context import Context
from workworld.directory.models import Person
from workworld.errors import Invalid, NotFound
from workworld.mcp_servers.tracker.community import shapes
from workworld.mcp_servers.tracker.community.declaring import (
    ISSUE,
    failing,
    key,
    number,
    text,
    tool,
)
from workworld.mcp_servers.tracker.schemas import Arguments

_PREFIX = "accountid:"
_MOST = 50


def account(ctx: Context, said: str) -> str:
    """The id of the account that is meant by an id, an e-mail address or a whole name.

    Raises:
        NotFound: ``user_not_found``.
    """
    wanted = said.strip().removeprefix(_PREFIX)
    if wanted.casefold() == "me":
        return ctx.actor.person_id
    if wanted and len(wanted) <= 64:
        exact = users.several(ctx, person_ids=[wanted])
        if exact:
            return exact[0].id
    found = users.search(ctx, query=wanted[:255], with_inactive=True, limit=_MOST).items
    called = [each.id for each in found if wanted.casefold() in _names(each)]
    if not called:
        raise NotFound("user_not_found", f"User '{said}' not found.")
    return called[0]


def account_or(ctx: Context, said: str) -> str:
    """The same; what means nobody is handed on, for an operation to refuse."""
    try:
        return account(ctx, said)
    except NotFound:
        return said


def _names(person: Person) -> set[str]:
    known = (person.email, person.name, person.display_name, person.handle)
    return {each.casefold() for each in known if each}


def _accept_profile(ctx: Context, arguments: Arguments) -> Arguments:
    return {"person_id": account(ctx, arguments["user_identifier"])}


def _present_profile(ctx: Context, person: Person) -> dict[str, Any]:
    return {"success": True, "user": shapes.user(people.shown(ctx, person))}


def _accept_assignable(_ctx: Context, arguments: Arguments) -> Arguments:
    places = {"project": arguments.get("project_key"), "issue": arguments.get("issue_key")}
    named = {ours: ref for ours, ref in places.items() if ref}
    if len(named) != 1:
        said = "Exactly one of project_key or issue_key must be provided."
        raise Invalid("one_place_needed", said)
    return {**named, "query": arguments["query"][:255], "limit": arguments.get("limit", 20)}


def _present_assignable(ctx: Context, found: Listed[Person]) -> dict[str, Any]:
    shown = [shapes.user(people.shown(ctx, each)) for each in found.items]
    return {"success": True, "count": len(shown), "users": shown}


def _accept_issue(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue_key"]}


def present_watching(ctx: Context, found: Watching) -> dict[str, Any]:
    """Who watches an issue."""
    return {
        "issue_key": found.issue.key,
        "watcher_count": found.count,
        "is_watching": found.is_watching,
        "watchers": [shapes.user(people.shown(ctx, each)) for each in found.people],
    }


def _accept_watch(ctx: Context, arguments: Arguments) -> Arguments:
    person = account(ctx, arguments["user_identifier"])
    return {"issue": arguments["issue_key"], "person_id": person}


def _present_watch(ctx: Context, _issue: Any) -> dict[str, Any]:
    asked = ctx.request.arguments
    who, where = asked["user_identifier"], asked["issue_key"]
    said = f"User '{who}' added as watcher to {where}"
    return {"success": True, "message": said, "issue_key": where, "user": who}


def _accept_unwatch(ctx: Context, arguments: Arguments) -> Arguments:
    who = arguments.get("account_id") or arguments.get("username")
    if not who:
        said = "Either username or account_id must be provided"
        raise Invalid("invalid_arguments", said)
    return {"issue": arguments["issue_key"], "person_id": account(ctx, who)}


def _present_unwatch(ctx: Context, _issue: Any) -> dict[str, Any]:
    asked = ctx.request.arguments
    who, where = asked.get("account_id") or asked.get("username"), asked["issue_key"]
    said = f"User '{who}' removed from watching {where}"
    return {"success": True, "message": said, "issue_key": where, "user": who}


_WATCHED = {"issue": "issue_key", "person_id": "user_identifier"}
PROFILE = tool(
    "get_user_profile",
    users.info,
    "Look somebody up by account id, e-mail address or whole name. Answers account id, name, "
    "address and picture, or success false.",
    {"user_identifier": text("E-mail address, whole name or account id; me for yourself.")},
    ("user_identifier",),
    _accept_profile,
    _present_profile,
    title="Get User Profile",
    toolset="users",
    manner=failing("user_identifier"),
)
ASSIGNABLE = tool(
    "search_assignable_users",
    users.assignable,
    "Find the people to whom an issue, or the issues of a project, can be assigned, by a part of "
    "their name or address. Name either the project or the issue.",
    {
        "query": text("Beginnings of words of a name or an address."),
        "project_key": text("Key of the project; needed without issue_key."),
        "issue_key": text("Key of the issue; needed without project_key."),
        "limit": number("How many to answer at most. Default 20.", 20, 1, 1000),
    },
    ("query",),
    _accept_assignable,
    _present_assignable,
    title="Search Assignable Users",
    toolset="users",
    manner=failing("query"),
)
WATCHERS = tool(
    "get_issue_watchers",
    watchers.list,
    "List who watches an issue, as far as you may know, and how many they are.",
    {"issue_key": ISSUE},
    ("issue_key",),
    _accept_issue,
    present_watching,
    title="Get Issue Watchers",
    toolset="watchers",
)
WATCH = tool(
    "add_watcher",
    watchers.watch,
    "Let somebody be told of whatever happens to an issue.",
    {"issue_key": key(), "user_identifier": text("Whom, by account id.")},
    ("issue_key", "user_identifier"),
    _accept_watch,
    _present_watch,
    title="Add Issue Watcher",
    toolset="watchers",
    destroys=False,
    names=_WATCHED,
)
UNWATCH = tool(
    "remove_watcher",
    watchers.unwatch,
    "Let somebody no longer be told of what happens to an issue.",
    {
        "issue_key": key(),
        "username": text("Whom, by name, if there is no account_id."),
        "account_id": text("Whom, by account id."),
    },
    ("issue_key",),
    _accept_unwatch,
    _present_unwatch,
    title="Remove Issue Watcher",
    toolset="watchers",
    destroys=True,
)
