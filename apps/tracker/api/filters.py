"""Saved filters: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-filters/"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from workworld.apps.tracker.api.rows import (
    Arguments,
    given,
    is_true,
    nothing,
    page_of,
    paged,
    platform,
    required,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Filter
from workworld.apps.tracker.service import filters
from workworld.apps.tracker.service.filter_views import FilterView
from workworld.apps.tracker.wire import people
from workworld.apps.tracker.wire.addresses import address, self_of
from workworld.apps.tracker.wire.shares import share
from workworld.context import Context


def _shape(ctx: Context, view: FilterView) -> dict[str, Any]:
    row, jql = view.row, quote(view.row.jql)
    return {
        "self": self_of(ctx, "filter", row.id),
        "id": row.id,
        "name": row.name,
        "description": row.description,
        "owner": people.shown(ctx, view.owner),
        "jql": row.jql,
        "viewUrl": f"{address(ctx, 'issues')}?filter={row.id}",
        "searchUrl": f"{self_of(ctx, 'search', 'jql')}?jql={jql}",
        "favourite": view.is_starred,
        "favouritedCount": view.star_count,
        "sharePermissions": [share(ctx, each) for each in view.shares],
        "editPermissions": [share(ctx, each) for each in view.shares if each.may_edit],
        "isWritable": view.may_edit,
        "subscriptions": {"size": 0, "items": [], "max-results": 0, "start-index": 0},
    }


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"filter_id": arguments["filter_id"]}


def _said(arguments: Arguments) -> dict[str, Any]:
    found = given(arguments, name="name", jql="jql")
    if arguments.get("description") is not None:
        found["description"] = arguments["description"]
    return found


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    required(arguments, "name")
    return {**_said(arguments), "is_starred": is_true(arguments.get("favourite"))}


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_one(ctx, arguments), **_said(arguments)}


def _present_row(ctx: Context, row: Filter) -> dict[str, Any]:
    return _shape(ctx, filters.info(ctx, filter_id=row.id))


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    return {**given(arguments, text="filterName", owner_id="accountId"), **page_of(arguments)}


def _present_search(ctx: Context, found: Listed[FilterView]) -> dict[str, Any]:
    return {
        "self": self_of(ctx, "filter", "search"),
        "maxResults": page_of(ctx.request.arguments)["limit"],
        "startAt": found.start,
        "total": found.total,
        "isLast": found.is_last,
        "values": _present_list(ctx, found),
    }


def _accept_favourites(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {"is_starred": True, "limit": 1000}


def _accept_mine(ctx: Context, _arguments: Arguments) -> Arguments:
    return {"owner_id": ctx.actor.person_id, "limit": 1000}


def _present_list(ctx: Context, found: Listed[FilterView]) -> list[dict[str, Any]]:
    return [_shape(ctx, view) for view in found.items]


def _present_starred(ctx: Context, _answer: None) -> dict[str, Any]:
    filter_id = str(ctx.request.arguments["filter_id"])
    return _shape(ctx, filters.info(ctx, filter_id=filter_id))


_ONE = "filter/<filter_id>"

ENDPOINTS = (
    platform("POST", "filter", filters.create, _accept_new, _present_row),
    platform("GET", "filter/favourite", filters.list, _accept_favourites, _present_list),
    platform("GET", "filter/my", filters.list, _accept_mine, _present_list),
    platform(
        "GET",
        "filter/search",
        filters.list,
        _accept_search,
        _present_search,
        paging=paged("values"),
    ),
    platform("GET", _ONE, filters.info, _accept_one, _shape),
    platform("PUT", _ONE, filters.update, _accept_edit, _present_row),
    platform("DELETE", _ONE, filters.delete, _accept_one, nothing),
    platform("PUT", f"{_ONE}/favourite", filters.star, _accept_one, _present_starred),
    platform("DELETE", f"{_ONE}/favourite", filters.unstar, _accept_one, _present_starred),
)
