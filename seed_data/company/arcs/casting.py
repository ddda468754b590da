"""How arcs get their people and things, and how all of them are played.

An arc is a story that can happen to whoever fits. A module of its own tells it: an ``ARC``, which
says what it asks for, and how it is played. It is cast several times in the life of a company,
each time with other people, at another time, in one of its variants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company, chat_begins
from workworld.seed_data.company.events import Event
from workworld.splits import Split

MOST_AT_ONCE = 3
"""So many arcs does a person carry at the same time."""
_SETTLING = 10
"""Days that chat has been in use before it tells a story."""
_OVERRUN = timedelta(days=30)
_ATTEMPTS = 12
"""So many moments are tried for a casting before it is given up."""

Choice = Callable[[Company, datetime, Mapping[str, str]], Sequence[str]]
"""Who or what may be cast at a moment, given what was cast before: stable names or people's keys.

They must come in an order that does not depend on chance: that of time, or of names.
"""


@dataclass(frozen=True, slots=True)
class Cast:
    """One casting of an arc.

    Args:
        arc: the arc's name.
        number: which casting of it this is, from 0 on.
        variant: how it goes.
        at: when it begins.
        things: role → the thing's stable name.
        people: role → a person's key.
    """

    arc: str
    number: int
    variant: str
    at: datetime
    things: Mapping[str, str]
    people: Mapping[str, str]

    def name(self, *parts: object) -> str:
        """A stable name for an event, a thing or a fact of this casting: ``arc/outage/2/…``."""
        return "/".join(map(str, ("arc", self.arc, self.number, *parts)))


@dataclass(frozen=True, slots=True)
class Arc:
    """What an arc asks for.

    Args:
        name: tells it from all others, and decides its chance.
        times: how often it is cast, by preset; not at all in those that are not named.
        things: role → what may play it; cast first, in this order.
        people: role → who may play it, in this order; nobody plays two roles.
        variants: how it may go → its weight.
        held_out: of those, what happens only in companies that nobody trains on.
        play: what happens, and what is true of it (noted in the company's ledger).
        days: how long it lasts; people are taken for so long.
        earliest: at most so many days before today it begins.
        latest: at least so many days before today it begins.
        is_only_told: whether it leaves traces in chat alone; then it happens while chat tells.
    """

    name: str
    times: Mapping[str, int]
    play: Callable[[Company, Cast, Stream], Iterator[Event]]
    variants: Mapping[str, int]
    things: Mapping[str, Choice] = field(default_factory=dict)
    people: Mapping[str, Choice] = field(default_factory=dict)
    held_out: Sequence[str] = ()
    days: int = 14
    earliest: int = 700
    latest: int = 15
    is_only_told: bool = False


class Busy:
    """Who carries arcs, and from when to when; nothing is cast twice by one arc."""

    def __init__(self) -> None:
        self._taken: dict[str, list[tuple[datetime, datetime]]] = {}
        self._played: dict[str, None] = {}

    def is_free(self, person: str, start: datetime, end: datetime) -> bool:
        """Whether somebody can carry one more arc in this time."""
        over = [each for each in self._taken.get(person, ()) if each[0] < end and start < each[1]]
        return len(over) < MOST_AT_ONCE

    def is_new(self, arc: str, thing: str) -> bool:
        """Whether the arc has not yet been played with this thing."""
        return f"{arc} {thing}" not in self._played

    def take(self, cast: Cast, end: datetime) -> None:
        """Note who and what is cast."""
        for person in cast.people.values():
            self._taken.setdefault(person, []).append((cast.at, end))
        self._played.update(dict.fromkeys(f"{cast.arc} {each}" for each in cast.things.values()))


def play(company: Company, arcs: Sequence[Arc]) -> None:
    """Cast all arcs, one after the other, and let them happen.

    The streams of an arc are named by it alone, and who is cast depends only on the arcs before
    it: one that is never cast changes nothing, and one at the end leaves all others as they were.
    """
    busy = Busy()
    for arc in arcs:
        for number in range(arc.times.get(company.chance.preset, 0)):
            stream = company.chance.stream("arc", arc.name, number)
            cast = _cast(company, arc, number, stream, busy)
            if cast is not None:
                busy.take(cast, cast.at + timedelta(days=arc.days))
                company.history.add([*arc.play(company, cast, stream)])


def _cast(company: Company, arc: Arc, number: int, stream: Stream, busy: Busy) -> Cast | None:
    """Who and what plays it; None if nobody fits at any of the moments that are tried."""
    variant = _variant(company, arc, stream)
    for _ in range(_ATTEMPTS):
        at = _moment(arc, number, company.chance.preset, stream)
        until = at + timedelta(days=arc.days)
        things: dict[str, str] = {}
        for role, choice in arc.things.items():
            fit = [each for each in choice(company, at, things) if busy.is_new(arc.name, each)]
            if fit:
                things[role] = stream.choice(fit)
        people: dict[str, str] = {}
        for role, choice in arc.people.items():
            free = [
                each
                for each in choice(company, at, {**things, **people})
                if each not in people.values()
                and busy.is_free(each, at, until)
                and _stays(company, each, until)
            ]
            if free:
                people[role] = stream.choice(free)
        if len(things) == len(arc.things) and len(people) == len(arc.people):
            return Cast(arc.name, number, variant, at, things, people)
    return None


def _stays(company: Company, person: str, until: datetime) -> bool:
    """Whether somebody is still there when all is over, even if it takes longer than planned."""
    employed = company.organization.staff.get(person)
    if employed is None or employed.ended is None:
        return True
    return employed.ended > (until + _OVERRUN).date()


def _variant(company: Company, arc: Arc, stream: Stream) -> str:
    is_for_training = company.chance.split is not Split.TEST
    fit = [each for each in arc.variants if (each in arc.held_out) is not is_for_training]
    names = fit or [*arc.variants]
    return stream.choice([name for name in names for _ in range(arc.variants[name])])


def _moment(arc: Arc, number: int, preset: str, stream: Stream) -> datetime:
    """A morning or an afternoon of a weekday; castings are spread over the whole time."""
    earliest = arc.earliest
    if arc.is_only_told:
        earliest = min(earliest, (TODAY.date() - chat_begins(preset)).days - _SETTLING)
    span = (earliest - arc.latest) / arc.times[preset]
    back = earliest - span * number - stream.integer(0, max(0, int(span) - 1))
    day = TODAY.date() - timedelta(days=int(back))
    day -= timedelta(days=max(0, day.weekday() - 4))  # Saturday and Sunday go to Friday
    clock = timedelta(minutes=stream.integer(9 * 60 + 5, 15 * 60 + 30))
    return datetime.combine(day, datetime.min.time(), TODAY.tzinfo) + clock


def staff(function: str = "", team: str = "", *, least_level: int = 0) -> Choice:
    """People who are employed at that moment and not away, of a function or team if it is given."""

    def choose(company: Company, at: datetime, _cast: Mapping[str, str]) -> Sequence[str]:
        there = company.organization.there(at.date(), function=function, team=team)
        return [
            each.key
            for each in there
            if not each.is_away(at.date()) and each.post_on(at.date()).level >= least_level
        ]

    return choose


def things(kind: str, role: str, *, within_days: int = 0) -> Choice:
    """Things that events of a kind have told of, before that moment; each once, by time."""

    def choose(company: Company, at: datetime, _cast: Mapping[str, str]) -> Sequence[str]:
        since = at - timedelta(days=within_days) if within_days else None
        return list(
            dict.fromkeys(
                each.things[role]
                for each in company.history.of(kind)
                if each.at <= at and (since is None or each.at >= since) and role in each.things
            )
        )

    return choose
