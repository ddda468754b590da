"""Days and times in words, where the reader is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.times import clock_time


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment in words, and for programs."""

    text: str
    iso: str


def moment(ctx: Context, us: int) -> Moment:
    """``Today at 9:30 AM``, ``Yesterday at …`` or ``Mar 2, 2026 at …``."""
    at = _local(ctx, us)
    return Moment(f"{_day(ctx, at.date())} at {clock_time(at)}", at.isoformat())


def typed_moment(ctx: Context, us: int | None) -> str:
    """``2026-03-17 09:30``, as one may type it."""
    return "" if us is None else f"{_local(ctx, us):%Y-%m-%d %H:%M}"


def day(iso: str) -> str:
    """``Mar 17, 2026`` of an ISO date."""
    return _dated(date.fromisoformat(iso))


def today(ctx: Context) -> date:
    """The day where the reader is."""
    return ctx.clock.now().astimezone(people.my_zone(ctx)).date()


def _local(ctx: Context, us: int) -> datetime:
    return from_microseconds(us).astimezone(people.my_zone(ctx))


def _day(ctx: Context, when: date) -> str:
    age = (today(ctx) - when).days
    return ("Today", "Yesterday")[age] if age in (0, 1) else _dated(when)


def _dated(when: date) -> str:
    return f"{when:%b} {when.day}, {when.year}"
