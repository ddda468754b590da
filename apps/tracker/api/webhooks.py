"""Web hooks, of programs and of the site.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-webhooks/ and
https://developer.atlassian.com/cloud/jira/platform/webhooks/
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import flask

from workworld.apps.tracker.api.rows import (
    Arguments,
    an_object,
    given,
    is_true,
    nothing,
    page_of,
    paged,
    pages,
    platform,
    required,
    whole,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Hook
from workworld.apps.tracker.service import dynamic_hooks, hooks, site
from workworld.apps.tracker.service.dynamic_hooks import Registered
from workworld.apps.tracker.wire.addresses import address, self_of, stamp
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.deliveries.models import Delivery
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid, Problem

_ROOT = "/rest/webhooks/1.0/webhook"
_MILLISECOND = 1_000
_SECTION = "issue-related-events-section"
_NAMES = {"excludes_body": "excludeBody", "is_enabled": "enabled", "jql": "filters"}
_KNOWN = {"name": "name", "url": "url", "events": "events"}


# Of programs


def _accept_wanted(_ctx: Context, arguments: Arguments) -> Arguments:
    wanted = required(arguments, "webhooks")
    if not isinstance(wanted, list) or not all(isinstance(each, Mapping) for each in wanted):
        problem = Problem("expected a list of objects", "webhooks")
        raise Invalid("invalid_arguments", problems=[problem])
    return {"url": required(arguments, "url"), "wanted": wanted}


def _present_registered(_ctx: Context, found: Sequence[Registered]) -> dict[str, Any]:
    results = [
        {"errors": [*each.errors]} if each.errors else {"createdWebhookId": int(each.id)}
        for each in found
    ]
    return {"webhookRegistrationResult": results}


def _accept_page(_ctx: Context, arguments: Arguments) -> Arguments:
    return page_of(arguments, 100)


def _present_page(ctx: Context, found: Listed[Hook]) -> dict[str, Any]:
    limit = page_of(ctx.request.arguments, 100)["limit"]
    values = [_registered(hook) for hook in found.items]
    return pages(found, limit, isLast=found.is_last, values=values)


def _registered(hook: Hook) -> dict[str, Any]:
    shape = {
        "id": int(hook.id),
        "jqlFilter": hook.jql,
        "events": [*hook.events],
        "url": hook.url,
        "expirationDate": stamp(hook.expires_us),
    }
    return shape | ({"fieldIdsFilter": [*hook.field_ids]} if hook.field_ids else {})


def _accept_ids(_ctx: Context, arguments: Arguments) -> Arguments:
    ids = required(arguments, "webhookIds")
    if isinstance(ids, str):  # in the query, where one stands by itself
        ids = [ids]
    if not isinstance(ids, list):
        problem = Problem("expected a list of numbers", "webhookIds")
        raise Invalid("invalid_arguments", problems=[problem])
    return {"hook_ids": [str(each) for each in ids]}


def _present_removed(_ctx: Context, _answer: Any) -> flask.Response:
    return flask.Response(status=202)


def _present_expiry(_ctx: Context, expires_us: int) -> dict[str, Any]:
    return {"expirationDate": stamp(expires_us)}


def _accept_failed(_ctx: Context, arguments: Arguments) -> Arguments:
    limit = page_of(arguments, 100)["limit"]
    return {"limit": limit, "after_ms": whole(arguments, "after", 0)}


def _present_failed(ctx: Context, found: Listed[Delivery]) -> dict[str, Any]:
    limit = page_of(ctx.request.arguments, 100)["limit"]
    values = [
        {
            "id": row.id,
            "url": row.url,
            "body": row.body,
            "failureTime": row.sent_us // _MILLISECOND,
        }
        for row in found.items
    ]
    shape: dict[str, Any] = {"maxResults": limit, "values": values}
    if values and not found.is_last:
        after = values[-1]["failureTime"]
        shape["next"] = f"{self_of(ctx, 'webhook', 'failed')}?after={after}&maxResults={limit}"
    return shape


# Of the site


def _accept_new(ctx: Context, arguments: Arguments) -> Arguments:
    for name in ("name", "url", "events"):
        required(arguments, name)
    return _accept_changes(ctx, arguments)


def _accept_changes(_ctx: Context, arguments: Arguments) -> dict[str, Any]:
    found = given(arguments, **_KNOWN)
    for ours, theirs in (("excludes_body", "excludeBody"), ("is_enabled", "enabled")):
        if theirs in arguments:
            found[ours] = is_true(arguments[theirs])
    if "filters" in arguments:
        found["jql"] = an_object(arguments, "filters").get(_SECTION) or ""
    return found


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    return {"hook_id": arguments["hook_id"], **_accept_changes(ctx, arguments)}


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"hook_id": arguments["hook_id"]}


def _shape(ctx: Context, hook: Hook) -> dict[str, Any]:
    owner = site.people(ctx, [hook.owner_id])[hook.owner_id]
    return {
        "name": hook.name,
        "url": hook.url,
        "excludeBody": hook.excludes_body,
        "filters": {_SECTION: hook.jql},
        "events": [*hook.events],
        "enabled": hook.is_enabled,
        "self": address(ctx, _ROOT.removeprefix("/"), hook.id),
        "lastUpdatedUser": hook.owner_id,
        "lastUpdatedDisplayName": owner.name,
        "lastUpdated": hook.updated_us // _MILLISECOND,
    }


def _present_all(ctx: Context, rows: Sequence[Hook]) -> list[dict[str, Any]]:
    return [_shape(ctx, row) for row in rows]


def _of_site(
    method: str,
    path: str,
    function: Callable[..., Any],
    accept: Accept,
    present: Present,
    status: int = 200,
) -> tuple[Endpoint, ...]:
    return (Endpoint((method,), f"{_ROOT}{path}", function, accept, present, _NAMES, status),)


def _accept_nothing(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


_OWN = {"wanted": "webhooks", "hook_ids": "webhookIds", "after_ms": "after"}
ENDPOINTS = (
    platform("POST", "webhook", dynamic_hooks.register, _accept_wanted, _present_registered, _OWN),
    platform(
        "GET",
        "webhook",
        dynamic_hooks.list,
        _accept_page,
        _present_page,
        paging=paged("values"),
    ),
    platform("DELETE", "webhook", dynamic_hooks.remove, _accept_ids, _present_removed, _OWN),
    platform("PUT", "webhook/refresh", dynamic_hooks.refresh, _accept_ids, _present_expiry, _OWN),
    platform("GET", "webhook/failed", dynamic_hooks.failed, _accept_failed, _present_failed, _OWN),
    _of_site("GET", "", hooks.list, _accept_nothing, _present_all),
    _of_site("POST", "", hooks.create, _accept_new, _shape, 201),
    _of_site("GET", "/<hook_id>", hooks.info, _accept_one, _shape),
    _of_site("PUT", "/<hook_id>", hooks.edit, _accept_edit, _shape),
    _of_site("DELETE", "/<hook_id>", hooks.delete, _accept_one, nothing),
)
