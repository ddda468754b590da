"""When people write, office by office."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from workworld.directory.models import Person
from workworld.seed_data.company.checks.acts import all_acts
from workworld.seed_data.company.checks.people import local
from workworld.worlds.ledgers import Fact

_WEEKEND, _LEAST_A_DAY, _MOST_A_DAY = 0.03, 0.12, 0.28
"""Shares of a week's messages: on both days of the weekend at most, on each other day."""
_CORE, _CORE_SHARE = range(9, 18), 0.75
"""The hours of an office, and at least what share of its messages falls into them."""
_NIGHT, _NIGHT_SHARE = (*range(6), 22, 23), 0.02
_MOST_AN_HOUR = 0.18
"""At most so much of what is done in an app is done in one hour of the day."""
_RECORDS = ("crm", "tracker")
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
    yield from _records(session)


def _records(session: Session) -> Iterator[str]:
    """What is done in records is spread over weeks and days as well, in each app."""
    zones = dict(session.execute(select(Person.handle, Person.zone)).all())
    days: dict[str, Counter[int]] = defaultdict(Counter)
    hours: dict[str, Counter[int]] = defaultdict(Counter)
    for act in all_acts(session):
        app = act.table.partition("_")[0]
        if app in _RECORDS:
            at = local(act.at_us, zones[act.handle])
            days[app][at.weekday()] += 1
            hours[app][at.hour] += 1
    for app in _RECORDS:
        yield from _curve(app, days[app], hours[app])
        hour, many = hours[app].most_common(1)[0]
        if many > _MOST_AN_HOUR * hours[app].total():
            yield f"{many / hours[app].total():.1%} of {app} is done from {hour} o'clock on"


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
