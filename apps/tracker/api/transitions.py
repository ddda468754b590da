"""Ways on from where an issue stands.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-transitions-get
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.api.rows import (
    Arguments,
    an_object,
    expanded,
    nothing,
    platform,
)
from workworld.apps.tracker.service import projects, sight, transitions
from workworld.apps.tracker.service.transitions import Available
from workworld.apps.tracker.wire import expansions, inputs
from workworld.context import Context
from workworld.errors import Invalid


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"]}


def _present_list(ctx: Context, found: Sequence[Available]) -> dict[str, Any]:
    asked = ctx.request.arguments
    with_fields = "transitions.fields" in expanded(asked)
    number = str(asked.get("transitionId") or "")
    shown = [
        expansions.way(ctx, each, with_fields=with_fields)
        for each in found
        if each.refused is None and number in ("", str(each.transition.number))
    ]
    return {"expand": "transitions", "transitions": shown}


def _accept_go(ctx: Context, arguments: Arguments) -> Arguments:
    project = projects.known(ctx, sight.read(ctx, str(arguments["issue"])).project_id)
    number = an_object(arguments, "transition").get("id")
    if number in (None, ""):
        raise Invalid("invalid_transition", "Missing 'transition' identifier")
    update = dict(an_object(arguments, "update"))
    said = inputs.comment(ctx, update.pop(f.COMMENT, None))
    values = inputs.values(ctx, an_object(arguments, "fields"), project)
    for change in inputs.changes(ctx, update, project):
        if change["verb"] == "remove":
            raise inputs.unfit("A transition sets or adds values.", change["field"])
        is_added = change["verb"] == "add"
        held = values.get(change["field"]) or []
        values[change["field"]] = [*held, change["value"]] if is_added else change["value"]
    return {
        "issue": arguments["issue"],
        "transition": str(number),
        "fields": values,
        **said,
    }


ENDPOINTS = (
    platform("GET", "issue/<issue>/transitions", transitions.list, _accept_list, _present_list),
    platform("POST", "issue/<issue>/transitions", transitions.perform, _accept_go, nothing),
)
