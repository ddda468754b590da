"""Dashboards: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-dashboards/"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker.api.rows import (
    Arguments,
    an_object,
    given,
    nothing,
    page_of,
    paged,
    platform,
    required,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Dashboard, Gadget
from workworld.apps.tracker.service import dashboards, gadgets
from workworld.apps.tracker.service.dashboard_views import DashboardView
from workworld.apps.tracker.service.gadget_kinds import KINDS, GadgetKind
from workworld.apps.tracker.wire import people
from workworld.apps.tracker.wire.addresses import address, self_of
from workworld.apps.tracker.wire.shares import share
from workworld.context import Context
from workworld.errors import Invalid, Problem

_KINDS = {"authenticated": "all", "global": "all", "loggedin": "all", "user": "person"}
_ONE = "dashboard/<dashboard_id>"
_GADGET = f"{_ONE}/gadget/<gadget_id>"


def _shape(ctx: Context, view: DashboardView) -> dict[str, Any]:
    row = view.row
    return {
        "id": row.id,
        "name": row.name,
        "description": row.description,
        "owner": people.shown(ctx, view.owner),
        "self": self_of(ctx, "dashboard", row.id),
        "view": address(ctx, f"dashboards/{row.id}"),
        "isFavourite": view.is_starred,
        "popularity": view.star_count,
        "rank": 0,
        "sharePermissions": [share(ctx, each) for each in view.shares],
        "editPermissions": [share(ctx, each) for each in view.shares if each.may_edit],
        "isWritable": view.may_edit,
        "systemDashboard": False,
    }


def _gadget(_ctx: Context, row: Gadget) -> dict[str, Any]:
    return {
        "id": int(row.id),
        "moduleKey": KINDS[row.kind].module,
        "color": row.color,
        "position": {"row": row.position, "column": row.column},
        "title": row.title,
    }


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"dashboard_id": arguments["dashboard_id"]}


def _accept_list(ctx: Context, arguments: Arguments) -> Arguments:
    found = page_of(arguments, 20)
    if arguments.get("filter") == "favourite":
        found["is_starred"] = True
    if arguments.get("filter") == "my":
        found["owner_id"] = ctx.actor.person_id
    return found


def _present_list(ctx: Context, found: Listed[DashboardView]) -> dict[str, Any]:
    return {
        "startAt": found.start,
        "maxResults": page_of(ctx.request.arguments, 20)["limit"],
        "total": found.total,
        "dashboards": [_shape(ctx, each) for each in found.items],
    }


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    return {**given(arguments, text="dashboardName", owner_id="accountId"), **page_of(arguments)}


def _present_search(ctx: Context, found: Listed[DashboardView]) -> dict[str, Any]:
    return {
        "self": self_of(ctx, "dashboard", "search"),
        "maxResults": page_of(ctx.request.arguments)["limit"],
        "startAt": found.start,
        "total": found.total,
        "isLast": found.is_last,
        "values": [_shape(ctx, each) for each in found.items],
    }


def _shared(arguments: Arguments) -> list[dict[str, Any]]:
    """With whom it is to be shared: who may change it comes after who sees it."""
    found = []
    for name, may_edit in (("sharePermissions", False), ("editPermissions", True)):
        rows = arguments.get(name) or ()
        if not isinstance(rows, Sequence) or isinstance(rows, str):
            raise _no_list(name)
        for row in rows:
            if not isinstance(row, Mapping):
                raise _no_list(name)
            found.append({**_with(row), "edit": may_edit})
    return found


def _with(row: Mapping[str, Any]) -> dict[str, str]:
    kind = _KINDS.get(str(row.get("type")), str(row.get("type")))
    held = row.get({"person": "user"}.get(kind, kind))
    things = (
        [held.get(name) for name in ("id", "groupId", "name", "key", "accountId")]
        if (isinstance(held, Mapping))
        else []
    )
    thing = next((str(each) for each in things if each), "")
    return {"kind": kind, "thing": "" if kind == "all" else thing}


def _no_list(name: str) -> Invalid:
    said = f"{name} is a list of permissions."
    return Invalid("invalid_arguments", said, problems=[Problem(said, name)])


def _said(arguments: Arguments) -> dict[str, Any]:
    found = {
        name: arguments[name] for name in ("name", "description") if arguments.get(name) is not None
    }
    if "sharePermissions" in arguments or "editPermissions" in arguments:
        found["shares"] = _shared(arguments)
    return found


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    required(arguments, "name")
    return _said(arguments)


def _accept_edit(_ctx: Context, arguments: Arguments) -> Arguments:
    required(arguments, "name")
    return {"dashboard_id": arguments["dashboard_id"], **_said(arguments)}


def _accept_copy(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"dashboard_id": arguments["dashboard_id"], **_said(arguments)}


def _present_row(ctx: Context, row: Dashboard) -> dict[str, Any]:
    return _shape(ctx, dashboards.info(ctx, dashboard_id=row.id))


def _accept_none(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _present_kinds(_ctx: Context, found: Sequence[GadgetKind]) -> dict[str, Any]:
    return {"gadgets": [{"moduleKey": each.module, "title": each.title} for each in found]}


def _present_gadgets(ctx: Context, found: Sequence[Gadget]) -> dict[str, Any]:
    return {"gadgets": [_gadget(ctx, each) for each in found]}


def _place(arguments: Arguments) -> dict[str, Any]:
    at = an_object(arguments, "position")
    return given(at, column="column", position="row")


def _accept_gadget(_ctx: Context, arguments: Arguments) -> Arguments:
    names = ("moduleKey", "uri", "module_key")  # the last is how the package ``jira`` writes it
    kind = next((arguments[name] for name in names if arguments.get(name)), "")
    if not kind:
        required(arguments, "moduleKey")
    return {
        "dashboard_id": arguments["dashboard_id"],
        "kind": kind,
        **given(arguments, title="title", color="color"),
        **_place(arguments),
    }


def _accept_gadget_edit(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "gadget_id": arguments["gadget_id"],
        **given(arguments, title="title", color="color"),
        **_place(arguments),
    }


def _accept_gone(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"gadget_id": arguments["gadget_id"]}


ENDPOINTS = (
    platform(
        "GET",
        "dashboard",
        dashboards.list,
        _accept_list,
        _present_list,
        paging=paged("dashboards"),
    ),
    platform("POST", "dashboard", dashboards.create, _accept_new, _present_row),
    platform("GET", "dashboard/gadgets", gadgets.kinds, _accept_none, _present_kinds),
    platform(
        "GET",
        "dashboard/search",
        dashboards.list,
        _accept_search,
        _present_search,
        paging=paged("values"),
    ),
    platform("GET", _ONE, dashboards.info, _accept_one, _shape),
    platform("PUT", _ONE, dashboards.update, _accept_edit, _present_row),
    platform("DELETE", _ONE, dashboards.delete, _accept_one, nothing),
    platform("POST", f"{_ONE}/copy", dashboards.copy, _accept_copy, _present_row),
    platform("GET", f"{_ONE}/gadget", gadgets.list, _accept_one, _present_gadgets),
    platform("POST", f"{_ONE}/gadget", gadgets.add, _accept_gadget, _gadget),
    platform("PUT", _GADGET, gadgets.edit, _accept_gadget_edit, nothing),
    platform("DELETE", _GADGET, gadgets.remove, _accept_gone, nothing),
)
