"""Who of the company deals with customers, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.organization import Employee

SELLING = ("sales", "success")
_INSTEAD = {
    "sales": ("sales", "success", "executive"),
    "success": ("success", "support", "sales"),
    "support": ("support", "success", "engineering"),
    "marketing": ("marketing", "sales", "product", "executive"),
    "finance": ("finance", "operations", "executive"),
    "sales operations": ("sales operations", "operations", "finance", "executive"),
}
"""Who does the work of a function when nobody of it is there."""
_BEGINNER = 1
"""The level of those who look for customers, and own none."""
_TURNS = 5
"""So many successions are followed."""


@dataclass(slots=True)
class Desk:
    """Finds people for what is to be done.

    Args:
        company: whose they are.
    """

    company: Company
    _heirs: dict[str, str] = field(default_factory=dict)
    _there: dict[tuple[str, date], list[Employee]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for event in self.company.history.of("person.left"):
            heir = str(event.facts.get("heir") or "")
            if heir:
                self._heirs[event.things["person"]] = heir

    @property
    def admin(self) -> str:
        """Who looks after the CRM: there from the beginning until today."""
        first = date(2024, 2, 1)
        for function in (*_INSTEAD["sales operations"], "it", ""):
            for each in self.company.organization.there(first, function=function):
                if each.ended is None:
                    return each.key
        return next(key for key, each in self.company.organization.staff.items() if not each.ended)

    def team(self, function: str, day: date) -> list[Employee]:
        """Who does the work of a function on a day, without those who lead."""
        key = (function, day)
        if key not in self._there:
            self._there[key] = self._team(function, day)
        return self._there[key]

    def _team(self, function: str, day: date) -> list[Employee]:
        organization = self.company.organization
        for name in _INSTEAD[function]:
            found = organization.there(day, function=name)
            heads = {each.post_on(day).manager for each in found}
            if found:
                own = [each for each in found if each.key not in heads]
                return [each for each in own if each.post_on(day).level > _BEGINNER] or own or found
        return organization.there(day)

    def one_of(self, function: str, at: datetime, stream: Stream) -> str:
        """Somebody of a function who is employed at a moment."""
        return stream.choice(self.team(function, at.date())).key

    def heir(self, person: str) -> str:
        """Who has the work of somebody who has left."""
        if person not in self._heirs:
            employee = self.company.organization.staff[person]
            day = (employee.ended or TODAY.date()) + timedelta(days=1)
            function = employee.function if employee.function in _INSTEAD else "sales"
            stream = self.company.chance.stream("market", "heir", person)
            fit = [each.key for each in self.team(function, day) if each.key != person]
            self._heirs[person] = stream.choice(fit or [self.admin])
        return self._heirs[person]

    def current(self, person: str, day: date) -> str:
        """Somebody, or who has their work on a day."""
        for _ in range(_TURNS):
            ended = self.company.organization.staff[person].ended
            if ended is None or day <= ended:
                return person
            person = self.heir(person)
        return person

    def act(
        self,
        person: str,
        after: datetime,
        stream: Stream,
        lag_minutes: int = 0,
        *,
        is_prompt: bool = False,
    ) -> tuple[str, datetime]:
        """Who does something that is somebody's work, and when: in their hours, or their heir's.

        Args:
            person: whose work it is.
            after: what they react to.
            stream: decides the minutes.
            lag_minutes: after how long at the earliest.
            is_prompt: whether they do it first of all, once they are at work.

        Returns:
            The moment may lie after today; then it has not happened yet.
        """
        wanted = after + timedelta(minutes=lag_minutes)
        for _ in range(_TURNS):
            who = self.current(person, wanted.date())
            at = self._moment(who, wanted, stream, is_prompt=is_prompt)
            if at is not None:
                return who, at
            employee = self.company.organization.staff[who]
            if employee.started > wanted.date():
                person = self.admin
            else:
                gone = employee.ended is not None
                person = self.heir(who) if gone else self.admin
        return self.admin, max(wanted, TODAY + timedelta(days=1))

    def _moment(
        self, person: str, wanted: datetime, stream: Stream, *, is_prompt: bool
    ) -> datetime | None:
        """When somebody comes to something; what they could do by today is done by today."""
        hours = self.company.hours
        at = hours.moment_for(person, wanted, stream, is_prompt=is_prompt)
        if at is not None and at > TODAY and not is_prompt:
            soon = hours.moment_for(person, wanted, stream, is_prompt=True)
            at = soon if soon is not None and soon <= TODAY else at
        return at

    def leavers(self, functions: Sequence[str]) -> list[Employee]:
        """Who of some functions has left, in the order of their leaving."""
        gone = [
            each
            for each in self.company.organization.staff.values()
            if each.ended is not None and each.function in functions
        ]
        return sorted(gone, key=lambda each: (each.ended, each.key))
