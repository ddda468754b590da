"""Careers: what people were from when on, and for whom they worked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from workworld.seed_data.company.company import TODAY, Chance
from workworld.seed_data.company.documents import document
from workworld.seed_data.company.draws import happens
from workworld.seed_data.company.organization import Post
from workworld.seed_data.company.seats import Blueprint
from workworld.seed_data.company.tenures import FIRST_DAY, Tenure

_RISEN = 0.55
"""How many of those who could have risen have."""
_TRIED = timedelta(days=330)
"""So long somebody works here before they rise."""
_CYCLES = ((2, 1), (8, 1))
"""When people rise: months and days."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody's key, and where they sit."""

    person: str
    tenure: Tenure

    def is_there(self, day: date) -> bool:
        """Whether they work here on a day."""
        ended = self.tenure.ended
        return self.tenure.started <= day and (ended is None or day <= ended)


class Careers:
    """Everybody's posts, found from who sits where."""

    def __init__(self, chance: Chance, plan: Blueprint, sittings: Sequence[Sitting]) -> None:
        self._chance, self._plan = chance, plan
        self._by_seat: dict[str, list[Sitting]] = {}
        for each in sittings:
            self._by_seat.setdefault(each.tenure.seat.key, []).append(each)
        self._leads = {each.team: each.key for each in plan.seats if each.is_lead}
        above = [*self._leads.values(), *(each.under for each in plan.seats if each.under)]
        self._turns = sorted(
            {day for key in above for each in self._by_seat.get(key, ()) for day in _turns(each)}
        )
        self._moved = dict(self._movers())

    def posts(self, sitting: Sitting) -> Sequence[Post]:
        """What somebody was, in order of time: a post for each title, team and manager."""
        tenure, titles = sitting.tenure, self._titles(sitting)
        last = tenure.ended or TODAY.date()
        days = {tenure.started, *self._turns, *titles, self._moved.get(sitting.person, (last,))[0]}
        found: list[Post] = []
        for day in sorted(each for each in days if tenure.started <= each <= last):
            title, level = titles[max(each for each in titles if each <= day)]
            post = Post(day, title, level, self.team(sitting, day), self.manager(sitting, day))
            if not found or _as_is(found[-1]) != _as_is(post):
                found.append(post)
        return tuple(found)

    def team(self, sitting: Sitting, day: date) -> str:
        """The team in which somebody works on a day."""
        moved = self._moved.get(sitting.person)
        return moved[1] if moved and day < moved[0] else sitting.tenure.seat.team

    def manager(self, sitting: Sitting, day: date) -> str | None:
        """For whom somebody works on a day; None for who runs the company."""
        seat, team = sitting.tenure.seat, self.team(sitting, day)
        keys = [seat.under] if seat.under and team == seat.team else []
        while team:
            keys.append(self._leads[team])
            team = self._plan.teams[team].under
        for key in keys:
            there = [each for each in self._by_seat.get(key, ()) if each.is_there(day)]
            if there and key != seat.key:
                return there[0].person
        return None

    def lead(self, team: str, day: date) -> str:
        """Who leads a team on a day: who sits in its first seat, else whoever stands above."""
        while team:
            there = [e for e in self._by_seat.get(self._leads[team], ()) if e.is_there(day)]
            if there:
                return there[0].person
            team = self._plan.teams[team].under
        raise LookupError(f"nobody runs the company on {day}")

    def _titles(self, sitting: Sitting) -> Mapping[date, tuple[str, int]]:
        """By the day from which on they have it."""
        tenure = sitting.tenure
        now = (tenure.seat.title, tenure.seat.level)
        steps = document("organizations/ladders").get(tenure.seat.ladder, ())
        lower = [(title, level) for level, title in steps if level < tenure.seat.level]
        stream = self._chance.stream("career", sitting.person)
        days = [day for day in _cycles(tenure) if day >= tenure.started + _TRIED]
        if not lower or not days or not happens(stream, _RISEN):
            return {tenure.started: now}
        return {tenure.started: lower[-1], stream.choice(days): now}

    def _movers(self) -> Iterator[tuple[str, tuple[date, str]]]:
        """Who came from another team when the company was re-organised: until when, and which."""
        for row in self._plan.reorganizations:
            stream = self._chance.stream("reorganization", row["team"])
            fit = [
                each.person
                for sittings in self._by_seat.values()
                for each in sittings
                if each.tenure.seat.team == row["team"]
                and not each.tenure.seat.is_lead
                and each.tenure.started < row["day"] - timedelta(days=60)
                and each.is_there(row["day"])
            ]
            for person in stream.sample(fit, min(len(fit), row["movers"])):
                yield person, (row["day"], row["from"])


def _turns(sitting: Sitting) -> Iterator[date]:
    """The days on which those who report to somebody may get another manager."""
    yield sitting.tenure.started
    if sitting.tenure.ended:
        yield sitting.tenure.ended + timedelta(days=1)


def _cycles(tenure: Tenure) -> Iterator[date]:
    last = tenure.ended or TODAY.date()
    for year in range(FIRST_DAY.year, last.year + 1):
        for month, day in _CYCLES:
            if FIRST_DAY < date(year, month, day) < last:
                yield date(year, month, day)


def _as_is(post: Post) -> tuple[object, ...]:
    return post.title, post.level, post.team, post.manager
