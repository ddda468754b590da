"""A company's dashboards → rows."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Board,
    Dashboard,
    DashboardShare,
    Filter,
    Gadget,
    Star,
)
from workworld.apps.tracker.numbers import next_id
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.seed_data.issue_facts import DashboardFact
from workworld.seed_data.tracker.known import Known


def build(session: Session, known: Known, fact: DashboardFact) -> None:
    """Insert a dashboard; the boards and kept queries that it shows are there."""
    ids, at = Ids(session), to_microseconds(fact.at)
    row = Dashboard(
        id=next_id(ids, "dashboard"),
        name=fact.name,
        description=fact.description,
        owner_id=known.people[fact.owner],
        columns=fact.columns,
        created_us=at,
        updated_us=at,
    )
    session.add(row)
    session.flush()  # what follows refers to it
    for share in fact.shares:
        project = known.projects[share["project"]].id if "project" in share else ""
        new = DashboardShare(id=next_id(ids, "dashboard share"), dashboard_id=row.id)
        new.kind, new.thing_id = share["kind"], project
        session.add(new)
    for key in fact.starred:
        star = Star(person_id=known.people[key], kind="dashboard", thing_id=row.id, starred_us=at)
        session.add(star)
    places = [0] * fact.columns
    of_names = {
        "filter": dict(session.execute(select(Filter.name, Filter.id)).all()),
        "board": {name: str(id) for name, id in session.execute(select(Board.name, Board.id))},
    }
    for gadget in fact.gadgets:
        column = gadget["column"]
        settings = {
            name: of_names[name][value] if name in of_names and value else value
            for name, value in gadget["settings"].items()
        }
        session.add(
            Gadget(
                id=next_id(ids, "gadget"),
                dashboard_id=row.id,
                position=places[column],
                **{**gadget, "settings": settings},
            )
        )
        places[column] += 1
