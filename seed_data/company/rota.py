"""Who is on call in which week: engineers in turn, for a week from Monday morning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from workworld.seed_data.company.organization import Employee, Shift

_LEVELS = range(3, 6)
"""Of those who take turns: neither beginners nor chiefs."""
_WEEK = timedelta(days=7)
_SETTLED = timedelta(days=90)
"""Nobody is on call who has not been here for so long."""


def shifts(staff: Mapping[str, Employee], first: date, last: date) -> Sequence[Shift]:
    """One a week, from the first Monday of a time to its last: whose last turn is longest ago.

    Args:
        staff: everybody.
        first: the time's first day.
        last: its last day.
    """
    monday = first + timedelta(days=-first.weekday() % 7)
    turns: dict[str, int] = {}
    found: list[Shift] = []
    while monday <= last:
        fit = [each for each in staff.values() if _may(each, monday)]
        if fit:
            person = min(fit, key=lambda each: turns.get(each.key, -1))
            turns[person.key] = len(found)
            found.append(Shift(monday, monday + _WEEK - timedelta(days=1), person.key))
        monday += _WEEK
    return tuple(found)


def _may(employee: Employee, monday: date) -> bool:
    post, end = employee.post_on(monday), monday + _WEEK
    is_settled = employee.is_here(monday - _SETTLED) and employee.is_here(end)
    is_there = not any(first < end and last >= monday for first, last in employee.leave)
    return (
        employee.function == "engineering"
        and not employee.is_contractor
        and post.level in _LEVELS
        and is_settled
        and is_there
    )
