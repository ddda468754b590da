"""What is on a board: its epics' and sprints' issues, its project, its releases.

https://developer.atlassian.com/cloud/jira/software/rest/api-group-board/
"""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.api.agile import board_of, values
from workworld.apps.tracker.api.rows import Arguments, agile, given, is_true, page_of, paged
from workworld.apps.tracker.api.sprints import present_issues, sprint_of
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Board, Version
from workworld.apps.tracker.service import agile_lists, boards, projects, versions
from workworld.apps.tracker.wire import projects as shapes
from workworld.apps.tracker.wire.addresses import agile_of
from workworld.context import Context

_BOARD = "board/<board_id>"
_ISSUES = paged("issues")


def _asked(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    return {**board_of(ctx, arguments), **given(arguments, jql="jql"), **page_of(arguments)}


def _accept_epic(ctx: Context, arguments: Arguments) -> Arguments:
    return {"epic": arguments["epic"], **_asked(ctx, arguments)}


def _accept_no_epic(ctx: Context, arguments: Arguments) -> Arguments:
    return {"epic": "none", **_asked(ctx, arguments)}


def _accept_sprint(ctx: Context, arguments: Arguments) -> Arguments:
    return {**sprint_of(ctx, arguments), **_asked(ctx, arguments)}


def _present_projects(ctx: Context, row: Board) -> dict[str, Any]:
    found = Listed([projects.known(ctx, row.project_id)], 1)
    return values(ctx, found, [shapes.brief(ctx, each) for each in found.items])


def _accept_versions(ctx: Context, arguments: Arguments) -> Arguments:
    board = boards.known(ctx, board_of(ctx, arguments)["board_id"])
    released = arguments.get("released")
    states = ["released" if is_true(released) else "unreleased"]
    asked = {} if released in (None, "") else {"states": states}
    return {"project": board.project_id, **asked, **page_of(arguments)}


def _present_versions(ctx: Context, found: Listed[Version]) -> dict[str, Any]:
    return values(ctx, found, [shapes.version(ctx, row) for row in found.items])


def _accept_filter(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"filter_id": str(arguments["filter_id"]), **page_of(arguments)}


def _present_boards(ctx: Context, found: Listed[Board]) -> dict[str, Any]:
    shown = [
        {"id": row.id, "name": row.name, "self": agile_of(ctx, "board", row.id)}
        for row in found.items
    ]
    return values(ctx, found, shown)


ENDPOINTS = (
    agile(
        "GET",
        f"{_BOARD}/epic/none/issue",
        agile_lists.of_epic,
        _accept_no_epic,
        present_issues,
        paging=_ISSUES,
    ),
    agile(
        "GET",
        f"{_BOARD}/epic/<epic>/issue",
        agile_lists.of_epic,
        _accept_epic,
        present_issues,
        paging=_ISSUES,
    ),
    agile(
        "GET",
        f"{_BOARD}/sprint/<sprint_id>/issue",
        agile_lists.of_sprint,
        _accept_sprint,
        present_issues,
        paging=_ISSUES,
    ),
    agile("GET", f"{_BOARD}/project", boards.info, board_of, _present_projects),
    agile(
        "GET",
        f"{_BOARD}/version",
        versions.list,
        _accept_versions,
        _present_versions,
        paging=paged("values"),
    ),
    agile(
        "GET",
        "board/filter/<filter_id>",
        boards.list,
        _accept_filter,
        _present_boards,
        paging=paged("values"),
    ),
)
