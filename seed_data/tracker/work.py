"""What a company works on → boards, issues with their histories, kept queries."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Board,
    Filter,
    FilterShare,
    FilterSubscription,
    LastViewed,
    Sprint,
    Star,
)
from workworld.apps.tracker.numbers import next_id
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.seed_data.facts import CompanyFacts
from workworld.seed_data.issue_facts import FilterFact, IssueFacts
from workworld.seed_data.tracker import boards, dashboards, issues, rules
from workworld.seed_data.tracker.known import Known, look_up
from workworld.seed_data.tracker.stories import Story, in_order
from workworld.seed_data.tracker.telling import Teller

_MINUTE = 60_000_000


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert it all; the site and the projects are there."""
    known, sprints = look_up(session), dict[str, Sprint]()
    for work in facts.issues.projects:
        sprints |= boards.build(session, known, work)
    teller = Teller(session, known, sprints)
    for happening in in_order(facts.issues.projects):
        teller.tell(happening)
    issues.build(session, known, teller.stories, sprints)
    teller.write()
    for fact in facts.issues.filters:
        _add_filter(session, known, fact)
    for dashboard in facts.issues.dashboards:
        dashboards.build(session, known, dashboard)
    _add_stars(session, known, facts.issues)
    _add_views(session, known, facts, teller.stories)
    session.flush()  # what is read next must find it
    rules.build(session, known, [*facts.issues.rules])


def _add_filter(session: Session, known: Known, fact: FilterFact) -> None:
    ids, at = Ids(session), to_microseconds(fact.at)
    row = Filter(
        id=next_id(ids, "filter"),
        name=fact.name,
        description=fact.description,
        jql=fact.jql,
        owner_id=known.people[fact.owner],
        columns=list(fact.columns),
        created_us=at,
        updated_us=at,
    )
    session.add(row)
    session.flush()  # what follows refers to it
    for share in fact.shares:
        project = known.projects[share["project"]].id if "project" in share else ""
        session.add(
            FilterShare(
                id=next_id(ids, "share"), filter_id=row.id, kind=share["kind"], thing_id=project
            )
        )
    for key in fact.starred:
        star = Star(person_id=known.people[key], kind="filter", thing_id=row.id, starred_us=at)
        session.add(star)
    for each in fact.subscribed:
        wanted = FilterSubscription(
            id=next_id(ids, "filter subscription"),
            filter_id=row.id,
            person_id=known.people[each.by],
            days=list(each.days),
            hour=each.hour,
        )
        session.add(wanted)


def _add_stars(session: Session, known: Known, facts: IssueFacts) -> None:
    of_boards = dict(session.execute(select(Board.name, Board.id)).all())
    for fact in facts.stars:
        is_board = fact.kind == "board"
        thing = str(of_boards[fact.thing]) if is_board else known.projects[fact.thing].id
        star = Star(person_id=known.people[fact.by], kind=fact.kind, thing_id=thing)
        star.starred_us = to_microseconds(fact.at)
        session.add(star)


def _add_views(
    session: Session, known: Known, facts: CompanyFacts, stories: Mapping[str, Story]
) -> None:
    """What people looked at last, a few minutes apart."""
    now = to_microseconds(facts.now)
    for key, seen in (facts.issues.viewed or {}).items():
        session.add_all(
            LastViewed(
                person_id=known.people[key],
                issue_id=stories[issue].id,
                viewed_us=now - 7 * _MINUTE * (place + 1),
            )
            for place, issue in enumerate(seen)
        )
