"""Sprints as pages show them: their dates, and what is left of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from workworld.apps.tracker.models import Sprint
from workworld.apps.tracker.pages import moments
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people


@dataclass(frozen=True, slots=True)
class SprintView:
    """A sprint."""

    id: int
    name: str
    goal: str
    state: str
    dates: str
    """``Mar 3 – Mar 17``, empty without any."""
    left: str
    """``4 days left``, of the active one."""
    start: date | None
    end: date | None


def sprint_view(ctx: Context, row: Sprint) -> SprintView:
    """A sprint, in the words of where the reader is."""
    start, end = _day(ctx, row.start_us), _day(ctx, row.end_us)
    left = _left(ctx, end) if row.state == "active" and end else ""
    return SprintView(row.id, row.name, row.goal, row.state, _dates(start, end), left, start, end)


def _day(ctx: Context, us: int | None) -> date | None:
    if us is None:
        return None
    return from_microseconds(us).astimezone(people.my_zone(ctx)).date()


def _dates(start: date | None, end: date | None) -> str:
    days = [f"{each:%b} {each.day}" for each in (start, end) if each]
    return " – ".join(days)


def _left(ctx: Context, end: date) -> str:
    days = (end - moments.today(ctx)).days
    if days < 0:
        return f"{-days} day{'s' if days < -1 else ''} overdue"
    return {0: "Last day", 1: "1 day left"}.get(days, f"{days} days left")
