"""The backlog of a scrum project: sprints that are open, and all other issues below them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker import durations, field_ids
from workworld.apps.tracker.models import Board
from workworld.apps.tracker.pages import narrowing
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back, backlog_url, issue_url
from workworld.apps.tracker.pages.board import estimate_text
from workworld.apps.tracker.pages.boards_of import BoardFrame, board_frame
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.pages.narrowing import Option
from workworld.apps.tracker.pages.portions import Portions
from workworld.apps.tracker.pages.sprint_view import SprintView, sprint_view
from workworld.apps.tracker.service import (
    backlog,
    backlog_panels,
    boards,
    issues,
    projects,
    sprint_moves,
    sprints,
)
from workworld.apps.tracker.service.backlog import BacklogView, Section
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Problem

_ROOMY, _PER_SECTION = 70, 25
"""So many rows are shown at once anyway; of more, so many in each section."""
_UNITS = {"story_points": "points", "original_estimate": "", "count": ""}
SIDES = {"epics": "Epics", "versions": "Versions"}


@dataclass(frozen=True, slots=True)
class SectionView:
    """A sprint or the backlog, as the page shows it."""

    section: Section
    sprint: SprintView | None
    above: int | None
    """The planned sprint right above, with which it may change places."""
    below: int | None

    @property
    def name(self) -> str:
        """What it is called."""
        return self.sprint.name if self.sprint else "Backlog"

    @property
    def id(self) -> str:
        """The sprint's number; nothing for the backlog."""
        return str(self.sprint.id) if self.sprint else ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A backlog, as its page shows it."""

    view: BacklogView
    faces: dict[str, Face]
    sections: tuple[SectionView, ...]
    people: list[Option]
    epics: list[Option]
    quick: list[Option]
    types: tuple[tuple[str, str, str], ...]
    """Id, name and picture of what may be created here."""
    portions: Portions
    unit: str


@BLUEPRINT.get("/p/<project>/backlog", endpoint="backlog")
def backlog_page(project: str) -> str:
    """The backlog of a scrum project."""
    return shown(project)


def shown(project: str, dialog: str = "", **values: Any) -> str:
    """The page of a backlog.

    Args:
        project: its project's key.
        dialog: a template of a dialog that stands above it.
        values: what that shows.
    """
    frame = board_frame(project, "scrum")
    wanted = narrowing.asked()
    found = page(backlog.show, _shown, board_id=frame.id, narrowing=wanted) if frame.id else None
    side = flask.request.args.get("side", "") if found else ""
    return framed(
        "backlog.html",
        project=frame.project,
        frame=frame,
        found=found,
        side=side if side in SIDES else "",
        beside=_beside(frame, side),
        here=narrowing.here,
        toggled=narrowing.toggled,
        is_narrowed=narrowing.is_narrowed(),
        estimate_text=partial(estimate_text, found.view.board.estimation) if found else None,
        dialog=dialog,
        **values,
    )


@BLUEPRINT.post("/p/<project>/boards/<int:board_id>/plan")
def plan_issues(project: str, board_id: int) -> Any:
    """Move issues into a sprint or the backlog: next to an issue, or to one of the ends."""
    form = flask.request.form
    keys = form.getlist("issue")
    to = form.get("sprint", "")
    given: dict[str, Any] = {"issues": keys} | ({"sprint_id": to} if to else {})
    if form.get("end") in ("top", "bottom"):
        page(
            sprint_moves.to_end,
            nothing,
            accept=_planned,
            board_id=board_id,
            end=form["end"],
            **given,
        )
    else:
        beside: dict[str, Any] = {
            name: form[name] for name in ("before", "after") if form.get(name)
        }
        act = sprint_moves.to_sprint if to else sprint_moves.to_backlog
        page(act, nothing, accept=_planned, **given, **beside)
    return back(backlog_url(project))


@BLUEPRINT.get("/p/<project>/boards/<int:board_id>/plan/menu")
def plan_menu(project: str, board_id: int) -> str:
    """What can be done with some issues of a backlog: a part of its page."""
    keys = flask.request.args.getlist("issue")[:1000]

    def present(ctx: Context, row: Board) -> list[tuple[str, str]]:
        found = sprints.of_board(ctx, row.id)
        return [(str(each.id), each.name) for each in found if each.state != sprints.CLOSED]

    return flask.render_template(
        "menu_backlog.html",
        keys=keys,
        sprints=page(boards.info, present, board_id=board_id),
        url=flask.url_for("ui.plan_issues", project=project, board_id=board_id),
        here=flask.request.args.get("in", ""),
        issue_url=issue_url,
    )


@BLUEPRINT.post("/p/<project>/boards/<int:board_id>/issues")
def create_in_backlog(project: str, board_id: int) -> Any:  # noqa: ARG001 - it is in the address
    """Create an issue at the bottom of a list, with nothing but a type and a summary."""
    form = flask.request.form
    fields: dict[str, Any] = {field_ids.SUMMARY: form.get("summary", "")}
    given = {"project_id": project, "type_id": form.get("type", ""), "fields": fields}
    page(issues.create, nothing, accept=_created, sprint=form.get("sprint", ""), **given)
    return back(backlog_url(project))


@BLUEPRINT.post("/p/<project>/boards/<int:board_id>/estimate/<issue>")
def estimate_issue(project: str, board_id: int, issue: str) -> Any:
    """Estimate an issue in the unit of the board; nothing typed takes the estimate away."""
    unit = page(boards.info, lambda _ctx, row: row.estimation, board_id=board_id)
    typed = flask.request.form.get("estimate", "").strip()
    fields = _time(typed) if unit == "original_estimate" else _points(typed)
    page(issues.edit, nothing, issue=issue, fields=fields)
    return back(backlog_url(project))


def _shown(ctx: Context, view: BacklogView) -> Shown:
    faces = {person.id: Face.of(person) for person in view.people}
    planned = [
        each.sprint.id
        for each in view.sections
        if each.sprint and each.sprint.state == sprints.FUTURE
    ]
    count = sum(len(each.cards) for each in view.sections)
    types = projects.types_of(ctx, view.project.id)
    return Shown(
        view,
        faces,
        tuple(_section(ctx, each, planned) for each in view.sections),
        narrowing.people_of(view),
        narrowing.epics_of(view),
        narrowing.quick_of(view),
        tuple((each.id, each.name, each.icon) for each in types if each.level == 0),
        Portions(_ROOMY if count <= _ROOMY else _per_section(len(view.sections))),
        _UNITS[view.board.estimation],
    )


def _section(ctx: Context, section: Section, planned: list[int]) -> SectionView:
    row = section.sprint
    if row is None or row.id not in planned:
        return SectionView(section, sprint_view(ctx, row) if row else None, None, None)
    place = planned.index(row.id)
    above = planned[place - 1] if place else None
    below = planned[place + 1] if place + 1 < len(planned) else None
    return SectionView(section, sprint_view(ctx, row), above, below)


def _beside(frame: BoardFrame, side: str) -> Any:
    """The epics or versions that stand beside the backlog."""
    if not frame.id or side not in SIDES:
        return ()
    listed = backlog_panels.epics if side == "epics" else backlog_panels.versions
    return page(listed, lambda _ctx, rows: rows, board_id=frame.id)


def _per_section(sections: int) -> int:
    """How many rows each section shows, so that all fit on a page."""
    return min(_PER_SECTION, max(1, _ROOMY // max(sections, 1)))


def _points(typed: str) -> dict[str, Any]:
    if not typed:
        return {field_ids.STORY_POINTS: None}
    try:
        return {field_ids.STORY_POINTS: float(typed.replace(",", "."))}
    except ValueError:
        raise _no_estimate("Story points are a number, such as 3 or 0.5.") from None


def _time(typed: str) -> dict[str, Any]:
    seconds = durations.parse(typed) if typed else None
    if typed and seconds is None:
        raise _no_estimate("An amount of work looks like 1d 4h or 30m.")
    return {field_ids.TIME_TRACKING: {"original": seconds}}


def _no_estimate(said: str) -> Invalid:
    return Invalid("invalid_fields", said, problems=[Problem(said, "estimate")])


def _planned(_ctx: Context, given: Mapping[str, Any]) -> dict[str, Any]:
    if "sprint_id" not in given:
        return {**given}
    return {**given, "sprint_id": sprint_number(given["sprint_id"])}


def _created(_ctx: Context, given: Mapping[str, Any]) -> dict[str, Any]:
    arguments = {**given}
    sprint = arguments.pop("sprint")
    if sprint:
        arguments["fields"] = {
            **given["fields"],
            field_ids.SPRINT: sprint_number(sprint),
        }
    return arguments


def sprint_number(text: str) -> int:
    """The id that a form names a sprint by.

    Raises:
        Invalid: ``sprint_not_found``.
    """
    if not (text.isdecimal() and len(text) < 17):
        raise Invalid("sprint_not_found", "There is no such sprint.")
    return int(text)
