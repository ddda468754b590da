"""Days and times in words, where the reader is."""

from __future__ import annotations

from datetime import date, datetime

from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.times import clock_time


def moment(ctx: Context, us: int) -> str:
    """``Today, 9:30 AM``; ``Yesterday, …`` likewise, else ``Mar 17, 2026, 9:30 AM``."""
    at = local(ctx, us)
    return f"{day(ctx, at.date())}, {clock_time(at)}"


def day(ctx: Context, when: date) -> str:
    """``Today``, ``Yesterday`` or ``Mar 17, 2026``."""
    today = ctx.clock.now().astimezone(people.my_zone(ctx)).date()
    names = {0: "Today", 1: "Yesterday"}
    return names.get((today - when).days) or f"{when:%b} {when.day}, {when.year}"


def iso(ctx: Context, us: int) -> str:
    """The same moment for programs, in the reader's zone."""
    return local(ctx, us).isoformat()


def local(ctx: Context, us: int) -> datetime:
    """A moment in the reader's zone."""
    return from_microseconds(us).astimezone(people.my_zone(ctx))
