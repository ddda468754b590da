"""Days, times and amounts in words, where the reader is."""

from __future__ import annotations

from datetime import date, datetime

from workworld.apps.crm.service import currencies
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.times import clock_time

_CENTS = 100


def day(iso: str) -> str:
    """``Mar 17, 2026`` of an ISO date."""
    return _dated(date.fromisoformat(iso[:10]))


def moment(ctx: Context, us: int) -> str:
    """``Mar 17, 2026, 9:30 AM``."""
    at = local(ctx, us)
    return f"{_dated(at.date())}, {clock_time(at)}"


def near_moment(ctx: Context, us: int) -> str:
    """``Today, 9:30 AM``; ``Yesterday, …`` and ``Tomorrow, …`` likewise, else with the date."""
    at = local(ctx, us)
    return f"{near_day(ctx, at.date())}, {clock_time(at)}"


def near_day(ctx: Context, when: date) -> str:
    """``Today``, ``Yesterday``, ``Tomorrow`` or ``Mar 17, 2026``."""
    names = {0: "Today", 1: "Yesterday", -1: "Tomorrow"}
    return names.get((today(ctx) - when).days) or _dated(when)


def iso_moment(ctx: Context, us: int) -> str:
    """The same moment for programs, in the reader's zone."""
    return local(ctx, us).isoformat()


def local(ctx: Context, us: int) -> datetime:
    """A moment in the reader's zone."""
    return from_microseconds(us).astimezone(people.my_zone(ctx))


def today(ctx: Context) -> date:
    """The day where the reader is."""
    return ctx.clock.now().astimezone(people.my_zone(ctx)).date()


def amount(ctx: Context, cents: int, code: str) -> str:
    """``USD 12,500.00``; one of another currency with what it is worth in ours behind it."""
    own = currencies.corporate(ctx)
    text = f"{code} {cents / _CENTS:,.2f}"
    if code == own:
        return text
    return f"{text} ({own} {currencies.converted(ctx, cents, code) / _CENTS:,.2f})"


def _dated(when: date) -> str:
    return f"{when:%b} {when.day}, {when.year}"
