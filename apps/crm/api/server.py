"""What the organisation is, where its resources are, and who is signed in.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_versions.htm
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flask
from werkzeug.exceptions import MethodNotAllowed

from workworld.apps.crm.api.dialect import in_json
from workworld.apps.crm.api.rows import data, no_arguments
from workworld.apps.crm.service import sessions
from workworld.apps.crm.service.refusals import not_found
from workworld.apps.crm.service.sessions import Usage, UserInfo
from workworld.apps.crm.wire import identities
from workworld.apps.crm.wire.answers import data_path
from workworld.apps.crm.wire.limits import limits
from workworld.context import Context
from workworld.doors.rest import Endpoint

_RELEASES = (
    (57, "Spring '23"),
    (58, "Summer '23"),
    (59, "Winter '24"),
    (60, "Spring '24"),
    (61, "Summer '24"),
    (62, "Winter '25"),
)
_RESOURCES = (
    "composite",
    "jobs",
    "limits",
    "parameterizedSearch",
    "process",
    "query",
    "queryAll",
    "quickActions",
    "recent",
    "search",
    "sobjects",
    "tabs",
)


def versions() -> flask.Response:
    """The versions of the API: clients ask before they are signed in."""
    if flask.request.method != "GET":
        raise MethodNotAllowed(["GET"])
    listed = [
        {"label": label, "url": f"/services/data/v{number}.0", "version": f"{number}.0"}
        for number, label in _RELEASES
    ]
    return in_json(listed, 200)


def token() -> flask.Response:
    """Tell that tokens are given elsewhere: whoever runs the company hands them out."""
    if flask.request.method != "POST":
        raise MethodNotAllowed(["POST"])
    said = {
        "error": "unsupported_grant_type",
        "error_description": "grant type not supported: use a session id that was given to you",
    }
    return in_json(said, 400)


def _present_identity(ctx: Context, who: UserInfo) -> dict[str, Any]:
    """The caller's own; whoever else is meant is not told."""
    asked = ctx.request.arguments
    if (asked["organization_id"], asked["user_id"]) != (who.organization.id, who.user.id):
        raise not_found()
    return identities.identity(ctx, who)


def _present_root(ctx: Context, who: UserInfo) -> dict[str, str]:
    identity = identities.address(ctx, who)
    return {each: data_path(ctx, each) for each in _RESOURCES} | {"identity": identity}


def _present_limits(_ctx: Context, used: Usage) -> dict[str, Any]:
    return limits(used)


IDENTITY = "/id/"
"""Below it stands for each user the address of their identity."""
ENDPOINTS = (
    Endpoint(
        ("GET",),
        f"{IDENTITY}<organization_id>/<user_id>",
        sessions.whoami,
        no_arguments,
        _present_identity,
    ),
    data("GET", "", sessions.whoami, no_arguments, _present_root),
    data("GET", "limits", sessions.usage, no_arguments, _present_limits),
    Endpoint(
        ("GET",), "/services/oauth2/userinfo", sessions.whoami, no_arguments, identities.userinfo
    ),
)
VIEWS: dict[str, Callable[..., flask.Response]] = {
    "/services/data": versions,
    "/services/oauth2/token": token,
}
