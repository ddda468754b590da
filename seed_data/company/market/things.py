"""The companies, people, deals and contracts of the market, as they stand while it is made.

Events tell what happened; these remember how things are, so that what comes next fits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from workworld.seed_data.company.market.names import Place


@dataclass(slots=True)
class Contact:
    """Somebody at a company, by a stable name; ``role`` is what they are to a deal."""

    key: str
    first: str
    last: str
    title: str
    role: str
    email: str
    phone: str
    account: str
    since: datetime

    @property
    def name(self) -> str:
        """First and last."""
        return f"{self.first} {self.last}"


@dataclass(slots=True)
class Line:
    """A line of a deal: ``price`` is a unit's, in whole units; ``discount`` in percent."""

    product: str
    quantity: int
    price: float
    discount: float = 0.0
    is_yearly: bool = True


@dataclass(slots=True)
class Contract:
    """What a customer has signed; ``yearly`` is what it comes to in a year, in whole units."""

    key: str
    account: str
    start: date
    end: date
    months: int
    yearly: int
    deal: str = ""
    renewal: str = ""


@dataclass(slots=True)
class Deal:
    """A deal as it stands; ``kind`` is ``New Business``, ``Expansion`` or ``Renewal``."""

    key: str
    name: str
    account: str
    kind: str
    owner: str
    opened: datetime
    stage: str
    close: date
    amount: float
    currency: str
    at: datetime
    """When it last changed."""
    contact: str = ""
    months: int = 12
    lines: list[Line] = field(default_factory=list)
    ended: datetime | None = None
    is_won: bool = False
    renews: str = ""
    """The contract that it is to go on with."""
    moves: int = 1
    """Rows of its history so far."""
    loss_reason: str = ""
    gaps: list[tuple[datetime, datetime, float]] = field(default_factory=list)
    """Between which moments nothing is told, and how probable it was then, in percent."""
    thoughts: list[datetime] = field(default_factory=list)
    """When somebody thought again of how probable it is."""
    is_offered: bool = False
    """Whether the customer has seen its lines."""


@dataclass(slots=True)
class Account:
    """A company as it stands."""

    key: str
    name: str
    domain: str
    segment: str
    industry: str
    place: Place
    tier: str
    since: datetime
    owner: str
    csm: str = ""
    is_story: bool = False
    contacts: list[Contact] = field(default_factory=list)
    contracts: list[Contract] = field(default_factory=list)
    deals: list[str] = field(default_factory=list)
    customer_since: date | None = None
    lost_on: date | None = None
    sites: int = 1

    def is_customer(self, day: date) -> bool:
        """Whether it has a contract on a day."""
        return any(each.start <= day <= each.end for each in self.contracts)

    def yearly(self, day: date) -> int:
        """What its contracts of that day come to in a year, in whole units of its currency."""
        return sum(each.yearly for each in self.contracts if each.start <= day <= each.end)


@dataclass(slots=True)
class Case:
    """Something that a customer asked, as it stands."""

    key: str
    account: str
    contact: str
    subject: str
    at: datetime
    owner: str
    kind: str
    priority: str
    ended: datetime | None = None


@dataclass(slots=True)
class Lead:
    """Somebody who may become a customer."""

    key: str
    first: str
    last: str
    company: str
    email: str
    at: datetime
    owner: str
    status: str = "New"


@dataclass(slots=True)
class Campaign:
    """What was done so that people hear of the company."""

    key: str
    name: str
    kind: str
    first: date
    last: date


@dataclass(slots=True)
class Product:
    """Something that is sold: ``prices`` by price book and currency."""

    key: str
    name: str
    family: str
    is_yearly: bool
    per_site: bool
    prices: dict[tuple[str, str], float] = field(default_factory=dict)


@dataclass(slots=True)
class Market:
    """All that is known of the market, by stable names, in the order of its making."""

    accounts: dict[str, Account] = field(default_factory=dict)
    contacts: dict[str, Contact] = field(default_factory=dict)
    leads: dict[str, Lead] = field(default_factory=dict)
    deals: dict[str, Deal] = field(default_factory=dict)
    cases: dict[str, Case] = field(default_factory=dict)
    campaigns: dict[str, Campaign] = field(default_factory=dict)
    products: dict[str, Product] = field(default_factory=dict)
    tools: Any = None
    """What makes more of it, for arcs: see ``market.making``."""

    def story_customers(self) -> list[Account]:
        """Those of whom more is told."""
        return [each for each in self.accounts.values() if each.is_story]
