"""Activities of load data: tasks, meetings and e-mails about deals, cases and people."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.crm.models import EmailMessage, Event, Task
from workworld.apps.crm.schema.picklists import TASK_DONE, TASK_NEW
from workworld.seed_data.bench.crm_market import DAY_US, Market
from workworld.seed_data.crm.derived import Row

_EVENT_PERCENT, _EMAIL_PERCENT, _LEAD_PERCENT, _OPEN_PERCENT = 15, 10, 30, 8
_HOUR_US = DAY_US // 24


class Activities:
    """Writes activities.

    Args:
        market: with whom.
        deals: ids of those that they may be about.
        cases: likewise.
    """

    def __init__(self, market: Market, deals: Sequence[str], cases: Sequence[str]) -> None:
        self._market, self._deals, self._cases = market, deals, cases
        self._contacts = [
            (contact, account) for account, people in market.people_of.items() for contact in people
        ]

    def add(self, count: int) -> None:
        """Write so many."""
        events = count * _EVENT_PERCENT // 100
        emails = count * _EMAIL_PERCENT // 100
        writer = self._market.writer
        writer.insert(Event, [self._event() for _ in range(events)])
        writer.insert(EmailMessage, [self._email() for _ in range(emails)])
        writer.insert(Task, [self._task() for _ in range(count - events - emails)])

    def _about(self) -> Row:
        """Whom and what something is about: a lead, or a contact with a deal or case perhaps."""
        market, stream = self._market, self._market.stream
        if market.happens(_LEAD_PERCENT):
            return {"who_id": stream.choice(market.lead_ids), "what_id": None, "account_id": None}
        contact, account = stream.choice(self._contacts)
        about = stream.choice((self._deals, self._cases, (account,)))
        return {"who_id": contact, "what_id": stream.choice(about), "account_id": account}

    def _task(self) -> Row:
        market, stream = self._market, self._market.stream
        at_us, owner = market.moment(), stream.choice(market.sellers)
        is_open = market.happens(_OPEN_PERCENT)
        due_us = market.now_us + stream.integer(-30, 30) * DAY_US if is_open else at_us + DAY_US
        return market.row(
            Task,
            at_us,
            owner,
            owner_id=owner,
            subject=market.talker.text()[:80],
            status=TASK_NEW if is_open else TASK_DONE,
            priority=market.of("task priority"),
            subtype=market.of("task subtype"),
            activity_date=market.day(due_us),
            **self._about(),
        )

    def _event(self) -> Row:
        market, stream = self._market, self._market.stream
        owner, start_us = stream.choice(market.sellers), market.moment() + 14 * DAY_US
        minutes = stream.choice((30, 45, 60, 90))
        return market.row(
            Event,
            start_us - 15 * DAY_US,
            owner,
            owner_id=owner,
            subject=market.talker.text()[:80],
            start_us=start_us,
            end_us=start_us + minutes * _HOUR_US // 60,
            activity_date=market.day(start_us),
            minutes=minutes,
            **self._about(),
        )

    def _email(self) -> Row:
        market, stream = self._market, self._market.stream
        owner, at_us = stream.choice(market.sellers), market.moment()
        about = self._about()
        return market.row(
            EmailMessage,
            at_us,
            owner,
            owner_id=owner,
            subject=market.talker.text()[:80],
            text_body=market.talker.text(),
            sent_us=at_us,
            who_id=about["who_id"],
            related_to_id=about["what_id"] or about["who_id"],
            is_incoming=market.happens(40),
        )
