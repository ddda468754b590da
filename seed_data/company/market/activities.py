"""Calls, e-mails, meetings and tasks: what was done about customers, and what is to do."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.market.chances import Lots, happens, part, weighted
from workworld.seed_data.company.market.making import BEGAN, Making
from workworld.seed_data.company.market.phrases import Phrases
from workworld.seed_data.company.market.things import Account, Contact, Deal, Lead

_OF_DEALS, _OF_LEADS = 0.42, 0.3
"""So much of all activities is about deals, and about leads; the rest is about customers."""
_KINDS = {"Call": 38, "Email": 36, "Task": 16, "Meeting": 10}
_RULES = {"Call": "call", "Email": "email", "Task": "todo", "Meeting": "meeting"}
_RECENT = timedelta(days=24)
_OPEN, _OVERDUE = 0.45, 0.25
"""So many recent tasks are still to do, and so many of those that were due by now."""
_SLIPS = 0.0105
"""Of so many meetings the hour is that of another zone."""
_MOST = 12
"""Nobody has more open tasks."""


class Activities:
    """Tells of activities.

    Args:
        making: tells what happens.
        start: the number before that of the first one; each who tells of some begins elsewhere.
    """

    def __init__(self, making: Making, start: int = 0) -> None:
        self.making, self.company = making, making.company
        self._phrases = Phrases("market_activities", self.company.chance.split)
        self._count = start
        self._open: dict[str, int] = {}
        self._meetings = self._slips = 0

    def add(self, count: int) -> None:
        """So many: about deals the more the larger they are, about leads, about customers."""
        market = self.company.market
        deals = Lots({each.key: self._weight(each) for each in market.deals.values()})
        leads = [each for each in market.leads.values() if each.status != "New"]
        customers = [
            each for each in market.accounts.values() if each.customer_since and each.contacts
        ]
        wanted = {
            name: self._count + round(count * share)
            for name, share in (("deals", _OF_DEALS), ("leads", _OF_DEALS + _OF_LEADS))
        }
        stream = self.company.chance.stream("market", "activities")
        while self._count < wanted["deals"]:
            self._about_deal(market.deals[deals.one(stream)], stream)
        while self._count < wanted["leads"]:
            self._about_lead(stream.choice(leads), stream)
        while self._count < count:
            self._about_customer(stream.choice(customers), stream)

    def _weight(self, deal: Deal) -> float:
        days = ((deal.ended or TODAY) - deal.opened).days
        account = self.company.market.accounts[deal.account]
        return float((days + 8) ** 0.8) * (2.5 if account.is_story else 1.0)

    def _about_deal(self, deal: Deal, stream: Stream) -> None:
        account = self.company.market.accounts[deal.account]
        when = deal.opened + ((deal.ended or TODAY) - deal.opened) * part(stream)
        self.log(account, deal.owner, when, stream, deal=deal.key, until=deal.ended)

    def _about_customer(self, account: Account, stream: Stream) -> None:
        first = max(account.since, BEGAN + timedelta(days=10))
        last = (
            TODAY if account.lost_on is None else datetime.combine(account.lost_on, BEGAN.timetz())
        )
        if last > first:
            self.log(
                account, account.csm or account.owner, first + (last - first) * part(stream), stream
            )

    def _about_lead(self, lead: Lead, stream: Stream) -> None:
        owner = lead.owner if lead.owner in self.company.organization.staff else self.making.admin
        when = lead.at + timedelta(days=1 + 20 * part(stream) ** 2)
        by, at = self.making.desk.act(owner, when, stream)
        if at <= TODAY:
            slots = {"first": lead.first, "last": lead.last, "company": lead.company}
            self._tell(
                by,
                at,
                {"lead": lead.key},
                slots,
                stream,
                weighted(stream, {"Call": 45, "Email": 50, "Task": 5}),
            )

    def log(
        self,
        account: Account,
        owner: str,
        when: datetime,
        stream: Stream,
        *,
        deal: str = "",
        kind: str = "",
        subject: str = "",
        until: datetime | None = None,
    ) -> None:
        """Something done with a company.

        Args:
            account: which.
            owner: whose work it is.
            when: from when on.
            stream: decides the rest.
            deal: what it is about, if it is a deal.
            kind: ``Call``, ``Email``, ``Task`` or ``Meeting``.
            subject: what it is called.
            until: after which moment nothing is done any more.
        """
        by, at = self.making.desk.act(owner, when, stream)
        if at > min(until or TODAY, TODAY):
            return
        people = [each for each in account.contacts if each.since <= at]
        contact: Contact | None = stream.choice(people) if people else None
        things = {"account": account.key} | ({"deal": deal} if deal else {})
        things |= {"contact": contact.key} if contact else {}
        slots = {
            "company": account.name,
            "first": contact.first if contact else account.name,
            "last": contact.last if contact else "",
        }
        self._tell(by, at, things, slots, stream, kind or weighted(stream, _KINDS), subject)

    def _tell(
        self,
        by: str,
        at: datetime,
        things: dict[str, str],
        slots: dict[str, str],
        stream: Stream,
        kind: str,
        subject: str = "",
    ) -> None:
        self._count += 1
        columns: dict[str, Any] = {
            "kind": kind,
            "subject": (subject or self._phrases.part(_RULES[kind], stream, slots))[:255],
            "owner": by,
        }
        if happens(stream, 0.35):
            columns["description"] = self._phrases.text("note", stream, slots)
        if kind == "Meeting":
            start = at + timedelta(days=stream.integer(1, 9))
            clock = stream.choice((9, 10, 11, 13, 14, 15, 16))
            start = (
                start + timedelta(days=max(0, 7 - start.weekday()) if start.weekday() > 4 else 0)
            ).replace(hour=clock, minute=stream.choice((0, 0, 30)), second=0, microsecond=0)
            columns |= self._slipped(start, things, slots, stream)
            columns |= {
                "start": start,
                "minutes": stream.choice((30, 30, 45, 60, 90)),
                "location": stream.choice(("Video", "Video", "Phone", "At their site")),
            }
        else:
            columns |= self._task(kind, at, by, slots, stream)
        self.making.tell(
            f"market/activity/{self._count:06}", "activity.logged", at, by, things, columns
        )

    def _slipped(
        self, start: datetime, things: dict[str, str], slots: dict[str, str], stream: Stream
    ) -> dict[str, Any]:
        """Of some meetings the hour that was agreed on is that of the customer's clock."""
        self._meetings += 1
        account = self.company.market.accounts.get(things.get("account", ""))
        abroad = self.making.namer.zone_of(account.place) if account else None
        if (
            account is None
            or abroad is None
            or self._meetings * _SLIPS < self._slips + part(stream)
        ):
            return {}
        right = start.replace(tzinfo=abroad)
        if right == start:
            return {}
        self._slips += 1
        name = f"market/activity/{self._count:06}"
        self.company.ledger.note(
            Fact(
                f"{name}/zone",
                "date",
                name,
                right.isoformat(),
                start,
                places=(f"crm:{name}",),
                rule="time zone",
                is_defect=True,
            )
        )
        said = f"Agreed with {slots['first']}: {start:%H:%M}, {account.place.city} time."
        return {"description": said}

    def _task(
        self, kind: str, at: datetime, by: str, slots: dict[str, str], stream: Stream
    ) -> dict[str, Any]:
        columns: dict[str, Any] = {
            "subtype": kind,
            "priority": weighted(stream, {"Normal": 78, "High": 16, "Low": 6}),
        }
        due = (at + timedelta(days=stream.integer(1, 30))).date()
        if kind == "Task" and self._is_open(by, at, due, stream):
            self._open[by] = self._open.get(by, 0) + 1
            if due < TODAY.date():
                self._note_overdue(due)
            return columns | {
                "status": weighted(
                    stream, {"Not Started": 6, "In Progress": 3, "Waiting on someone else": 1}
                ),
                "activity_date": due.isoformat(),
            }
        columns |= {"status": "Completed", "activity_date": at.date().isoformat(), "completed": at}
        if kind == "Call":
            columns |= {
                "call_type": weighted(stream, {"Outbound": 3, "Inbound": 1}),
                "call_seconds": stream.integer(40, 2_400),
            }
            columns["call_result"] = self._phrases.part("result", stream, slots)
        return columns

    def _is_open(self, by: str, at: datetime, due: date, stream: Stream) -> bool:
        """Whether a task is still to do: a recent one, of somebody who is here."""
        chance = _OPEN if due >= TODAY.date() else _OVERDUE
        is_left = TODAY - at < _RECENT and happens(stream, chance)
        is_here = self.company.organization.staff[by].ended is None
        return is_left and is_here and self._open.get(by, 0) < _MOST

    def _note_overdue(self, due: date) -> None:
        """The task that is told of now should have been done."""
        name = f"market/activity/{self._count:06}"
        self.company.ledger.note(
            Fact(
                f"{name}/overdue",
                "date",
                name,
                due.isoformat(),
                datetime.combine(due + timedelta(days=1), BEGAN.timetz()),
                places=(f"crm:{name}",),
                rule="overdue",
                is_defect=True,
            )
        )
