"""Backlogs of scrum boards: sprints that are open, with their issues, and the rest below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.tracker.models import Board, Issue, Project, QuickFilter, Sprint
from workworld.apps.tracker.service import (
    board_filters,
    boards,
    cards,
    projects,
    site,
    sprints,
)
from workworld.apps.tracker.service.board_filters import Found, Narrowing
from workworld.apps.tracker.service.board_views import Looked
from workworld.apps.tracker.service.cards import Card
from workworld.apps.tracker.types import BoardId
from workworld.context import Context, Surface
from workworld.directory.models import Person
from workworld.errors import Invalid
from workworld.operations import Effect, operation

CATEGORIES = ("new", "indeterminate", "done")
_issues = Issue.__table__.c


@dataclass(frozen=True, slots=True)
class Total:
    """How many issues there are of something, and how much they are estimated at."""

    count: int
    estimate: float


@dataclass(frozen=True, slots=True)
class Load:
    """What a person has in a sprint."""

    person: Person | None
    """None for what is nobody's."""
    total: Total


@dataclass(frozen=True, slots=True)
class Section:
    """A sprint, or the backlog, with its issues by rank."""

    sprint: Sprint | None
    """None for the backlog."""
    cards: Sequence[Card]
    totals: Mapping[str, Total]
    """By category of status."""
    loads: Sequence[Load]
    unestimated: int
    """How many of its issues have no estimate."""


@dataclass(frozen=True, slots=True)
class BacklogView:
    """A backlog as somebody sees it."""

    board: Board
    project: Project
    sections: Sequence[Section]
    """The active sprint, those planned, and last the backlog."""
    quick_filters: Sequence[QuickFilter]
    people: Sequence[Person]
    """Whose issues there are."""
    has_unassigned: bool
    epics: Sequence[Issue]
    is_cut: bool


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def show(ctx: Context, *, board_id: BoardId, narrowing: Looked = Narrowing()) -> BacklogView:  # noqa: B008 - it is frozen
    """Show the backlog of a scrum board: its open sprints with their issues, and all other issues.

    Epics and sub-tasks are not in it, and of the rest nothing that is done.
    """
    board = boards.known(ctx, board_id)
    if board.kind != "scrum":
        raise Invalid("board_has_no_backlog", "The board does not have a backlog.")
    open_ = [each for each in sprints.of_board(ctx, board_id) if each.state != sprints.CLOSED]
    planned = _planned(ctx, board, narrowing, open_)
    rest = _rest(ctx, board, narrowing)
    people = {each.id: each for each in (*planned.people, *rest.people)}
    epics = {each.id: each for each in (*planned.epics, *rest.epics)}
    return BacklogView(
        board,
        projects.known(ctx, board.project_id),
        [*(_of_sprint(sprint, planned.cards) for sprint in open_), _section(None, rest.cards)],
        board_filters.quick_filters(ctx, board.id),
        sorted(people.values(), key=lambda person: (person.name, person.id)),
        planned.has_unassigned or rest.has_unassigned,
        sorted(epics.values(), key=lambda epic: epic.rank),
        planned.is_cut or rest.is_cut,
    )


def _planned(ctx: Context, board: Board, narrowing: Narrowing, open_: Sequence[Sprint]) -> Found:
    inside = _issues.sprint_id.in_([sprint.id for sprint in open_])
    return board_filters.find(ctx, board, narrowing, inside, cards.of_levels(0))


def _rest(ctx: Context, board: Board, narrowing: Narrowing) -> Found:
    done = [each.id for each in site.statuses(ctx).values() if each.category == "done"]
    outside = _issues.sprint_id.is_(None), _issues.status_id.not_in(done)
    return board_filters.find(ctx, board, narrowing, *outside, cards.of_levels(0))


def _of_sprint(sprint: Sprint, found: Sequence[Card]) -> Section:
    return _section(sprint, [card for card in found if card.row.sprint_id == sprint.id])


def _section(sprint: Sprint | None, held: Sequence[Card]) -> Section:
    totals = {
        category: _total([card for card in held if card.status.category == category])
        for category in CATEGORIES
    }
    return Section(sprint, held, totals, _loads(held), sum(card.estimate is None for card in held))


def _loads(held: Sequence[Card]) -> Sequence[Load]:
    people = {card.row.assignee_id: card.assignee for card in held}
    loads = [
        Load(person, _total([card for card in held if card.row.assignee_id == person_id]))
        for person_id, person in people.items()
    ]
    return sorted(
        loads, key=lambda load: (load.person is None, load.person.name if load.person else "")
    )


def _total(held: Sequence[Card]) -> Total:
    return Total(len(held), sum(card.estimate or 0 for card in held))
