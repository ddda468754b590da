"""Properties of projects, boards, sprints, comments, people and gadgets.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-project-properties/
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flask

from workworld.apps.tracker.api.agile import board_of
from workworld.apps.tracker.api.rows import Arguments, agile, nothing, platform, required
from workworld.apps.tracker.api.sprints import sprint_of
from workworld.apps.tracker.models import ThingProperty
from workworld.apps.tracker.service import thing_properties
from workworld.attempts import Accept
from workworld.context import Context
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid

Thing = Callable[[Context, Arguments], str]
_NAMES = {"key": "propertyKey"}


def _part(name: str) -> Thing:
    """A thing that is a part of the path."""
    return lambda _ctx, arguments: str(arguments[name])


def _board(ctx: Context, arguments: Arguments) -> str:
    return str(board_of(ctx, arguments)["board_id"])


def _sprint(ctx: Context, arguments: Arguments) -> str:
    return str(sprint_of(ctx, arguments)["sprint_id"])


def _person(_ctx: Context, arguments: Arguments) -> str:
    return str(required(arguments, "accountId"))


def _accept_all(kind: str, thing: Thing) -> Accept:
    return lambda ctx, arguments: {"kind": kind, "thing_id": thing(ctx, arguments)}


def _accept_one(kind: str, thing: Thing) -> Accept:
    def accept(ctx: Context, arguments: Arguments) -> Arguments:
        return {
            "kind": kind,
            "thing_id": thing(ctx, arguments),
            "key": arguments["property_key"],
        }

    return accept


def _accept_put(kind: str, thing: Thing) -> Accept:
    accept_one = _accept_one(kind, thing)

    def accept(ctx: Context, arguments: Arguments) -> Arguments:
        if "body" not in arguments:
            raise Invalid("invalid_property", "The request has no value.")
        return {**accept_one(ctx, arguments), "value": arguments["body"]}

    return accept


def _present_keys(_ctx: Context, rows: Sequence[ThingProperty]) -> dict[str, Any]:
    root = flask.request.base_url.rstrip("/")
    return {"keys": [{"self": f"{root}/{row.key}", "key": row.key} for row in rows]}


def _present(_ctx: Context, row: ThingProperty) -> dict[str, Any]:
    return {"key": row.key, "value": row.value}


def _present_put(_ctx: Context, is_new: bool) -> flask.Response:
    return flask.Response(status=201 if is_new else 200)


def _family(
    row: Callable[..., tuple[Endpoint, ...]], path: str, kind: str, thing: Thing
) -> tuple[Endpoint, ...]:
    """The four endpoints of what has properties."""
    one, service = f"{path}/<property_key>", thing_properties
    return (
        *row("GET", path, service.list, _accept_all(kind, thing), _present_keys),
        *row("GET", one, service.info, _accept_one(kind, thing), _present, _NAMES),
        *row("PUT", one, service.put, _accept_put(kind, thing), _present_put, _NAMES),
        *row("DELETE", one, service.delete, _accept_one(kind, thing), nothing, _NAMES),
    )


_ITEM = "dashboard/<dashboard_id>/items/<item_id>/properties"
ENDPOINTS = (
    _family(platform, "project/<project>/properties", "project", _part("project")),
    _family(platform, "comment/<comment_id>/properties", "comment", _part("comment_id")),
    _family(platform, "user/properties", "user", _person),
    _family(platform, _ITEM, "gadget", _part("item_id")),
    _family(agile, "board/<board_id>/properties", "board", _board),
    _family(agile, "sprint/<sprint_id>/properties", "sprint", _sprint),
)
