"""SLAs: how much time is left for what is to happen to requests, and what was too late."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.apps.tracker.models import Issue, Sla, SlaCalendar, SlaCycle
from workworld.apps.tracker.permission_names import BROWSE
from workworld.apps.tracker.service import access, desk_parts, sight, sla_tables
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.service.sla_clocks import Calendar
from workworld.apps.tracker.types import IssueRef, ProjectRef
from workworld.clock import from_microseconds
from workworld.context import Context, Surface
from workworld.database import constant, given, rows_of
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible
from workworld.working_hours import Always

_cycles, _issues = SlaCycle.__table__.c, Issue.__table__.c
_OF_ISSUES = constant(
    select(SlaCycle.__table__)
    .where(_cycles.issue_id.in_(given("issues")))
    .order_by(_cycles.issue_id, _cycles.sla_id, _cycles.number)
)
_ALWAYS = Always()
_DOORS = (Surface.UI, Surface.MCP)
_CALENDARS = constant(
    select(SlaCalendar.__table__).where(SlaCalendar.__table__.c.project_id == bindparam("project"))
)


@dataclass(frozen=True, slots=True)
class Clock:
    """A cycle of an SLA, as it stands now."""

    goal_us: int
    elapsed_us: int
    started_us: int
    stopped_us: int | None
    is_paused: bool
    is_resting: bool
    """Whether it runs, but not at this hour."""
    breach_us: int | None
    """When its time was up, or will be if it goes on; None if it stands still or never is."""

    @property
    def remaining_us(self) -> int:
        """What is left; negative if it took too long."""
        return self.goal_us - self.elapsed_us

    @property
    def is_breached(self) -> bool:
        """Whether it took too long."""
        return self.elapsed_us > self.goal_us

    @property
    def is_ongoing(self) -> bool:
        """Whether it has not ended."""
        return self.stopped_us is None


@dataclass(frozen=True, slots=True)
class IssueSla:
    """An SLA of an issue."""

    sla: Sla
    completed: Sequence[Clock]
    ongoing: Clock | None

    @property
    def latest(self) -> Clock:
        """The clock that runs, or ran last."""
        return self.ongoing or self.completed[-1]


@dataclass(frozen=True, slots=True)
class Day:
    """How clocks ended that ended on a day."""

    date: str
    met: int
    breached: int


@dataclass(frozen=True, slots=True)
class Report:
    """How an SLA of a service desk was kept."""

    sla: Sla
    met: int
    breached: int
    running: int
    running_late: int
    median_us: int | None
    """Of what had elapsed when clocks ended."""
    days: Sequence[Day]

    @property
    def share(self) -> float | None:
        """Of those that ended, which part was in time; None if none did."""
        total = self.met + self.breached
        return self.met / total if total else None


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def of_issue(ctx: Context, *, issue: IssueRef) -> Sequence[IssueSla]:
    """List the clocks of an issue, for those who work at its service desk."""
    row = sight.read(ctx, issue)
    access.require_has(ctx, BROWSE, row.project_id)
    return of_issues(ctx, [row]).get(row.id, ())


# The vendor's API has neither this nor the report.
@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def list(ctx: Context, *, project: ProjectRef) -> Sequence[Sla]:
    """List the SLAs of a service desk in their order."""
    return desk_parts.of_project(ctx, Sla, desk_parts.served(ctx, project).id)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def report(
    ctx: Context,
    *,
    project: ProjectRef,
    days: Annotated[int, Field(description="How many days, until today.", ge=1, le=366)] = 30,
) -> Sequence[Report]:
    """Tell how each SLA of a service desk was kept in the last days: of issues that one sees."""
    row = desk_parts.served(ctx, project)
    query = visible(Issue).where(_issues.project_id == row.id).with_only_columns(_issues.id)
    ids = [each.id for each in rows_of(ctx.session, query, sight_of(ctx))]
    now, today = _Now.of(ctx, row.id), ctx.clock.now().date()
    first = [(today - timedelta(days=number)).isoformat() for number in reversed(range(days))]
    cycles: dict[str, builtins.list[Clock]] = {}
    for cycle in rows_of(ctx.session, _OF_ISSUES, {"issues": ids}):
        cycles.setdefault(cycle.sla_id, []).append(now.clock(cycle))
    slas = desk_parts.of_project(ctx, Sla, row.id)
    return [_reported(sla, cycles.get(sla.id, ()), first) for sla in slas]


def of_issues(ctx: Context, rows: Sequence[Any]) -> Mapping[str, Sequence[IssueSla]]:
    """The clocks of issues that the caller sees all of, by the issue's id."""
    by_project: dict[str, builtins.list[str]] = {}
    for row in rows:
        by_project.setdefault(row.project_id, []).append(row.id)
    found: dict[str, Sequence[IssueSla]] = {}
    for project_id, ids in by_project.items():
        slas = desk_parts.of_project(ctx, Sla, project_id)
        if not slas:
            continue
        now = _Now.of(ctx, project_id)
        clocks: dict[tuple[str, str], builtins.list[Clock]] = {}
        for cycle in rows_of(ctx.session, _OF_ISSUES, {"issues": ids}):
            clocks.setdefault((cycle.issue_id, cycle.sla_id), []).append(now.clock(cycle))
        for id in ids:
            mine = [(sla, clocks.get((id, sla.id), [])) for sla in slas]
            found[id] = [_split(sla, each) for sla, each in mine if each]
    return found


def calendars(ctx: Context, project_id: str) -> Mapping[str, Calendar]:
    """The calendars of a service desk, by id."""
    rows = rows_of(ctx.session, _CALENDARS, {"project": project_id})
    return {row.id: sla_tables.calendar_of(row) for row in rows}


@dataclass(frozen=True, slots=True)
class _Now:
    """This moment, as each calendar counts it."""

    us: int
    calendars: Mapping[str, Calendar]

    @classmethod
    def of(cls, ctx: Context, project_id: str) -> _Now:
        return cls(ctx.clock.now_us(), calendars(ctx, project_id))

    def clock(self, row: SlaCycle) -> Clock:
        """A cycle as it stands now."""
        calendar = self.calendars.get(row.calendar_id, _ALWAYS)
        elapsed, is_running = row.elapsed_us, row.anchor_us is not None
        breach = None
        if row.anchor_us is not None:
            elapsed = calendar.counted(self.us) - row.anchor_us
            left = row.goal_us - elapsed
            breach = calendar.reached(self.us, left) if left >= 0 else None
        minute = calendar.counted(self.us + 1_000_000) - calendar.counted(self.us)
        return Clock(
            row.goal_us,
            elapsed,
            row.started_us,
            row.stopped_us,
            is_paused=row.stopped_us is None and not is_running,
            is_resting=is_running and minute == 0,
            breach_us=breach,
        )


def _split(sla: Sla, clocks: Sequence[Clock]) -> IssueSla:
    ongoing = next((each for each in clocks if each.is_ongoing), None)
    return IssueSla(sla, [each for each in clocks if not each.is_ongoing], ongoing)


def _reported(sla: Sla, clocks: Sequence[Clock], dates: Sequence[str]) -> Report:
    ended: dict[str, builtins.list[Clock]] = {date: [] for date in dates}
    running = [each for each in clocks if each.is_ongoing]
    for each in clocks:
        if each.stopped_us is not None:
            date = _date(each.stopped_us)
            if date in ended:
                ended[date].append(each)
    days = [
        Day(
            date,
            sum(not each.is_breached for each in found),
            sum(each.is_breached for each in found),
        )
        for date, found in ended.items()
    ]
    times = sorted(each.elapsed_us for found in ended.values() for each in found)
    return Report(
        sla,
        met=sum(day.met for day in days),
        breached=sum(day.breached for day in days),
        running=len(running),
        running_late=sum(each.is_breached for each in running),
        median_us=times[len(times) // 2] if times else None,
        days=days,
    )


def _date(us: int) -> str:
    return from_microseconds(us).date().isoformat()
