"""Sprints, the backlog, ranks and epics.

https://developer.atlassian.com/cloud/jira/software/rest/api-group-sprint/
"""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.api.agile import board_of, values
from workworld.apps.tracker.api.rows import (
    Arguments,
    agile,
    given,
    nothing,
    page_of,
    paged,
    required,
)
from workworld.apps.tracker.api.search import shapes
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Issue, Sprint
from workworld.apps.tracker.service import (
    agile_lists,
    ranking,
    sprint_moves,
    sprint_updates,
    sprints,
)
from workworld.apps.tracker.wire import boards
from workworld.apps.tracker.wire.addresses import moment_from
from workworld.apps.tracker.wire.selection import words
from workworld.context import Context
from workworld.errors import Invalid, NotFound, Problem

_EVERY = ("*navigable", "comment", "sprint", "closedSprints", "epic")


def sprint_of(_ctx: Context, arguments: Arguments) -> dict[str, Any]:
    """The number of a sprint, which its path has."""
    number = str(arguments["sprint_id"])
    if not number.isascii() or not number.isdigit() or not 0 < int(number[:20]) <= 2**53:
        raise NotFound("sprint_not_found", "The requested sprint cannot be found.")
    return {"sprint_id": int(number)}


def _accept_list(ctx: Context, arguments: Arguments) -> Arguments:
    states = words(arguments.get("state"))
    return {**board_of(ctx, arguments), "states": states, **page_of(arguments)}


def _present_list(ctx: Context, found: Listed[Sprint]) -> dict[str, Any]:
    return values(ctx, found, [boards.sprint(ctx, row) for row in found.items])


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    board_id = required(arguments, "originBoardId")
    if not str(arguments.get("name") or "").strip():
        raise Invalid("invalid_fields", problems=[Problem("Sprint name is required.", "name")])
    return {"board_id": board_id, **_said(arguments)}


def _said(arguments: Arguments) -> dict[str, Any]:
    """What a request says of a sprint.

    Raises:
        Invalid: ``invalid_fields``.
    """
    if "name" in arguments and not str(arguments["name"] or "").strip():
        raise Invalid("invalid_fields", problems=[Problem("Sprint name is required.", "name")])
    found = given(arguments, name="name", state="state")
    if arguments.get("goal") is not None:
        found["goal"] = arguments["goal"]
    for ours, theirs in (("start_us", "startDate"), ("end_us", "endDate")):
        if arguments.get(theirs) in (None, ""):
            continue
        found[ours] = moment_from(arguments[theirs])
        if found[ours] is None:
            said = "It is like 2030-01-02T03:04:05.000Z."
            raise Invalid("invalid_fields", problems=[Problem(said, theirs)])
    return found


def _accept_update(ctx: Context, arguments: Arguments) -> Arguments:
    return {**sprint_of(ctx, arguments), **_said(arguments)}


def _accept_swap(ctx: Context, arguments: Arguments) -> Arguments:
    return {**sprint_of(ctx, arguments), "with_id": required(arguments, "sprintToSwapWith")}


def _moved(arguments: Arguments) -> dict[str, Any]:
    """Issues, and beside which other they go."""
    refs = required(arguments, "issues")
    if not isinstance(refs, list):
        raise Invalid("invalid_arguments", problems=[Problem("expected a list", "issues")])
    beside = given(arguments, before="rankBeforeIssue", after="rankAfterIssue")
    return {"issues": [str(each) for each in refs], **beside}


def _accept_into(ctx: Context, arguments: Arguments) -> Arguments:
    return {**sprint_of(ctx, arguments), **_moved(arguments)}


def _accept_moved(_ctx: Context, arguments: Arguments) -> Arguments:
    return _moved(arguments)


def _accept_of_sprint(ctx: Context, arguments: Arguments) -> Arguments:
    return {**sprint_of(ctx, arguments), **_asked(arguments)}


def _accept_of_board(ctx: Context, arguments: Arguments) -> Arguments:
    return {**board_of(ctx, arguments), **_asked(arguments)}


def _asked(arguments: Arguments) -> dict[str, Any]:
    return {**given(arguments, jql="jql"), **page_of(arguments)}


def present_issues(ctx: Context, found: Listed[Issue]) -> dict[str, Any]:
    """A page of issues, as the agile API has them."""
    limit = page_of(ctx.request.arguments)["limit"]
    shown = shapes(ctx, found.items, usual=_EVERY)
    page = {"startAt": found.start, "maxResults": limit, "total": found.total}
    return {"expand": "names,schema", **page, "issues": shown}


def _present_epics(ctx: Context, found: Listed[Issue]) -> dict[str, Any]:
    return values(ctx, found, [boards.epic(ctx, row) for row in found.items])


def _accept_epics(ctx: Context, arguments: Arguments) -> Arguments:
    return {**board_of(ctx, arguments), **page_of(arguments)}


def _accept_epic(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"epic": arguments["epic"]}


def _accept_of_epic(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"epic": arguments["epic"], **_asked(arguments)}


def _accept_to_epic(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"epic": arguments["epic"], "issues": _moved(arguments)["issues"]}


def _accept_from_epics(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issues": _moved(arguments)["issues"]}


_SPRINT = "sprint/<sprint_id>"
_EPIC = "epic/<epic>"
_ISSUES = paged("issues")

ENDPOINTS = (
    agile(
        "GET",
        "board/<board_id>/sprint",
        sprints.list,
        _accept_list,
        _present_list,
        paging=paged("values"),
    ),
    agile("POST", "sprint", sprints.create, _accept_new, boards.sprint, status=201),
    agile("GET", _SPRINT, sprints.info, sprint_of, boards.sprint),
    agile("PUT", _SPRINT, sprint_updates.update, _accept_update, boards.sprint),
    agile("POST", _SPRINT, sprint_updates.update, _accept_update, boards.sprint),
    agile("DELETE", _SPRINT, sprints.delete, sprint_of, nothing),
    agile("POST", f"{_SPRINT}/swap", sprints.swap, _accept_swap, nothing),
    agile(
        "GET",
        f"{_SPRINT}/issue",
        agile_lists.of_sprint,
        _accept_of_sprint,
        present_issues,
        paging=_ISSUES,
    ),
    agile("POST", f"{_SPRINT}/issue", sprint_moves.to_sprint, _accept_into, nothing),
    agile("POST", "backlog/issue", sprint_moves.to_backlog, _accept_moved, nothing),
    agile("PUT", "issue/rank", ranking.place, _accept_moved, nothing),
    agile(
        "GET",
        "board/<board_id>/issue",
        agile_lists.of_board,
        _accept_of_board,
        present_issues,
        paging=_ISSUES,
    ),
    agile(
        "GET",
        "board/<board_id>/backlog",
        agile_lists.backlog,
        _accept_of_board,
        present_issues,
        paging=_ISSUES,
    ),
    agile(
        "GET",
        "board/<board_id>/epic",
        agile_lists.epics,
        _accept_epics,
        _present_epics,
        paging=paged("values"),
    ),
    agile("GET", _EPIC, agile_lists.epic, _accept_epic, boards.epic),
    agile(
        "GET",
        f"{_EPIC}/issue",
        agile_lists.of_epic,
        _accept_of_epic,
        present_issues,
        paging=_ISSUES,
    ),
    agile("POST", f"{_EPIC}/issue", agile_lists.put_into_epic, _accept_to_epic, nothing),
    agile("POST", "epic/none/issue", agile_lists.take_from_epics, _accept_from_epics, nothing),
)
