"""What narrows a board: its own filter, quick filters, and what somebody looks for just now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement, and_, bindparam, select

from workworld.apps.tracker.models import Board, Filter, Issue, IssueVersion, QuickFilter
from workworld.apps.tracker.service import cards, search
from workworld.apps.tracker.service.cards import Card
from workworld.apps.tracker.types import NumberedId, PersonId
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.directory.models import Person
from workworld.errors import NotFound
from workworld.shapes import CLOSED

NOBODY = "unassigned"
"""Stands among people for having no assignee, and among epics for having none."""
NO_EPIC = "none"
_issues, _quick = Issue.__table__.c, QuickFilter.__table__.c
_filters, _in_version = Filter.__table__.c, IssueVersion.__table__.c
_QUICK = constant(
    select(QuickFilter.__table__)
    .where(_quick.board_id == bindparam("board"))
    .order_by(_quick.position, _quick.id)
)
_FILTER = constant(select(Filter.__table__).where(_filters.id == bindparam("filter")))


class Narrowing(BaseModel):
    """What somebody looks for on a board or in a backlog; nothing shows all."""

    model_config = {**CLOSED, "frozen": True}

    quick: Annotated[
        tuple[NumberedId, ...],
        Field(description="Ids of quick filters, all of which hold.", max_length=50),
    ] = ()
    assignees: Annotated[
        tuple[PersonId, ...],
        Field(description=f"Only issues of these people; {NOBODY} for nobody's.", max_length=50),
    ] = ()
    epics: Annotated[
        tuple[NumberedId, ...],
        Field(description=f"Only issues of these epics, by id; {NO_EPIC}: of none.", max_length=50),
    ] = ()
    versions: Annotated[
        tuple[NumberedId, ...],
        Field(description="Only issues to be fixed in these versions, by id.", max_length=50),
    ] = ()
    types: Annotated[
        tuple[NumberedId, ...], Field(description="Only issues of these types.", max_length=50)
    ] = ()
    text: Annotated[str, Field(description="Words of the summary, or a key.", max_length=255)] = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left out."""
        return self == Narrowing()


@dataclass(frozen=True, slots=True)
class Found:
    """What a board's filters leave."""

    cards: Sequence[Card]
    """Those that somebody looks for."""
    everything: Sequence[Card]
    """These, and those that they do not look for."""
    people: Sequence[Person]
    """Whose cards there are, whether they are looked for or not."""
    has_unassigned: bool
    epics: Sequence[Issue]
    """The epics of these cards, by rank."""
    is_cut: bool
    """Whether there are more than are read."""


def quick_filters(ctx: Context, board_id: int) -> Sequence[QuickFilter]:
    """The quick filters of a board in order: rows to be read."""
    return plain_rows(ctx.session, QuickFilter, _QUICK, {"board": board_id})


def of_board(ctx: Context, board: Board) -> ColumnElement[bool]:
    """What a board's filter finds, and of a kanban board its further query."""
    found = plain_rows(ctx.session, Filter, _FILTER, {"filter": board.filter_id})
    wanted = [search.condition(ctx, found[0].jql)]
    if board.sub_query and board.kind == "kanban":
        wanted.append(search.condition(ctx, board.sub_query))
    return and_(*wanted)


def find(
    ctx: Context, board: Board, narrowing: Narrowing, *conditions: ColumnElement[bool]
) -> Found:
    """The cards of a board that fulfil conditions, narrowed to what somebody looks for."""
    wanted = [of_board(ctx, board), *_pressed(ctx, board, narrowing), *_released(narrowing)]
    rows = cards.find(ctx, *wanted, *conditions)
    everything = cards.made(ctx, board, rows)
    people = {card.assignee.id: card.assignee for card in everything if card.assignee}
    epics = {epic.id: epic for epic in map(_epic, everything) if epic is not None}
    return Found(
        [card for card in everything if _is_wanted(card, narrowing)],
        everything,
        sorted(people.values(), key=lambda person: (person.name, person.id)),
        any(card.assignee is None for card in everything),
        sorted(epics.values(), key=lambda epic: epic.rank),
        len(rows) == cards.MOST,
    )


def _pressed(ctx: Context, board: Board, narrowing: Narrowing) -> Sequence[ColumnElement[bool]]:
    """The conditions of the quick filters that are pressed.

    Raises:
        NotFound: ``quick_filter_not_found``.
    """
    if not narrowing.quick:
        return ()
    known = {each.id: each for each in quick_filters(ctx, board.id)}
    if not known.keys() >= set(narrowing.quick):
        raise NotFound("quick_filter_not_found", "The board has no such quick filter any more.")
    return [search.condition(ctx, known[each].jql) for each in narrowing.quick]


def _released(narrowing: Narrowing) -> Sequence[ColumnElement[bool]]:
    if not narrowing.versions:
        return ()
    fixed = select(_in_version.issue_id).where(
        _in_version.kind == "fix", _in_version.version_id.in_(narrowing.versions)
    )
    return [_issues.id.in_(fixed)]


def _is_wanted(card: Card, narrowing: Narrowing) -> bool:
    who = card.row.assignee_id or NOBODY
    epic = card.row.parent_id if _epic(card) else NO_EPIC
    words = narrowing.text.casefold().split()
    text = f"{card.row.key} {card.row.summary}".casefold()
    return (
        (not narrowing.assignees or who in narrowing.assignees)
        and (not narrowing.epics or epic in narrowing.epics)
        and (not narrowing.types or card.row.type_id in narrowing.types)
        and all(word in text for word in words)
    )


def _epic(card: Card) -> Issue | None:
    """The epic that a card stands below, if the caller sees it."""
    return card.parent if card.type.level == 0 else None
