"""A project's board: cards in columns, lane by lane."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker import durations
from workworld.apps.tracker.pages import moments, narrowing
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back, board_url, issue_url
from workworld.apps.tracker.pages.boards_of import board_frame
from workworld.apps.tracker.pages.editors import number_text
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.pages.narrowing import Option
from workworld.apps.tracker.pages.portions import Portions
from workworld.apps.tracker.pages.sprint_view import SprintView, sprint_view
from workworld.apps.tracker.service import board_releases, board_views, card_moves, issues, site
from workworld.apps.tracker.service.board_views import BoardView
from workworld.apps.tracker.service.card_moves import Move
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, NotFound

_ROOMY, _PER_CELL, _LEAST = 60, 20, 1
"""So many cards are shown at once anyway; of more, at most and at least so many in each cell."""
_EXCERPT = 200
GROUPS = {
    "none": "Nothing",
    "assignee": "Assignee",
    "epic": "Epic",
    "subtasks": "Sub-tasks",
    "query": "Queries",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A board, as its page shows it."""

    view: BoardView
    faces: dict[str, Face]
    sprints: tuple[SprintView, ...]
    people: list[Option]
    epics: list[Option]
    quick: list[Option]
    types: list[Option]
    groups: list[tuple[str, str]]
    portions: Portions
    closed: frozenset[str]
    """The lanes that are folded."""
    may_release: bool


@dataclass(frozen=True, slots=True)
class Details:
    """What is said of a card that one lingers on."""

    title: str
    lines: tuple[tuple[str, str], ...]
    """Names of fields and what they hold."""
    excerpt: str


@BLUEPRINT.get("/p/<project>/board")
def board(project: str) -> str:
    """A board of a project."""
    return shown(project)


def shown(project: str, dialog: str = "", **values: Any) -> str:
    """The page of a board.

    Args:
        project: its project's key.
        dialog: a template of a dialog that stands above it.
        values: what that shows.
    """
    frame = board_frame(project)
    wanted: dict[str, Any] = {"narrowing": narrowing.asked()}
    group = flask.request.args.get("group", "")
    if group in GROUPS:
        wanted["swimlanes"] = group
    if flask.request.args.get("old") == "1":
        wanted["old"] = True
    found = page(board_views.show, _shown, board_id=frame.id, **wanted) if frame.id else None
    return framed(
        "board.html",
        project=frame.project,
        frame=frame,
        found=found,
        here=narrowing.here,
        toggled=narrowing.toggled,
        is_narrowed=narrowing.is_narrowed(),
        estimate_text=partial(estimate_text, found.view.board.estimation) if found else None,
        dialog=dialog,
        **values,
    )


@BLUEPRINT.get("/p/<project>/boards/<int:board_id>/moves/<issue>")
def card_ways(project: str, board_id: int, issue: str) -> Any:  # noqa: ARG001 - it is in the address
    """Into which columns a card may go, for whoever drags it."""

    def present(_ctx: Context, moves: Any) -> list[dict[str, Any]]:
        return [
            {"column": each.column.position, "legal": each.is_legal, "reason": each.reason}
            for each in moves
        ]

    return flask.jsonify(page(card_moves.legal_columns, present, board_id=board_id, issue=issue))


@BLUEPRINT.get("/p/<project>/boards/<int:board_id>/menu/<issue>")
def card_menu(project: str, board_id: int, issue: str) -> str:
    """What can be done with a card: a part of the board."""
    moves: Any = page(
        card_moves.legal_columns, lambda _ctx, found: found, board_id=board_id, issue=issue
    )
    return flask.render_template(
        "menu_card.html",
        key=issue,
        moves=moves,
        url=flask.url_for("ui.move_card", project=project, board_id=board_id, issue=issue),
        ways=_ways,
        issue_url=issue_url,
        place=flask.request.args.get("place", ""),
    )


@BLUEPRINT.get("/p/<project>/boards/<int:board_id>/details/<issue>")
def card_details(project: str, board_id: int, issue: str) -> str:  # noqa: ARG001 - in the address
    """What a card has no room for: a part of the board."""
    return flask.render_template("card_details.html", it=page(issues.info, _details, issue=issue))


@BLUEPRINT.post("/p/<project>/boards/<int:board_id>/move/<issue>")
def move_card(project: str, board_id: int, issue: str) -> Any:
    """Put a card into a column, and to its place there."""
    form = flask.request.form
    given: dict[str, Any] = {
        name: form[name] for name in ("before", "after", "transition") if form.get(name)
    }
    try:
        page(
            card_moves.move,
            nothing,
            board_id=board_id,
            issue=issue,
            column=_number(form.get("column", "")),
            **given,
        )
    except Conflict as refused:
        if refused.code != "transition_needs_screen" or not is_fragment():
            raise
        return _asks_first(board_id, issue)
    return back(board_url(project, board=board_id))


def estimate_text(unit: str, amount: float | None) -> str:
    """An estimate in words: points, or time."""
    if amount is None or unit == "count":
        return ""
    return durations.show(int(amount)) if unit == "original_estimate" else number_text(amount)


def _shown(ctx: Context, view: BoardView) -> Shown:
    people = {person.id: Face.of(person) for person in view.found.people}
    types = site.issue_types(ctx)
    mine = narrowing.chosen("type")
    there = dict.fromkeys(card.row.type_id for card in view.found.everything)
    has_queries = view.lanes_by == "query" or view.board.swimlanes == "query"
    count = len(view.found.cards)
    return Shown(
        view,
        people,
        tuple(sprint_view(ctx, row) for row in view.sprints),
        narrowing.people_of(view.found),
        narrowing.epics_of(view.found),
        narrowing.quick_of(view),
        [Option(each, types[each].name, each in mine) for each in types if each in there],
        [each for each in GROUPS.items() if each[0] != "query" or has_queries],
        Portions(count if count <= _ROOMY else _most(view)),
        narrowing.chosen("closed"),
        board_releases.may_release(ctx, view.board),
    )


def _details(ctx: Context, record: Any) -> Details:
    row = record.row
    people = site.people(ctx, [row.assignee_id, row.reporter_id])

    def name(person_id: str | None) -> str:
        return people[person_id].name if person_id and person_id in people else ""

    parent = f"{record.parent.key} {record.parent.summary}" if record.parent else ""
    said = {
        "Status": record.status.name,
        "Type": record.type.name,
        "Priority": record.priority.name if record.priority else "",
        "Assignee": name(row.assignee_id) or "Unassigned",
        "Reporter": name(row.reporter_id),
        "Parent": parent,
        "Due": moments.day(row.due_date) if row.due_date else "",
        "Updated": moments.moment(ctx, row.updated_us).text,
    }
    words = " ".join(row.description_text.split())
    excerpt = words if len(words) <= _EXCERPT else f"{words[:_EXCERPT].rstrip()}…"
    lines = tuple((field, value) for field, value in said.items() if value)
    return Details(f"{row.key} {row.summary}", lines, excerpt)


def _most(view: BoardView) -> int:
    """How many cards each cell shows, so that all fit on a page."""
    cells = sum(bool(cell) for lane in view.lanes for cell in lane.cells)
    return min(_PER_CELL, max(_LEAST, _ROOMY // max(cells, 1)))


def _ways(move: Move) -> list[tuple[str, str, bool]]:
    """A label, the number and whether there is a screen, of each way into a column."""
    if len(move.ways) < 2:
        return [(move.column.name, str(w.transition.number), w.has_screen) for w in move.ways]
    return [
        (f"{move.column.name}: {way.transition.name}", str(way.transition.number), way.has_screen)
        for way in move.ways
    ]


def _asks_first(board_id: int, issue: str) -> Any:
    """Tell the script which screen is to be filled in first: nothing was refused for good."""
    column, number = _number(flask.request.form["column"]), flask.request.form.get("transition")

    def first(_ctx: Context, moves: Any) -> str:
        into = next(each for each in moves if each.column.position == column)
        return str(into.ways[0].transition.number)

    way = number or page(card_moves.legal_columns, first, board_id=board_id, issue=issue)
    return "", 200, {"X-Screen": f"{issue_url(issue)}/transition/{way}"}


def _number(text: str) -> int:
    if not (text.isdecimal() and len(text) < 4):
        raise NotFound("column_not_found")
    return int(text)
