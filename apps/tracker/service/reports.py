"""Reports on sprints, versions, epics and projects: their numbers, and queries that find the same.

Hidden issues count nowhere. https://support.atlassian.com/jira-software-cloud/docs/view-and-understand-reports/
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.tracker.models import Sprint
from workworld.apps.tracker.service import boards, projects, sight, site, sprints, versions
from workworld.apps.tracker.service.reporting import (
    courses,
    flows,
    pasts,
    rates,
    records,
    words,
)
from workworld.apps.tracker.service.reporting.courses import Queries, ScopeChange, Step
from workworld.apps.tracker.service.reporting.pasts import Group
from workworld.apps.tracker.types import BoardId, IssueRef, Jql, NumberedId, ProjectRef, SprintId
from workworld.context import Context, Surface
from workworld.errors import Conflict, Invalid
from workworld.operations import Effect, operation

# The vendor's API has no reports; its pages compute them of private addresses.
_DOORS = (Surface.UI, Surface.MCP)
Unit = Annotated[
    Literal["points", "count", "time"],
    Field(description="What is summed up: story points, issues, or seconds of estimated work."),
]
Days = Annotated[int, Field(description="How many days back, today included.", ge=1, le=732)]


@dataclass(frozen=True, slots=True)
class Course:
    """How much there was to do in something, and how much of that was done, as time went by."""

    unit: str
    starts_us: int
    ends_us: int
    """When it ended or is to end."""
    steps: Sequence[Step]
    changes: Sequence[ScopeChange]
    """What happened after the start."""


@dataclass(frozen=True, slots=True)
class SprintCourse:
    """The same of a sprint."""

    sprint: Sprint
    course: Course


@dataclass(frozen=True, slots=True)
class Velocity:
    """What a board's last sprints had taken on, and what they achieved."""

    unit: str
    sprints: Sequence[SprintResult]
    average: float
    """Of what was done."""


@dataclass(frozen=True, slots=True)
class SprintResult:
    """One of them."""

    sprint: Sprint
    committed: float
    completed: float
    committed_jql: str
    completed_jql: str


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def burndown(ctx: Context, *, sprint_id: SprintId, unit: Unit = "points") -> SprintCourse:
    """Show how the work of a sprint burned down, and up: a step for each change, with its cause.

    What was added after the start counts from then on.

    Raises:
        Conflict: ``sprint_not_started``.
    """
    sprint = _begun(ctx, sprint_id)
    starts, ends = records.bounds(ctx, sprint)
    inside = f"sprint WAS {sprint.id} {{at}} AND {words.STANDARD}"
    course = _course(ctx, pasts.of_sprint(sprint.id), unit, (starts, ends), inside)
    planned = sprint.completed_us or max(ends, sprint.end_us or ends)
    return SprintCourse(sprint, Course(unit, starts, planned, course.steps, course.changes))


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def sprint(ctx: Context, *, sprint_id: SprintId, unit: Unit = "points") -> records.Record:
    """Show what was done in a sprint, what was not, what left it, and what was done elsewhere.

    Raises:
        Conflict: ``sprint_not_started``.
    """
    return records.of_sprint(ctx, _begun(ctx, sprint_id), unit)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def velocity(
    ctx: Context,
    *,
    board_id: BoardId,
    unit: Unit = "points",
    most: Annotated[int, Field(description="How many sprints.", ge=1, le=26)] = 7,
) -> Velocity:
    """Compare what a board's last completed sprints took on with what they achieved."""
    board = boards.known(ctx, board_id)
    found = []
    for each in records.closed(ctx, board.id, most):
        record = records.of_sprint(ctx, each, unit)
        found.append(
            SprintResult(
                each, record.committed, record.done, record.committed_jql, record.completed_jql
            )
        )
    average = fmean(each.completed for each in found) if found else 0
    return Velocity(unit, found, average)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def cumulative_flow(ctx: Context, *, project: ProjectRef, days: Days = 30) -> flows.Flow:
    """Count how many of a project's issues stood in each column of its board, day by day."""
    return flows.of_project(ctx, projects.known(ctx, project), days)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def control(ctx: Context, *, project: ProjectRef, days: Days = 90) -> flows.Control:
    """Show how long a project's resolved issues took from the beginning of work to their end."""
    return flows.control(ctx, projects.known(ctx, project), days)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def rates_of_issues(
    ctx: Context,
    *,
    jql: Jql,
    days: Days = 30,
) -> Sequence[rates.Span]:
    """Count the issues of a query that were created and resolved in each day, week or month.

    It tells as well how old the unresolved ones were, and how long the resolved ones took.

    Raises:
        Invalid: the query makes no sense.
    """
    return rates.of_query(ctx, jql, days)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def workload(ctx: Context, *, project: ProjectRef) -> Sequence[rates.Load]:
    """Sum up what everybody has to do in a project: unresolved issues, points, remaining work."""
    return rates.loads(ctx, projects.known(ctx, project))


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def version(
    ctx: Context,
    *,
    version_id: Annotated[NumberedId, Field(description="A version's id.")],
    unit: Unit = "points",
) -> Course:
    """Show how the work of a version grew, and how much of it was done, as time went by."""
    row = versions.known(ctx, version_id)
    inside = f"fixVersion WAS {row.id} {{at}}"
    return _whole(ctx, pasts.of_version(row.id), unit, inside)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def epic(ctx: Context, *, issue: IssueRef, unit: Unit = "points") -> Course:
    """Show how the work below an epic grew, and how much of it was done, as time went by.

    Raises:
        Invalid: ``not_an_epic``.
    """
    row = sight.read(ctx, issue)
    if site.issue_types(ctx)[row.type_id].level < 1:
        raise Invalid("not_an_epic", f"{row.key} is no epic.")
    inside = f"parent = {row.key} AND {words.STANDARD} AND created < {{moment}}"
    return _whole(ctx, pasts.of_epic(row.id), unit, inside)


def _begun(ctx: Context, sprint_id: int) -> Sprint:
    row = sprints.known(ctx, sprint_id)
    if row.state == sprints.FUTURE:
        raise Conflict("sprint_not_started", f"{row.name} has not been started.")
    return row


def _whole(ctx: Context, group: Group, unit: Unit, inside: str) -> Course:
    """The course of something from its first issue until today."""
    now = ctx.clock.now_us()
    return _course(ctx, group, unit, (0, now), inside)


def _course(ctx: Context, group: Group, unit: Unit, within: tuple[int, int], inside: str) -> Course:
    found, done = pasts.of_group(ctx, group), pasts.done_statuses(ctx)
    starts, ends = within
    if not starts:
        entered = [each.since_us for past in found for each in past.states if each.is_member]
        starts = min(entered, default=ends)
    queries = _queries(inside, words.done(ctx))
    return Course(
        unit,
        starts,
        ends,
        courses.steps(found, unit, done, (starts, ends), queries),
        courses.changes(found, unit, done, starts, ends),
    )


def _queries(inside: str, done: str) -> Callable[[int], Queries]:
    def at(us: int) -> Queries:
        when = words.at(us)
        scope = inside.format(at=when, moment=words.moment(us))
        return Queries(
            scope,
            f"{scope} AND status WAS IN {done} {when}",
            f"{scope} AND status WAS NOT IN {done} {when}",
        )

    return at
