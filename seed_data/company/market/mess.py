"""What is wrong with customers' data on purpose, each piece of it labelled in the ledger."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.market.chances import happens
from workworld.seed_data.company.market.making import Making
from workworld.seed_data.company.market.quarters import month_after, month_end
from workworld.seed_data.company.market.sizes import Sizes
from workworld.seed_data.company.market.things import Deal

_PAST_CLOSE = 0.08


class Mess:
    """Plants defects.

    Args:
        making: tells what happens.
        sizes: how many records there are to be, duplicates among them.
    """

    def __init__(self, making: Making, sizes: Sizes) -> None:
        self.making, self.company, self.sizes = making, making.company, sizes
        self._firsts = {
            event.things[event.kind.partition(".")[0]]: event
            for event in self.company.history.of("account.opened", "contact.met", "lead.arrived")
        }

    def plant(self) -> None:
        """All of it."""
        market = self.company.market
        self._twins("account", self.sizes.accounts - len(market.accounts))
        self._twins("contact", self.sizes.contacts - len(market.contacts))
        self._twins("lead", self.sizes.leads - len(market.leads))
        self._past_close()
        self._gaps()

    def _note(self, subject: str, kind: str, rule: str, value: str, since: datetime) -> None:
        place = f"crm:{subject}"
        name = f"market/defect/{rule}/{subject}"
        self.company.ledger.note(
            Fact(name, kind, subject, value, since, places=(place,), rule=rule, is_defect=True)
        )

    def _twins(self, noun: str, count: int) -> None:
        """So many records that are there already are entered once more, a little differently."""
        stream = self.company.chance.stream("market", "twins", noun)
        known = [key for key in self._firsts if key.startswith(f"{noun}/")]
        for number, key in enumerate(stream.sample(known, min(count, len(known)))):
            first = self._firsts[key]
            columns = dict(first.facts)
            changed = _CHANGED[noun](columns, stream)
            by, at = self.making.desk.act(
                first.by, first.at + timedelta(days=stream.integer(3, 200)), stream
            )
            if at > TODAY:
                by, at = self.making.desk.act(first.by, first.at, stream, 25)
            if at > TODAY:
                by, at = first.by, first.at + timedelta(seconds=40)
            columns |= (
                {"owner": by} if columns.get("owner") in self.company.organization.staff else {}
            )
            columns.pop("csm", None)
            columns.pop("external_id", None)
            twin = f"{noun}/twin/{number:04}"
            things = {**first.things, noun: twin}
            self.company.history.add(
                [Event(f"market/{twin}", first.kind, at, by, things, {**columns, **changed})]
            )
            self._note(twin, "record", "duplicate", key, at)

    def _past_close(self) -> None:
        """Some open deals should have been signed already, and nobody has moved their date."""
        stream = self.company.chance.stream("market", "past close")
        still = [each for each in self.company.market.deals.values() if each.ended is None]
        fit = [
            each
            for each in still
            if TODAY - each.at > timedelta(days=2) and each.opened < TODAY - timedelta(days=40)
        ]
        for deal in stream.sample(fit, min(len(fit), round(len(still) * _PAST_CLOSE))):
            right = deal.close
            last = max(
                deal.opened.date() + timedelta(days=20),
                TODAY.date() - timedelta(days=stream.integer(4, 45)),
            )
            wrong = min(last, TODAY.date() - timedelta(days=3))
            by, at = self.making.desk.act(deal.owner, deal.at + timedelta(hours=4), stream)
            if at < TODAY:
                self._move(deal, at, by, wrong)
                self._note(deal.key, "date", "past close", right.isoformat(), at)

    def _move(self, deal: Deal, at: datetime, by: str, close: date) -> None:
        deal.close, deal.at = close, at
        deal.moves += 1
        things = {"deal": deal.key, "account": deal.account}
        facts = {"close_date": close.isoformat()}
        self.making.tell(f"market/{deal.key}/stale", "deal.changed", at, by, things, facts)

    def _gaps(self) -> None:
        """Of some deals another closing date was promised in writing than stands in the CRM."""
        stream = self.company.chance.stream("market", "gaps")
        still = [each for each in self.company.market.deals.values() if each.ended is None]
        left = self.sizes.gaps
        for deal in stream.sample(still, len(still)):
            if left and deal.contact:
                by, at = self.making.desk.act(
                    deal.owner, TODAY - timedelta(days=stream.integer(2, 9)), stream
                )
                said = month_end(month_after(deal.close))
                if deal.at < at < TODAY:
                    left -= 1
                    old = f"{deal.close:%B} {deal.close.day}"
                    words = f"They told me it will be {said:%B} {said.day}, not {old}."
                    columns: dict[str, Any] = {
                        "kind": "Call",
                        "subject": "Call about the date of the signature",
                        "owner": by,
                        "description": words,
                        "subtype": "Call",
                        "status": "Completed",
                        "activity_date": at.date().isoformat(),
                        "completed": at,
                    }
                    things = {"deal": deal.key, "account": deal.account, "contact": deal.contact}
                    self.making.tell(
                        f"market/{deal.key}/gap", "activity.logged", at, by, things, columns
                    )
                    self._note(deal.key, "date", "contradiction", said.isoformat(), at)


def _account_twin(columns: dict[str, Any], stream: Stream) -> dict[str, Any]:
    name = str(columns["name"])
    forms = (f"{name} Inc.", name.upper(), f"{name.replace(' & ', ' and ')} (old)", f"The {name}")
    return {"name": stream.choice(forms), "account_number": None, "type": "Prospect"}


def _person_twin(columns: dict[str, Any], stream: Stream) -> dict[str, Any]:
    first, last = str(columns["first_name"]), str(columns["last_name"])
    email = str(columns.get("email") or "")
    forms: list[dict[str, Any]] = [
        {"first_name": first[0] + "."},
        {"first_name": last, "last_name": first},
        {"last_name": last + last[-1]},
        {"last_name": last[:-1] or last},
        {"first_name": first.lower(), "last_name": last.lower()},
    ]
    found = stream.choice(forms)
    if email and happens(stream, 0.75):
        found["email"] = email.capitalize() if happens(stream, 0.5) else email
    elif email:
        found["email"] = email.replace("@", ".old@")
    return found


_CHANGED = {"account": _account_twin, "contact": _person_twin, "lead": _person_twin}
