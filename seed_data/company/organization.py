"""Who works in a company: offices, teams and people, and how that has changed.

Functions are ``executive``, ``engineering``, ``product``, ``design``, ``sales``, ``sales
operations``, ``success``, ``support``, ``marketing``, ``finance``, ``people``, ``it``,
``assistant`` and, in larger companies, ``legal``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class Office:
    """Where people work; ``holidays`` are its days off, with their names."""

    key: str
    city: str
    country: str
    zone: str
    rooms: Sequence[str]
    holidays: Mapping[date, str]


@dataclass(frozen=True, slots=True)
class Team:
    """People who work together; ``function`` is what they are for: ``engineering``, ``sales`` …"""

    key: str
    name: str
    function: str
    lead: str


@dataclass(frozen=True, slots=True)
class Voice:
    """How somebody writes, drawn once and then fixed.

    Rates are shares from 0 to 1; ``latency`` is the median of minutes until they answer.
    """

    verbosity: float
    formality: float
    capitals: bool
    full_stops: bool
    emoji_rate: float
    emoji: Sequence[str]
    typo_rate: float
    latency: int
    threads: float
    greeting: str
    sign_off: str
    spelling: str
    """``en-US`` or ``en-GB``."""
    hedging: float
    humour: float


@dataclass(frozen=True, slots=True)
class Post:
    """What somebody was from a day on: a line of their career here."""

    since: date
    title: str
    level: int
    team: str
    manager: str | None


@dataclass(frozen=True, slots=True)
class Employee:
    """Somebody who works here, or did; ``posts`` is never empty and in order of time."""

    key: str
    name: str
    display_name: str
    pronouns: str
    office: str
    zone: str
    phone: str
    role: str
    """In the directory: ``owner``, ``admin``, ``member``, or a guest's."""
    function: str
    started: date
    posts: Sequence[Post]
    voice: Voice
    ended: date | None = None
    is_contractor: bool = False
    is_spotlight: bool = False
    languages: Sequence[str] = ("English",)
    skills: Sequence[str] = ()
    leave: Sequence[tuple[date, date]] = ()
    """First and last days of times off."""
    day: tuple[int, int] = (9 * 60, 17 * 60 + 30)
    """Minutes after local midnight between which they usually work."""

    @property
    def post(self) -> Post:
        """What they are now, or were at the end."""
        return self.posts[-1]

    def post_on(self, day: date) -> Post:
        """What they were on a day; before their first day, what they began as."""
        return next((each for each in reversed(self.posts) if each.since <= day), self.posts[0])

    def is_here(self, day: date) -> bool:
        """Whether they are employed on a day."""
        return self.started <= day and (self.ended is None or day <= self.ended)

    def is_away(self, day: date) -> bool:
        """Whether they are on leave on a day."""
        return any(first <= day <= last for first, last in self.leave)


@dataclass(frozen=True, slots=True)
class Shift:
    """Somebody is on call from a Monday to the Sunday that follows."""

    first: date
    last: date
    person: str


@dataclass(frozen=True, slots=True)
class Organization:
    """The company as an employer."""

    name: str
    slug: str
    domain: str
    offices: Mapping[str, Office]
    teams: Mapping[str, Team]
    staff: Mapping[str, Employee]
    """By key, in the order of their starting, then by key."""
    product: str = ""
    components: Sequence[str] = field(default_factory=tuple)
    services: Sequence[str] = field(default_factory=tuple)
    """What runs, and can fail."""
    rota: Sequence[Shift] = field(default_factory=tuple)
    """Who is on call, week after week, some of them to come."""
    _there: dict[tuple[date, str, str], list[Employee]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Who was there, found once a day: everybody who draws a colleague asks for it."""
    _among: dict[tuple[date, Sequence[str], Sequence[str]], Sequence[Employee]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def on_call(self, day: date) -> str | None:
        """Who is on call on a day, as planned; None if nobody is."""
        return next((each.person for each in self.rota if each.first <= day <= each.last), None)

    def there(self, day: date, *, function: str = "", team: str = "") -> list[Employee]:
        """Who is employed on a day, of one function or team if it is given."""
        key = (day, function, team)
        if key not in self._there:
            self._there[key] = [
                each
                for each in self.staff.values()
                if each.is_here(day)
                and function in ("", each.function)
                and (not team or each.post_on(day).team == team)
            ]
        return [*self._there[key]]

    def among(
        self, day: date, functions: Sequence[str], teams: Sequence[str] = ()
    ) -> Sequence[Employee]:
        """Who is employed on a day in one of some functions, and of those who is in some teams.

        Where nobody is in one of them, it does not count.
        """
        key = (day, tuple(functions), tuple(teams))
        if key not in self._among:
            there = self.there(day)
            there = [each for each in there if each.function in functions] or there
            in_teams = [each for each in there if each.post_on(day).team in teams]
            self._among[key] = (in_teams or there) if teams else there
        return self._among[key]

    def present(self, day: date, **of: str) -> list[Employee]:
        """Who works on a day: employed, not on leave, no holiday where they are, no weekend."""
        if day.weekday() > 4:  # Saturday and Sunday
            return []
        return [
            each
            for each in self.there(day, **of)
            if not each.is_away(day) and day not in self.offices[each.office].holidays
        ]
