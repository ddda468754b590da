"""What the site is, and routes that need no operation.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-server-info/
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flask
from markupsafe import escape
from werkzeug.exceptions import MethodNotAllowed, NotFound

from workworld.apps.tracker import APP
from workworld.apps.tracker.api.dialect import DIALECT
from workworld.apps.tracker.api.rows import VERSIONS, Arguments, platform
from workworld.apps.tracker.service import users
from workworld.apps.tracker.wire import people
from workworld.apps.tracker.wire.addresses import address, stamp
from workworld.attempts import Present
from workworld.clock import Clock
from workworld.context import Context
from workworld.directory.models import Person
from workworld.doors.rest import Endpoint
from workworld.doors.site import current_site

_NUMBERS = (1001, 0, 0)
_BUILD = 100_300
_GONE = (
    "The requested API has been removed. Please migrate to the /rest/api/3/search/jql API. "
    "A full migration guideline is available at "
    "https://developer.atlassian.com/changelog/#CHANGE-2046"
)
_COLORS = ("#6847c9", "#1f6fb5", "#197a5b", "#b0442d", "#9a3d8d", "#4b6b13", "#8a5a00", "#3d5a80")
_KINDS = ("user", "project", "issuetype", "priority", "status")


def server_info() -> flask.Response:
    """What the site is: clients ask before anything else, whether they are signed in or not."""
    _only_get()
    site = current_site()
    with site.world.reading() as session:
        now_us = Clock(session).now_us()
    shape = {
        "baseUrl": site.addresses.app(APP.id),
        "displayUrl": site.addresses.app(APP.id),
        "version": "1001.0.0",
        "versionNumbers": list(_NUMBERS),
        "deploymentType": "Cloud",
        "buildNumber": _BUILD,
        "buildDate": stamp(0),
        "serverTime": stamp(now_us),
        "scmInfo": "0000000000000000000000000000000000000000",
        "serverTitle": APP.title,
        "defaultLocale": {"locale": "en_US"},
    }
    return DIALECT.success(shape, 200)


def old_search() -> flask.Response:
    """The search by number of rows is gone: ``search/jql`` has come instead of it."""
    DIALECT.actor(flask.request, current_site())
    return DIALECT.success({"errorMessages": [_GONE], "errors": {}}, 410)


def picture(kind: str, thing_id: str) -> flask.Response:
    """A picture that tells nothing but what its address says."""
    _only_get()
    if kind not in _KINDS or len(thing_id) > 64:
        raise NotFound
    color = _COLORS[sum(map(ord, thing_id)) % len(_COLORS)]
    shape = "50%" if kind == "user" else "16%"
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">'
        f"<title>{escape(kind)}</title>"
        f'<rect width="48" height="48" rx="{shape}" fill="{color}"/></svg>'
    )
    return flask.Response(svg, mimetype="image/svg+xml")


def _only_get() -> None:
    if flask.request.method != "GET":
        raise MethodNotAllowed(["GET"])


def _accept_nothing(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _present_session(ctx: Context, me: Person) -> dict[str, Any]:
    return {
        "self": address(ctx, "rest/api/latest", "user") + f"?accountId={me.id}",
        "name": me.handle,
        "accountId": me.id,
        "loginInfo": {"loginCount": 1, "failedLoginCount": 0},
    }


def _present_me(ctx: Context, me: Person) -> dict[str, Any]:
    return people.shown(ctx, me) | {
        "locale": "en_US",
        "groups": {"size": 0, "items": []},
        "applicationRoles": {"size": 0, "items": []},
        "expand": "groups,applicationRoles",
    }


def _present_configuration(_ctx: Context, _me: Person) -> dict[str, Any]:
    return {
        "votingEnabled": True,
        "watchingEnabled": True,
        "unassignedIssuesAllowed": True,
        "subTasksEnabled": True,
        "issueLinkingEnabled": True,
        "timeTrackingEnabled": True,
        "attachmentsEnabled": True,
        "timeTrackingConfiguration": {
            "workingHoursPerDay": 8.0,
            "workingDaysPerWeek": 5.0,
            "timeFormat": "pretty",
            "defaultUnit": "minute",
        },
    }


def _mine(path: str, present: Present) -> tuple[Endpoint, ...]:
    return platform("GET", path, users.me, _accept_nothing, present)


ENDPOINTS = (
    _mine("myself", _present_me),
    _mine("configuration", _present_configuration),
    (Endpoint(("GET",), "/rest/auth/1/session", users.me, _accept_nothing, _present_session),),
)
VIEWS: dict[str, Callable[..., flask.Response]] = {
    f"/rest/api/{version}/{path}": view
    for version in VERSIONS
    for path, view in (
        ("serverInfo", server_info),
        ("search", old_search),
        ("universal_avatar/view/type/<kind>/owner/<thing_id>", picture),
    )
}
