"""When people came and went: growth over the years, those who left, and who came after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Chance
from workworld.seed_data.company.draws import fraction
from workworld.seed_data.company.seats import Blueprint, Seat

FIRST_DAY = date(2024, 3, 18)
"""When the history begins: two years before it stands still."""
_LATEST = TODAY.date() - timedelta(days=15)
"""Whoever is here has been for two weeks."""
_GAP = (21, 70)
"""For so many days a seat stays empty."""
_STAY = (240, 900)
"""So many days those had stayed who left."""
_CONTRACT = (60, 420)
"""So many days ago contractors came."""


@dataclass(frozen=True, slots=True)
class Tenure:
    """Somebody, who has no name yet, sits somewhere from a day on; ``number`` tells who it is.

    The first of a seat is who sits there now.
    """

    seat: Seat
    number: int
    started: date
    ended: date | None = None


def tenures(chance: Chance, plan: Blueprint) -> Sequence[Tenure]:
    """Who sits where since when, and who sat there before them."""
    starts = _starts(chance, plan)
    found = [Tenure(seat, 0, starts[seat.key]) for seat in plan.seats]
    gone = [*_before(chance, plan, starts)]
    return [*found, *gone]


def _starts(chance: Chance, plan: Blueprint) -> Mapping[str, date]:
    """The first days of who is here now: those high up came first, more and more as time went."""
    stream = chance.stream("staff", "starts")
    steady = [each for each in plan.seats if not (each.is_contract or each.departed)]
    rank = {each.key: _rank(each) + 4 * fraction(stream) for each in steady}
    ordered = sorted(steady, key=lambda each: (-rank[each.key], each.key))
    early = round(plan.share_before * len(ordered))
    found = {ordered[0].key: plan.founded}
    for place, seat in enumerate(ordered[1:early], 1):
        reach = (FIRST_DAY - plan.founded).days - 30
        found[seat.key] = _monday(plan.founded + timedelta(days=round(reach * place / early)))
    days = (_LATEST - FIRST_DAY).days
    for place, seat in enumerate(ordered[early:], 1):
        # Growth is a little faster as the company becomes larger.
        share = (place / (len(ordered) - early)) ** 0.9
        jitter = stream.integer(-20, 20)
        day = FIRST_DAY + timedelta(days=min(days, max(7, round(days * share) + jitter)))
        found[seat.key] = _monday(day)
    for seat in plan.seats:
        if seat.departed:
            found[seat.key] = _monday(seat.departed + timedelta(days=stream.integer(*_GAP)))
        elif seat.is_contract:
            found[seat.key] = _monday(_LATEST - timedelta(days=stream.integer(*_CONTRACT)))
    return found


def _rank(seat: Seat) -> int:
    """Whoever stands above others comes before them, as a rule; who runs it, first of all."""
    return 100 if seat.role == "owner" else seat.level + 3 * seat.is_lead


def _before(chance: Chance, plan: Blueprint, starts: Mapping[str, date]) -> Iterator[Tenure]:
    """Those who left: of whoever a story tells, then of seats that were filled anew."""
    stream = chance.stream("staff", "leavers")
    told = [each for each in plan.seats if each.departed]
    for seat in told:
        started = _monday(plan.founded + timedelta(days=stream.integer(200, 600)))
        yield Tenure(seat, 1, started, seat.departed)
    usual = [each for each in plan.seats if not (each.departed or each.is_contract or each.is_lead)]
    anew = [each for each in usual if starts[each.key] > FIRST_DAY + timedelta(days=120)]
    wanted = plan.leavers - len(told)
    numbers: dict[str, int] = {}
    chosen = stream.sample(anew, min(wanted, len(anew)))
    chosen += [stream.choice(usual) for _ in range(wanted - len(chosen))]
    for seat in chosen:
        numbers[seat.key] = numbers.get(seat.key, 0) + 1
        yield _leaver(stream, plan, seat, numbers[seat.key], starts[seat.key])


def _leaver(stream: Stream, plan: Blueprint, seat: Seat, number: int, taken: date) -> Tenure:
    """Who sat there before; who sat there with others, if it was taken before anything is told."""
    is_taken_late = taken > FIRST_DAY + timedelta(days=120) and number == 1
    after = taken if is_taken_late else _day(stream, FIRST_DAY + timedelta(days=120), _LATEST)
    ended = _friday(after - timedelta(days=stream.integer(*_GAP)))
    started = max(plan.founded, ended - timedelta(days=stream.integer(*_STAY)))
    return Tenure(seat, number, _monday(started + timedelta(days=7)), ended)


def _day(stream: Stream, first: date, last: date) -> date:
    return first + timedelta(days=stream.integer(0, (last - first).days))


def _monday(day: date) -> date:
    """The Monday of its week: people begin on Mondays."""
    return day - timedelta(days=day.weekday())


def _friday(day: date) -> date:
    return _monday(day) + timedelta(days=4)
