"""Whom a task is about, who could be mistaken for them, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.directory.models import GUESTS, AccountKind, Person, Team


def workers(session: Session) -> Sequence[Person]:
    """Every employee, by handle."""
    query = select(Person).where(
        Person.kind == AccountKind.PERSON,
        Person.is_deactivated.is_(False),
        Person.role.not_in(GUESTS),
    )
    return session.scalars(query.order_by(Person.handle)).all()


def personas(session: Session) -> Sequence[Person]:
    """Those in whose place an agent may stand, by handle."""
    query = select(Person).where(Person.spotlight).order_by(Person.handle)
    return session.scalars(query).all()


def namesakes(person: Person, people: Sequence[Person]) -> list[Person]:
    """Others with the same first name."""
    first = person.name.split()[0]
    return [each for each in people if each.name.split()[0] == first and each is not person]


def like(person: Person, people: Sequence[Person], taken: Sequence[Person]) -> Person:
    """A namesake, or else a teammate, or else anybody; no likely persona if it can be helped."""
    others = [each for each in people if each is not person and each not in taken]
    same_name = [each for each in namesakes(person, people) if each not in taken]
    team = [each for each in others if each.team_id == person.team_id]
    quiet = [each for each in team if not each.spotlight]
    return (same_name or quiet or team or others)[0]


@dataclass(frozen=True, slots=True)
class Called:
    """How the instruction speaks of somebody."""

    said: str
    again: str
    """When they have been spoken of before."""
    words: str
    """The name or title in it."""


def ways_to_call(session: Session, person: Person) -> list[Called]:
    """By name, with or without the handle, or by a title that nobody else has."""
    name, title = person.name, person.title
    ways = [Called(name, name, name), Called(f"{name} (@{person.handle})", name, name)]
    if session.scalar(select(func.count()).where(Person.title == title)) == 1:
        ways.append(Called(f"our {title}", f"the {title}", title))
    return ways


def teams(session: Session) -> Sequence[str]:
    """The names of the company's teams, in their order."""
    return session.scalars(select(Team.name).order_by(Team.name)).all()
