"""Who takes part beside owners: teams of deals, guests of meetings, cadences, ties of contacts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from workworld.apps.crm.schema.picklists import LEAD_CONVERTED, LEAD_UNQUALIFIED
from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.market.things import Deal
from workworld.seed_data.crm_facts import CadenceFact, CrmRecordFact

_LARGE = 60_000
"""From this amount on a deal has a team."""
_ROLES = {"success": "Customer Success", "sales": "Sales Rep", "executive": "Executive Sponsor"}
"""What somebody is to a deal, by what they do."""
_MET = timedelta(days=150)
"""Guests of earlier meetings are no longer told."""
_ANSWERS = ("Accepted", "Accepted", "Accepted", "Accepted", "Accepted", "Maybe", "Declined", "")
_TIES = 24
"""So many contacts work for two accounts."""
_ASKED = timedelta(days=40)
_FOLLOWED = 14
_CADENCE = "New web leads"
_STEPS = (
    ("Introduce us", "Email"),
    ("Call about the first mail", "Call"),
    ("Send the story of a customer", "Email"),
    ("Last call", "Call"),
)
"""The steps of that cadence, and the kinds of the tasks that they are."""

Told = dict[str, Sequence[CrmRecordFact]]


class Others:
    """Tells who takes part.

    Args:
        company: whose market it is.
        records: all records so far.
    """

    def __init__(self, company: Company, records: Mapping[str, Sequence[CrmRecordFact]]) -> None:
        self._company, self._market = company, company.market
        self._records: Told = dict(records)

    def add(self) -> tuple[Told, list[CadenceFact]]:
        """The records again with those, and who is followed up by a cadence."""
        told = self._records
        told["Opportunity"] = [self._with_team(each) for each in told["Opportunity"]]
        told["Event"] = [self._with_guests(each) for each in told.get("Event", ())]
        told["AccountContactRelation"] = [*self._ties()]
        cadences = []
        for cadence, task in self._followed():
            cadences.append(cadence)
            if task is not None:
                told["Task"] = [*told["Task"], task]
        return told, cadences

    def _near(self, day: datetime, functions: Sequence[str], but: str) -> list[str]:
        there = self._company.organization.there(day.date())
        return [each.key for each in there if each.function in functions and each.key != but]

    def _with_team(self, deal: CrmRecordFact) -> CrmRecordFact:
        """A large deal is worked on by two or three, each in their own way."""
        state: Deal = self._market.deals[deal.key]
        if state.amount < _LARGE:
            return deal
        stream = self._company.chance.stream("crm", "team", deal.key)
        functions = ("success", "executive") if stream.integer(0, 2) else ("success", "sales")
        near = self._near(deal.at, functions, state.owner)
        staff = self._company.organization.staff
        team = [
            {
                "user": key,
                "role": _ROLES[staff[key].function],
                "access": "Edit" if staff[key].function == "sales" else "Read",
            }
            for key in stream.sample(near, min(len(near), stream.integer(1, 2)))
        ]
        return replace(deal, parts={**deal.parts, "team": team})

    def _with_guests(self, event: CrmRecordFact) -> CrmRecordFact:
        """A colleague comes along, and another one of the customer's people at times."""
        contact = self._market.contacts.get(str(event.values.get("who")))
        if contact is None or event.values["start"] < TODAY - _MET:
            return event
        stream = self._company.chance.stream("crm", "guests", event.key)
        invited: list[dict[str, Any]] = []
        colleagues = self._near(event.at, ("sales", "success"), event.by)
        if colleagues and stream.integer(0, 1):
            key = stream.choice(colleagues)
            invited.append({"relation": key, **self._answer(event.at, key, stream)})
        others = [
            each.key
            for each in self._market.accounts[contact.account].contacts
            if each is not contact and each.since < event.at
        ]
        if others and stream.integer(0, 2) == 0:
            key = stream.choice(others)
            invited.append({"relation": key, **self._answer(event.at, "", stream)})
        return replace(event, parts={**event.parts, "participants": invited})

    def _answer(self, at: datetime, person: str, stream: Stream) -> dict[str, Any]:
        said = stream.choice(_ANSWERS)
        later = at + timedelta(minutes=stream.integer(9, 1500))
        if said and person:
            later = self._company.hours.moment_for(person, later, stream, 30) or TODAY
        return {"status": said, "answered": later} if said and later < TODAY else {}

    def _ties(self) -> Iterator[CrmRecordFact]:
        """Some contacts advise a second account, as accounts of one trade know each other."""
        stream = self._company.chance.stream("crm", "ties")
        met = {each.key for each in self._records["Contact"]}
        accounts = [each for each in self._market.accounts.values() if len(each.contacts) > 1]
        for number in range(min(_TIES, len(accounts) // 2)):
            account, other = stream.sample(accounts, 2)
            contact = account.contacts[-1]
            since = max(contact.since, other.since) + timedelta(days=stream.integer(5, 60))
            by = self._company.market.tools.desk.current(other.owner, since.date())
            at = self._company.hours.moment_for(by, since, stream, 60)
            if contact.key not in met or at is None or at >= TODAY:
                continue
            roles = [stream.choice(("Influencer", "Evaluator", "Technical Buyer"))]
            values = {"account": other.key, "contact": contact.key, "roles": roles}
            yield CrmRecordFact(f"tie/{number}", at, by, values)

    def _followed(self) -> Iterator[tuple[CadenceFact, CrmRecordFact | None]]:
        """Leads of the last weeks whose owner follows them up, step by step."""
        once = self._addresses()
        over = (LEAD_CONVERTED, LEAD_UNQUALIFIED)
        fit = [
            each
            for each in self._records["Lead"]
            if each.at > TODAY - _ASKED
            and once.get(str(each.values.get("email"))) == 1
            and _last(each, "status") not in over
            and self._is_here(str(_last(each, "owner")))
        ]
        for lead in fit[:_FOLLOWED]:
            yield self._one(lead, self._company.chance.stream("crm", "cadence", lead.key))

    def _one(self, lead: CrmRecordFact, stream: Stream) -> tuple[CadenceFact, CrmRecordFact | None]:
        owner, email = str(_last(lead, "owner")), str(lead.values["email"])
        hours = self._company.hours
        at = hours.moment_for(owner, lead.at, stream, 240, is_prompt=True) or TODAY
        step, days = stream.integer(0, len(_STEPS) - 1), stream.integer(1, 9)
        ended = hours.moment_for(owner, at + timedelta(days=days), stream, 60, is_prompt=True)
        if ended is not None and ended < TODAY and stream.integer(0, 2) == 0:
            reason = stream.choice(("Replied", "Replied", "Bad data"))
            return CadenceFact(_CADENCE, email, owner, at, step, "", reason, ended), None
        subject, kind = _STEPS[step]
        due = TODAY.date() + timedelta(days=stream.integer(0, 4))
        values = {
            "subject": subject,
            "subtype": kind,
            "who": lead.key,
            "owner": owner,
            "status": "Not Started",
            "priority": "Normal",
            "activity_date": due.isoformat(),
        }
        since = TODAY - timedelta(days=step + 1)
        made = hours.moment_for(owner, since, stream, 90, is_prompt=True)
        task = CrmRecordFact(f"cadence/{lead.key}", max(at, made or at), owner, values)
        return CadenceFact(_CADENCE, email, owner, at, step, subject), task

    def _is_here(self, person: str) -> bool:
        employee = self._company.organization.staff.get(person)
        return employee is not None and employee.ended is None

    def _addresses(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for each in self._records["Lead"]:
            email = str(each.values.get("email"))
            found[email] = found.get(email, 0) + 1
        return found


def _last(record: CrmRecordFact, column: str) -> Any:
    """What a column of a record holds now."""
    value = record.values.get(column)
    for change in record.story:
        value = change.values.get(column, value)
    return value
