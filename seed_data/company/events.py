"""What happened: events, in one order for all apps.

Kinds are told by a noun and a past participle. ``things`` names things by their stable names
(never by public keys such as ``ENG-214``, which tellers give by order of time), ``facts`` holds
values. The kinds, with what they hold:

================== =================================== ============================================
kind               things                              facts
================== =================================== ============================================
person.joined      person                              as, buddy
person.left        person                              heir (who takes over), is_restricted
person.moved       person                              team, manager, title
team.renamed       team                                name, old
account.opened     account                             columns of the record
account.changed    account                             columns that changed
contact.met        contact, account                    columns of the record
contact.changed    contact                             columns that changed
campaign.planned   campaign                            columns of the record
campaign.changed   campaign                            columns that changed
campaign.answered  campaign, lead or contact           status
product.offered    product                             columns of the record
pricebook.set      pricebook                           columns of the record, entries
lead.arrived       lead, campaign                      columns of the record
lead.changed       lead                                columns that changed
lead.converted     lead, account, contact, deal
deal.opened        deal, account, contact, campaign    columns of the record
deal.changed       deal                                columns that changed, lines
deal.won           deal, account                       amount, columns that changed
deal.lost          deal, account                       reason, columns that changed
quote.sent         quote, deal                         name, expires, discount, total
contract.signed    contract, account, deal, signer     columns of the record
contract.changed   contract                            columns that changed
asset.installed    asset, account, contract            columns of the record
pricebook.changed  pricebook                           columns that changed
activity.logged    deal, account, contact, lead, case  kind, subject, minutes
case.opened        case, account, contact              columns of the record
case.changed       case                                columns that changed
case.commented     case                                text, is_public
case.closed        case                                resolution
issue.opened       issue, project, epic, case          type, summary, description, fields
issue.changed      issue                               fields that changed, status among them
issue.commented    issue                               text
issue.linked       issue, other                        link
work.logged        issue                               minutes, text
sprint.planned     sprint, project                     start, end, goal
version.released   version, project
incident.declared  incident, service, issue            severity, symptom
incident.updated   incident                            what
incident.resolved  incident                            cause, mend
incident.reviewed  incident                            actions
decision.made      topic                               what, value, old
workbook.made      workbook                            what the workbook's recipe asks for
talk.held          whatever is talked about            plan, place, people
================== =================================== ============================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any


class Detail(Enum):
    """How much is told of an event."""

    FULL = "full"
    """Every message is written."""
    SUMMARY = "summary"
    """The messages that matter."""
    BACKGROUND = "background"
    """Rows of records only."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened once.

    Args:
        name: tells it from all others, however many there are: ``arc/outage/2/declared``. Of two
            at the same moment the one with the lesser name is told first.
        kind: one of those above.
        at: when, aware of its zone.
        by: who did it, a person's key, or that of a bot.
        things: what it is about: a role's name → the thing's stable name.
        facts: the values that came with it.
        people: who else took part: a role's name → a person's key.
        audience: keys of the only people who may read of it; empty if all may.
        detail: how much is told of it.
    """

    name: str
    kind: str
    at: datetime
    by: str
    things: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)
    audience: tuple[str, ...] = ()
    detail: Detail = Detail.BACKGROUND


_Entry = tuple[float, str, Event]
"""An event after the moment and the name by which it is told; no two have the same of both."""


class History:
    """All events of a company."""

    def __init__(self) -> None:
        self._by_kind: dict[str, list[_Entry]] = {}
        self._unsorted: dict[str, None] = {}
        self._names: set[str] = set()
        self._all: list[Event] | None = None
        """All of them in order; None once some were added."""

    def add(self, events: Iterable[Event]) -> None:
        """Take events in, in whatever order they are thought of.

        Raises:
            ValueError: one has the name of another, or a moment without a zone.
        """
        for event in events:
            if event.name in self._names:
                raise ValueError(f"two events are called {event.name}")
            if event.at.tzinfo is None:
                raise ValueError(f"{event.name} is in no zone")
            self._names.add(event.name)
            entry = (event.at.timestamp(), event.name, event)
            self._by_kind.setdefault(event.kind, []).append(entry)
            self._unsorted[event.kind] = None
            self._all = None

    def __iter__(self) -> Iterator[Event]:
        """The events by time, then by name."""
        if self._all is None:
            self._all = self.of(*self._by_kind)
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._names)

    def of(self, *kinds: str) -> list[Event]:
        """The events of some kinds, in order."""
        found: list[_Entry] = []
        for kind in dict.fromkeys(kinds):
            there = self._by_kind.get(kind, [])
            if kind in self._unsorted:
                there.sort()
                del self._unsorted[kind]
            found += there
        if len(kinds) > 1:
            found.sort()  # few runs, each in order, are merged in no time
        return [event for _, _, event in found]
