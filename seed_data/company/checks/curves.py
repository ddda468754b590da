"""When people write, office by office."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.seed_data.company.checks.people import local
from workworld.worlds.ledgers import Fact

_WEEKEND, _LEAST_A_DAY, _MOST_A_DAY = 0.03, 0.12, 0.3
"""Shares of a week's messages: on both days of the weekend at most, on each other day."""
_CORE, _CORE_SHARE = range(9, 18), 0.75
"""The hours of an office, and at least what share of its messages falls into them."""
_NIGHT, _NIGHT_SHARE = (*range(6), 22, 23), 0.02
_FEW = 500
"""Of offices with fewer messages no curve is asked."""
_PEOPLE = (
    "SELECT p.zone, p.handle, m.ts, m.text FROM chat_messages m"
    " JOIN directory_people p ON p.id = m.author_id AND p.kind = 'person'"
)


def i58(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """In each office people write on weekdays, about as much on each, and by day."""
    days: dict[str, Counter[int]] = defaultdict(Counter)
    hours: dict[str, Counter[int]] = defaultdict(Counter)
    for zone_name, _, ts, _ in session.execute(text(_PEOPLE)):
        at = local(int(float(ts)) * 1_000_000, zone_name)
        days[zone_name][at.weekday()] += 1
        hours[zone_name][at.hour] += 1
    for zone_name in sorted(days):
        if sum(days[zone_name].values()) >= _FEW:
            yield from _curve(zone_name, days[zone_name], hours[zone_name])


def _curve(zone_name: str, days: Mapping[int, int], hours: Mapping[int, int]) -> Iterator[str]:
    whole = sum(days.values())
    weekend = (days.get(5, 0) + days.get(6, 0)) / whole
    if weekend > _WEEKEND:
        yield f"{weekend:.1%} of {zone_name} is written on weekends"
    for day in range(5):
        share = days.get(day, 0) / whole
        if not _LEAST_A_DAY <= share <= _MOST_A_DAY:
            yield f"{share:.1%} of {zone_name} is written on weekday {day}"
    core = sum(hours.get(hour, 0) for hour in _CORE) / whole
    if core < _CORE_SHARE:
        yield f"only {core:.1%} of {zone_name} is written from nine to six"
    night = sum(hours.get(hour, 0) for hour in _NIGHT) / whole
    if night > _NIGHT_SHARE:
        yield f"{night:.1%} of {zone_name} is written at night"
