"""The direct conversations of a company of load data, each of which somebody has begun."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from workworld.directory.models import AccountKind
from workworld.randomness import Stream
from workworld.seed_data.bench.channels import MONTHS_BACK
from workworld.seed_data.facts import CompanyFacts, DirectFact, MessageFact, PersonFact

_FEWEST, _MOST, _MESSAGES_EACH = 12, 200, 2_000
_GROUP_EVERY = 5


def grown(small: CompanyFacts, staff: Sequence[PersonFact], scale: int) -> Sequence[DirectFact]:
    """The direct conversations of a small company, and more, many of them those of its people."""
    stream = Stream("load direct")
    everyone = [person.key for person in staff if person.kind is AccountKind.PERSON]
    first = [person.key for person in small.people if person.spotlight]
    known = {frozenset(fact.people) for fact in small.direct}
    found = list(small.direct)
    begun = small.now - timedelta(days=31 * MONTHS_BACK)
    for number in range(min(_MOST, max(_FEWEST, scale // _MESSAGES_EACH))):
        size = 3 if number % _GROUP_EVERY == 0 else 1
        others = stream.sample([key for key in everyone if key not in first], size)
        people = [first[number % len(first)], *others]
        if frozenset(people) not in known:
            known.add(frozenset(people))
            hello = MessageFact(at=begun, by=people[0], text="Hello, a quick question.")
            found.append(DirectFact(people=people, messages=(hello,)))
    return found
