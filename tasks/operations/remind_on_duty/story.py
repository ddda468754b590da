"""Duties that change hands week by week: who was planned, who has swapped, who has them now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from workworld.directory.models import Person
from workworld.randomness import Stream

WEEKS = 5
"""For how many weeks duties are planned."""
SHIFTS = ("", "early ", "late ", "Friday ")
"""Of what is done more than once a week."""
DUTIES = (
    "customer hotline",
    "demo desk",
    "newsletter",
    "release demo",
    "inbox watch",
    "partner mailbox",
    "stand-up notes",
    "ticket sweep",
    "feedback digest",
    "forum watch",
    "webinar desk",
    "status round",
    "question box",
    "wiki gardening",
    "careers mailbox",
    "test bookings",
)
"""What somebody has to do each week."""
IN_FORCE = "This is the plan"
"""With these words a plan says that it counts."""
Plan = Mapping[date, Person]
"""Who has the duty in the week of which Monday."""


class Swap(NamedTuple):
    """Somebody takes over a week and gives away another one."""

    week: date
    taker: Person
    giver: Person
    theirs: date
    """The week that the taker had."""


@dataclass(frozen=True, slots=True)
class Story:
    """How it came about who has the duty."""

    weeks: Sequence[date]
    asked: date
    proposal: Plan
    plan: Plan
    swaps: Sequence[Swap]
    now: Plan
    wish: Swap
    """Of somebody who would like to have the week and does not get it."""
    backup: Plan
    backup_swap: Swap

    @property
    def holder(self) -> Person:
        """Who has the duty in the week that is asked for."""
        return self.now[self.asked]


def told(rng: Stream, rota: Sequence[Person], today: date) -> Story:
    """A story in which the proposal does not happen to be right."""
    monday = today + timedelta(days=7 - today.weekday())
    weeks = [monday + timedelta(weeks=ahead) for ahead in range(WEEKS)]
    while True:
        story = _story(rng, rota, weeks)
        if story.proposal[story.asked] is not story.holder:
            return story


def _story(rng: Stream, rota: Sequence[Person], weeks: Sequence[date]) -> Story:
    asked, first, second, third, fourth = rng.sample(weeks, WEEKS)
    proposal = dict(zip(weeks, rng.sample(rota, WEEKS), strict=True))
    plan = _shuffled(rng, weeks, list(proposal.values()))
    now, swap = _swapped(plan, asked, first)
    now, other = _swapped(now, third, fourth)
    swaps = [swap, other]
    if rng.integer(0, 2):
        now, again = _swapped(now, asked, second)
        swaps.append(again)
    backup = _shuffled(rng, weeks, [now[week] for week in weeks])
    wish = Swap(asked, now[third], now[asked], third)
    return Story(
        weeks, asked, proposal, plan, swaps, now, wish, backup, _swapped(backup, first, third)[1]
    )


def _swapped(plan: Plan, week: date, theirs: date) -> tuple[Plan, Swap]:
    """The plan after those who have two weeks have swapped them."""
    after = {**plan, week: plan[theirs], theirs: plan[week]}
    return after, Swap(week, plan[theirs], plan[week], theirs)


def _shuffled(rng: Stream, weeks: Sequence[date], people: Sequence[Person]) -> Plan:
    """Everybody in another week than where they stand in the list."""
    while True:
        drawn = rng.sample(people, len(people))
        if all(one is not other for one, other in zip(drawn, people, strict=True)):
            return dict(zip(weeks, drawn, strict=True))
