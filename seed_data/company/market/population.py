"""Whom the company knows: customers from before, those it sold to since, and all the others."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.market import pricing
from workworld.seed_data.company.market.chances import Lots, happens, part, weighted
from workworld.seed_data.company.market.courses import Courses
from workworld.seed_data.company.market.making import BEGAN, Making
from workworld.seed_data.company.market.quarters import month_after
from workworld.seed_data.company.market.sizes import Sizes
from workworld.seed_data.company.market.things import Account, Contact

_IMPORTED = 0.1
"""So many prospects were known before the CRM was."""
_PARTNERS = 0.02
_EXPANSIONS = 0.17
_BY_HAND = 54
_ENTERING = 9 * _BY_HAND
"""So many customers are entered in so many minutes; more of them in as many."""
_DUPLICATE_CONTACTS, _DUPLICATE_ACCOUNTS = 0.03, 0.015
"""These are planted later."""


class Population:
    """Fills the market with companies and people.

    Args:
        making: makes them.
        courses: plays their deals.
        sizes: how many there are to be.
    """

    def __init__(self, making: Making, courses: Courses, sizes: Sizes) -> None:
        self.making, self.courses, self.sizes = making, courses, sizes
        self.company, self.market = making.company, making.company.market
        self.from_leads: list[tuple[Account, Contact, str, datetime]] = []
        """Whom a lead became: account, contact, deal, and when."""

    def fill(self) -> None:
        """All of it."""
        for number in range(self.sizes.customers):
            self._known_customer(number, self._stream("customer", number))
        for number in range(round(self.sizes.accounts * _IMPORTED)):
            self._prospect(self._stream("imported", number), BEGAN)
        self._sell()
        self._others()
        self._people()

    def _stream(self, *names: object) -> Stream:
        return self.company.chance.stream("market", *names)

    def _seller(self, at: datetime, stream: Stream) -> str:
        return self.making.desk.one_of("sales", at, stream)

    def _known_customer(self, number: int, stream: Stream) -> None:
        """A customer with a contract from before, entered when the CRM came into use."""
        making = self.making
        is_story = number < self.sizes.stories * 3 // 5
        segment = stream.choice(("Enterprise", "Mid-market", "Mid-market")) if is_story else ""
        entered = _ENTERING * number // max(_BY_HAND, self.sizes.customers)
        by, at = making.desk.act(making.admin, BEGAN, stream, entered)
        account = making.account(
            at,
            by,
            self._seller(at, stream),
            stream,
            kind="Customer",
            segment=segment,
            is_story=is_story,
        )
        for place in range(stream.integer(3, 6) if is_story else stream.integer(1, 3)):
            role = ("Decision Maker", "Business User", "Technical Buyer", "Economic Buyer")[
                place % 4
            ]
            making.contact(account, at + timedelta(minutes=1 + place), by, stream, role=role)
        said = making.said["segments"][account.segment]
        lines = pricing.lines(
            self.company,
            account,
            "Renewal",
            said["deal"] * (0.6 + part(stream) * 1.4),
            at.date(),
            stream,
        )
        start = month_after(date(2024, 3, 1), -stream.integer(0, 11))
        contract = self.courses.deals.contract(
            account,
            start,
            12,
            yearly=round(pricing.total(lines)),
            at=at + timedelta(minutes=8),
            by=by,
            stream=stream,
        )
        self.courses.renew(account, contract, stream)

    def _prospect(
        self, stream: Stream, at: datetime, *, kind: str = "Prospect", source: str = ""
    ) -> Account:
        owner = self._seller(at, stream)
        by, at = self.making.desk.act(
            self.making.admin if at == BEGAN else owner, at, stream, stream.integer(3, 900)
        )
        return self.making.account(at, by, owner, stream, kind=kind, source=source)

    def _sell(self) -> None:
        """New deals, with new companies mostly, until there are enough of them."""
        number = 0
        while len(self.market.deals) < self.sizes.deals:
            number += 1
            stream = self._stream("deal", number)
            span = TODAY - BEGAN - timedelta(days=24)
            start = (
                BEGAN
                + timedelta(days=20)
                + span * (1 - (1 - part(stream)) ** 1.25 if happens(stream, 0.6) else part(stream))
            )
            customers = self._customers(start) if happens(stream, _EXPANSIONS) else []
            if customers:
                self.courses.run(stream.choice(customers), "Expansion", start, stream)
            else:
                self._new_business(start, stream, number)

    def _customers(self, at: datetime) -> list[Account]:
        return [each for each in self.market.accounts.values() if each.is_customer(at.date())]

    def _fresh(self, before: datetime) -> Iterator[Account]:
        """Whom the company knew before a moment, and has sold nothing to."""
        for each in self.market.accounts.values():
            if not each.deals and not each.contracts and each.since < before:
                yield each

    def _has_stories(self) -> bool:
        """Whether there are as many customers of whom more is told as wanted."""
        return sum(each.is_story for each in self.market.accounts.values()) >= self.sizes.stories

    def _new_business(self, start: datetime, stream: Stream, number: int) -> None:
        is_known = any(True for _ in self._fresh(start))
        source = weighted(stream, self.making.said["sources"])
        is_lead = happens(stream, 0.55)
        if is_known and happens(stream, 0.2):
            account, is_lead = stream.choice([*self._fresh(start)]), False
        else:
            is_story = number % 12 == 0 and not self._has_stories()
            owner = self._seller(start, stream)
            by, at = self.making.desk.act(owner, start, stream, stream.integer(3, 400))
            if at > TODAY:
                return
            segment = "Enterprise" if is_story else ""
            account = self.making.account(
                at, by, owner, stream, segment=segment, source=source, is_story=is_story
            )
        by, at = self.making.desk.act(account.owner, max(start, account.since), stream, 2)
        if at > TODAY:
            return
        if not account.contacts:
            self.making.contact(account, at, by, stream, more={"lead_source": source})
        deal = self.courses.run(account, "New Business", at, stream, source=source)
        if deal is None:
            return
        if is_lead:
            self.from_leads.append((account, account.contacts[0], deal.key, deal.opened))
        if deal.is_won:
            self.courses.renew(account, account.contracts[-1], stream)
        for place in range(
            stream.integer(1, 4) if account.segment != "Small" else stream.integer(0, 1)
        ):
            by, met = self.making.desk.act(
                deal.owner, deal.opened, stream, self.making.wait(stream, 12 * (place + 1))
            )
            if met < (deal.ended or TODAY):
                self.making.contact(account, met, by, stream)

    def _others(self) -> None:
        """Companies that have bought nothing."""
        wanted = self.sizes.accounts - round(self.sizes.accounts * _DUPLICATE_ACCOUNTS)
        span = TODAY - BEGAN - timedelta(days=12)
        while len(self.market.accounts) < wanted:
            stream = self._stream("other", len(self.market.accounts))
            kind = "Partner" if happens(stream, _PARTNERS * 3) else "Prospect"
            at = BEGAN + timedelta(days=10) + span * part(stream)
            self._prospect(stream, at, kind=kind)

    def _people(self) -> None:
        """Everybody else; customers and large companies have more of them."""
        wanted = self.sizes.contacts - round(self.sizes.contacts * _DUPLICATE_CONTACTS)
        for account in self.market.accounts.values():
            if not account.contacts and len(self.market.contacts) < wanted:
                self._met(account, self._stream("person", account.key))
        accounts = list(self.market.accounts.values())
        lots = Lots({each.key: self._interest(each) for each in accounts})
        stream = self._stream("people")
        while len(self.market.contacts) < wanted:
            account = self.market.accounts[lots.one(stream)]
            self._met(account, stream)

    def _interest(self, account: Account) -> float:
        people: float = self.making.said["segments"][account.segment]["people"]
        return people * (3 if account.is_story else 2 if account.contracts else 1)

    def _met(self, account: Account, stream: Stream) -> None:
        owner = self.making.desk.current(account.owner, account.since.date())
        span = TODAY - account.since - timedelta(days=3)
        quick = part(stream) ** 2 if span > timedelta(days=1) else 0.0
        by, at = self.making.desk.act(
            owner, account.since + max(span, timedelta()) * quick, stream, 1
        )
        if at > TODAY:
            by, at = self.making.admin, account.since + timedelta(minutes=2)
        self.making.contact(account, at, by, stream)
