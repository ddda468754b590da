"""What people who leave had goes to their heirs; a little of it is forgotten."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.market.chances import happens
from workworld.seed_data.company.market.desk import SELLING
from workworld.seed_data.company.market.making import BEGAN, Making

_STALE_OWNERS = 0.04
"""So many leads still belong to somebody who has left."""
_DEPARTURES, _ONE_IN = 2, 4
"""By so many departures they come about at least, else by one in so many."""
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
        self._departures = _DEPARTURES

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
        self._departures = max(_DEPARTURES, len(leavers) // _ONE_IN)
        for leaver in leavers:
            if leaver.ended is not None:
                day = datetime.combine(leaver.ended, BEGAN.timetz()) + timedelta(days=1)
                stream = self.company.chance.stream("market", "handover", leaver.key)
                self._hand_over(leaver.key, day, stream, settled, forgets=forgets)

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
        self, leaver: str, day: datetime, stream: Stream, settled: set[str], *, forgets: bool
    ) -> None:
        desk = self.making.desk
        number = 0
        left = self._forgotten() if forgets else 0
        # Whoever forgets nothing hands over as well what came to somebody who had just left.
        for noun, key, is_lead in self._owned(leaver, day if forgets else TODAY):
            if {f"market/{key}/handover/{leaver}", f"market/defect/stale/{key}"} & settled:
                continue
            heir = desk.current(leaver, (day + timedelta(days=9)).date())
            if is_lead and left > 0 and happens(stream, 0.5):
                left -= 1
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
            by, at = desk.act(self.making.admin, since, stream, 5 + number // 4)
            self._tell(noun, key, leaver, heir, by, at)

    def _tell(self, noun: str, key: str, leaver: str, heir: str, by: str, at: datetime) -> None:
        """It is the heir's from then on, unless that lies in the future."""
        if at <= TODAY:
            name, facts = f"market/{key}/handover/{leaver}", {"owner": heir}
            event = Event(name, f"{noun}.changed", at, by, {noun: key}, facts)
            self.company.history.add([event])
            self._learn(event)

    def _forgotten(self) -> int:
        """How many leads may be forgotten at one departure."""
        return round(len(self.company.market.leads) * _STALE_OWNERS / self._departures)

    def _owned(self, person: str, day: datetime) -> list[tuple[str, str, bool]]:
        """What is somebody's at a moment and goes on: its noun, its stable name, and whether it
        may be forgotten, a lead to which nothing happens later."""
        found = []
        for key in sorted(self._owned_by.get(person, ()), key=lambda key: self._pasts[key].order):
            past = self._pasts[key]
            owner, is_over = past.at(day)
            if owner == person and not is_over:
                is_quiet = past.noun == "lead" and past.events[-1][0] < day
                found.append((past.noun, key, is_quiet))
        return found
