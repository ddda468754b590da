"""People and the workspace over REST: ``users.*``, ``auth.test``, ``team.info``, ``bots.info``."""

from __future__ import annotations

import json
from typing import Any

from workworld.apps.chat import APP
from workworld.apps.chat.api.methods import (
    USER,
    Arguments,
    given,
    method,
    next_cursor,
    refuse,
    taking,
)
from workworld.apps.chat.people_shapes import profiles_of, team, users_of
from workworld.apps.chat.service import apps, profiles, users
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Company, Person
from workworld.doors.paging import CursorPaging
from workworld.errors import Invalid, Problem
from workworld.paging import Page


def _accept_someone(ctx: Context, arguments: Arguments) -> Arguments:
    return {"user_id": arguments.get("user") or ctx.actor.person_id}


def _accept_bot(_ctx: Context, arguments: Arguments) -> Arguments:
    return given(arguments, bot_id="bot")


def _present_one(ctx: Context, person: Person) -> dict[str, Any]:
    return {"user": users_of(ctx, [person])[0]}


def _present_profile(ctx: Context, person: Person) -> dict[str, Any]:
    return {"profile": profiles_of(ctx, [person])[0]}


def _accept_profile(ctx: Context, arguments: Arguments) -> Arguments:
    """Fields together, in ``profile``, or one by its name and value, which comes first."""
    if arguments.get("user") != ctx.actor.person_id:
        refuse(arguments, "user")  # others' profiles are theirs alone
    one = {str(arguments["name"]): arguments.get("value")} if arguments.get("name") else None
    fields = one or _fields_in(arguments.get("profile"))
    if unknown := [name for name in fields if name not in _FIELDS]:
        problems = [Problem("unsupported field of profile", str(name)) for name in unknown]
        raise Invalid("invalid_profile", problems=problems)
    given_fields = {name: "" if value is None else value for name, value in fields.items()}
    if "status_expiration" in given_fields:
        given_fields["status_expiration"] = given_fields["status_expiration"] or 0
    return given_fields


def _fields_in(profile: Any) -> dict[str, Any]:
    """The vendor takes them as JSON text in a form."""
    try:
        fields = json.loads(profile) if isinstance(profile, str) else profile
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict) or not fields:
        raise Invalid("invalid_profile", problems=[Problem("no object with fields", "profile")])
    return fields


def _present_list(ctx: Context, page: Page[Person]) -> dict[str, Any]:
    return {"members": users_of(ctx, page.items), **next_cursor(page)}


def _present_identity(ctx: Context, person: Person) -> dict[str, Any]:
    company = people.company(ctx.session)
    app = apps.of_accounts(ctx, [person.id]).get(person.id)
    as_bot = {"bot_id": app.bot_id} if app else {}
    return as_bot | {
        "url": f"{people.app_url(ctx, APP.id)}/",
        "team": company.name,
        "user": person.handle,
        "team_id": company.id,
        "user_id": person.id,
        "is_enterprise_install": False,
    }


def _present_team(_ctx: Context, company: Company) -> dict[str, Any]:
    return {"team": team(company)}


def _present_bot(ctx: Context, person: Person) -> dict[str, Any]:
    app = apps.of_accounts(ctx, [person.id]).get(person.id)
    bot = {"id": person.id, "name": person.name, "deleted": person.is_deactivated, "icons": {}}
    ids = {"id": app.bot_id, "app_id": app.id, "updated": app.created} if app else {}
    return {"bot": bot | ids | {"user_id": person.id}}


_FIELDS = (
    "display_name",
    "pronouns",
    "title",
    "phone",
    "status_text",
    "status_emoji",
    "status_expiration",
)
"""What people change of their own profile: names and addresses are the company's."""

ENDPOINTS = (
    method("auth.test", users.me, taking(), _present_identity),
    method("bots.info", users.bot, _accept_bot, _present_bot, {"bot_id": "bot"}),
    method("team.info", users.team, taking(team_id="team"), _present_team, {"team_id": "team"}),
    method("users.info", users.info, taking(user_id="user"), _present_one, USER),
    method(
        "users.list",
        users.list,
        taking(limit="limit", cursor="cursor"),
        _present_list,
        paging=CursorPaging("members"),
    ),
    method("users.lookupByEmail", users.lookup, taking(email="email"), _present_one),
    method("users.profile.get", users.info, _accept_someone, _present_profile, USER),
    method("users.profile.set", profiles.update, _accept_profile, _present_profile),
)
