"""Sprints: planning, starting, completing them, each in a dialog above board or backlog."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, time
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.models import Sprint
from workworld.apps.tracker.pages import backlog, board
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back, backlog_url, board_url
from workworld.apps.tracker.pages.issues import MENDABLE
from workworld.apps.tracker.pages.sprint_view import SprintView, sprint_view
from workworld.apps.tracker.service import (
    boards,
    site,
    sprint_members,
    sprint_runs,
    sprints,
)
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context
from workworld.dates import day_from
from workworld.directory import people
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Problem, Refused

_BEGINS, _ENDS = time(9), time(17)
"""At what time of the day sprints begin and end whose days somebody names."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """What the dialogs of a sprint show."""

    project: str
    sprint: SprintView
    at: str
    """The page below: ``board`` or ``backlog``."""
    typed: Mapping[str, str]
    problems: Mapping[str, str]
    problem: str
    done: int
    left: int
    """How many of its issues are done, and how many are not."""
    others: tuple[tuple[str, str], ...]
    """Ids and names of the planned sprints of its board."""


@BLUEPRINT.post("/p/<project>/boards/<int:board_id>/sprints")
def create_sprint(project: str, board_id: int) -> Any:
    """Plan a sprint; without a name it gets the next one."""
    page(sprints.create, nothing, board_id=board_id, **_named())
    return back(backlog_url(project))


def _named() -> dict[str, Any]:
    name = flask.request.form.get("name", "")
    return {"name": name} if name else {}


@BLUEPRINT.get("/p/<project>/sprints/<int:sprint_id>/<any(edit, start, complete, delete):deed>")
def sprint_form(project: str, sprint_id: int, deed: str) -> Any:
    """Ask what is to become of a sprint."""
    return _dialog(project, sprint_id, deed)


@BLUEPRINT.post("/p/<project>/sprints/<int:sprint_id>/edit")
def edit_sprint(project: str, sprint_id: int) -> Any:
    """Change a sprint's name, goal and dates."""
    return _done(project, sprint_id, "edit", partial(page, sprints.edit, nothing))


@BLUEPRINT.post("/p/<project>/sprints/<int:sprint_id>/start")
def start_sprint(project: str, sprint_id: int) -> Any:
    """Start a sprint, and go to its board."""
    return _done(project, sprint_id, "start", partial(page, sprint_runs.start, nothing))


@BLUEPRINT.post("/p/<project>/sprints/<int:sprint_id>/complete")
def complete_sprint(project: str, sprint_id: int) -> Any:
    """Complete the active sprint."""
    to = flask.request.form.get("to", "backlog")
    given: dict[str, Any] = {"destination": to}
    if to.isdecimal() and len(to) < 17:
        given = {"destination": "sprint", "to_sprint_id": int(to)}
    try:
        page(sprint_runs.complete, nothing, sprint_id=sprint_id, **given)
    except MENDABLE as refusal:
        return _dialog(project, sprint_id, "complete", refusal)
    return flask.redirect(_under(project), 303)


@BLUEPRINT.post("/p/<project>/sprints/<int:sprint_id>/delete")
def delete_sprint(project: str, sprint_id: int) -> Any:
    """Delete a planned sprint."""
    try:
        page(sprints.delete, nothing, sprint_id=sprint_id)
    except MENDABLE as refusal:
        return _dialog(project, sprint_id, "delete", refusal)
    return flask.redirect(backlog_url(project), 303)


@BLUEPRINT.post("/p/<project>/sprints/<int:sprint_id>/swap")
def swap_sprint(project: str, sprint_id: int) -> Any:
    """Let a planned sprint change places with another one."""
    other = flask.request.form.get("with", "")
    page(sprints.swap, nothing, accept=_swapped, sprint_id=sprint_id, other=other)
    return back(backlog_url(project))


def _swapped(_ctx: Context, given: Mapping[str, Any]) -> dict[str, Any]:
    return {"sprint_id": given["sprint_id"], "with_id": backlog.sprint_number(given["other"])}


def _done(project: str, sprint_id: int, deed: str, act: Callable[..., Any]) -> Any:
    form = flask.request.form
    try:
        act(sprint_id=sprint_id, accept=_filled, **form.to_dict())
    except MENDABLE as refusal:
        return _dialog(project, sprint_id, deed, refusal)
    place = board_url(project) if deed == "start" else _under(project)
    return flask.redirect(place, 303)


def _filled(ctx: Context, given: Mapping[str, Any]) -> dict[str, Any]:
    """The operation's arguments: names and days as they were typed."""
    row = sprints.known(ctx, given["sprint_id"])
    return {
        "sprint_id": given["sprint_id"],
        "name": given.get("name", ""),
        "goal": given.get("goal", ""),
        "start_us": _moment(ctx, given.get("start", ""), "start", row.start_us, _BEGINS),
        "end_us": _moment(ctx, given.get("end", ""), "endDate", row.end_us, _ENDS),
    }


def _moment(ctx: Context, typed: str, field: str, before: int | None, at: time) -> int | None:
    """The moment of a day; as long as the day is the same, the time of before."""
    if not typed.strip():
        return None
    here = people.my_zone(ctx)
    now = ctx.clock.now().astimezone(here)
    day = day_from(typed, now.date())
    if day is None:
        said = "This is no day that can be told."
        raise Invalid("invalid_fields", said, problems=[Problem(said, field)])
    if before is not None and from_microseconds(before).astimezone(here).date() == day:
        return before
    if field == "start" and day == now.date():
        return ctx.clock.now_us()
    return to_microseconds(datetime.combine(day, at, here))


def _dialog(project: str, sprint_id: int, deed: str, refusal: Refused | None = None) -> Any:
    sprint: Dialog = page(
        sprints.info, partial(_shown, project=project, refusal=refusal), sprint_id=sprint_id
    )
    template = f"dialog_sprint_{'form' if deed in ('edit', 'start') else deed}.html"
    if is_fragment():
        return flask.render_template(template, sprint=sprint, deed=deed), _status(refusal)
    below = board.shown if sprint.at == "board" else backlog.shown
    return below(project, template, sprint=sprint, deed=deed), _status(refusal)


def _shown(ctx: Context, row: Sprint, *, project: str, refusal: Refused | None) -> Dialog:
    statuses = site.statuses(ctx)
    issues = sprint_members.inside(ctx, row.id)
    done = sum(statuses[each.status_id].category == "done" for each in issues)
    board_row = boards.known(ctx, row.board_id)
    planned = [each for each in sprints.of_board(ctx, board_row.id) if each.state == "future"]
    at_fields = {each.field: each.what for each in refusal.problems} if refusal else {}
    return Dialog(
        project,
        sprint_view(ctx, row),
        "board" if flask.request.values.get("at") == "board" else "backlog",
        flask.request.form.to_dict() if refusal else {},
        at_fields,
        refusal.message if refusal and not at_fields else "",
        done,
        len(issues) - done,
        tuple((str(each.id), each.name) for each in planned),
    )


def _under(project: str) -> str:
    at = flask.request.form.get("at", "")
    return board_url(project) if at == "board" else backlog_url(project)


def _status(refusal: Refused | None) -> int:
    return status_of(refusal) if refusal else 200
