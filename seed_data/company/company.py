"""A generated company while it is made: who is there, what happened, and what is true of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime

from workworld.randomness import Stream
from workworld.seed_data.company.events import History
from workworld.seed_data.company.hours import Hours
from workworld.seed_data.company.keys import Keys
from workworld.seed_data.company.ledger import Ledger
from workworld.seed_data.company.market.things import Market
from workworld.seed_data.company.organization import Organization
from workworld.seed_data.facts import CompanyFacts
from workworld.splits import Split, company_split
from workworld.zones import zone

HEADQUARTERS = "America/New_York"
TODAY = datetime(2026, 3, 17, 9, 30, tzinfo=zone(HEADQUARTERS))
"""When every generated company stands still: two weeks before a calendar quarter ends, between the
United States' change to summer time and Europe's, and a public holiday in Ireland."""


_CHAT_MONTHS = {"mid": 6}
"""Of so many months chat tells, by preset; else of a year."""


def chat_begins(preset: str) -> date:
    """The first day of which chat tells in companies of a size."""
    months = TODAY.year * 12 + TODAY.month - 1 - _CHAT_MONTHS.get(preset, 12)
    return date(months // 12, months % 12 + 1, TODAY.day)


@dataclass(frozen=True, slots=True)
class Chance:
    """Where all of a company's chance comes from: streams named by what they decide.

    A stream serves a thing (a person, a deal, a thread, a day of a channel), never a single word:
    making one costs 20 µs. A new consumer takes a new name, so that nothing else changes.
    """

    preset: str
    seed: int

    @property
    def split(self) -> Split:
        """What the company is for."""
        return company_split(self.seed)

    def stream(self, *names: object) -> Stream:
        """The stream of these names, the same for the same preset and seed."""
        return Stream("company", self.preset, self.seed, *names)


@dataclass(slots=True)
class Company:
    """What all parts of the generator share.

    Args:
        chance: where streams come from.
        pack: the industry's vocabulary, a folder below ``packs``.
        organization: who works where, since when, for whom.
        history: what happened, in the order of its telling once it is sealed.
        ledger: what is true, since when, and where something else is said.
        keys: what things are called in public, once the tellers have given them keys.
        market: who buys, or may.
        hours: when people work.
        facts: what tellers have made of it so far, for the builders of the apps.
    """

    chance: Chance
    pack: str
    organization: Organization
    history: History = field(default_factory=History)
    ledger: Ledger = field(default_factory=Ledger)
    keys: Keys = field(default_factory=Keys)
    market: Market = field(default_factory=Market)
    hours: Hours = field(init=False)
    facts: CompanyFacts = field(init=False)

    def __post_init__(self) -> None:
        there = self.organization
        self.hours = Hours(there)
        self.facts = CompanyFacts(
            name=there.name,
            slug=there.slug,
            domain=there.domain,
            zone=HEADQUARTERS,
            now=TODAY,
            teams=(),
            people=(),
            channels=(),
        )
