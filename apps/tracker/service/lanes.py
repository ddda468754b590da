"""The swimlanes of boards: cards by assignee, epic, parent or query, column by column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from sqlalchemy import bindparam, select

from workworld.apps.tracker.models import Board, Issue, Swimlane
from workworld.apps.tracker.service import cards, search
from workworld.apps.tracker.service.cards import Card
from workworld.apps.tracker.service.columns import Column
from workworld.context import Context
from workworld.database import constant, plain_rows, rows_of
from workworld.directory.models import Person

Kind = Literal["none", "assignee", "epic", "subtasks", "query"]
NONE, ASSIGNEE, EPIC, SUBTASKS, QUERY = "none", "assignee", "epic", "subtasks", "query"
REST = "rest"
_issues, _lanes = Issue.__table__.c, Swimlane.__table__.c
_QUERIES = constant(
    select(Swimlane.__table__)
    .where(_lanes.board_id == bindparam("board"))
    .order_by(_lanes.position, _lanes.id)
)


@dataclass(frozen=True, slots=True)
class Lane:
    """A row of a board."""

    id: str
    """``rest`` for what is in no other one."""
    title: str
    cells: Sequence[Sequence[Card]]
    """The cards of each column."""
    issue: Issue | None = None
    """The epic or parent that it stands for."""
    person: Person | None = None

    @property
    def count(self) -> int:
        """How many cards it holds."""
        return sum(len(cell) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class _Heading:
    id: str
    title: str
    order: tuple[object, ...]
    issue: Issue | None = None
    person: Person | None = None


_Sorter = Callable[[Card], _Heading]


def kind_of(board: Board) -> Kind:
    """By what a board's lanes go."""
    return cast(Kind, board.swimlanes)


def of_cards(
    ctx: Context, board: Board, by: Kind, columns: Sequence[Column], found: Sequence[Card]
) -> Sequence[Lane]:
    """The lanes of a board from top to bottom; without swimlanes one that holds everything."""
    heading = _sorter(ctx, board, by, found)
    headings: dict[str, _Heading] = {}
    held: dict[str, list[Card]] = {}
    for card in found:
        into = heading(card)
        headings.setdefault(into.id, into)
        held.setdefault(into.id, []).append(card)
    ordered = sorted(headings.values(), key=lambda each: each.order)
    if not ordered:
        ordered, held = [_rest("")], {REST: []}
    return [
        Lane(each.id, each.title, _cells(columns, held[each.id]), each.issue, each.person)
        for each in ordered
    ]


def queries(ctx: Context, board_id: int) -> Sequence[Swimlane]:
    """The queries that make a board's lanes: rows to be read."""
    return plain_rows(ctx.session, Swimlane, _QUERIES, {"board": board_id})


def _cells(columns: Sequence[Column], held: Sequence[Card]) -> Sequence[Sequence[Card]]:
    at = {status.id: place for place, each in enumerate(columns) for status in each.statuses}
    cells: Sequence[list[Card]] = [[] for _ in columns]
    for card in held:
        cells[at[card.row.status_id]].append(card)
    return cells


def _rest(title: str) -> _Heading:
    return _Heading(REST, title, (1,))


def _sorter(ctx: Context, board: Board, by: Kind, found: Sequence[Card]) -> _Sorter:
    if by == QUERY:
        return _by_query(ctx, board, found)
    if by == SUBTASKS:
        return _by_parent(ctx, found)
    known: Mapping[str, _Sorter] = {ASSIGNEE: _by_assignee, EPIC: _by_epic}
    return known.get(by, lambda _card: _rest(""))


def _by_assignee(card: Card) -> _Heading:
    person = card.assignee
    if person is None:
        return _rest("Unassigned")
    return _Heading(person.id, person.name, (0, person.name, person.id), person=person)


def _by_epic(card: Card) -> _Heading:
    epic = card.parent
    if epic is None:
        return _rest("Issues without epic")
    return _Heading(epic.id, epic.summary, (0, epic.rank), issue=epic)


def _by_parent(ctx: Context, found: Sequence[Card]) -> _Sorter:
    """Sub-tasks by what they are a part of; whatever is no sub-task comes last."""
    below = [card for card in found if card.type.level < 0]
    parents = cards.parents_of(ctx, [card.row for card in below])

    def heading(card: Card) -> _Heading:
        parent = parents.get(card.row.parent_id or "") if card.type.level < 0 else None
        if parent is None:
            return _rest("Everything else")
        return _Heading(parent.id, parent.summary, (0, parent.rank), issue=parent)

    return heading


def _by_query(ctx: Context, board: Board, found: Sequence[Card]) -> _Sorter:
    """Each card is in the first lane whose query finds it."""
    ids = [card.row.id for card in found]
    into: dict[str, _Heading] = {}
    for place, lane in enumerate(queries(ctx, board.id)):
        matching = select(_issues.id).where(_issues.id.in_(ids), search.condition(ctx, lane.jql))
        for row in rows_of(ctx.session, matching, {"viewer_id": ctx.actor.person_id}):
            into.setdefault(row.id, _Heading(lane.id, lane.name, (0, place)))
    return lambda card: into.get(card.row.id, _rest("Everything else"))
