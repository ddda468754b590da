"""Deals: how they are opened, move on, and end, and what customers sign."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from workworld.apps.crm.schema.picklists import STAGE_OF
from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.events import Detail
from workworld.seed_data.company.market import pricing
from workworld.seed_data.company.market.catalogue import book_of
from workworld.seed_data.company.market.chances import happens, lognormal, weighted
from workworld.seed_data.company.market.making import Making
from workworld.seed_data.company.market.quarters import month_after, month_end
from workworld.seed_data.company.market.things import Account, Contract, Deal, Line

WON, LOST = "Closed Won", "Closed Lost"
PROPOSAL, NEGOTIATION = "Proposal/Price Quote", "Negotiation/Review"
_TOLD = ("stage", "amount", "close_date", "probability")
_THINKING = timedelta(days=2)
_LINED = 0.72
"""So many deals have lines."""
_LONG = {"Small": 0.08, "Mid-market": 0.2, "Enterprise": 0.35}
"""So often a contract runs for two years or three."""


class Deals:
    """Tells of deals.

    Args:
        making: makes the things of the market.
    """

    def __init__(self, making: Making) -> None:
        self.making, self.company = making, making.company

    def open(
        self,
        account: Account,
        kind: str,
        owner: str,
        at: datetime,
        stream: Stream,
        *,
        stage: str,
        close: date,
        wanted: float,
        source: str = "",
        campaign: str = "",
        renews: str = "",
        name: str = "",
        key: str = "",
        detail: Detail = Detail.BACKGROUND,
    ) -> Deal:
        """A deal that begins; ``wanted`` is about what it is to come to."""
        number = self.making.number("deal")
        lines = (
            pricing.lines(self.company, account, kind, wanted, at.date(), stream)
            if happens(stream, _LINED)
            else []
        )
        final = pricing.total(lines) if lines else float(round(wanted, -2))
        many = weighted(stream, {24: 3, 36: 1}) if happens(stream, _LONG[account.segment]) else 12
        contact = account.contacts[0].key if account.contacts else ""
        made = Deal(
            key or f"deal/{number:04}",
            name or self._name(account, kind, at.date(), lines),
            account.key,
            kind,
            owner,
            at,
            stage,
            close,
            final,
            account.place.currency,
            at,
            contact,
            many if kind != "Expansion" else 12,
            lines,
            renews=renews,
        )
        self.company.market.deals[made.key] = made
        account.deals.append(made.key)
        guess = (
            float(round(final * (1 if kind == "Renewal" else lognormal(stream, 1, 0.2)), -3))
            or 1000.0
        )
        columns: dict[str, Any] = {
            "name": made.name,
            "owner": owner,
            "stage": stage,
            "type": kind,
            "close_date": close.isoformat(),
            "currency": made.currency,
            "amount": guess,
            "contract_months": made.months,
        } | ({"pricebook": book_of(self.company, at.date())} if lines else {})
        if source:
            columns["lead_source"] = source
        things = {"deal": made.key, "account": account.key}
        things |= {"contact": contact} if contact else {}
        things |= {"campaign": campaign} if campaign else {}
        self.making.tell(f"market/{made.key}", "deal.opened", at, owner, things, columns, detail)
        made.amount = columns["amount"]
        return made

    def change(
        self, deal: Deal, at: datetime, by: str, detail: Detail = Detail.BACKGROUND, **columns: Any
    ) -> None:
        """Give a deal other values; what the history of deals tells of is counted."""
        if at > TODAY:
            return
        deal.moves += any(name in columns for name in _TOLD)
        if "stage" in columns and at - deal.at > _THINKING:
            deal.gaps.append((deal.at, at, STAGE_OF[deal.stage].probability))
        deal.at = at
        deal.stage = columns.get("stage", deal.stage)
        deal.amount = columns.get("amount", deal.amount)
        deal.owner = columns.get("owner", deal.owner)
        if "close_date" in columns:
            deal.close = date.fromisoformat(columns["close_date"])
        name = f"{deal.key}/{self.making.number(deal.key):03}"
        kind = {WON: "deal.won", LOST: "deal.lost"}.get(columns.get("stage", ""), "deal.changed")
        things = {"deal": deal.key, "account": deal.account}
        self.making.tell(f"market/{name}", kind, at, by, things, columns, detail)

    def offer(self, deal: Deal, at: datetime, by: str, stream: Stream) -> None:
        """The deal reaches a proposal; from now on it comes to what its lines come to."""
        columns: dict[str, Any] = {"stage": PROPOSAL}
        columns |= self._told_lines(deal)
        off = max((each.discount for each in deal.lines), default=0.0)
        if off:
            columns["discount"] = off
        self.change(deal, at, by, **columns)
        if deal.lines and at <= TODAY and happens(stream, 0.8):
            quote = f"quote/{deal.key}"
            facts = {
                "name": f"{deal.name}, offer of {at:%B} {at.day}",
                "expires": (
                    at.date() + timedelta(days=stream.choice((30, 30, 45, 60)))
                ).isoformat(),
                "total": pricing.total(deal.lines),
                "discount": off,
            }
            sent = self.making.desk.act(by, at, stream, stream.integer(4, 40))
            if sent[1] <= TODAY:
                things = {"quote": quote, "deal": deal.key}
                self.making.tell(f"market/{quote}", "quote.sent", sent[1], sent[0], things, facts)

    def _told_lines(self, deal: Deal) -> dict[str, Any]:
        """What is told of a deal's lines the first time that a customer sees them."""
        if not deal.lines or deal.is_offered:
            return {}
        deal.is_offered = True
        return {
            "lines": [pricing.told(each) for each in deal.lines],
            "amount": pricing.total(deal.lines),
        }

    def win(
        self, deal: Deal, at: datetime, by: str, stream: Stream, **columns: Any
    ) -> Contract | None:
        """A deal is won: the customer signs, and has what was sold from the next month on."""
        if at > TODAY:
            return None
        columns |= self._told_lines(deal)
        account = self.company.market.accounts[deal.account]
        self.change(
            deal,
            at,
            by,
            account_detail(account),
            stage=WON,
            close_date=at.date().isoformat(),
            **columns,
        )
        deal.ended, deal.is_won = at, True
        return self._sign(account, deal, at, by, stream)

    def lose(
        self, deal: Deal, at: datetime, by: str, stream: Stream, reason: str = "", **columns: Any
    ) -> None:
        """A deal is lost, for a reason."""
        if at > TODAY:
            return
        reason = reason or weighted(stream, self.making.said["losses"])
        if reason == "Lost to Competitor":
            columns.setdefault("competitor", stream.choice(self.making.said["competitors"]))
        account = self.company.market.accounts[deal.account]
        self.change(
            deal,
            at,
            by,
            account_detail(account),
            stage=LOST,
            loss_reason=reason,
            close_date=at.date().isoformat(),
            **columns,
        )
        deal.ended, deal.loss_reason = at, reason

    def _sign(
        self, account: Account, deal: Deal, at: datetime, by: str, stream: Stream
    ) -> Contract:
        old = next((each for each in account.contracts if each.key == deal.renews), None)
        start = old.end + timedelta(days=1) if old else month_after(at.date())
        yearly = sum(pricing.cents(each) for each in deal.lines if each.is_yearly) / pricing.HUNDRED
        made = self.contract(
            account,
            start,
            deal.months,
            yearly=round(yearly or deal.amount),
            at=at,
            by=by,
            stream=stream,
            deal=deal,
        )
        if old:
            old.renewal = deal.key
        return made

    def contract(
        self,
        account: Account,
        start: date,
        months: int,
        *,
        yearly: int,
        at: datetime,
        by: str,
        stream: Stream,
        deal: Deal | None = None,
    ) -> Contract:
        """What a customer signs; it is put into force on the next working day."""
        number = self.making.number("contract")
        made = Contract(
            f"contract/{number:04}",
            account.key,
            start,
            month_end(month_after(start, months - 1)),
            months,
            yearly,
            deal.key if deal else "",
        )
        account.contracts.append(made)
        account.customer_since = account.customer_since or start
        wrote = self.making.desk.act(by, at, stream, stream.integer(15, 1_500))
        wrote = wrote if wrote[1] <= TODAY else (by, at)
        signer = next(
            (
                each
                for each in account.contacts
                if each.role in ("Economic Buyer", "Decision Maker") and each.since <= at
            ),
            next((each for each in account.contacts if each.since <= at), None),
        )
        columns: dict[str, Any] = {
            "name": f"{account.name} {start.year}"[:80],
            "start_date": start.isoformat(),
            "term": months,
            "value": round(yearly * months / 12, 2),
            "currency": account.place.currency,
            "notice_days": stream.choice((30, 60, 60, 90)),
            "signed_date": at.date().isoformat(),
            "owner": wrote[0],
        }
        things = {"contract": made.key, "account": account.key}
        things |= {"deal": deal.key} if deal else {}
        things |= {"signer": signer.key} if signer else {}
        self.making.tell(
            f"market/{made.key}", "contract.signed", wrote[1], wrote[0], things, columns
        )
        acted = self.making.desk.act(wrote[0], wrote[1], stream, stream.integer(20, 900))
        if acted[1] > TODAY:
            acted = wrote
        self.making.tell(
            f"market/{made.key}/active",
            "contract.changed",
            acted[1],
            acted[0],
            {"contract": made.key},
            {"status": "Activated"},
        )
        return made

    def _name(self, account: Account, kind: str, day: date, lines: list[Line]) -> str:
        products = self.company.market.products
        main = products[lines[0].product if lines else "product/core"].name
        what = {"Renewal": f"Renewal {day.year}", "Expansion": f"{main} expansion"}.get(kind, main)
        said, deals = f"{account.name} - {what}", self.company.market.deals
        taken = sum(deals[each].name.startswith(said) for each in account.deals)
        return said if not taken else f"{said} ({taken + 1})"


def account_detail(account: Account) -> Detail:
    """How much is told of what happens with a customer."""
    return Detail.FULL if account.is_story else Detail.SUMMARY
