"""Times as people write them: ``in 20 minutes``, ``tomorrow at 9am``, ``every Monday``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from workworld.dates import day_from

_USUAL = time(9)
_UNITS = {"s": 1, "sec": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hr": 3600}
_UNITS |= {"hour": 3600, "d": 86_400, "day": 86_400, "w": 604_800, "week": 604_800}
_DISTANCE = re.compile(r"(?:in )?(an?|half an|\d{1,5}) ?([a-z]+?)s?")
_CLOCK = re.compile(r"(?:at )?(\d{1,2})(?:[:.](\d\d))? ?(am|pm|a\.m\.|p\.m\.)?")
_NAMED = {"noon": time(12), "midday": time(12), "midnight": time(0), "morning": time(9)}
_NAMED |= {"afternoon": time(14), "evening": time(18), "tonight": time(20)}
_WEEKDAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_EVERY = re.compile(
    rf"(?:every|each) (day|weekday|week|month|year|(?:{_WEEKDAYS}))s?(?: (?:at )?(.*))?"
)
_AT = re.compile(r"(.+?) at (.+)|at (.+?)(?: (?:on )?(.+))?")
_RHYTHMS = {"day": "daily", "weekday": "weekdays", "month": "monthly", "year": "yearly"}
_SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Moment:
    """What somebody means.

    Args:
        when: at first.
        recurrence: ``daily``, ``weekdays``, ``weekly``, ``monthly``, ``yearly`` or "" for once.
    """

    when: datetime
    recurrence: str = ""


def moment_from(text: str, now: datetime) -> Moment | None:
    """The time that somebody means; None if it cannot be told.

    Args:
        text: what they wrote.
        now: in their time zone.
    """
    words = " ".join(text.lower().replace(",", " ").split()).strip(" .!")
    if not words:
        return None
    try:
        if found := _EVERY.fullmatch(words):
            return _again(found[1], clock_from(found[2] or "9:00"), now)
        when = _later(words, now) or _on(words, now)
    except (ValueError, OverflowError):
        return None  # such as the year 10000
    return Moment(when) if when else None


def next_after(when: datetime, recurrence: str, now: datetime) -> datetime:
    """When something that comes again comes next, on the wall's clock of its time zone."""
    turn = 1
    while (then := _repeated(when, recurrence, turn)) <= now:
        turn += 1
    return then


def clock_from(text: str) -> time | None:
    """The time of day that somebody means; None if it cannot be told."""
    words = " ".join(text.lower().split()).removeprefix("in the ").removeprefix("at ")
    if words in _NAMED:
        return _NAMED[words]
    found = _CLOCK.fullmatch(words)
    if found is None:
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").replace(".", "")
    if half and not 1 <= hour <= 12:
        return None
    hour = hour % 12 + (12 if half == "pm" else 0) if half else hour
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _later(words: str, now: datetime) -> datetime | None:
    found = _DISTANCE.fullmatch(words)
    if found is None or found[2] not in _UNITS:
        return None
    if found[1] == "half an":
        return now + timedelta(seconds=_UNITS[found[2]] // 2)
    count = int(found[1]) if found[1].isdigit() else 1
    return now + timedelta(seconds=count * _UNITS[found[2]])


def _on(words: str, now: datetime) -> datetime | None:
    """A day, a time of day, or both in either order."""
    for day_words, clock_words in _split(words):
        clock = clock_from(clock_words) if clock_words else _USUAL
        day = day_from(day_words.removeprefix("on "), now.date()) if day_words else now.date()
        if clock is None or day is None:
            continue
        when = _at(day, clock, now.tzinfo)
        return when + timedelta(days=1) if not day_words and when <= now else when
    return None


def _split(words: str) -> list[tuple[str, str]]:
    found = [("", words), (words, "")]
    if match := _AT.fullmatch(words):
        found.append((match[1] or match[4] or "", match[2] or match[3]))
    parts = words.split()
    found += [(" ".join(parts[:place]), " ".join(parts[place:])) for place in range(1, len(parts))]
    found += [(" ".join(parts[place:]), " ".join(parts[:place])) for place in range(1, len(parts))]
    return found


def _again(every: str, clock: time | None, now: datetime) -> Moment | None:
    if clock is None:
        return None
    if every in _RHYTHMS:
        when, rhythm = _at(now.date(), clock, now.tzinfo), _RHYTHMS[every]
    else:
        day = now.date() if every == "week" else day_from(f"this {every}", now.date())
        when, rhythm = _at(day or now.date(), clock, now.tzinfo), "weekly"
    is_free = rhythm == "weekdays" and when.weekday() >= _SATURDAY
    return Moment(next_after(when, rhythm, now) if when <= now or is_free else when, rhythm)


def _repeated(when: datetime, recurrence: str, turn: int) -> datetime:
    if recurrence == "weekly":
        return when + timedelta(weeks=turn)
    if recurrence == "weekdays":
        return _weekday_after(when, turn)
    if recurrence == "monthly":
        return _months_after(when, turn)
    return _months_after(when, 12 * turn) if recurrence == "yearly" else when + timedelta(days=turn)


def _weekday_after(when: datetime, turn: int) -> datetime:
    while turn:
        when += timedelta(days=1)
        turn -= when.weekday() < _SATURDAY
    return when


def _months_after(when: datetime, months: int) -> datetime:
    """The same day so many months later, or that month's last."""
    years, month = divmod(when.month - 1 + months, 12)
    for day in (when.day, 30, 29, 28):
        try:
            return when.replace(year=when.year + years, month=month + 1, day=day)
        except ValueError:
            continue
    return when


def _at(day: date, clock: time, zone: tzinfo | None) -> datetime:
    return datetime.combine(day, clock, zone)
