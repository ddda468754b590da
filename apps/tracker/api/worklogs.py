"""Work that people log.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-worklogs/
"""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker.api.rows import (
    Arguments,
    nothing,
    page_of,
    paged,
    pages,
    platform,
    whole,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Worklog
from workworld.apps.tracker.service import worklogs
from workworld.apps.tracker.wire import activity, texts
from workworld.apps.tracker.wire.addresses import moment_from
from workworld.context import Context
from workworld.errors import Invalid, Problem

_USUAL = 1000


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    since = whole(arguments, "startedAfter", 0)
    until = whole(arguments, "startedBefore", 0)
    return {
        "issue": arguments["issue"],
        **page_of(arguments, _USUAL),
        **({"since_us": since * 1000} if since > 0 else {}),
        **({"until_us": until * 1000} if until > 0 else {}),
    }


def _present_list(ctx: Context, found: Listed[Worklog]) -> dict[str, Any]:
    limit = page_of(ctx.request.arguments, _USUAL)["limit"]
    return pages(found, limit, worklogs=activity.worklogs(ctx, found.items))


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"], "worklog_id": arguments["worklog_id"]}


def _present(ctx: Context, row: Worklog) -> dict[str, Any]:
    return activity.worklogs(ctx, [row])[0]


def _accept_add(ctx: Context, arguments: Arguments) -> Arguments:
    said = _said(ctx, arguments)
    if "seconds" not in said:
        raise Invalid("invalid_fields", problems=[_unfit_amount("timeLogged", None)])
    return {"issue": arguments["issue"], **said, **_adjusted(arguments, "reduceBy")}


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    adjusted = _adjusted(arguments, "reduceBy")
    return {**_accept_one(ctx, arguments), **_said(ctx, arguments), **adjusted}


def _accept_delete(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_one(ctx, arguments), **_adjusted(arguments, "increaseBy")}


def _said(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if arguments.get("timeSpentSeconds") is not None:
        found["seconds"] = arguments["timeSpentSeconds"]
    elif arguments.get("timeSpent") is not None:
        found["seconds"] = _amount(arguments["timeSpent"], "timeLogged")
    if arguments.get("started") is not None:
        found["started_us"] = moment_from(arguments["started"])
        if found["started_us"] is None:
            said = "Worklog must have a valid start date: 2030-01-02T03:04:05.000+0000"
            raise Invalid("invalid_fields", problems=[Problem(said, "started")])
    if arguments.get("comment") is not None:
        found["body"] = texts.body(ctx, arguments["comment"], "comment")
    return found


def _adjusted(arguments: Arguments, by: str) -> dict[str, Any]:
    """What becomes of the remaining estimate, and the amount that it needs."""
    how = arguments.get("adjustEstimate")
    if how in (None, ""):
        return {}
    name = {"new": "newEstimate", "manual": by}.get(str(how))
    if name is None:
        return {"adjust": how}
    return {"adjust": how, "amount": _amount(arguments.get(name), name)}


def _amount(value: Any, name: str) -> int:
    seconds = durations.parse(str(value))
    if seconds is None:
        raise Invalid("invalid_fields", problems=[_unfit_amount(name, value)])
    return seconds


def _unfit_amount(name: str, value: Any) -> Problem:
    if value is None:
        return Problem("You must indicate the time spent working.", name)
    return Problem(f"'{value}' is not a valid duration: it is like 1w 2d 3h 30m.", name)


_ONE = "issue/<issue>/worklog/<worklog_id>"
_NAMES = {"seconds": "timeSpentSeconds", "started_us": "started", "adjust": "adjustEstimate"}

ENDPOINTS = (
    platform(
        "GET",
        "issue/<issue>/worklog",
        worklogs.list,
        _accept_list,
        _present_list,
        paging=paged("worklogs"),
    ),
    platform(
        "POST", "issue/<issue>/worklog", worklogs.add, _accept_add, _present, _NAMES, status=201
    ),
    platform("GET", _ONE, worklogs.info, _accept_one, _present),
    platform("PUT", _ONE, worklogs.edit, _accept_edit, _present, _NAMES),
    platform("DELETE", _ONE, worklogs.delete, _accept_delete, nothing, _NAMES),
)
