"""Boards and sprints."""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Board, Sprint
from workworld.apps.tracker.service import boards, sprint_moves, sprint_updates, sprints
from workworld.apps.tracker.wire import boards as rest
from workworld.apps.tracker.wire.addresses import moment_from
from workworld.context import Context
from workworld.errors import Invalid
from workworld.mcp_servers.tracker.community import shapes
from workworld.mcp_servers.tracker.community.declaring import (
    START,
    number,
    page_in,
    project,
    refused_as,
    site_number,
    text,
    tool,
)
from workworld.mcp_servers.tracker.schemas import Arguments, listed

_KINDS = ("scrum", "kanban")
_STATES = ("active", "future", "closed")
_LIMIT = number("How many to answer, 1 to 50. Default 10.", 10, 1, 50)
_BOARD, _SPRINT = text("Number of the board."), text("Number of the sprint.")


def _accept_boards(_ctx: Context, arguments: Arguments) -> Arguments:
    kind = arguments.get("board_type")
    if kind and kind not in _KINDS:
        raise Invalid("invalid_arguments", f"board_type is one of {', '.join(_KINDS)}")
    named = {
        "name": arguments.get("board_name"),
        "project": arguments.get("project_key"),
        "kind": kind,
    }
    return {**page_in(arguments, 10), **{ours: said for ours, said in named.items() if said}}


def _present_boards(ctx: Context, found: Listed[Board]) -> list[dict[str, Any]]:
    return [shapes.board(rest.board(ctx, each, None)) for each in found.items]


def _accept_sprints(_ctx: Context, arguments: Arguments) -> Arguments:
    states = [each for each in listed(arguments, "state") if each]
    if set(states) - set(_STATES):
        raise Invalid("invalid_arguments", f"state is one of {', '.join(_STATES)}")
    return {
        "board_id": site_number(arguments, "board_id"),
        "states": states,
        **page_in(arguments, 10),
    }


def _present_sprints(ctx: Context, found: Listed[Sprint]) -> list[dict[str, Any]]:
    return [_present_sprint(ctx, each) for each in found.items]


def _present_sprint(ctx: Context, row: Sprint) -> dict[str, Any]:
    return shapes.sprint(rest.sprint(ctx, row))


def _moments(arguments: Arguments) -> dict[str, int]:
    found = {}
    for theirs, ours in (("start_date", "start_us"), ("end_date", "end_us")):
        if not arguments.get(theirs):
            continue
        moment = moment_from(arguments[theirs])
        if moment is None:
            raise Invalid("invalid_arguments", f"{theirs} is like 2030-01-02T03:04:05.000+0000")
        found[ours] = moment
    return found


def _accept_new(ctx: Context, arguments: Arguments) -> Arguments:
    moments = _moments(arguments)
    if "start_us" not in moments:
        raise Invalid("invalid_arguments", "Start date is required.")
    if moments["start_us"] < ctx.clock.now_us():
        raise Invalid("invalid_arguments", "Start date cannot be in the past.")
    if moments.get("end_us", moments["start_us"] + 1) <= moments["start_us"]:
        raise Invalid("invalid_arguments", "Start date must be before end date.")
    return {
        "board_id": site_number(arguments, "board_id"),
        "name": arguments["name"],
        **moments,
        **({"goal": arguments["goal"]} if arguments.get("goal") else {}),
    }


def _accept_changed(_ctx: Context, arguments: Arguments) -> Arguments:
    names = ("name", "state", "goal")
    said = {name: arguments[name] for name in names if arguments.get(name)}
    return {"sprint_id": site_number(arguments, "sprint_id"), **said, **_moments(arguments)}


def _not_updated(arguments: Arguments, _said: str) -> dict[str, str]:
    said = f"Failed to update sprint {arguments['sprint_id']}. Check logs for details."
    return {"error": said}


def _accept_into(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "sprint_id": site_number(arguments, "sprint_id"),
        "issues": listed(arguments, "issue_keys"),
    }


def _present_into(ctx: Context, _rows: Any) -> dict[str, Any]:
    asked = ctx.request.arguments
    keys = listed(asked, "issue_keys")
    said = f"Successfully added {len(keys)} issue(s) to sprint"
    return {"message": said, "sprint_id": asked["sprint_id"], "issue_keys": keys}


def _accept_back(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issues": listed(arguments, "issue_keys")}


def _present_back(ctx: Context, _rows: Any) -> dict[str, Any]:
    keys = listed(ctx.request.arguments, "issue_keys")
    said = f"Successfully moved {len(keys)} issue(s) to backlog"
    return {"message": said, "issue_keys": keys}


_KEYS = text("Keys of issues, comma-joined.")
BOARDS = tool(
    "get_agile_boards",
    boards.list,
    "List boards, by a part of their name, by project or by kind.",
    {
        "board_name": text("Only those in whose name this occurs."),
        "project_key": project("Only those of this project."),
        "board_type": text("Only those of this kind: scrum or kanban."),
        "start_at": START,
        "limit": _LIMIT,
    },
    (),
    _accept_boards,
    _present_boards,
    title="Get Agile Boards",
    toolset="agile",
)
SPRINTS = tool(
    "get_sprints_from_board",
    sprints.list,
    "List the sprints of a board, or those of a state.",
    {
        "board_id": _BOARD,
        "state": text("Only those of this state: active, future or closed."),
        "start_at": START,
        "limit": _LIMIT,
    },
    ("board_id",),
    _accept_sprints,
    _present_sprints,
    title="Get Sprints from Board",
    toolset="agile",
)
CREATE = tool(
    "create_sprint",
    sprints.create,
    "Plan a sprint on a board, with its dates; it is started by jira_update_sprint.",
    {
        "board_id": _BOARD,
        "name": text("What it is called."),
        "start_date": text("When it is to begin, by ISO 8601; not in the past."),
        "end_date": text("When it is to end, by ISO 8601."),
        "goal": text("What is to be reached."),
    },
    ("board_id", "name", "start_date", "end_date"),
    _accept_new,
    _present_sprint,
    title="Create Sprint",
    toolset="agile",
    destroys=False,
)
UPDATE = tool(
    "update_sprint",
    sprint_updates.update,
    "Change a sprint; the state active starts it, closed completes it and sends what is not done "
    "back to the backlog.",
    {
        "sprint_id": _SPRINT,
        "name": text("What it is called from now on."),
        "state": text("The state that it is to have: future, active or closed."),
        "start_date": text("When it is to begin, by ISO 8601."),
        "end_date": text("When it is to end, by ISO 8601."),
        "goal": text("What is to be reached."),
    },
    ("sprint_id",),
    _accept_changed,
    _present_sprint,
    title="Update Sprint",
    toolset="agile",
    destroys=True,
    manner=refused_as(_not_updated),
)
INTO = tool(
    "add_issues_to_sprint",
    sprint_moves.to_sprint,
    "Put issues into a sprint that is not completed.",
    {"sprint_id": _SPRINT, "issue_keys": _KEYS},
    ("sprint_id", "issue_keys"),
    _accept_into,
    _present_into,
    title="Add Issues to Sprint",
    toolset="agile",
    destroys=True,
)
BACK = tool(
    "move_issues_to_backlog",
    sprint_moves.to_backlog,
    "Move issues back to the backlog, out of whichever sprint they are in.",
    {"issue_keys": _KEYS},
    ("issue_keys",),
    _accept_back,
    _present_back,
    title="Move Issues to Backlog",
    toolset="agile",
)
