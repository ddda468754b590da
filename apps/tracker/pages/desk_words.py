"""What pages of service desks say of clocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.service import slas
from workworld.apps.tracker.service.slas import Clock, IssueSla
from workworld.context import Context

_MINUTE = 60_000_000
_SOON = 4
"""A clock is urgent once less than this part of its time is left."""


@dataclass(frozen=True, slots=True)
class ClockWords:
    """A clock in words."""

    name: str
    text: str
    tone: str
    """``danger``, ``warning``, ``success`` or nothing."""
    icon: str
    note: str
    """When its time is up, or that it rests."""
    goal: str


def clocks_of(ctx: Context, rows: Sequence[Any]) -> Mapping[str, Mapping[str, ClockWords]]:
    """The clocks of issues in words, by the issue's id and the SLA's."""
    found = slas.of_issues(ctx, rows)
    return {
        issue_id: {each.sla.id: words_of(ctx, each) for each in mine}
        for issue_id, mine in found.items()
    }


def words_of(ctx: Context, each: IssueSla) -> ClockWords:
    """The clock of an SLA that runs, or ran last."""
    clock = each.latest
    left = amount(abs(clock.remaining_us))
    goal = f"Goal {amount(clock.goal_us)}"
    if not clock.is_ongoing:
        if clock.is_breached:
            return ClockWords(each.sla.name, f"Missed by {left}", "danger", "circle-x", goal, goal)
        took = amount(clock.elapsed_us)
        return ClockWords(each.sla.name, f"Met in {took}", "success", "circle-check", goal, goal)
    if clock.is_breached:
        return ClockWords(
            each.sla.name, f"Late by {left}", "danger", "triangle-alert", _note(ctx, clock), goal
        )
    if clock.is_paused:
        return ClockWords(each.sla.name, f"Paused, {left} left", "", "hourglass", goal, goal)
    tone = "warning" if clock.remaining_us * _SOON < clock.goal_us else ""
    return ClockWords(each.sla.name, f"{left} left", tone, "timer", _note(ctx, clock), goal)


def amount(us: int) -> str:
    """``31h 5m``: hours as the calendar counts them."""
    hours, minutes = divmod(us // _MINUTE, 60)
    parts = (f"{hours}h" if hours else "", f"{minutes}m" if minutes or not hours else "")
    return " ".join(part for part in parts if part)


def _note(ctx: Context, clock: Clock) -> str:
    if clock.is_paused:
        return "The clock stands still"
    rests = "; it rests at this hour" if clock.is_resting else ""
    if clock.breach_us is None:
        return f"Goal {amount(clock.goal_us)}{rests}"
    return f"Due {moments.moment(ctx, clock.breach_us).text}{rests}"
