"""The clocks of cases: until when a customer is to be answered, and a case to be solved.

They run in the business hours of a calendar, and stand still while the customer has to answer. All
of it follows from a case's row, the hours and the targets.
https://help.salesforce.com/s/articleView?id=service.entitlements_milestones_overview.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from workworld.apps.crm.models.rules import DEFAULT_TIER, BusinessHours, SlaTarget
from workworld.apps.crm.schema.picklists import CASE_WAITING
from workworld.working_hours import MINUTE, Always, Hours

ON_TRACK, PAUSED, AT_RISK = "On Track", "Paused", "At Risk"
BREACHED, MET = "Breached", "Met"
FIRST_RESPONSE, RESOLUTION = "First Response", "Resolution"
WARNING_US = 60 * MINUTE
"""How long before a breach a case is at risk, or a quarter of the whole time if that is less."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something that is to happen to a case by a time."""

    name: str
    due_us: int
    met_us: int | None
    is_paused: bool
    remaining_us: int
    """What is left of the business hours; negative if it was or is too late."""
    warning_us: int
    """From how much on that is left it is at risk."""

    @property
    def is_breached(self) -> bool:
        """Whether it was, or is, too late."""
        return self.remaining_us < 0

    @property
    def is_at_risk(self) -> bool:
        """Whether it will soon be too late."""
        is_running = self.met_us is None and not self.is_paused
        return is_running and 0 <= self.remaining_us <= self.warning_us


def hours_of(row: BusinessHours | None) -> Hours | Always:
    """The hours of a calendar; without one, all of them."""
    if row is None:
        return Always()
    week = tuple(tuple((first, last) for first, last in day) for day in row.hours)
    holidays = frozenset(date.fromisoformat(each["date"]) for each in row.holidays)
    return Hours(row.zone, week, holidays)


def target_of(targets: Sequence[SlaTarget], tier: str | None, priority: str) -> SlaTarget | None:
    """What holds for a customer of a tier and a case of a priority."""
    known: Mapping[tuple[str, str], SlaTarget] = {(t.tier, t.priority): t for t in targets}
    return known.get((tier or DEFAULT_TIER, priority)) or known.get((DEFAULT_TIER, priority))


def begin(case: Any, hours: Hours | Always, target: SlaTarget | None, extra_us: int = 0) -> None:
    """Set by when a case is to be answered and solved, counted from when it was made.

    Args:
        case: the case's row.
        hours: when its clocks run.
        target: what holds for it; None for no clocks.
        extra_us: how long its clocks have stood still, in microseconds of those hours.
    """
    if target is None:
        case.first_response_due_us = case.resolution_due_us = None
        return
    at_us = case.created_us
    if case.first_response_us is None:
        wanted_us = target.first_response_minutes * MINUTE + extra_us
        case.first_response_due_us = hours.reached(at_us, wanted_us)
    wanted_us = target.resolution_minutes * MINUTE + extra_us
    case.resolution_due_us = hours.reached(at_us, wanted_us)


def stood_still(case: Any, hours: Hours | Always, target: SlaTarget | None) -> int:
    """For how long a case's clocks have stood still, as its due time tells."""
    if target is None or case.resolution_due_us is None:
        return 0
    given_us = hours.counted(case.resolution_due_us) - hours.counted(case.created_us)
    return max(0, given_us - target.resolution_minutes * MINUTE)


def pause(case: Any, now_us: int) -> None:
    """Stop a case's clocks."""
    if case.paused_us is None:
        case.paused_us = now_us


def resume(case: Any, hours: Hours | Always, now_us: int) -> None:
    """Let a case's clocks run on: what was left when they stopped is left now."""
    if case.paused_us is None:
        return
    if case.first_response_us is None:
        case.first_response_due_us = _moved(
            case.first_response_due_us, hours, case.paused_us, now_us
        )
    case.resolution_due_us = _moved(case.resolution_due_us, hours, case.paused_us, now_us)
    case.paused_us = None


def milestones(case: Any, hours: Hours | Always, now_us: int) -> Sequence[Milestone]:
    """A case's clocks, as they stand."""
    answered_us = case.first_response_us or case.closed_us
    wanted = (
        (FIRST_RESPONSE, case.first_response_due_us, answered_us),
        (RESOLUTION, case.resolution_due_us, case.closed_us),
    )
    return [
        _milestone(case, name, due_us, met_us, hours, now_us)
        for name, due_us, met_us in wanted
        if due_us is not None
    ]


def state(case: Any, hours: Hours | Always, now_us: int) -> str | None:
    """What is said of a case's clocks in one word; None if it has none."""
    clocks = milestones(case, hours, now_us)
    if not clocks:
        return None
    if any(each.is_breached for each in clocks):
        return BREACHED
    if case.is_closed:
        return MET
    if case.paused_us is not None:
        return PAUSED
    return AT_RISK if any(each.is_at_risk for each in clocks) else ON_TRACK


def next_look(case: Any, hours: Hours | Always, now_us: int) -> int | None:
    """When a case's state will be another one if nothing happens; None for never."""
    if case.is_closed or case.status == CASE_WAITING:
        return None
    moments = []
    for each in milestones(case, hours, now_us):
        if each.met_us is not None or each.is_breached:
            continue
        if each.remaining_us > each.warning_us:
            moments.append(hours.reached(now_us, each.remaining_us - each.warning_us))
        else:
            moments.append(each.due_us + 1)
    return min((each for each in moments if each is not None), default=None)


def _milestone(
    case: Any,
    name: str,
    due_us: int,
    met_us: int | None,
    hours: Hours | Always,
    now_us: int,
) -> Milestone:
    is_paused = met_us is None and case.paused_us is not None
    until_us = met_us if met_us is not None else (case.paused_us or now_us)
    left = hours.counted(due_us) - hours.counted(until_us)
    if left == 0 and until_us > due_us:
        left = -1  # only hours that do not count have passed since, and it is late all the same
    whole = hours.counted(due_us) - hours.counted(case.created_us)
    return Milestone(name, due_us, met_us, is_paused, left, min(WARNING_US, whole // 4))


def _moved(due_us: int | None, hours: Hours | Always, since_us: int, now_us: int) -> int | None:
    if due_us is None or due_us < since_us:
        return due_us
    left = hours.counted(due_us) - hours.counted(since_us)
    return hours.reached(now_us, max(0, left))
