"""Categories of projects, keys that are free, and who has a permission in a project.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-project-categories/
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker.api.rows import Arguments, given, page_of, platform, required
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Category
from workworld.apps.tracker.service import projects, site, users
from workworld.apps.tracker.wire import people
from workworld.apps.tracker.wire.addresses import self_of
from workworld.context import Context
from workworld.directory.models import Person


def _accept_all(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _categories(ctx: Context, found: Mapping[str, Category]) -> list[dict[str, Any]]:
    return [
        {
            "self": self_of(ctx, "projectCategory", row.id),
            "id": row.id,
            "name": row.name,
            "description": row.description,
        }
        for row in found.values()
    ]


def _accept_key(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"key": arguments.get("key") or ""}


def _verdict(_ctx: Context, problem: str) -> dict[str, Any]:
    return {"errorMessages": [], "errors": {"projectKey": problem} if problem else {}}


def _accept_holding(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "project": required(arguments, "projectKey"),
        "permission": required(arguments, "permissions"),
        **given(arguments, query="query"),
        **page_of(arguments),
    }


def _people(ctx: Context, found: Listed[Person]) -> list[dict[str, Any]]:
    return [people.shown(ctx, each) for each in found.items]


ENDPOINTS = (
    platform("GET", "projectCategory", site.categories, _accept_all, _categories),
    platform("GET", "projectvalidate/key", projects.check_key, _accept_key, _verdict),
    platform(
        "GET",
        "user/permission/search",
        users.holding,
        _accept_holding,
        _people,
        {"project": "projectKey", "permission": "permissions"},
    ),
)
