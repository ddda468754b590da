"""What is done on a kanban board is released, in a dialog above the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.pages import board, moments
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, board_url
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.permission_names import ADMINISTER_PROJECT
from workworld.apps.tracker.service import access, board_releases, boards, projects
from workworld.context import Context
from workworld.dates import day_from
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, NotFound, Problem, Refused

_FIELDS = ("name", "description", "release_date")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the dialog shows."""

    project: str
    board_id: int
    count: int
    today: str


@BLUEPRINT.get("/p/<project>/boards/<int:board_id>/release")
def ask_board_release(project: str, board_id: int) -> Any:
    """Ask as which version a board's done issues go out."""
    return _dialog(project, board_id)


@BLUEPRINT.post("/p/<project>/boards/<int:board_id>/release")
def release_board(project: str, board_id: int) -> Any:
    """Release a board's done issues."""
    given = {"name": "", **entered(*_FIELDS)}
    try:
        page(board_releases.release, nothing, accept=_read_day, board_id=board_id, **given)
    except MENDABLE as refusal:
        return _dialog(project, board_id, refusal), status_of(refusal)
    return flask.redirect(board_url(project, board=board_id), 303)


def _read_day(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The day as it was typed, as the operation has it."""
    typed = given.get("release_date", "").strip()
    if not typed:
        return given
    day = day_from(typed, moments.today(ctx))
    if day is None:
        problem = Problem("This is no day that can be told.", "release_date")
        raise Invalid("invalid_version", problems=[problem])
    return {**given, "release_date": day.isoformat()}


def _dialog(project: str, board_id: int, refusal: Refused | None = None) -> str:
    def present(ctx: Context, found: Sequence[Issue]) -> Asked:
        place = projects.known(ctx, project)
        if boards.known(ctx, board_id).project_id != place.id:
            raise NotFound("board_not_found")
        access.require_has(ctx, ADMINISTER_PROJECT, place.id)
        return Asked(place.key, board_id, len(found), moments.today(ctx).isoformat())

    template = "dialog_board_release.html"
    values: dict[str, Any] = {
        "asked": page(board_releases.ready, present, board_id=board_id),
        "typed": flask.request.form.to_dict() if refusal else {},
        "problems": problems_of(refusal, _FIELDS),
        "back": board_url(project, board=board_id),
    }
    if is_fragment():
        return flask.render_template(template, **values)
    return board.shown(project, template, **values)
