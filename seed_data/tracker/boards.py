"""Boards with their columns and sprints → rows."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Board,
    BoardColumn,
    BoardColumnStatus,
    Filter,
    FilterShare,
    QuickFilter,
    Sprint,
)
from workworld.apps.tracker.numbers import next_id, next_number
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.seed_data.issue_facts import BoardFact, SprintFact, WorkFact
from workworld.seed_data.tracker.known import Known


def build(session: Session, known: Known, fact: WorkFact) -> dict[str, Sprint]:
    """Insert a project's board, upon a filter of all its issues; its sprints by name."""
    ids, project = Ids(session), known.projects[fact.project]
    query = Filter(
        id=next_id(ids, "filter"),
        name=f"Filter for {fact.board.name}",
        jql=f"project = {fact.project} ORDER BY Rank",
        owner_id=project.lead_id,
        created_us=project.created_us,
        updated_us=project.created_us,
    )
    session.add(query)
    session.flush()  # what follows refers to it
    share = FilterShare(id=next_id(ids, "share"), filter_id=query.id, kind="project")
    share.thing_id = project.id
    board = Board(
        id=next_number(ids, "board"),
        name=fact.board.name,
        kind=fact.board.kind,
        project_id=project.id,
        filter_id=query.id,
        swimlanes=fact.board.swimlanes,
        card_fields=list(fact.board.card_fields),
        card_colors=fact.board.card_colors,
        admin_ids=[known.people[key] for key in fact.board.admins],
    )
    session.add_all([share, board])
    session.flush()  # what follows refers to it
    _add_columns(session, known, board, fact.board)
    return _add_sprints(session, board, fact.board)


def _add_columns(session: Session, known: Known, board: Board, fact: BoardFact) -> None:
    ids = Ids(session)
    for place, column in enumerate(fact.columns):
        row = BoardColumn(board_id=board.id, position=place, name=column["name"])
        row.least, row.most = column.get("least"), column.get("most")
        session.add(row)
        session.add_all(
            BoardColumnStatus(
                board_id=board.id, status_id=known.statuses[name].id, column=place, position=at
            )
            for at, name in enumerate(column["statuses"])
        )
    session.add_all(
        QuickFilter(
            id=next_id(ids, "quick filter"), board_id=board.id, position=place, **quick_filter
        )
        for place, quick_filter in enumerate(fact.quick_filters)
    )


def _add_sprints(session: Session, board: Board, fact: BoardFact) -> dict[str, Sprint]:
    ids = Ids(session)
    made = {
        each.name: _sprint(next_number(ids, "sprint"), board, place, each)
        for place, each in enumerate(fact.sprints)
    }
    session.add_all(made.values())
    session.flush()  # issues refer to them
    return made


def _sprint(number: int, board: Board, place: int, fact: SprintFact) -> Sprint:
    return Sprint(
        id=number,
        board_id=board.id,
        name=fact.name,
        goal=fact.goal,
        state="closed" if fact.completed else "active" if fact.started else "future",
        position=place,
        start_us=_moment(fact.start),
        end_us=_moment(fact.end),
        activated_us=_moment(fact.started),
        completed_us=_moment(fact.completed),
        created_us=to_microseconds(fact.created),
    )


def _moment(at: datetime | None) -> int | None:
    return to_microseconds(at) if at else None
