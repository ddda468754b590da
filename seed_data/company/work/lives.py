"""The lives of issues: opened, taken up, talked about, done or left."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.text.polish import capitals
from workworld.seed_data.company.work.places import Part, Place, lead, makers, pool
from workworld.seed_data.company.work.slots import Slots
from workworld.seed_data.company.work.wording import Wording, wording

TEXTS = ("text/work_issues.yaml", "text/work_texts.yaml", "text/work_talk.yaml")
_NOW = TODAY - timedelta(minutes=12)
DAY = 24 * 60
_AT_ONCE = 60
"""Minutes: what follows sooner is part of what was done before."""
_LONG = 40
"""Longer texts are not said twice."""
_KEPT = ("fail", "cond", "act", "how", "where", "role", "chore", "aim", "when", "region")
"""What an issue says the same of itself in its summary, its description and all talk."""


def spread(stream: Stream, median: float, sigma: float) -> float:
    """A number of a log-normal distribution, near enough: six even ones sum up to it."""
    normal = sum(stream.integer(0, 10_000) for _ in range(6)) / 10_000 - 3
    return median * math.exp(sigma * normal * math.sqrt(2))


@dataclass(slots=True)
class Life:
    """One issue while it lives; events are thought of in order.

    Args:
        company: all of it.
        place: the project.
        part: the component.
        name: stable.
        stream: its own.
        type: of issue.
        reporter: who opens it.
        at: the moment that events have come to.
        customers: those that are talked about, and since when they are known.
        said: what has been said below any issue, so that nobody repeats it.
    """

    company: Company
    place: Place
    part: Part
    name: str
    stream: Stream
    type: str
    reporter: str
    at: datetime
    customers: Sequence[tuple[datetime, str]] = ()
    said: dict[str, None] = field(default_factory=dict)
    assignee: str = ""
    slots: Slots = field(init=False)
    words: Wording = field(init=False)
    events: list[Event] = field(default_factory=list)
    status: str = ""
    is_done: bool = False
    title: Mapping[str, str] = field(default_factory=dict)
    """What its summary says otherwise than all else: it misleads."""
    is_wish: bool = False
    """Somebody wants to have something; otherwise something does not work."""
    ended: bool = False
    """Nothing more happens: it has come to the present, or nobody is there for it."""

    def __post_init__(self) -> None:
        self.words = wording(*TEXTS, split=self.company.chance.split)
        thing = self.stream.choice(self.part.things)
        others = [each for each in self.part.things if each != thing]
        day = self.at.date()
        there = self.company.organization.there(day)
        version = next(
            (each.name for each in reversed(self.place.versions) if each.release < day), ""
        )
        fixed = {
            "thing": thing,
            "component": self.part.name,
            "version": version or "the last release",
            "slug": thing.split()[-1].lower().replace("_", "-"),
        }
        people = [each.name.split()[0] for each in there]
        known = [name for since, name in self.customers if since <= self.at]
        names = known or ["one customer", "a pilot customer"]
        self.slots = Slots(self.stream, fixed, others, people, names)
        for name in _KEPT:
            fixed[name] = self.say(name)

    def say(self, rule: str, **slots: str) -> str:
        """A text about it."""
        usual = self.slots.fixed
        self.slots.fixed = {**usual, **slots}
        text = self.words.say(rule, self.stream, self.slots)
        self.slots.fixed = usual
        return text

    def chance(self, percent: int) -> bool:
        """Whether something happens that does so often."""
        return self.stream.integer(1, 100) <= percent

    def do(
        self,
        kind: str,
        lag: float,
        facts: Mapping[str, Any],
        *,
        by: str = "",
        things: Mapping[str, str] | None = None,
    ) -> bool:
        """Let something happen when whoever does it works, some minutes later; or never."""
        if self.ended:
            return False
        who = by or self.assignee or self.reporter
        at = self._moment(who, lag)
        if at is None and not by:
            who = self._heir()
            if not who:
                return False
            at = self._moment(who, lag)
        if at is None or at > _NOW:
            self.ended = at is not None or not by
            return False
        self.at = at
        self._note(kind, at, who, facts, things or {})
        return True

    def _moment(self, who: str, lag: float) -> datetime | None:
        """When somebody does what follows after some minutes; what is due at once is done first."""
        minutes, is_prompt = max(2, int(lag)), lag < _AT_ONCE
        hours = self.company.hours
        return hours.moment_for(who, self.at, self.stream, minutes, is_prompt=is_prompt)

    def _note(
        self, kind: str, at: datetime, by: str, facts: Mapping[str, Any], things: Mapping[str, str]
    ) -> None:
        self.events.append(
            Event(
                f"{self.name}/{len(self.events):03}",
                kind,
                at,
                by,
                {"issue": self.name, "project": self.place.key, **things},
                facts,
            )
        )
        if kind == "issue.changed":
            self.status = facts.get("status", self.status)
            self.assignee = facts.get("assignee", self.assignee)

    def _heir(self) -> str:
        """Somebody else takes it over, as whoever had it has left; their key."""
        left = self.company.organization.staff[self.assignee or self.reporter].ended
        if left is None or self.ended:
            return ""
        for back in range(8):
            moment = datetime.combine(left, self.at.timetz()) - timedelta(days=back)
            at = max(self.at + timedelta(minutes=2), moment)
            boss = lead(self.company, self.place, at.date())
            heirs = [
                each.key
                for each in makers(self.company, self.place, at.date())
                if each.ended is None
            ]
            said = self.company.hours.moment_for(boss, at, self.stream, 5)
            if heirs and said is not None and said <= _NOW:
                heir = self.stream.choice(heirs)
                self.at = said
                self._note("issue.changed", said, boss, {"assignee": heir}, {})
                return heir
        return ""

    def hand_over(self) -> None:
        """At the end: whoever has left has it no longer."""
        who = self.assignee
        if who and not self.is_done:
            left = self.company.organization.staff[who].ended
            if left is not None and left <= TODAY.date():
                self.ended = False
                self._heir()

    def change(self, lag: float, *, by: str = "", **fields: Any) -> bool:
        """Fields become something else."""
        return self.do("issue.changed", lag, fields, by=by)

    def comment(self, rule: str, lag: float, *, by: str = "", **slots: str) -> bool:
        """Somebody says something."""
        slots.setdefault("mention", f"<@{self.somebody()}>")
        tail = "desk_tail" if self.place.kind == "service_desk" else "tail"
        text = capitals(self.say(rule, **slots))
        while len(text) > _LONG and text in self.said:
            text = f"{text} {self.say(tail)}"
        self.said[text] = None
        return self.do("issue.commented", lag, {"text": text}, by=by)

    def somebody(self, functions: Sequence[str] = ()) -> str:
        """A colleague who is there now, rather not who does it."""
        day = self.at.date()
        there = (
            pool(self.company, functions, day)
            if functions
            else makers(self.company, self.place, day)
        )
        keys = [each.key for each in there if each.key not in (self.assignee, self.reporter)]
        return self.stream.choice(keys or [there[0].key])

    def work(self, lag: float) -> bool:
        """Somebody logs what they did."""
        minutes = self.stream.choice((30, 45, 60, 60, 90, 120, 120, 180, 240, 300, 360, 480))
        facts = {"minutes": minutes, "text": self.say("worked") if self.chance(45) else ""}
        return self.do("work.logged", max(lag, minutes), facts)
