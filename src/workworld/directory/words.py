"""The words by which people are found, folded: ``kovac`` finds Kovač."""

from __future__ import annotations

import unicodedata
from typing import Any

from sqlalchemy import Select, case, select
from sqlalchemy.orm import Session

from workworld.database import derives
from workworld.directory.models import Person, PersonWords

_people, _found = Person.__table__.c, PersonWords.__table__.c
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_MOST_WORDS = 8


def folded(text: str) -> str:
    """A text without accents, capitals and superfluous spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())


def matching(people: Select[Any], text: str) -> Select[Any]:
    """Those of some people with a word that begins so, for each word of a text.

    Args:
        people: ``select(Person.__table__)``, restricted.
        text: what somebody typed. Whoever has it in a name comes first, then go the names.
    """
    wanted = folded(text)
    query = people.join(PersonWords.__table__, _found.person_id == _people.id)
    for word in wanted.split()[:_MOST_WORDS]:
        query = query.where(_found.words.contains(f" {word}", autoescape=True))
    by_name = case(
        (_found.names.startswith(f" {wanted}", autoescape=True), 0),
        (_found.names.contains(f" {wanted}", autoescape=True), 1),
        else_=2,
    )
    return query.order_by(by_name, _people.name, _people.id)


def index(session: Session, person: Person) -> None:
    """Let somebody be found by what they are called now."""
    names = f" {person.name} {person.display_name} {person.handle}"
    others = f"{person.email} {person.title} {person.team.name}"
    row = PersonWords(
        person_id=person.id,
        names=f" {folded(names)}",
        words=f" {folded(f'{names} {others}')}",
    )
    session.merge(row)


@derives(PersonWords)
def _index_all(session: Session) -> None:
    for person in session.scalars(select(Person).order_by(Person.id)):
        index(session, person)
