"""What becomes of customers: what they pay, how they fare, and who looks after them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.market.chances import happens, weighted
from workworld.seed_data.company.market.making import BEGAN, Making
from workworld.seed_data.company.market.things import Account, Contract

_MOODS = {"Green": 66, "Yellow": 24, "Red": 10}
_MOOD_CHANGES = {0: 24, 1: 34, 2: 24, 3: 12, 4: 6}
_EARLY = 5
"""Minutes after which what follows from a contract is entered."""


class Customers:
    """Keeps accounts in step with contracts.

    Args:
        making: tells what happens.
    """

    def __init__(self, making: Making) -> None:
        self.making, self.company = making, making.company

    def follow(self, account: Account) -> None:
        """Enter what an account pays, from when until when, and how it fares."""
        stream = self.company.chance.stream("market", "customer life", account.key)
        for contract in account.contracts:
            self._began(account, contract, stream)
            self._ended(account, contract, stream)
        if account.contracts:
            self._moods(account, stream)
            self._assets(account, stream)

    def begin(self, account: Account, contract: Contract) -> None:
        """Enter what follows from one contract that was signed just now."""
        stream = self.company.chance.stream("market", "customer begins", contract.key)
        self._began(account, contract, stream)
        self._ended(account, contract, stream)

    def feel(self, account: Account, name: str, at: datetime, by: str, mood: str) -> None:
        """Somebody sees how an account fares; ``name`` tells this from other times."""
        self._change(account, name, at, by, {"health": mood})

    def _began(self, account: Account, contract: Contract, stream: Stream) -> None:
        if contract.start > TODAY.date():
            return
        start = _morning(contract.start)
        is_known = start < account.since
        at_first = account.since + timedelta(minutes=12) if is_known else start
        by, at = self.making.desk.act(account.owner, at_first, stream, _EARLY, is_prompt=True)
        if is_known:
            by, at = self.making.admin, at_first
        account.csm = account.csm or self.making.desk.one_of("success", at, stream)
        columns: dict[str, Any] = {
            "arr": account.yearly(max(contract.start, at.date() if is_known else contract.start)),
            "renewal_date": max(
                each.end for each in account.contracts if each.start <= contract.start
            ).isoformat(),
            "csm": self.making.desk.current(account.csm, at.date()),
            "type": "Customer",
        }
        self._change(account, f"from/{contract.key}", at, by, columns)

    def _ended(self, account: Account, contract: Contract, stream: Stream) -> None:
        after = contract.end + timedelta(days=1)
        if after > TODAY.date():
            return
        by, at = self.making.desk.act(self.making.admin, _morning(after), stream, 2, is_prompt=True)
        self.making.tell(
            f"market/{contract.key}/ended",
            "contract.changed",
            at,
            by,
            {"contract": contract.key},
            {"status": "Expired"},
        )
        if not account.is_customer(after):
            account.lost_on = after
            columns: dict[str, Any] = {"arr": 0, "type": "Former Customer", "health": "Red"}
            self._change(account, f"until/{contract.key}", at + timedelta(minutes=1), by, columns)
        elif not any(each.start == after for each in account.contracts):
            columns = {"arr": account.yearly(after), "renewal_date": _latest(account, after)}
            self._change(account, f"until/{contract.key}", at + timedelta(minutes=1), by, columns)

    def _moods(self, account: Account, stream: Stream) -> None:
        """How they fare, as whoever looks after them sees it."""
        first = max(account.customer_since or TODAY.date(), BEGAN.date())
        last = account.lost_on or TODAY.date()
        days = (last - first).days
        if days < 40:
            return
        many = weighted(stream, _MOOD_CHANGES) + account.is_story
        old, before = "", _morning(first)
        for number, day in enumerate(sorted(stream.integer(20, days - 8) for _ in range(many))):
            mood = weighted(stream, {name: each for name, each in _MOODS.items() if name != old})
            by, at = self.making.desk.act(
                account.csm or account.owner, _morning(first + timedelta(days=day)), stream, 90
            )
            if before < at < _morning(last):  # whoever was away sees only how it is by now
                self._change(account, f"mood/{number}", at, by, {"health": mood})
                old, before = mood, at
        if account.lost_on is None and (not old or happens(stream, 0.2)):
            by, at = self.making.desk.act(
                account.csm or account.owner, _morning(first), stream, 60 * 24 * 3
            )
            if not old:
                self._change(account, "mood/first", at, by, {"health": weighted(stream, _MOODS)})

    def _assets(self, account: Account, stream: Stream) -> None:
        """What they have of the company's, from the lines of the deal behind each contract."""
        for contract in account.contracts:
            deal = self.company.market.deals.get(contract.deal)
            if deal is None or contract.start > TODAY.date():
                continue
            by, at = self.making.desk.act(
                account.csm or account.owner, _morning(contract.start), stream, 40
            )
            for number, line in enumerate(deal.lines):
                product = self.company.market.products[line.product]
                sites = f", {line.quantity} sites" if product.per_site and line.quantity > 1 else ""
                columns: dict[str, Any] = {
                    "name": f"{product.name}{sites}",
                    "product": line.product,
                    "quantity": line.quantity,
                    "currency": account.place.currency,
                    "price": round(line.quantity * line.price * (100 - line.discount) / 100, 2),
                    "status": "Installed",
                    "purchase_date": at.date().isoformat(),
                    "install_date": contract.start.isoformat(),
                    "owner": by,
                }
                if line.is_yearly:
                    columns["usage_end_date"] = contract.end.isoformat()
                key = f"asset/{contract.key}/{number}"
                self.making.tell(
                    f"market/{key}",
                    "asset.installed",
                    at + timedelta(minutes=number),
                    by,
                    {"asset": key, "account": account.key, "contract": contract.key},
                    columns,
                )

    def _change(
        self, account: Account, name: str, at: datetime, by: str, columns: dict[str, Any]
    ) -> None:
        self.making.tell(
            f"market/{account.key}/{name}",
            "account.changed",
            at,
            by,
            {"account": account.key},
            columns,
        )


def _latest(account: Account, day: date) -> str:
    return max(each.end for each in account.contracts if each.end >= day).isoformat()


def _morning(day: date) -> datetime:
    return datetime.combine(day, BEGAN.timetz()) - timedelta(minutes=90)
