"""Boards: https://developer.atlassian.com/cloud/jira/software/rest/api-group-board/"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.api.rows import (
    Arguments,
    agile,
    an_object,
    given,
    nothing,
    page_of,
    paged,
    required,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Board
from workworld.apps.tracker.service import board_columns, boards, projects
from workworld.apps.tracker.service.columns import Column
from workworld.apps.tracker.wire import boards as shapes
from workworld.apps.tracker.wire.addresses import agile_of, self_of
from workworld.context import Context
from workworld.errors import NotFound


def board_of(_ctx: Context, arguments: Arguments) -> dict[str, Any]:
    """The number of a board, which its path has."""
    number = str(arguments["board_id"])
    if not number.isascii() or not number.isdigit() or not 0 < int(number[:20]) <= 2**53:
        raise NotFound("board_not_found", "The requested board cannot be viewed.")
    return {"board_id": int(number)}


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    kind = str(arguments.get("type") or "")
    return {
        **given(arguments, name="name", project="projectKeyOrId"),
        **({"kind": kind} if kind in ("scrum", "kanban") else {}),
        **page_of(arguments),
    }


def _present_list(ctx: Context, found: Listed[Board]) -> dict[str, Any]:
    return values(ctx, found, [_shape(ctx, row) for row in found.items])


def values(ctx: Context, found: Listed[Any], shown: list[dict[str, Any]]) -> dict[str, Any]:
    """A page of the agile API."""
    limit = page_of(ctx.request.arguments)["limit"]
    page = {"maxResults": limit, "startAt": found.start, "total": found.total}
    return {**page, "isLast": found.is_last, "values": shown}


def _shape(ctx: Context, row: Board) -> dict[str, Any]:
    return shapes.board(ctx, row, projects.known(ctx, row.project_id))


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    place = an_object(arguments, "location")
    filter_id = arguments.get("filterId")
    return {
        "name": required(arguments, "name"),
        "kind": required(arguments, "type"),
        "project": str(required(place, "projectKeyOrId")),
        **({"filter_id": str(filter_id)} if filter_id not in (None, "") else {}),
    }


def _present_configuration(ctx: Context, found: Sequence[Column]) -> dict[str, Any]:
    row = boards.known(ctx, board_of(ctx, ctx.request.arguments)["board_id"])
    columns = [_column(ctx, each) for each in found]
    shape = {
        "id": row.id,
        "name": row.name,
        "type": row.kind,
        "self": agile_of(ctx, "board", row.id, "configuration"),
        "location": {"type": "project", "key": projects.known(ctx, row.project_id).key},
        "filter": {"id": row.filter_id, "self": self_of(ctx, "filter", row.filter_id)},
        "columnConfig": {"columns": columns, "constraintType": "issueCount"},
        "ranking": {"rankCustomFieldId": int(f.RANK.removeprefix("customfield_"))},
    }
    if row.kind == "scrum":
        shape["estimation"] = _estimation(row)
    if row.sub_query:
        shape["subQuery"] = {"query": row.sub_query}
    return shape


def _estimation(row: Board) -> dict[str, Any]:
    if row.estimation == "count":
        return {"type": "issueCount"}
    is_points = row.estimation == "story_points"
    field = f.STORY_POINTS if is_points else "timeoriginalestimate"
    name = f.NAMES[f.STORY_POINTS] if is_points else "Original estimate"
    return {"type": "field", "field": {"fieldId": field, "displayName": name}}


def _column(ctx: Context, column: Column) -> dict[str, Any]:
    statuses = [{"id": row.id, "self": self_of(ctx, "status", row.id)} for row in column.statuses]
    shape: dict[str, Any] = {"name": column.name, "statuses": statuses}
    if column.least is not None:
        shape["min"] = column.least
    if column.most is not None:
        shape["max"] = column.most
    return shape


ENDPOINTS = (
    agile(
        "GET",
        "board",
        boards.list,
        _accept_list,
        _present_list,
        {"kind": "type", "project": "projectKeyOrId"},
        paging=paged("values"),
    ),
    agile("POST", "board", boards.create, _accept_new, _shape, status=201),
    agile("GET", "board/<board_id>", boards.info, board_of, _shape),
    agile("DELETE", "board/<board_id>", boards.delete, board_of, nothing),
    agile(
        "GET",
        "board/<board_id>/configuration",
        board_columns.list,
        board_of,
        _present_configuration,
    ),
)
