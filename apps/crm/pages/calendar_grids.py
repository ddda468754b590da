"""The hours of a calendar's days: where each meeting stands among those at the same time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from workworld.apps.crm.pages import entries, moments
from workworld.apps.crm.pages.blueprint import record_url
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import records, sight
from workworld.apps.crm.service.calendars import Entry
from workworld.apps.crm.service.refusals import refused
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context
from workworld.directory.people import my_zone

QUARTERS = 96
HOURS = [f"{(hour - 1) % 12 + 1} {'AM' if hour < 12 else 'PM'}" for hour in range(24)]
_MOST_LANES = 6
_QUARTER = 15
_MINUTE_US = 60_000_000
_LONGEST = 14 * 24 * 60


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """A meeting or a task of a day."""

    id: str
    url: str
    time: str
    subject: str
    is_task: bool
    answer: str
    may_move: bool


@dataclass(frozen=True, slots=True)
class Meeting:
    """A meeting among the hours of a day.

    Args:
        id: the record's.
        url: its page.
        subject: what it is about.
        time: from when till when.
        label: all that is to be said of it.
        answer: what the reader has answered, if they are invited.
        first: in which quarter of an hour it begins, from 0.
        length: how many it takes on that day.
        lane: in which column of the day, from 1.
        lanes: how many columns there are.
        minutes: how long it takes altogether.
        may_move: whether the reader may move it here.
    """

    id: str
    url: str
    subject: str
    time: str
    label: str
    answer: str
    first: int
    length: int
    lane: int
    lanes: int
    minutes: int
    may_move: bool


def may_move(ctx: Context) -> bool:
    """Whether the reader may move meetings of theirs."""
    return sight.may(ctx, of_name("Event"), "edit")


def entry_of(ctx: Context, entry: Entry, *, may_move: bool) -> ShownEntry:
    """What stands on a day without its hours."""
    said = "All day" if entry.is_all_day else "Task"
    if entry.start_us is not None and not entry.is_all_day:
        said = _clock(ctx, entry.start_us)
    return ShownEntry(
        entry.id,
        record_url(entry.sobject, entry.id),
        said,
        entry.subject,
        entry.sobject == "Task",
        entry.answer,
        may_move and entry.is_own and entry.sobject == "Event" and not entry.is_all_day,
    )


def of_day(
    ctx: Context, day: date, found: Sequence[Entry], *, may_move: bool
) -> tuple[Sequence[Meeting], Sequence[ShownEntry]]:
    """What has its hours on a day, and what has none.

    Args:
        ctx: who reads.
        day: which one.
        found: the entries of all days that are shown.
        may_move: whether the reader may move meetings of theirs.
    """
    begins = datetime.combine(day, time(), my_zone(ctx))
    low, high = to_microseconds(begins), to_microseconds(begins + timedelta(days=1))
    timed, loose = [], []
    for each in found:
        if each.start_us is None or each.end_us is None or each.is_all_day:
            if _is_on(day, each):
                loose.append(entry_of(ctx, each, may_move=False))
        elif each.start_us < high and (each.end_us > low or each.start_us >= low):
            first, last = _quarters(each.start_us, each.end_us, low)
            timed.append((first, last, each))
    timed.sort(key=lambda it: (it[0], -it[1], it[2].subject, it[2].id))
    lanes = _lanes([(first, last) for first, last, _ in timed])
    meetings = [
        _meeting(ctx, each, (first, last), lane, movable=may_move and each.start_us >= low)  # type: ignore[operator]
        for (first, last, each), lane in zip(timed, lanes, strict=True)
    ]
    return meetings, loose


def moved(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The new times of a meeting, as a form tells them: its day, its minute, how many it takes."""
    form = given["form"]
    event = records.known(ctx, "Event", given["record_id"])
    starts = from_microseconds(event.start_us).astimezone(my_zone(ctx))
    try:
        day = date.fromisoformat(entries.one(form, "day"))
    except ValueError:
        raise refused("INVALID_DATE", "There is no such day.", "StartDateTime") from None
    minute, minutes = entries.whole(form, "start"), entries.whole(form, "minutes")
    usual = starts.hour * 60 + starts.minute
    minute = usual if minute is None else min(minute, QUARTERS * _QUARTER - 1)
    length = event.minutes if minutes is None else min(minutes, _LONGEST)
    clock = time(minute // 60, minute % 60)
    begins = datetime.combine(day, clock, my_zone(ctx))
    ends = from_microseconds(to_microseconds(begins) + length * _MINUTE_US)
    values = {"StartDateTime": begins.isoformat(), "EndDateTime": ends.isoformat()}
    return {"sobject": "Event", "record_id": event.id, "values": values}


def _is_on(day: date, entry: Entry) -> bool:
    if entry.start_us is None or entry.end_us is None:
        return entry.day == day.isoformat()
    first, last = (from_microseconds(each).date() for each in (entry.start_us, entry.end_us))
    return first <= day <= last


def _quarters(start_us: int, end_us: int, low: int) -> tuple[int, int]:
    """From which quarter of an hour of a day to which; at least one."""
    unit = _QUARTER * _MINUTE_US
    first = min(max(0, (start_us - low) // unit), QUARTERS - 1)
    last = min(QUARTERS, -((low - end_us) // unit))
    return first, max(last, first + 1)


def _lanes(spans: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """The column of each, and how many there are among those that overlap."""
    found: list[tuple[int, int]] = []
    group: list[int] = []
    ends: list[int] = []
    until = 0

    def close() -> None:
        count = min(len(ends), _MOST_LANES)
        found.extend((min(lane, _MOST_LANES), count) for lane in group)

    for first, last in spans:
        if group and first >= until:
            close()
            group, ends, until = [], [], 0
        lane = next((place for place, end in enumerate(ends) if end <= first), len(ends))
        ends[lane : lane + 1] = [last]
        group.append(lane + 1)
        until = max(until, last)
    close()
    return found


def _meeting(
    ctx: Context, entry: Entry, span: tuple[int, int], lane: tuple[int, int], *, movable: bool
) -> Meeting:
    start_us, end_us = entry.start_us or 0, entry.end_us or 0
    when = f"{_clock(ctx, start_us)} – {_clock(ctx, end_us)}"
    said = [entry.subject, when, entry.location, entry.answer.lower()]
    return Meeting(
        entry.id,
        record_url("Event", entry.id),
        entry.subject,
        when,
        ", ".join(filter(None, said)),
        entry.answer,
        span[0],
        span[1] - span[0],
        *lane,
        (end_us - start_us) // _MINUTE_US,
        movable and entry.is_own,
    )


def _clock(ctx: Context, at_us: int) -> str:
    return f"{moments.local(ctx, at_us):%I:%M %p}".lstrip("0")
