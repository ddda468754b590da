"""What people who leave had goes to their heirs; a little of it is forgotten."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.market.desk import SELLING
from workworld.seed_data.company.market.making import BEGAN, Making

_STALE_OWNERS = 0.04
"""So many open leads and deals and accounts still belong to somebody who has left."""
_AT_ONE, _OF_MANY = 0.6, 0.15
"""At most so much of that is forgotten at one departure, and at one of many; the rest at the last
one of those who sold."""
_MANY = 12
"""So many departures are many."""
_OVER = ("Unqualified", "Converted")
_ENDS = ("won", "lost", "converted", "closed")
_NOUNS = ("account", "contact", "deal", "lead", "case")


@dataclass(slots=True)
class _Past:
    """What became of a thing: its noun, and its events by time, then by name."""

    noun: str
    order: int = 0
    """Its place among all things that have an owner, by when they got their first."""
    events: list[tuple[datetime, str, str, bool | None]] = field(default_factory=list)
    """When, the event's name, who owned it then, and whether it was over or went on."""

    def at(self, moment: datetime) -> tuple[str, bool]:
        """Who owned it at a moment, and whether it was over."""
        owner, is_over = "", False
        for at, _, by, over in self.events:
            if at > moment:
                break
            owner = by or owner
            is_over = is_over if over is None else over
        return owner, is_over


class Handovers:
    """Reassigns what leavers had.

    Args:
        making: tells what happens.
    """

    def __init__(self, making: Making) -> None:
        self.making, self.company = making, making.company
        self._pasts: dict[str, _Past] = {}
        """Of things by their stable name, which begins with the arc's if one has made it."""
        self._owned_by: dict[str, dict[str, None]] = {}
        """What was ever somebody's."""
        self._left = 0
        """How much may yet be forgotten."""

    def play(self, *, forgets: bool = True) -> None:
        """Reassign what is open, and accounts with their people.

        Args:
            forgets: whether some of it is forgotten. Once arcs have added to it, what has neither
                been handed over nor forgotten is reassigned without that.
        """
        settled = {each.name for each in self.company.ledger.defects("stale")}
        for event in self.company.history:
            self._learn(event)
            if "/handover/" in event.name:
                settled.add(event.name)
        leavers = self.making.desk.leavers((*SELLING, "support", "marketing", "executive"))
        self._left = self._forgotten() if forgets else 0
        at_one = round(self._left * (_AT_ONE if len(leavers) < _MANY else _OF_MANY))
        last = [each for each in leavers if each.function in SELLING][-1:]
        for leaver in leavers:
            if leaver.ended is not None:
                day = datetime.combine(leaver.ended, BEGAN.timetz()) + timedelta(days=1)
                stream = self.company.chance.stream("market", "handover", leaver.key)
                most = self._left if leaver in last else min(at_one, self._left)
                self._hand_over(leaver.key, day, stream, settled, forgets=forgets, most=most)

    def _learn(self, event: Event) -> None:
        noun, _, what = event.kind.partition(".")
        key = event.things.get(noun)
        if key is None or noun not in _NOUNS:
            return
        status, owner = event.facts.get("status"), str(event.facts.get("owner") or "")
        over = True if what in _ENDS or status in _OVER else False if status == "Open" else None
        past = self._pasts.setdefault(key, _Past(noun))
        insort(past.events, (event.at, event.name, owner, over), key=lambda each: each[:2])
        if owner:
            past.order = past.order or len(self._pasts)
            self._owned_by.setdefault(owner, {})[key] = None

    def _hand_over(
        self,
        leaver: str,
        day: datetime,
        stream: Stream,
        settled: set[str],
        *,
        forgets: bool,
        most: int,
    ) -> None:
        desk = self.making.desk
        number = 0
        # Whoever forgets nothing hands over as well what came to somebody who had just left.
        owned = self._owned(leaver, day if forgets else TODAY)
        quiet = [key for _, key, is_quiet in owned if is_quiet]
        forgotten = dict.fromkeys(stream.sample(quiet, min(most, len(quiet))))
        for noun, key, _ in owned:
            if {f"market/{key}/handover/{leaver}", f"market/defect/stale/{key}"} & settled:
                continue
            heir = desk.current(leaver, (day + timedelta(days=9)).date())
            if key in forgotten:
                self._left -= 1
                fact = Fact(
                    f"market/defect/stale/{key}",
                    "owner",
                    key,
                    heir,
                    day,
                    places=(f"crm:{key}",),
                    rule="stale",
                    is_defect=True,
                )
                self.company.ledger.note(fact)
                continue
            number += 1
            since = day if forgets else max(day, self._pasts[key].events[-1][0])
            by, at = desk.act(self.making.admin, since, stream, 5 + number // 4, is_prompt=True)
            self._tell(noun, key, leaver, heir, by, at)

    def _tell(self, noun: str, key: str, leaver: str, heir: str, by: str, at: datetime) -> None:
        """It is the heir's from then on, unless that lies in the future."""
        if at <= TODAY:
            name, facts = f"market/{key}/handover/{leaver}", {"owner": heir}
            event = Event(name, f"{noun}.changed", at, by, {noun: key}, facts)
            self.company.history.add([event])
            self._learn(event)

    def _is_cold(self, noun: str, key: str) -> bool:
        """Whether a thing is a lead, or a company that nothing was ever offered to."""
        account = self.company.market.accounts.get(key)
        is_lonely = account is not None and not (account.deals or account.contracts)
        return noun == "lead" or is_lonely

    def _forgotten(self) -> int:
        """How many leads are to be forgotten, so that they are so many of all that is open."""
        market = self.company.market
        leads = sum(each.status not in _OVER for each in market.leads.values())
        deals = sum(each.ended is None for each in market.deals.values())
        return round((leads + deals + len(market.accounts)) * _STALE_OWNERS)

    def _owned(self, person: str, day: datetime) -> list[tuple[str, str, bool]]:
        """What is somebody's at a moment and goes on: its noun, its stable name, and whether it
        may be forgotten: a lead, or an account that has bought nothing, to which nothing happens
        later."""
        found = []
        for key in sorted(self._owned_by.get(person, ()), key=lambda key: self._pasts[key].order):
            past = self._pasts[key]
            owner, is_over = past.at(day)
            if owner == person and not is_over:
                is_quiet = self._is_cold(past.noun, key) and past.events[-1][0] < day
                found.append((past.noun, key, is_quiet))
        return found
