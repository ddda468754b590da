"""What can be talked about at a moment: things that have happened by then, by their real names."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event

_RECENT = 45
"""Of so many latest things people talk."""
_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
DESK = "HELP-"
"""What begins so is between somebody and the help desk, and no engineer's topic."""
_FAULT = "Bug"
_FRESH = {"issue": 60, "fault": 40, "case": 25, "deal": 40, "customer": 400, "version": 3}


@dataclass(slots=True)
class _Things:
    times: list[int] = field(default_factory=list)
    slots: list[Mapping[str, str]] = field(default_factory=list)

    def add(self, at: int, slots: Mapping[str, str]) -> None:
        self.times.append(at)
        self.slots.append(slots)

    def one(self, at: int, stream: Stream, recent: int) -> Mapping[str, str] | None:
        last = bisect_right(self.times, at)
        if not last:
            return None
        return self.slots[stream.integer(max(0, last - recent), last - 1)]


class Known:
    """Accounts, deals, issues, cases and versions, by when people learned of them."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self.names: dict[str, str] = {}
        self._contacts: dict[str, list[str]] = {}
        self._met: dict[str, int] = {}
        self._things = {kind: _Things() for kind in _FRESH}
        for event in company.history:
            self._learn(event)

    def slots(self, kind: str, at: int, stream: Stream) -> Mapping[str, str] | None:
        """What to talk about: slots of a thing of a kind that is known then; None if there is none.

        Args:
            kind: ``issue``, ``fault`` (one of them), ``case``, ``deal``, ``customer``, ``version``.
            at: when.
            stream: which one.
        """
        return self._things[kind].one(at, stream, _FRESH[kind])

    def name(self, thing: str) -> str:
        """What people call a thing."""
        return self.names.get(thing, "")

    def issue(self, thing: str) -> str:
        """The public key of an issue; empty if it has none."""
        return self._company.keys.of(thing) if thing in self._company.keys else ""

    def customer(self, thing: str) -> dict[str, str]:
        """An account and one of the people there, a different one each time."""
        met = self._contacts.get(thing, ())
        self._met[thing] = turn = self._met.get(thing, -1) + 1
        contact = met[turn % len(met)] if met else "their planner"
        return {"customer": self.name(thing), "contact": contact}

    def _meet(self, event: Event) -> None:
        facts = event.facts
        name = f"{facts.get('first_name') or ''} {facts.get('last_name') or ''}".strip()
        if name:
            self._contacts.setdefault(event.things.get("account", ""), []).append(name)

    def _learn(self, event: Event) -> None:
        at = int(event.at.timestamp())
        name = str(event.facts.get("name") or "")
        if event.kind == "account.opened" and name:
            self.names[event.things["account"]] = name
        elif event.kind == "contact.met":
            self._meet(event)
        elif event.kind in ("contract.signed", "deal.won"):
            thing = event.things.get("account", "")
            if self.name(thing):
                self._things["customer"].add(at, self.customer(thing))
        elif event.kind == "deal.opened" and name:
            self.names[event.things["deal"]] = name
            thing = event.things.get("account", "")
            if self.name(thing):
                self._things["deal"].add(at, {"deal": name, **self.customer(thing)})
        elif event.kind == "issue.opened":
            self._learn_issue(event, at)
        elif event.kind == "case.opened":
            self._learn_case(event, at)
        elif event.kind == "version.released":
            self._things["version"].add(at, {"version": event.things["version"]})

    def _learn_issue(self, event: Event, at: int) -> None:
        key, summary = self.issue(event.things["issue"]), plain(event.facts.get("summary"))
        if key and summary:
            self.names[event.things["issue"]] = summary
        if key and summary and not key.startswith(DESK):
            self._things["issue"].add(at, {"issue": key, "summary": summary})
            if event.facts.get("type") == _FAULT:
                self._things["fault"].add(at, {"issue": key, "summary": summary})

    def _learn_case(self, event: Event, at: int) -> None:
        thing = event.things["case"]
        summary = plain(event.facts.get("subject"))
        number = self.issue(thing)
        account = event.things.get("account", "")
        if summary and self.name(account):
            self.names[thing] = summary
            slots = {"summary": summary, **self.customer(account)}
            if number:
                self._things["case"].add(at, {**slots, "case": number})


def plain(text: object) -> str:
    """A text that can stand within a sentence."""
    return str(text or "").strip().rstrip(".").replace("\n", " ").replace("  ", " ")


def money(amount: Any, currency: str) -> str:
    """An amount as people write it, in whole units."""
    whole = f"{round(float(amount)):,}"
    return f"{_SYMBOLS[currency]}{whole}" if currency in _SYMBOLS else f"{currency} {whole}"
