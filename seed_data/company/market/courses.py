"""The course of deals: from when on, through which stages, to which end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.market.chances import (
    dealt,
    gamma,
    happens,
    lognormal,
    part,
    weighted,
)
from workworld.seed_data.company.market.deals import NEGOTIATION, PROPOSAL, Deals
from workworld.seed_data.company.market.making import BEGAN, Making
from workworld.seed_data.company.market.quarters import month_after, month_end, quarter_of
from workworld.seed_data.company.market.things import Account, Contract, Deal

STAGES = ("Prospecting", "Qualification", "Needs Analysis", PROPOSAL, NEGOTIATION)
_WINS = {"New Business": 0.235, "Renewal": 0.78, "Expansion": 0.45}
_ROUND = 50
_AHEAD = 90
"""Days before the end of a contract at which its renewal begins."""
_SNAP = 0.45
"""So many signatures are pulled to the end of a quarter."""


class Courses:
    """Lets deals go their way.

    Args:
        making: makes things of the market.
        deals: tells of deals.
    """

    def __init__(self, making: Making, deals: Deals) -> None:
        self.making, self.deals, self.company = making, deals, making.company
        self._luck = {name: self._rounds(name, chance) for name, chance in _WINS.items()}

    def run(
        self,
        account: Account,
        kind: str,
        start: datetime,
        stream: Stream,
        *,
        source: str = "",
        renewed: Contract | None = None,
    ) -> Deal | None:
        """Play a deal from its beginning until its end or today.

        Args:
            account: with whom.
            kind: ``New Business``, ``Expansion`` or ``Renewal``.
            start: when somebody begins it, at the earliest.
            stream: decides it.
            source: where it came from.
            renewed: the contract that it is to go on with.

        Returns:
            None if it would begin after today.
        """
        desk, said = self.making.desk, self.making.said["segments"][account.segment]
        owner, at = desk.act(
            self._seller(account, kind, start, stream), start, stream, stream.integer(5, 240)
        )
        if at > TODAY:
            return None
        wanted = (
            renewed.yearly * lognormal(stream, 1.05, 0.06)
            if renewed
            else lognormal(stream, said["deal"], said["spread"])
        )
        wanted *= 0.35 if kind == "Expansion" else 1.0
        is_won = next(self._luck[kind])
        days = gamma(
            stream,
            said["days"] * (0.55 if kind == "Expansion" else 1.0) * (1 if is_won else 0.8),
            3,
        )
        end = self._end(at, days, renewed, stream, is_won=is_won)
        path = self._path(kind, stream, is_won=is_won)
        close = (
            renewed.end
            if renewed
            else month_end(at.date() + timedelta(days=round(days * lognormal(stream, 0.9, 0.3))))
        )
        close = max(close, at.date() + timedelta(days=7))
        deal = self.deals.open(
            account,
            kind,
            owner,
            at,
            stream,
            stage=path[0],
            close=close,
            wanted=wanted,
            source=source,
            renews=renewed.key if renewed else "",
        )
        if renewed:
            renewed.renewal = deal.key
        self._walk(deal, path[1:], end, stream)
        self._finish(deal, end, stream, is_won=is_won)
        return deal

    def _seller(self, account: Account, kind: str, at: datetime, stream: Stream) -> str:
        """Whose deal it is: customer success renews, sales sells more, owners bring new ones."""
        if kind == "Renewal":
            account.csm = account.csm or self.making.desk.one_of("success", at, stream)
            return account.csm
        return (
            self.making.desk.one_of("sales", at, stream) if kind == "Expansion" else account.owner
        )

    def _rounds(self, kind: str, chance: float) -> Iterator[bool]:
        """Who wins: of so many deals that follow on each other, nearly as many as chance has it."""
        stream = self.company.chance.stream("market", "luck", kind)
        while True:
            yield from dealt(stream, _ROUND, chance)

    def _end(
        self, at: datetime, days: float, renewed: Contract | None, stream: Stream, *, is_won: bool
    ) -> datetime:
        """When it shall end; near the end of its quarter, or before the contract ends."""
        if renewed is not None:
            before = timedelta(days=stream.integer(3, 40))
            return max(datetime.combine(renewed.end, at.timetz()) - before, at + timedelta(days=6))
        end = at + timedelta(days=max(5.0, days))
        if is_won and happens(stream, _SNAP):
            last = quarter_of(end.date()).last - timedelta(days=stream.integer(0, 8))
            near = datetime.combine(last, end.timetz())
            end = near if near > at + timedelta(days=days / 2) else end
        return end

    def _path(self, kind: str, stream: Stream, *, is_won: bool) -> list[str]:
        first = {
            "New Business": {0: 60, 1: 30, 2: 10},
            "Expansion": {1: 30, 2: 70},
            "Renewal": {2: 1},
        }
        begin = weighted(stream, first[kind])
        far = len(STAGES) if is_won else weighted(stream, {2: 14, 3: 24, 4: 34, 5: 28})
        return list(STAGES[begin : max(far, begin + 1)])

    def _walk(self, deal: Deal, stages: list[str], end: datetime, stream: Stream) -> None:
        """Let it go from stage to stage; the waits share the time that it takes."""
        waits = [gamma(stream, 1.0) + 0.15 for _ in range(len(stages) + 1)]
        span, passed, whole = end - deal.opened, 0.0, sum(waits)
        for stage, wait in zip(stages, waits, strict=False):
            passed += wait
            by, at = self.making.desk.act(deal.owner, deal.opened + span * (passed / whole), stream)
            at = max(at, deal.at + timedelta(minutes=20))
            if at > TODAY:
                return
            self.push(deal, at, stream)
            if stage == PROPOSAL:
                self.deals.offer(deal, max(at, deal.at + timedelta(minutes=3)), by, stream)
            else:
                self.deals.change(deal, max(at, deal.at + timedelta(minutes=3)), by, stage=stage)

    def push(self, deal: Deal, until: datetime, stream: Stream) -> None:
        """Whenever its close date has come before a moment, it is moved to a later month."""
        for _ in range(8):
            if deal.close >= until.date():
                return
            turn = datetime.combine(deal.close, deal.at.timetz()) + timedelta(
                days=stream.integer(-2, 6)
            )
            by, at = self.making.desk.act(
                deal.owner, max(turn, deal.at + timedelta(hours=2)), stream
            )
            if at > min(until, TODAY):
                by, at = (
                    deal.owner if self.works(deal.owner, until) else by,
                    until - timedelta(minutes=2),
                )
                if at <= deal.at:
                    return
            later = month_end(month_after(max(deal.close, at.date()), stream.choice((0, 1, 1, 2))))
            if later <= at.date():
                later = month_end(month_after(at.date()))
            self.deals.change(deal, at, by, close_date=later.isoformat())

    def works(self, person: str, at: datetime) -> bool:
        """Whether somebody is at work at a moment."""
        return self.company.hours.works(person, at)

    def _finish(self, deal: Deal, end: datetime, stream: Stream, *, is_won: bool) -> None:
        by, at = self.making.desk.act(deal.owner, max(end, deal.at + timedelta(hours=3)), stream)
        if at > TODAY:
            self.push(deal, TODAY - timedelta(minutes=20), stream)
        elif is_won:
            self.deals.win(deal, at, by, stream)
        else:
            self.deals.lose(deal, at, by, stream)

    def renew(self, account: Account, contract: Contract, stream: Stream) -> None:
        """A contract nears its end: a deal is to go on with it, and so on until today."""
        current: Contract | None = contract
        while current is not None:
            start = datetime.combine(
                current.end - timedelta(days=_AHEAD + stream.integer(-8, 12)), BEGAN.timetz()
            )
            deal = self.run(
                account, "Renewal", max(start, BEGAN + timedelta(days=4)), stream, renewed=current
            )
            current = account.contracts[-1] if deal is not None and deal.is_won else None

    def settle(self, moves: int) -> None:
        """Let deals be thought over until their history is as long as told.

        Between two stages somebody looks at an amount or a date once more, and then once more.

        Args:
            moves: rows of the history of all deals.
        """
        stream = self.company.chance.stream("market", "second thoughts")
        deals = [each for each in self.company.market.deals.values() if each.gaps]
        left = moves - sum(each.moves for each in self.company.market.deals.values())
        for _ in range(max(0, left) * 4):
            if left <= 0:
                return
            deal = stream.choice(deals)
            since, until, amount = stream.choice(deal.gaps)
            by, at = self.making.desk.act(
                deal.owner, since + (until - since) * part(stream), stream, 3
            )
            if since < at < until:
                left -= self._think_again(deal, at, by, amount, stream)

    def _think_again(self, deal: Deal, at: datetime, by: str, amount: float, stream: Stream) -> int:
        """Another probability, which the next stage takes back."""
        near = self.company.market.deals[deal.key].thoughts
        if any(abs(at - each) < timedelta(hours=20) for each in near):
            return 0
        near.append(at)
        deal.moves += 1
        things, facts = (
            {"deal": deal.key, "account": deal.account},
            {"probability": float(amount + stream.choice((-10, -5, 5, 10)))},
        )
        self.making.tell(
            f"market/{deal.key}/thought/{len(near)}", "deal.changed", at, by, things, facts
        )
        return 1
