"""The channels of a company of load data; what is said in them comes later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from workworld.directory.models import AccountKind
from workworld.randomness import Stream
from workworld.seed_data.bench.lists import LISTS
from workworld.seed_data.facts import ChannelFact, CompanyFacts, PersonFact

MONTHS_BACK = 18
_FEWEST, _MOST, _MESSAGES_EACH = 24, 90, 4_000
_PRIVATE_EVERY, _ARCHIVED_EVERY = 4, 15
_TOPICS = LISTS["topics"]
_KINDS = LISTS["kinds"]


def grown(small: CompanyFacts, staff: Sequence[PersonFact], scale: int) -> Sequence[ChannelFact]:
    """The channels of a small company, those for everybody with all the people, and more."""
    everyone = [person.key for person in staff if person.kind is AccountKind.PERSON]
    known = [
        channel if not _is_for_all(channel, small) else _with(channel, everyone)
        for channel in small.channels
    ]
    count = min(_MOST, max(_FEWEST, scale // _MESSAGES_EACH))
    return [*known, *_more(small, everyone, count)]


def _is_for_all(channel: ChannelFact, small: CompanyFacts) -> bool:
    people = sum(person.kind is AccountKind.PERSON for person in small.people)
    return len(channel.members) >= people


def _with(channel: ChannelFact, everyone: Sequence[str]) -> ChannelFact:
    known = set(channel.members)
    joined = [*channel.members, *(key for key in everyone if key not in known)]
    return replace(channel, members=joined)


def _more(small: CompanyFacts, everyone: Sequence[str], count: int) -> Iterator[ChannelFact]:
    stream = Stream("load channels")
    taken = {channel.name for channel in small.channels}
    names = [f"{topic}-{kind}" for topic in _TOPICS for kind in _KINDS]
    free = [name for name in stream.sample(names, len(names)) if name not in taken]
    for number, name in enumerate(free[:count]):
        # The earlier a channel comes, the livelier it is and the more people are in it.
        size = max(5, len(everyone) * (count - number) // (2 * count))
        members = stream.sample(everyone, min(size, len(everyone)))
        yield ChannelFact(
            key=name,
            name=name,
            kind="private" if number % _PRIVATE_EVERY == _PRIVATE_EVERY - 1 else "public",
            topic=f"All about {name.replace('-', ' ')}",
            purpose="",
            creator=members[0],
            created=small.now - timedelta(days=31 * MONTHS_BACK),
            members=members,
            is_default=False,
            is_archived=number % _ARCHIVED_EVERY == _ARCHIVED_EVERY - 1,
            posting="everyone",
            messages=(),
        )
