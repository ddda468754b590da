"""Times as pages say them, in words that do not vary with the machine."""

from __future__ import annotations

from datetime import date, datetime


def clock_time(moment: datetime) -> str:
    """``9:30 AM``, in the moment's own zone."""
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


def day_name(day: date, today: date, *, relative: bool = True) -> str:
    """``Today``, ``Yesterday`` or ``Monday, March 2``, with the year when it is another one."""
    if relative and (age := (today - day).days) in (0, 1):
        return "Yesterday" if age else "Today"
    text = f"{day:%A}, {day:%B} {day.day}"
    return text if day.year == today.year else f"{text}, {day.year}"
