"""Times as pages say them, in words that do not vary with the machine."""

from __future__ import annotations

from datetime import date, datetime


def clock_time(moment: datetime, *, is_long: bool = False) -> str:
    """``9:30 AM``, in the moment's own zone; ``09:30`` by a clock of 24 hours."""
    if is_long:
        return f"{moment:%H:%M}"
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


def day_name(day: date, today: date, *, relative: bool = True, is_day_first: bool = False) -> str:
    """``Today``, ``Yesterday`` or ``Monday, March 2``, with the year when it is another one.

    Args:
        day: which.
        today: the day from which it is seen.
        relative: whether the last two days go by their own names.
        is_day_first: whether it is ``Monday, 2 March`` instead.
    """
    if relative and (age := (today - day).days) in (0, 1):
        return "Yesterday" if age else "Today"
    if is_day_first:
        text = f"{day:%A}, {day.day} {day:%B}"
        return text if day.year == today.year else f"{text} {day.year}"
    text = f"{day:%A}, {day:%B} {day.day}"
    return text if day.year == today.year else f"{text}, {day.year}"
