"""Components: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-project-components/"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker.api.rows import (
    Arguments,
    given,
    nothing,
    page_of,
    paged,
    platform,
    required,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Component
from workworld.apps.tracker.service import components, projects, site
from workworld.apps.tracker.service.parts import Counts
from workworld.apps.tracker.wire import projects as shapes
from workworld.apps.tracker.wire.addresses import self_of
from workworld.context import Context

_KINDS = {theirs: ours for ours, theirs in shapes.ASSIGNEES.items()}


def _present(ctx: Context, row: Component) -> dict[str, Any]:
    leads = site.people(ctx, [row.lead_id])
    project = projects.known(ctx, row.project_id)
    return shapes.component_whole(ctx, row, project, leads.get(row.lead_id or ""))


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project"]}


def _accept_page(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project"], **given(arguments, text="query"), **page_of(arguments)}


def _present_list(ctx: Context, found: Listed[Component]) -> list[dict[str, Any]]:
    leads = site.people(ctx, [row.lead_id for row in found.items])
    project = projects.known(ctx, str(ctx.request.arguments["project"]))
    return [
        shapes.component_whole(ctx, row, project, leads.get(row.lead_id or ""))
        for row in found.items
    ]


def _present_page(ctx: Context, found: Listed[Component]) -> dict[str, Any]:
    limit = page_of(ctx.request.arguments)["limit"]
    page = {"maxResults": limit, "startAt": found.start, "total": found.total}
    return {**page, "isLast": found.is_last, "values": _present_list(ctx, found)}


def _said(arguments: Arguments) -> dict[str, Any]:
    found = given(arguments, name="name")
    for ours, theirs in (("description", "description"), ("lead_id", "leadAccountId")):
        if arguments.get(theirs) is not None:
            found[ours] = arguments[theirs]
    kind = arguments.get("assigneeType")
    return found if kind in (None, "") else {**found, "assignee_kind": _KINDS.get(str(kind), kind)}


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": required(arguments, "project"), **_said(arguments)}


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"component_id": arguments["component_id"]}


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_one(ctx, arguments), **_said(arguments)}


def _accept_delete(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_one(ctx, arguments), **given(arguments, move_to="moveIssuesTo")}


def _accept_counts(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"component_ids": [arguments["component_id"]]}


def _present_counts(ctx: Context, found: Mapping[str, Counts]) -> dict[str, Any]:
    id = str(ctx.request.arguments["component_id"])
    count = found[id].total if id in found else 0
    return {"self": self_of(ctx, "component", id), "issueCount": count}


_ONE = "component/<component_id>"
_NAMES = {"assignee_kind": "assigneeType", "lead_id": "leadAccountId"}

ENDPOINTS = (
    platform("GET", "project/<project>/components", components.list, _accept_list, _present_list),
    platform(
        "GET",
        "project/<project>/component",
        components.list,
        _accept_page,
        _present_page,
        paging=paged("values"),
    ),
    platform("POST", "component", components.create, _accept_new, _present, _NAMES, status=201),
    platform("GET", _ONE, components.info, _accept_one, _present),
    platform("PUT", _ONE, components.update, _accept_edit, _present, _NAMES),
    platform("DELETE", _ONE, components.delete, _accept_delete, nothing),
    platform(
        "GET", f"{_ONE}/relatedIssueCounts", components.counts, _accept_counts, _present_counts
    ),
)
