"""Facts about what people keep for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

Place = str | tuple[str, ...]
"""A channel by its key, or a direct conversation by those of its people."""


@dataclass(frozen=True, slots=True)
class StatusFact:
    """What somebody says of whether they are there, and until when."""

    emoji: str
    text: str
    until: datetime


@dataclass(frozen=True, slots=True)
class StarFact:
    """A conversation that somebody starred."""

    place: Place
    at: datetime


@dataclass(frozen=True, slots=True)
class SectionFact:
    """A section of somebody's own in their sidebar."""

    name: str
    emoji: str
    holds: Sequence[Place]


@dataclass(frozen=True, slots=True)
class UnsentFact:
    """What somebody typed and did not send, in a conversation or in a thread told by its parent."""

    place: Place
    at: datetime
    text: str
    thread: datetime | None = None


@dataclass(frozen=True, slots=True)
class ScheduledFact:
    """A message that waits for its time."""

    place: Place
    at: datetime
    post_at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class ReminderFact:
    """Something of which somebody wants to be reminded."""

    text: str
    made: datetime
    due: datetime
    recurrence: str = ""
    reminded: datetime | None = None
    completed: datetime | None = None


@dataclass(frozen=True, slots=True)
class SavedFact:
    """A message that somebody keeps for later, told by when it was written."""

    place: Place
    message: datetime
    at: datetime
    due: datetime | None = None
    state: str = "in_progress"


@dataclass(frozen=True, slots=True)
class PersonalFact:
    """What one person, told by their key, keeps for themselves."""

    who: str
    status: StatusFact | None
    starred: Sequence[StarFact]
    sections: Sequence[SectionFact]
    unsent: Sequence[UnsentFact]
    scheduled: Sequence[ScheduledFact]
    reminders: Sequence[ReminderFact]
    saved: Sequence[SavedFact]
