"""How charts put numbers, days and themselves into words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workworld.charts.points import Point, Series

_MOST_NAMED = 6
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def amount(value: float) -> str:
    """A number as people write it: no needless digits."""
    rounded = round(value, 2)
    return f"{int(rounded):,}" if rounded == int(rounded) else f"{rounded:,}"


def place(x: str | float, scale: str) -> str:
    """Where on the x axis a point lies."""
    if not isinstance(x, str):
        return amount(x)
    return day(x) if scale == "date" else x


def day(text: str) -> str:
    """``2 Jan 2030`` of a date, ``2 Jan 2030 09:30`` of a moment."""
    moment = datetime.fromisoformat(text)
    said = f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"
    return f"{said} {moment:%H:%M}" if "T" in text else said


def of_series(kind: str, title: str, series: Sequence[Series], scale: str) -> str:
    """What a chart of series shows."""
    told = [f"{each.name}: {_course(each.points, scale)}." for each in series if each.points]
    return " ".join([f"{kind}: {title}.", *(told or ["There is nothing in it."])])


def of_parts(title: str, parts: Sequence[Point]) -> str:
    """What a chart of parts of a whole shows."""
    whole = sum(each.y for each in parts)
    told = [f"{each.x} {amount(each.y)} ({share(each.y, whole)})" for each in parts[:_MOST_NAMED]]
    rest = len(parts) - _MOST_NAMED
    more = [f"{rest} more"] if rest > 0 else []
    return f"Pie chart: {title}. {', '.join([*told, *more])}; {amount(whole)} in all."


def share(part: float, whole: float) -> str:
    """A part of a whole in per cent."""
    return f"{round(100 * part / whole)}%" if whole else "0%"


def _course(points: Sequence[Point], scale: str) -> str:
    first, last = points[0], points[-1]
    if len(points) == 1:
        return f"{amount(first.y)} at {place(first.x, scale)}"
    if scale == "category" and len(points) <= _MOST_NAMED:
        return ", ".join(f"{each.x} {amount(each.y)}" for each in points)
    least, most = (pick(each.y for each in points) for pick in (min, max))
    return (
        f"from {amount(first.y)} at {place(first.x, scale)} to {amount(last.y)} at "
        f"{place(last.x, scale)}, between {amount(least)} and {amount(most)}"
    )
