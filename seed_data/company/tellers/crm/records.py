"""Events about customers → records with what became of them, in one pass over the history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.tellers.writing import Writing
from workworld.seed_data.crm_facts import ChangeFact, CrmRecordFact

_BEGINNINGS = {
    "account.opened": ("account", "Account"),
    "contact.met": ("contact", "Contact"),
    "lead.arrived": ("lead", "Lead"),
    "deal.opened": ("deal", "Opportunity"),
    "case.opened": ("case", "Case"),
    "contract.signed": ("contract", "Contract"),
    "asset.installed": ("asset", "Asset"),
    "campaign.planned": ("campaign", "Campaign"),
    "product.offered": ("product", "Product2"),
    "pricebook.set": ("pricebook", "Pricebook2"),
}
"""Events that begin a record: the role of what it is about, and the object."""
_CHANGES = {
    "account.changed": "account",
    "contact.changed": "contact",
    "lead.changed": "lead",
    "lead.converted": "lead",
    "deal.changed": "deal",
    "deal.won": "deal",
    "deal.lost": "deal",
    "case.changed": "case",
    "case.closed": "case",
    "contract.changed": "contract",
    "campaign.changed": "campaign",
    "pricebook.changed": "pricebook",
}
_COLUMNS: Mapping[str, Mapping[str, str]] = {
    "Contact": {"account": "account"},
    "Opportunity": {"account": "account", "contact": "contact", "campaign": "campaign"},
    "Case": {"account": "account", "contact": "contact", "product": "product", "parent": "parent"},
    "Contract": {"account": "account", "deal": "opportunity", "signer": "signed_by"},
    "Asset": {"account": "account", "contract": "contract"},
}
"""Which column of an object names the thing of a role."""
_ABOUT = ("case", "deal", "campaign", "account")
"""What an activity is about: the first of these that it names."""
_PARTS = ("lines", "entries")
_NUMBERED = {"Case": 10_000, "Contract": 100}
"""Objects whose records are counted by time: the number before the first one."""


@dataclass(slots=True)
class _Record:
    """A record while its story is told."""

    sobject: str
    key: str
    at: datetime
    by: str
    values: dict[str, Any]
    story: list[ChangeFact] = field(default_factory=list)
    parts: dict[str, list[Any]] = field(default_factory=dict)

    def told(self) -> CrmRecordFact:
        """The same, as a builder takes it."""
        return CrmRecordFact(self.key, self.at, self.by, self.values, self.story, self.parts)


class Records:
    """Gathers records.

    Args:
        company: whose they are.
    """

    def __init__(self, company: Company) -> None:
        self._company = company
        self._by_thing: dict[str, _Record] = {}
        self._all: list[_Record] = []
        self._numbers: dict[str, int] = {}
        self._written = Writing(company, "crm")

    def tell(self) -> Mapping[str, Sequence[CrmRecordFact]]:
        """The records of all objects, each in the order of its beginning."""
        for event in self._company.history:
            self._take(event)
        self._written.note()
        found: dict[str, list[CrmRecordFact]] = {}
        for record in self._all:
            found.setdefault(record.sobject, []).append(record.told())
        return found

    def _take(self, event: Event) -> None:
        if event.kind in _BEGINNINGS:
            self._begin(event, *_BEGINNINGS[event.kind])
        elif event.kind in _CHANGES:
            self._change(event, _CHANGES[event.kind])
        elif event.kind == "activity.logged":
            self._activity(event)
        elif event.kind == "case.commented":
            self._comment(event)
        elif event.kind == "quote.sent":
            self._quote(event)
        elif event.kind == "campaign.answered":
            who = {name: event.things[name] for name in ("lead", "contact") if name in event.things}
            part = {**who, "status": event.facts["status"], "at": event.at, "by": event.by}
            self._part(event, "campaign", "members", part)
        elif event.kind == "issue.opened" and "case" in event.things:
            self._issue(event)

    def _comment(self, event: Event) -> None:
        stream = self._company.chance.stream("crm", "written", event.name)
        said = self._written.text(event.facts["text"], event.by, stream)
        part = {"at": event.at, "by": event.by, "text": said, "public": event.facts["is_public"]}
        self._part(event, "case", "comments", part)

    def _begin(self, event: Event, role: str, sobject: str) -> None:
        key = event.things[role]
        values = {name: each for name, each in event.facts.items() if name not in _PARTS}
        for thing, column in _COLUMNS.get(sobject, {}).items():
            if thing in event.things:
                values[column] = event.things[thing]
        if sobject in _NUMBERED:
            self._numbers[sobject] = self._numbers.get(sobject, _NUMBERED[sobject]) + 1
            values["number"] = f"{self._numbers[sobject]:08}"
        made = _Record(sobject, key, event.at, event.by, values)
        made.parts = {name: list(event.facts[name]) for name in _PARTS if name in event.facts}
        self._by_thing[key] = made
        self._all.append(made)

    def _change(self, event: Event, role: str) -> None:
        record = self._by_thing.get(event.things[role])
        if record is None:
            raise ValueError(f"{event.name} changes {event.things[role]}, which is not there yet")
        values = {name: each for name, each in event.facts.items() if name not in _PARTS}
        for name in _PARTS:
            if name in event.facts:
                record.parts[name] = list(event.facts[name])
        if event.kind == "lead.converted":
            values["status"] = "Converted"
            for name in ("account", "contact", "deal"):
                if name in event.things:
                    column = "opportunity" if name == "deal" else name
                    values[f"converted_{column}"] = event.things[name]
        if event.kind == "deal.lost" and "reason" in values:
            values["loss_reason"] = values.pop("reason")
        record.story.append(ChangeFact(event.at, event.by, values))

    def _part(self, event: Event, role: str, name: str, part: Mapping[str, Any]) -> None:
        self._by_thing[event.things[role]].parts.setdefault(name, []).append(part)

    def _quote(self, event: Event) -> None:
        facts = event.facts
        part = {"at": event.at, "by": event.by, "name": facts["name"], "expires": facts["expires"]}
        self._part(event, "deal", "quotes", part | {"status": facts.get("status", "Presented")})

    def _activity(self, event: Event) -> None:
        """A task, call or e-mail that was logged, or a meeting."""
        values = {name: each for name, each in event.facts.items() if name != "kind"}
        who = event.things.get("contact") or event.things.get("lead")
        if who is not None:
            values["who"] = who
        about = next((event.things[each] for each in _ABOUT if each in event.things), None)
        if about is not None and "lead" not in event.things:
            values["what"] = about
        sobject = "Event" if event.facts["kind"] == "Meeting" else "Task"
        self._all.append(_Record(sobject, event.name, event.at, event.by, values))

    def _issue(self, event: Event) -> None:
        """A case names the issue that was opened for it."""
        issue, keys = event.things["issue"], self._company.keys
        record = self._by_thing.get(event.things["case"])
        if record is not None and issue in keys and "tracker_issue" not in record.values:
            record.values["tracker_issue"] = keys.of(issue)
