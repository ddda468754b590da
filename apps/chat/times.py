"""Days and times in words, as the reader likes them."""

from __future__ import annotations

from datetime import date, datetime

from workworld.apps.chat.service import preferences
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors import times


def clock_time(ctx: Context, moment: datetime) -> str:
    """``2:30 PM`` or ``14:30``, in the moment's own zone."""
    return times.clock_time(moment, is_long=preferences.of(ctx)["clock"] == "24")


def day_name(ctx: Context, day: date, today: date, *, relative: bool = True) -> str:
    """``Today``, ``Yesterday`` and ``Monday, March 2`` or ``Monday, 2 March``."""
    is_first = preferences.of(ctx)["dates"] == "day"
    return times.day_name(day, today, relative=relative, is_day_first=is_first)


def day_in_words(ctx: Context, day: date, today: date) -> str:
    """A day in the middle of a sentence: ``today``, ``yesterday`` and ``Monday, March 2``."""
    name = day_name(ctx, day, today)
    return name.lower() if name in ("Today", "Yesterday") else name


def moment_in_words(ctx: Context, seconds: int) -> tuple[str, str]:
    """A Unix time as ``tomorrow at 9:00 AM``, where the reader is, and for programs."""
    zone = people.my_zone(ctx)
    moment = from_microseconds(seconds * 1_000_000).astimezone(zone)
    today = ctx.clock.now().astimezone(zone).date()
    day = day_in_words(ctx, moment.date(), today)
    if (moment.date() - today).days == 1:
        day = "tomorrow"
    return f"{day} at {clock_time(ctx, moment)}", moment.isoformat()
