"""People who may become customers, and what becomes of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.market.chances import gamma, happens, part, weighted
from workworld.seed_data.company.market.making import BEGAN, Making
from workworld.seed_data.company.market.population import Population
from workworld.seed_data.company.market.things import Account, Campaign, Contact, Lead

QUEUE = "Inbound Leads"
DUPLICATES = 0.06
"""So many leads are planted as second ones of somebody who is there; see ``mess``."""
_REASONS = {
    "No Need": 28,
    "No Budget": 24,
    "Wrong Contact": 20,
    "Competitor": 15,
    "Duplicate": 5,
    "Other": 8,
}
_FRESH = {"New": 40, "Working": 42, "Qualified": 4, "Nurturing": 6, "Unqualified": 8}
_RIPE = {"New": 3, "Working": 12, "Qualified": 5, "Nurturing": 32, "Unqualified": 48}
_IS_FRESH = timedelta(days=24)
_FIRST = BEGAN + timedelta(days=6)
"""No lead was there before."""
_TRIES = 21
"""Whoever is away longer than so many days before a deal has not heard of a lead for it."""


class Leads:
    """Tells of leads.

    Args:
        making: tells what happens.
    """

    def __init__(self, making: Making) -> None:
        self.making, self.company = making, making.company
        self._said = making.said
        self._campaigns = [
            each for each in self.company.market.campaigns.values() if each.first <= TODAY.date()
        ]

    def add(self, count: int, population: Population) -> None:
        """So many, those among them who have become customers."""
        for account, contact, deal, at in population.from_leads:
            self._converted(account, contact, deal, at)
        market = self.company.market
        tries = 0
        while (known := len(market.leads)) < count - round(count * DUPLICATES):
            # One that would come only after today is none: another stream has another one.
            again = ("again", tries) if tries else ()
            self._lead(self.company.chance.stream("market", "lead", known, *again))
            tries = tries + 1 if len(market.leads) == known else 0

    def _converted(self, account: Account, contact: Contact, deal: str, at: datetime) -> None:
        stream = self.company.chance.stream("market", "converted", account.key)
        limit = min(at, account.since)
        found = self._before(limit, account.owner, stream)
        if found is None:
            return
        owner, came = found
        lead = self._arrived(
            came,
            owner,
            stream,
            account.name,
            contact.first,
            contact.last,
            contact.email,
            {
                "title": contact.title,
                "website": f"https://www.{account.domain}",
                "owner": owner,
                "industry": account.industry,
                "city": account.place.city,
                "country": account.place.country,
            },
        )
        by, took = self.making.desk.act(owner, came, stream, stream.integer(20, 800))
        if came < took < at:
            self._change(lead, took, by, {"status": "Working"})
        deal_by = self.company.market.deals[deal].owner
        things = {"lead": lead.key, "account": account.key, "contact": contact.key, "deal": deal}
        self.making.tell(
            f"market/{lead.key}/converted",
            "lead.converted",
            at + timedelta(minutes=1),
            deal_by,
            things,
            {},
        )
        lead.status = "Converted"

    def _before(self, limit: datetime, person: str, stream: Stream) -> tuple[str, datetime] | None:
        """Who heard of somebody some days before they were more, and when; None if nobody could."""
        back = timedelta(days=gamma(stream, 12) + 1.5)
        for sooner in range(_TRIES):
            wanted = max(limit - back - timedelta(days=sooner), _FIRST)
            by, came = self.making.desk.act(person, wanted, stream)
            if came < limit:
                return by, came
        return None

    def _lead(self, stream: Stream) -> None:
        span = TODAY - BEGAN - timedelta(days=8)
        source, campaign = weighted(stream, self._said["sources"]), None
        when = BEGAN + timedelta(days=7) + span * part(stream)
        if source == "Conference" and self._campaigns:
            campaign = stream.choice(self._campaigns)
            when = datetime.combine(campaign.first, BEGAN.timetz()) + timedelta(
                days=part(stream) * 4
            )
        place = self.making.namer.place(stream)
        industry = self.making.namer.industry(stream)
        company = self.making.namer.company(stream, place, industry)
        role = stream.choice(list(self._said["titles"]))
        human = self.making.namer.human(stream, place.country)
        domain = self.making.namer.domain(company)
        owner = self.making.desk.one_of("sales", min(when, TODAY), stream)
        by = (
            self.making.desk.one_of("marketing", min(when, TODAY), stream)
            if source in ("Web", "Conference", "Purchased List")
            else owner
        )
        by, at = self.making.desk.act(by, when, stream, stream.integer(1, 500))
        if at > TODAY:
            return
        owner = self.making.desk.current(owner, at.date())
        segment = weighted(
            stream, {name: each["weight"] for name, each in self._said["segments"].items()}
        )
        columns: dict[str, Any] = {
            "lead_source": source,
            "industry": industry,
            "city": place.city,
            "country": place.country,
            "owner": QUEUE if source == "Web" else owner,
        }
        if place.state:
            columns["state"] = place.state
        if happens(stream, 0.9):
            columns["title"] = stream.choice(self._said["titles"][role])
        if happens(stream, 0.7):
            columns["phone"] = self.making.namer.phone(stream, place) or None
        if happens(stream, 0.6):
            columns["website"] = f"https://www.{domain}"
        if happens(stream, 0.65):
            columns["employees"] = max(
                3, round(self._said["segments"][segment]["employees"] * (0.3 + 1.5 * part(stream)))
            )
        if happens(stream, 0.55):
            columns["rating"] = weighted(stream, {"Hot": 1, "Warm": 3, "Cold": 3})
        email = self.making.namer.email(human, domain)
        if happens(stream, 0.07) and "phone" in columns:
            email = ""  # whoever left a card at a stand, without an address on it
        lead = self._arrived(
            at, by, stream, company, human.first, human.last, email, columns, campaign
        )
        self._live(lead, owner, stream)

    def _arrived(
        self,
        at: datetime,
        by: str,
        stream: Stream,
        company: str,
        first: str,
        last: str,
        email: str,
        columns: dict[str, Any],
        campaign: Campaign | None = None,
    ) -> Lead:
        key = f"lead/{self.making.number('lead'):05}"
        lead = Lead(key, first, last, company, email, at, columns["owner"])
        self.company.market.leads[key] = lead
        score = min(100, 10 + 5 * stream.integer(0, 14))
        facts = {
            "first_name": first,
            "last_name": last,
            "company": company,
            "score": score,
            **columns,
        }
        if email:
            facts["email"] = email
        self.making.tell(f"market/{key}", "lead.arrived", at, by, {"lead": key}, facts)
        if campaign is not None:
            status = weighted(stream, {"Attended": 5, "Responded": 3, "Sent": 2})
            self.making.tell(
                f"market/{key}/member",
                "campaign.answered",
                at + timedelta(minutes=1),
                by,
                {"campaign": campaign.key, "lead": key},
                {"status": status},
            )
        return lead

    def _live(self, lead: Lead, owner: str, stream: Stream) -> None:
        """Follow a lead up, as far as it has come by today."""
        is_fresh = TODAY - lead.at < _IS_FRESH
        end = weighted(stream, _FRESH if is_fresh else _RIPE)
        if end == "New":
            return
        by, took = self.making.desk.act(owner, lead.at, stream, round(gamma(stream, 900)))
        first: dict[str, Any] = {"status": "Working"}
        if lead.owner == QUEUE:
            first["owner"] = by
        if took > TODAY:
            return
        self._change(lead, took, by, first)
        by, done = self.making.desk.act(by, took, stream, round(gamma(stream, 18 * 24 * 60)))
        if end == "Working" or done > TODAY:
            return
        last: dict[str, Any] = {"status": end}
        if end == "Unqualified":
            last["unqualified_reason"] = weighted(stream, _REASONS)
        if end == "Qualified":
            last["rating"] = stream.choice(("Hot", "Warm"))
        self._change(lead, done, by, last)

    def _change(self, lead: Lead, at: datetime, by: str, columns: dict[str, Any]) -> None:
        lead.status = columns.get("status", lead.status)
        lead.owner = columns.get("owner", lead.owner)
        name = f"market/{lead.key}/{self.making.number(lead.key)}"
        self.making.tell(name, "lead.changed", at, by, {"lead": lead.key}, columns)
