"""Helps arcs to tell what happens, one thing after the other, at times at which people work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Cast
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Detail, Event
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.work.places import Part, Place, places

_LATEST = TODAY - timedelta(minutes=5)


@dataclass(slots=True)
class Scene:
    """A casting while it is played; what would lie in the future is not told.

    Args:
        company: all of it.
        cast: who plays what.
        stream: its chance.
    """

    company: Company
    cast: Cast
    stream: Stream
    at: datetime = field(init=False)
    events: list[Event] = field(default_factory=list)
    is_over: bool = False
    """Somebody has gone, or the present is reached: nothing more happens."""

    def __post_init__(self) -> None:
        self.at = self.cast.at

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def tell(
        self,
        kind: str,
        by: str,
        lag: int,
        things: Mapping[str, str],
        facts: Mapping[str, Any] | None = None,
        *,
        at_once: bool = False,
    ) -> bool:
        """Something happens some minutes later, once whoever does it works.

        Args:
            kind: of event.
            by: a role, or a person's key.
            lag: minutes since the last thing.
            things: what it is about.
            facts: its values.
            at_once: whoever does it was called, whatever the hour.
        """
        if self.is_over:
            return False
        who = self.cast.people.get(by, by)
        after = self.at + timedelta(minutes=max(1, lag))
        at = after if at_once else self.company.hours.moment_for(who, after, self.stream)
        if at is None or at > _LATEST:
            self.is_over = True
            return False
        self.at = at
        name = self.cast.name(f"{len(self.events):03}")
        people = {role: each for role, each in self.cast.people.items() if each != who}
        self.events.append(
            Event(name, kind, at, who, things, facts or {}, people, detail=Detail.FULL)
        )
        return True

    def open(self, name: str, place: Place, part: Part, by: str, lag: int, **facts: Any) -> str:
        """Somebody opens an issue, maybe for a ``case``; its stable name."""
        issue = self.cast.name(name)
        fields = {"components": [part.name], "priority": "High", **facts.pop("fields", {})}
        things = {"issue": issue, "project": place.key}
        if case := facts.pop("case", ""):
            things["case"] = case
        self.tell("issue.opened", by, lag, things, {**facts, "fields": fields})
        return issue

    def change(self, issue: str, by: str, lag: int, *, at_once: bool = False, **to: Any) -> bool:
        """Fields of an issue become something else."""
        return self.tell("issue.changed", by, lag, {"issue": issue}, to, at_once=at_once)

    def comment(self, issue: str, by: str, lag: int, text: str, *, at_once: bool = False) -> bool:
        """Somebody says something below an issue."""
        facts = {"text": text}
        return self.tell("issue.commented", by, lag, {"issue": issue}, facts, at_once=at_once)

    def link(self, issue: str, other: str, by: str, how: str) -> bool:
        """Two issues belong together."""
        return self.tell("issue.linked", by, 3, {"issue": issue, "other": other}, {"link": how})

    def talk(
        self, plan: str, place: str, by: str, lag: int, things: Mapping[str, str], **facts: Any
    ) -> bool:
        """Something is talked about in a channel, by the rules of a plan."""
        return self.tell("talk.held", by, lag, things, {"plan": plan, "place": place, **facts})

    def finish(self, issue: str, by: str, *, days: int = 2, kind: str = "Task") -> bool:
        """Somebody takes an issue up and ends it."""
        if kind == "Bug":
            self.change(issue, by, 40, status="To Do")
        return (
            self.change(issue, by, 60, status="In Progress", assignee=self.cast.people[by])
            and self.change(issue, by, max(45, days * 1440), status="In Review")
            and self.change(issue, by, 300, status="Done")
        )

    def note(
        self, name: str, kind: str, subject: str, value: str, rule: str = "", **more: Any
    ) -> None:
        """What is true of it, as of now."""
        fact = Fact(self.cast.name(name), kind, subject, value, self.at, rule=rule, **more)
        self.company.ledger.note(fact)


def room(company: Company, use: str, stream: Stream) -> tuple[Place, Part]:
    """A project for a use, ``product`` for one, and one of its components."""
    fit = [each for each in places(company) if each.use == use]
    # Where there is one, nothing is drawn: what is drawn next stays as it was.
    place = fit[0] if len(fit) == 1 else stream.choice(fit)
    return place, stream.choice(place.parts)


def customer(company: Company, account: str) -> str:
    """What an account is called."""
    opened = company.history.of("account.opened")
    return next(str(each.facts["name"]) for each in opened if each.things["account"] == account)
