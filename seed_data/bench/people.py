"""The people of a company of load data."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.randomness import Stream
from workworld.seed_data.bench.lists import LISTS
from workworld.seed_data.facts import CompanyFacts, PersonFact

_FEWEST, _MOST, _MESSAGES_EACH = 40, 400, 1_000
_FIRST = LISTS["first_names"]
_LAST = LISTS["last_names"]
_TITLES = (
    "Account Executive",
    "Backend Engineer",
    "Customer Success Manager",
    "Data Analyst",
    "Designer",
    "Finance Partner",
    "Frontend Engineer",
    "Product Manager",
    "Recruiter",
    "Support Engineer",
)
_OFFICES = (("Boston", "America/New_York"), ("Dublin", "Europe/Dublin"))
_ASCII = str.maketrans("áéíóúčá", "aeiouca")


def grown(small: CompanyFacts, scale: int) -> Sequence[PersonFact]:
    """The people of a small company, and so many more as write that many messages."""
    stream = Stream("load people")
    count = min(_MOST, max(_FEWEST, scale // _MESSAGES_EACH))
    names = [(first, last) for first in _FIRST for last in _LAST]
    known = {person.key for person in small.people}
    found = list(small.people)
    for first, last in stream.sample(names, count):
        key = _key(first, last, known)
        known.add(key)
        if len(found) < count:
            found.append(_person(stream, small, key, first, last))
    return found


def _key(first: str, last: str, known: set[str]) -> str:
    """A handle that nobody has yet."""
    plain = f"{first[0]}{last}".lower().translate(_ASCII)
    numbers = ("", *map(str, range(2, len(known) + 3)))
    return next(plain + number for number in numbers if plain + number not in known)


def _person(stream: Stream, small: CompanyFacts, key: str, first: str, last: str) -> PersonFact:
    team = stream.choice(small.teams)
    office, zone = stream.choice(_OFFICES)
    return PersonFact(
        key=key,
        name=f"{first} {last}",
        display_name=first,
        title=stream.choice(_TITLES),
        team=team.key,
        manager=team.lead,
        zone=zone,
        office=office,
        role="member",
        spotlight=False,
        phone="",
        started=f"{stream.integer(2021, 2025)}-{stream.integer(1, 12):02}-01",
    )
