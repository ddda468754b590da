"""Company facts → the directory's rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.clock import to_microseconds
from workworld.directory.models import Company, Person, Team
from workworld.ids import Ids
from workworld.seed_data.facts import CompanyFacts, PersonFact
from workworld.zones import zone


def units(_facts: CompanyFacts) -> int:
    """How often ``build`` reports."""
    return 1


def build(session: Session, facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Insert the company, its teams and its people."""
    ids = Ids(session)
    company = Company(
        id=ids.next_id("T"),
        name=facts.name,
        slug=facts.slug,
        domain=facts.domain,
        zone=facts.zone,
    )
    session.add(company)
    people = {person.key: ids.next_id("U") for person in facts.people}
    company.primary_owner_id = next(
        (people[person.key] for person in facts.people if person.role == "owner"), None
    )
    teams = {team.key: ids.next_id("team-", 6) for team in facts.teams}
    for team in facts.teams:
        session.add(Team(id=teams[team.key], name=team.name, lead_id=people[team.lead]))
    session.flush()  # people refer to teams
    by_key = {each.key: each for each in facts.people}
    for person in sorted(facts.people, key=lambda each: _depth(each, by_key)):
        session.add(_row(person, facts, people, teams))
        session.flush()  # and to their managers, who come first
    made("Directory")


def people_by_key(session: Session) -> dict[str, str]:
    """Ids of the people, by the key they have in the facts."""
    return dict(session.execute(select(Person.handle, Person.id)).all())


def _row(
    person: PersonFact, facts: CompanyFacts, people: dict[str, str], teams: dict[str, str]
) -> Person:
    return Person(
        id=people[person.key],
        handle=person.key,
        name=person.name,
        display_name=person.display_name,
        email=person.email or f"{person.key}@{facts.domain}",
        pronouns=person.pronouns,
        title=person.title,
        phone=person.phone,
        office=person.office,
        zone=person.zone,
        role=person.role,
        kind=person.kind,
        is_deactivated=bool(person.ended),
        spotlight=person.spotlight,
        started=person.started,
        updated=_first_moment(person, facts),
        team_id=teams[person.team],
        manager_id=people[person.manager] if person.manager else None,
    )


def _first_moment(person: PersonFact, facts: CompanyFacts) -> int:
    """Accounts are made on the first day, in the morning, and closed on the last in the evening."""
    day = datetime.fromisoformat(person.ended or person.started)
    day = day.replace(hour=18 if person.ended else 9, tzinfo=zone(facts.zone))
    return to_microseconds(day) // 1_000_000


def _depth(person: PersonFact, by_key: Mapping[str, PersonFact]) -> int:
    """How many managers stand above a person."""
    depth = 0
    while person.manager is not None:
        person, depth = by_key[person.manager], depth + 1
    return depth
