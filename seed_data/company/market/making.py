"""Makes accounts, people, deals and contracts of the market, with the events that tell of them.

What happens to a thing goes through here, from the market's own stages and from arcs alike, so
that the things remember what the events tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import HEADQUARTERS, TODAY, Company
from workworld.seed_data.company.events import Detail, Event
from workworld.seed_data.company.market import words
from workworld.seed_data.company.market.chances import gamma, happens, lognormal, weighted
from workworld.seed_data.company.market.desk import Desk
from workworld.seed_data.company.market.names import Namer, Place
from workworld.seed_data.company.market.things import Account, Contact
from workworld.zones import zone

HISTORY = timedelta(days=730)
"""So far back goes what is told of customers."""
BEGAN = datetime.combine(date(2024, 2, 5), time(10), zone(HEADQUARTERS))
"""When the CRM came into use, and what was known before was entered."""


class Making:
    """Makes things of the market.

    Args:
        company: whose market it is.
    """

    def __init__(self, company: Company) -> None:
        self.company, self.desk = company, Desk(company)
        self.namer = Namer(company.pack)
        self.said = words.read(company.pack, "customers")
        self.admin = self.desk.admin
        self._numbers: dict[str, int] = {}

    def tell(
        self,
        name: str,
        kind: str,
        at: datetime,
        by: str,
        things: Mapping[str, str],
        facts: Mapping[str, Any],
        detail: Detail = Detail.BACKGROUND,
    ) -> None:
        """Let something have happened, unless it lies in the future."""
        if at <= TODAY:
            event = Event(name, kind, at, by, things, facts, detail=detail)
            self.company.history.add([event])

    def number(self, noun: str) -> int:
        """The next number of things of a kind, from 1."""
        self._numbers[noun] = self._numbers.get(noun, 0) + 1
        return self._numbers[noun]

    def account(
        self,
        at: datetime,
        by: str,
        owner: str,
        stream: Stream,
        *,
        kind: str = "Prospect",
        segment: str = "",
        source: str = "",
        place: Place | None = None,
        is_story: bool = False,
    ) -> Account:
        """A company that becomes known, without people as yet."""
        segments = self.said["segments"]
        segment = segment or weighted(
            stream, {name: each["weight"] for name, each in segments.items()}
        )
        place = place or self.namer.place(stream)
        industry = self.namer.industry(stream)
        name = self.namer.company(stream, place, industry)
        number = self.number("account")
        made = Account(
            f"account/{number:04}",
            name,
            self.namer.domain(name),
            segment,
            industry,
            place,
            weighted(stream, segments[segment]["tiers"]),
            at,
            owner,
            is_story=is_story,
        )
        employees = max(4, round(lognormal(stream, segments[segment]["employees"], 0.7)))
        made.sites = max(1, min(40, round(employees**0.5 / 5)))
        self.company.market.accounts[made.key] = made
        columns: dict[str, Any] = {
            "name": name,
            "type": kind,
            "owner": owner,
            "industry": industry,
            "website": f"https://www.{made.domain}",
            "account_number": f"C-{10_000 + number}",
            "external_id": f"C-{10_000 + number}",
            "billing_street": place.street,
            "billing_city": place.city,
            "billing_postal_code": place.postal_code or None,
            "billing_country": place.country,
            "billing_state": place.state or None,
            "territory": place.region,
            "tier": made.tier,
            "currency": place.currency,
        }
        if happens(stream, 0.92):
            columns["employees"] = employees
        if happens(stream, 0.93):
            columns["phone"] = self.namer.phone(stream, place) or None
        if happens(stream, 0.6):
            columns["revenue"] = round(employees * lognormal(stream, 210_000, 0.4), -5)
        if source or happens(stream, 0.8):
            columns["source"] = source or weighted(stream, self.said["sources"])
        if happens(stream, 0.5):
            columns["rating"] = stream.choice(("Hot", "Warm", "Warm", "Cold"))
        detail = Detail.FULL if is_story else Detail.BACKGROUND
        self.tell(
            f"market/{made.key}", "account.opened", at, by, {"account": made.key}, columns, detail
        )
        return made

    def contact(
        self,
        account: Account,
        at: datetime,
        by: str,
        stream: Stream,
        *,
        role: str = "",
        more: Mapping[str, Any] | None = None,
    ) -> Contact:
        """Somebody at a company whom the company gets to know."""
        role = role or stream.choice((*self.said["titles"], "Business User", "Business User"))
        human = self.namer.human(stream, account.place.country)
        made = Contact(
            f"contact/{self.number('contact'):05}",
            human.first,
            human.last,
            stream.choice(self.said["titles"][role]),
            role,
            self.namer.email(human, account.domain),
            self.namer.phone(stream, account.place),
            account.key,
            at,
        )
        account.contacts.append(made)
        self.company.market.contacts[made.key] = made
        columns: dict[str, Any] = {
            "first_name": made.first,
            "last_name": made.last,
            "owner": self.desk.current(account.owner, at.date()),
            "title": made.title,
            "department": self.said["departments"][role],
            "roles": [role],
            "mailing_city": account.place.city,
            "mailing_country": account.place.country,
        }
        if happens(stream, 0.95):
            columns["email"] = made.email
        if happens(stream, 0.85):
            columns["phone"] = made.phone or None
        if happens(stream, 0.04):
            columns["do_not_call"] = True
        columns |= more or {}
        self.tell(
            f"market/{made.key}",
            "contact.met",
            at,
            by,
            {"contact": made.key, "account": account.key},
            columns,
        )
        return made

    def wait(self, stream: Stream, days: float) -> int:
        """Minutes until something happens that takes so many days on average."""
        return max(30, round(gamma(stream, days) * 24 * 60))
