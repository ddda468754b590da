"""What people keep for themselves → rows: sidebars, outboxes, what they come back to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from workworld.apps.chat.models import (
    Availability,
    ChannelChoice,
    Reminder,
    SavedItem,
    ScheduledMessage,
    Section,
    SidebarOrder,
    Unfinished,
)
from workworld.apps.chat.service import sections
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.schedule import plan
from workworld.seed_data.chat.places import Places
from workworld.seed_data.facts import CompanyFacts
from workworld.seed_data.personal_facts import (
    PersonalFact,
    Place,
    ReminderFact,
    SavedFact,
    ScheduledFact,
    SectionFact,
    StatusFact,
    UnsentFact,
)

_SECOND = 1_000_000


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert what people keep for themselves, and plan what comes of it."""
    places = Places(session, facts)
    now = _seconds(facts.now)
    for fact in facts.personal:
        _Desk(session, places, places.people[fact.who], now).add(fact)


class _Desk:
    """Writes down what one person keeps."""

    def __init__(self, session: Session, places: Places, person_id: str, now: int) -> None:
        self._session, self._places, self._who, self._now = session, places, person_id, now
        self._ids = Ids(session)

    def add(self, fact: PersonalFact) -> None:
        """Insert all of it."""
        if fact.status:
            self._status(fact.status)
        for starred in fact.starred:
            self._choice(starred.place, is_starred=True, starred_us=to_microseconds(starred.at))
        self._sections(fact.sections)
        for unsent in fact.unsent:
            self._unsent(unsent)
        for scheduled in fact.scheduled:
            self._scheduled(scheduled)
        for reminder in fact.reminders:
            self._reminder(reminder)
        for saved in fact.saved:
            self._saved(saved)

    def _status(self, fact: StatusFact) -> None:
        until = _seconds(fact.until)
        row = Availability(
            person_id=self._who,
            status_emoji=fact.emoji,
            status_text=fact.text,
            status_until=until,
        )
        self._session.add(row)
        self._plan(until, "chat.profiles.expire")

    def _choice(self, place: Place, **chosen: Any) -> None:
        channel_id = self._places.id_of(place)
        self._session.add(ChannelChoice(person_id=self._who, channel_id=channel_id, **chosen))

    def _sections(self, facts: Sequence[SectionFact]) -> None:
        """Those of one's own stand above the channels, as where they are made."""
        own = []
        for fact in facts:
            row = Section(
                person_id=self._who, id=self._ids.next_id("L"), name=fact.name, emoji=fact.emoji
            )
            self._session.add(row)
            own.append(row.id)
            for place in fact.holds:
                self._choice(place, section_id=row.id)
        if own:
            first, *others = sections.BUILT_IN
            order = SidebarOrder(person_id=self._who, section_ids=[first, *own, *others])
            self._session.add(order)

    def _unsent(self, fact: UnsentFact) -> None:
        channel_id = self._places.id_of(fact.place)
        row = Unfinished(
            person_id=self._who,
            channel_id=channel_id,
            thread_ts=self._places.ts_of(channel_id, fact.thread) if fact.thread else "",
            text=fact.text,
            updated=_seconds(fact.at),
        )
        self._session.add(row)

    def _scheduled(self, fact: ScheduledFact) -> None:
        row = ScheduledMessage(
            id=self._ids.next_id("Q"),
            person_id=self._who,
            channel_id=self._places.id_of(fact.place),
            text=fact.text,
            post_at=_seconds(fact.post_at),
            created=_seconds(fact.at),
        )
        self._session.add(row)
        self._plan(row.post_at, "chat.scheduled.deliver", scheduled_id=row.id)

    def _reminder(self, fact: ReminderFact) -> None:
        row = Reminder(
            id=self._ids.next_id("Rm"),
            creator_id=self._who,
            person_id=self._who,
            text=fact.text,
            due=_seconds(fact.due),
            recurrence=fact.recurrence,
            created=_seconds(fact.made),
            reminded=fact.reminded and _seconds(fact.reminded),
            completed=fact.completed and _seconds(fact.completed),
        )
        self._session.add(row)
        self._plan(row.due, "chat.reminders.remind", reminder_id=row.id)

    def _saved(self, fact: SavedFact) -> None:
        channel_id = self._places.id_of(fact.place)
        row = SavedItem(
            person_id=self._who,
            channel_id=channel_id,
            ts=self._places.ts_of(channel_id, fact.message),
            state=fact.state,
            saved=_seconds(fact.at),
            due=fact.due and _seconds(fact.due),
        )
        self._session.add(row)
        if row.due is not None:
            self._plan(row.due, "chat.saved.come_due", channel_id=channel_id, ts=row.ts)

    def _plan(self, due: int, operation: str, **arguments: str) -> None:
        """Have it come to pass in its time; what came before the world begins has done so."""
        if due > self._now:
            self._session.flush()  # it is planned past the unit of work
            plan(
                self._session,
                due_us=due * _SECOND,
                actor_id=self._who,
                operation=operation,
                arguments=arguments,
            )


def _seconds(moment: datetime) -> int:
    return to_microseconds(moment) // _SECOND
