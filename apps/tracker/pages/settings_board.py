"""A board's settings: its columns, swimlanes, quick filters, cards, and what it shows at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.models import Board, Project
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, settings_url
from workworld.apps.tracker.pages.board_forms import (
    KINDS,
    PARTS,
    BoardForms,
    forms_of,
)
from workworld.apps.tracker.pages.column_changes import changed
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.apps.tracker.service import (
    board_columns,
    board_settings,
    boards,
    columns,
    projects,
    quick_filters,
)
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, NotFound, Problem, Refused
from workworld.permissions import can

_TEXTS = ("name", "filter_id", "sub_query", "swimlanes", "estimation", "card_colors")
_FIELDS = (*_TEXTS, "hide_done_days", "card_fields", "admin_ids", "jql", "description")


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A board that the reader may configure."""

    id: int
    name: str


@BLUEPRINT.get("/p/<project>/settings/board")
def board_settings_page(project: str) -> str:
    """How a board of a project is made up."""
    return _board(project)


@BLUEPRINT.post("/p/<project>/settings/board/new")
def create_board(project: str) -> Any:
    """Make a board."""
    form = flask.request.form
    given: dict[str, Any] = {"name": form.get("name", ""), "kind": form.get("kind", "")}
    try:
        made = page(boards.create, lambda _ctx, row: row.id, project=project, **given)
    except MENDABLE as refusal:
        return _board(project, refusal, part="new"), status_of(refusal)
    return flask.redirect(settings_url(project, "board", board=made), 303)


@BLUEPRINT.post("/p/<project>/settings/board/<int:board_id>/edit")
def edit_board(project: str, board_id: int) -> Any:
    """Change what a board shows, and how."""
    form = flask.request.form
    given = entered(*_TEXTS)
    if "hide_done_days" in form:
        given["hide_done_days"] = form["hide_done_days"]
    for name in ("card_fields", "admin_ids"):
        if f"{name}-sent" in form or name in form:
            given[name] = [each for each in form.getlist(name) if each]
    change = partial(page, board_settings.edit, nothing, accept=_with_days, **given)
    return _done(project, board_id, form.get("part", "general"), change)


def _with_days(_ctx: Context, given: Any) -> Any:
    typed = given.get("hide_done_days")
    if typed is None:
        return given
    if not (typed.strip().isdecimal() and len(typed) < 5):
        said = "This is a number of days, such as 14."
        raise Invalid("invalid_fields", problems=[Problem(said, "hide_done_days")])
    return {**given, "hide_done_days": int(typed)}


@BLUEPRINT.post("/p/<project>/settings/board/<int:board_id>/columns/<deed>")
def change_columns(project: str, board_id: int, deed: str) -> Any:
    """Add, rename, limit, shift or remove a column, or put a status into one."""
    form = flask.request.form.to_dict()

    def accept(ctx: Context, given: Any) -> Any:
        board = boards.changing(ctx, given["board_id"])
        return {**given, "columns": changed(columns.of_board(ctx, board), deed, form)}

    change = partial(page, board_columns.edit, nothing, accept=accept)
    return _done(project, board_id, "columns", change)


@BLUEPRINT.post("/p/<project>/settings/board/<int:board_id>/lanes")
def change_lanes(project: str, board_id: int) -> Any:
    """Say by which queries the swimlanes of a board go, from top to bottom."""
    form = flask.request.form
    typed = zip(form.getlist("lane-name"), form.getlist("lane-jql"), strict=False)
    queries = [{"name": name, "jql": jql} for name, jql in typed if name.strip() or jql.strip()]
    at = form.get("up", "")
    if at.isdecimal() and len(at) < 3 and 0 < int(at) < len(queries):
        queries.insert(int(at) - 1, queries.pop(int(at)))
    gone = form.get("gone", "")
    if gone.isdecimal() and len(gone) < 3 and int(gone) < len(queries):
        del queries[int(gone)]
    change = partial(page, board_settings.edit_lanes, nothing, queries=queries)
    return _done(project, board_id, "lanes", change)


@BLUEPRINT.post("/p/<project>/settings/board/<int:board_id>/filters/add")
def add_quick_filter(project: str, board_id: int) -> Any:
    """Add a quick filter."""
    form = flask.request.form
    given = {"name": form.get("name", ""), "jql": form.get("jql", "")} | entered("description")
    change = partial(page, quick_filters.add, nothing, **given)
    return _done(project, board_id, "filters", change)


@BLUEPRINT.post("/p/<project>/settings/board/<int:board_id>/filters/<quick_filter_id>/edit")
def edit_quick_filter(project: str, board_id: int, quick_filter_id: str) -> Any:
    """Change a quick filter."""
    given = {"quick_filter_id": quick_filter_id, **entered("name", "jql", "description")}
    change = partial(page, quick_filters.edit, nothing, **given)
    return _done(project, board_id, "filters", change)


@BLUEPRINT.post("/p/<project>/settings/board/<int:board_id>/filters/<quick_filter_id>/delete")
def delete_quick_filter(project: str, board_id: int, quick_filter_id: str) -> Any:
    """Delete a quick filter."""
    change = partial(page, quick_filters.delete, nothing, quick_filter_id=quick_filter_id)
    return _done(project, board_id, "filters", change)


@BLUEPRINT.post("/p/<project>/settings/board/<int:board_id>/delete")
def delete_board(project: str, board_id: int) -> Any:
    """Delete a board; its issues stay."""
    try:
        page(boards.delete, nothing, board_id=board_id)
    except MENDABLE as refusal:
        return _board(project, refusal, board_id, "general"), status_of(refusal)
    return flask.redirect(settings_url(project, "board"), 303)


def _done(project: str, board_id: int, part: str, change: Callable[..., Any]) -> Any:
    try:
        change(board_id=board_id)
    except MENDABLE as refusal:
        return _board(project, refusal, board_id, part), status_of(refusal)
    return flask.redirect(settings_url(project, "board", board=board_id, part=part), 303)


def _board(project: str, refusal: Refused | None = None, board_id: int = 0, part: str = "") -> str:
    frame = settings_frame(project, "board")
    known = page(projects.info, _configurable, project=project)
    wanted = str(board_id or "") or flask.request.args.get("board", "")
    here = next((each for each in known if str(each.id) == wanted), None)
    if here is None and wanted:
        raise NotFound("board_not_found")
    here = here or (known[0] if known else None)
    part = part or flask.request.args.get("part", "")
    part = part if part in PARTS or part == "new" else "columns"
    if here is None:
        part = "new"
    form = flask.request.form.to_dict() if refusal else {}
    shown: BoardForms | None = page(boards.info, forms_of, board_id=here.id) if here else None
    return settings_page(
        "settings_board.html",
        frame,
        known=known,
        board=here,
        forms=shown,
        part=part,
        parts=[
            (settings_url(project, "board", board=here.id, part=id), name, id == part)
            for id, name in PARTS.items()
        ]
        if here
        else [],
        kinds=KINDS,
        entered=form,
        problems=problems_of(refusal, _FIELDS),
        root=settings_url(project, f"board/{here.id}") if here else "",
    )


def _configurable(ctx: Context, row: Project) -> Sequence[BoardChoice]:
    found: Sequence[Board] = boards.of_project(ctx, row.id)
    mine = [each for each in found if can(ctx, "tracker.boards.edit", each)]
    usual = sorted(mine, key=lambda each: (each.kind != row.kind, each.name, each.id))
    return [BoardChoice(each.id, each.name) for each in usual]
