"""What customers ask, and how they are helped."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.market.chances import Lots, gamma, happens, part, weighted
from workworld.seed_data.company.market.making import BEGAN, Making
from workworld.seed_data.company.market.phrases import Phrases
from workworld.seed_data.company.market.things import Account, Case

_KINDS = {"Problem": 48, "Question": 30, "Feature Request": 10, "Billing": 12}
_SUBJECTS = {
    "Problem": "problem_subject",
    "Question": "question_subject",
    "Feature Request": "feature_subject",
    "Billing": "billing_subject",
}
_PRIORITIES = {
    "Problem": {"Low": 12, "Medium": 46, "High": 34, "Critical": 8},
    "Question": {"Low": 45, "Medium": 45, "High": 10},
    "Feature Request": {"Low": 70, "Medium": 30},
    "Billing": {"Low": 30, "Medium": 55, "High": 15},
}
_REASONS = {
    "Problem": {"Bug": 36, "Integration": 22, "Performance": 18, "Installation": 12, "Other": 12},
    "Question": {"User Training": 55, "Installation": 20, "Other": 25},
    "Feature Request": {"User Training": 20, "Integration": 30, "Performance": 15, "Other": 35},
    "Billing": {"Invoice": 85, "Other": 15},
}
_ORIGINS = {"Email": 52, "Web": 20, "Phone": 18, "Chat": 10}
_FIRST = {"Platinum": 22, "Gold": 34, "Silver": 62, "Bronze": 75}
"""Minutes until a customer of a tier is answered, on average."""
_URGENT = {"Critical": 0.5, "High": 0.7, "Medium": 1.0, "Low": 1.4}
_DAYS = {"Critical": 0.35, "High": 1.1, "Medium": 2.6, "Low": 5.0}
"""Days until a case is solved, on average."""

_SAID = {"Question": "asked ", "Feature Request": "asked ", "Billing": "Billing "}
"""How the rules begin of what is said about cases of a kind, where it is not about a fault."""


class Cases:
    """Tells of cases.

    Args:
        making: tells what happens.
    """

    def __init__(self, making: Making) -> None:
        self.making, self.company = making, making.company
        self._phrases = Phrases("market_cases", self.company.chance.split)

    def add(self, count: int) -> None:
        """So many, the more the longer a customer has been one."""
        accounts = [each for each in self.company.market.accounts.values() if each.customer_since]
        weights = {each.key: (each.sites + 2.0) * (2 if each.is_story else 1) for each in accounts}
        lots = Lots(weights)
        number = 0
        while len(self.company.market.cases) < count:
            number += 1
            stream = self.company.chance.stream("market", "case", number)
            account = self.company.market.accounts[lots.one(stream)]
            when = BEGAN + timedelta(days=21) + (TODAY - BEGAN - timedelta(days=21)) * part(stream)
            people = [each for each in account.contacts if each.since < when]
            if people and account.is_customer(when.date()):
                self.open(account, when, stream, contact=stream.choice(people).key)

    def open(
        self,
        account: Account,
        when: datetime,
        stream: Stream,
        *,
        contact: str,
        kind: str = "",
        subject: str = "",
        text: str = "",
        priority: str = "",
    ) -> Case | None:
        """A case, and what becomes of it until today; None if it would begin after today.

        Args:
            account: whose.
            when: from when on.
            stream: decides it.
            contact: who asks.
            kind: a type of cases.
            subject: what it is called.
            text: what they write.
            priority: how urgent it is.
        """
        kind = kind or weighted(stream, _KINDS)
        who = self.making.desk.one_of("support", min(when, TODAY), stream)
        by, at = self.making.desk.act(who, when, stream, stream.integer(1, 90))
        if at > TODAY:
            return None
        slots = {"city": account.place.city}
        slots |= self._phrases.drawn(stream, "thing", "screen", "carrier", "who", "cause")
        subject = subject or self._phrases.text(_SUBJECTS[kind], stream, slots)
        priority = priority or weighted(stream, _PRIORITIES[kind])
        key = f"case/{self.making.number('case'):05}"
        made = Case(key, account.key, contact, subject, at, by, kind, priority)
        self.company.market.cases[key] = made
        columns: dict[str, Any] = {
            "subject": subject,
            "description": text or self._phrases.text(kind, stream, slots),
            "type": kind,
            "priority": priority,
            "origin": weighted(stream, _ORIGINS),
            "owner": by,
        }
        if happens(stream, 0.94):
            columns["reason"] = weighted(stream, _REASONS[kind])
        things = {"case": key, "account": account.key, "contact": contact}
        if happens(stream, 0.7):
            things["product"] = stream.choice(
                (
                    "product/core",
                    "product/core",
                    "product/gateway",
                    "product/yard",
                    "product/scorecards",
                    "product/booking",
                    "product/tablet",
                )
            )
        self.making.tell(f"market/{key}", "case.opened", at, by, things, columns)
        self._help(made, account, stream, slots)
        return made

    def _help(self, case: Case, account: Account, stream: Stream, slots: dict[str, str]) -> None:
        """Answer it, perhaps wait for the customer, and solve it."""
        kind = _SAID.get(case.kind, "")
        wait = gamma(stream, _FIRST[account.tier] * _URGENT[case.priority])
        wait += 240 if happens(stream, 0.06) else 0
        minutes = max(3, round(wait))
        by, at = self.making.desk.act(case.owner, case.at, stream, minutes, is_prompt=True)
        self._comment(case, at, by, f"{kind}first_answer", stream, slots, is_public=True)
        self._change(case, at + timedelta(minutes=1), by, {"status": "Open"})
        days = gamma(stream, _DAYS[case.priority], 2)
        end = at + timedelta(days=days)
        for _ in range(weighted(stream, {0: 45, 1: 35, 2: 20})):
            by, at = self.making.desk.act(by, at + (end - at) * 0.3, stream, 12)
            self._comment(case, at, by, f"{kind}inside", stream, slots, is_public=False)
        if happens(stream, 0.09) and case.priority in ("High", "Critical"):
            by, at = self.making.desk.act(by, at, stream, 25)
            self._change(case, at, by, {"status": "Escalated"})
        if happens(stream, 0.4):
            by, at = self.making.desk.act(by, at + (end - at) * 0.4, stream, 8)
            self._comment(case, at, by, f"{kind}more", stream, slots, is_public=True)
            self._change(case, at + timedelta(minutes=1), by, {"status": "Waiting on customer"})
            by, at = self.making.desk.act(by, at, stream, round(gamma(stream, 900)) + 20)
            self._change(case, at, by, {"status": "Open"})
        self._solve(case, *self.making.desk.act(by, max(end, at), stream, 15), stream, slots)

    def _solve(
        self, case: Case, by: str, at: datetime, stream: Stream, slots: dict[str, str]
    ) -> None:
        columns: dict[str, Any] = {
            "status": "Solved",
            "resolution": self._phrases.text(f"{case.kind} resolution", stream, slots),
        }
        if happens(stream, 0.42):
            columns["csat"] = weighted(stream, {5: 48, 4: 30, 3: 12, 2: 6, 1: 4})
        if at > TODAY:
            return
        case.ended = at
        self._change(case, at, by, columns, "case.closed")
        by, at = self.making.desk.act(by, at + timedelta(days=7), stream)
        if happens(stream, 0.04):
            self._change(case, at, by, {"status": "Open"})
            again = {
                "status": "Solved",
                "resolution": self._phrases.text(f"{case.kind} resolution", stream, slots),
            }
            by, at = self.making.desk.act(by, at, stream, round(gamma(stream, 1_800)))
            self._change(case, at, by, again, "case.closed")
            by, at = self.making.desk.act(by, at + timedelta(days=7), stream)
        self._change(case, at, by, {"status": "Closed"})

    def _change(
        self, case: Case, at: datetime, by: str, columns: dict[str, Any], kind: str = "case.changed"
    ) -> None:
        if columns.get("status") == "Open" and at <= TODAY:
            case.ended = None
        name = f"market/{case.key}/{self.making.number(case.key):02}"
        self.making.tell(name, kind, at, by, {"case": case.key}, columns)

    def _comment(
        self,
        case: Case,
        at: datetime,
        by: str,
        rule: str,
        stream: Stream,
        slots: dict[str, str],
        *,
        is_public: bool,
    ) -> None:
        name = f"market/{case.key}/{self.making.number(case.key):02}"
        facts = {"text": self._phrases.text(rule, stream, slots), "is_public": is_public}
        self.making.tell(name, "case.commented", at, by, {"case": case.key}, facts)
