"""Comments: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-comments/"""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.api.rows import (
    Arguments,
    an_object,
    expanded,
    nothing,
    page_of,
    paged,
    pages,
    platform,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Comment
from workworld.apps.tracker.service import comments, site
from workworld.apps.tracker.wire import activity, texts
from workworld.context import Context
from workworld.errors import Invalid, Problem

_USUAL = 100


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    order = str(arguments.get("orderBy") or "created")
    if order.lstrip("+-") != "created":
        raise Invalid("invalid_arguments", problems=[Problem("Order by created.", "orderBy")])
    newest_first = order.startswith("-")
    return {"issue": arguments["issue"], "newest_first": newest_first, **page_of(arguments, _USUAL)}


def _present_list(ctx: Context, found: Listed[Comment]) -> dict[str, Any]:
    asked = ctx.request.arguments
    limit = page_of(asked, _USUAL)["limit"]
    rendered = "renderedBody" in expanded(asked)
    return pages(found, limit, comments=activity.comments(ctx, found.items, rendered=rendered))


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"], "comment_id": arguments["comment_id"]}


def _present(ctx: Context, row: Comment) -> dict[str, Any]:
    rendered = "renderedBody" in expanded(ctx.request.arguments)
    return activity.comments(ctx, [row], rendered=rendered)[0]


def _accept_add(ctx: Context, arguments: Arguments) -> Arguments:
    internal = arguments.get("jsdPublic")
    return {
        "issue": arguments["issue"],
        **_said(ctx, arguments),
        **({} if internal is None else {"is_internal": internal is False}),
    }


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    return {"comment_id": arguments["comment_id"], **_accept_add(ctx, arguments)}


def _said(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    body = texts.body(ctx, arguments.get("body"), "comment")
    return {"body": body, **_visibility(ctx, an_object(arguments, "visibility"))}


def _visibility(ctx: Context, asked: Arguments) -> dict[str, Any]:
    """The role for which a comment is, by its name or id."""
    if not asked:
        return {}
    if asked.get("type") != "role":
        problem = Problem("Comments are for everybody, or for a role.", "visibility")
        raise Invalid("invalid_fields", problems=[problem])
    named = asked.get("identifier") or asked.get("value")
    known = site.roles(ctx)
    ids = (row.id for row in known.values() if named in (row.id, row.name))
    return {"role_id": next(ids, str(named))}


_ONE = "issue/<issue>/comment/<comment_id>"

ENDPOINTS = (
    platform(
        "GET",
        "issue/<issue>/comment",
        comments.list,
        _accept_list,
        _present_list,
        paging=paged("comments"),
    ),
    platform("POST", "issue/<issue>/comment", comments.add, _accept_add, _present, status=201),
    platform("GET", _ONE, comments.info, _accept_one, _present),
    platform("PUT", _ONE, comments.edit, _accept_edit, _present),
    platform("DELETE", _ONE, comments.delete, _accept_one, nothing),
)
