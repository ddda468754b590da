"""Setting SLAs up: what begins, pauses and ends their clocks, goals, and calendars."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field
from sqlalchemy import delete as sql_delete
from sqlalchemy import select

from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import Sla, SlaCalendar, SlaGoal
from workworld.apps.tracker.service import desk_parts, site, sla_clocks, sla_goals, sla_tables
from workworld.apps.tracker.types import Jql, Name, NumberedId, ProjectRef
from workworld.context import Context, Surface
from workworld.errors import Conflict
from workworld.operations import Effect, operation
from workworld.shapes import CLOSED
from workworld.zones import zone as zone_named

SlaId = Annotated[NumberedId, Field(description="An SLA's id.")]
CalendarId = Annotated[NumberedId, Field(description="A calendar's id.")]
Conditions = Annotated[Sequence[str], Field(max_length=20)]
# The vendor's API has none for these: its pages do them, and so do tools.
_DOORS = (Surface.UI, Surface.MCP)
_MOST_GOALS = 30
_LONGEST = 525_600
_STATUS = re.compile(r"status:(\d+)")


class Goal(BaseModel):
    """How long it may take for some issues."""

    model_config = CLOSED

    jql: Annotated[Jql, Field(description="For which issues; empty for all others.")] = ""
    minutes: Annotated[int, Field(description="How long it may take.", ge=1, le=_LONGEST)]
    calendar_id: Annotated[
        str | None, Field(description="In whose hours; none for all day and night.", max_length=64)
    ] = None


class Holiday(BaseModel):
    """A day without working hours."""

    model_config = CLOSED

    date: Annotated[str, Field(description="ISO date.", pattern=r"^\d{4}-\d{2}-\d{2}$")]
    name: Annotated[str, Field(description="What it is.", max_length=100)] = ""


Goals = Annotated[
    Sequence[Goal],
    Field(description="In order: the first that fits counts.", max_length=_MOST_GOALS),
]
Hours = Annotated[
    Sequence[Sequence[Sequence[int]]],
    Field(
        description="For each day from Monday: from when to when, in minutes since midnight.",
        min_length=7,
        max_length=7,
    ),
]
Holidays = Annotated[Sequence[Holiday], Field(description="Days without any.", max_length=200)]


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def create(
    ctx: Context,
    *,
    project: ProjectRef,
    name: Name,
    goals: Goals,
    starts: Annotated[Conditions, Field(description="What begins a cycle.")] = ("created",),
    stops: Annotated[Conditions, Field(description="What ends a cycle.")] = ("resolved",),
    pauses: Annotated[Conditions, Field(description="While which the clock stands still.")] = (),
) -> Sla:
    """Add an SLA to a service desk; clocks of its issues are worked out from their past.

    Conditions: created, resolved, reopened, assigned, unassigned, comment:agent, comment:customer
    and status:<id>; clocks pause while unassigned, resolved or status:<id>.
    """
    row = desk_parts.run(ctx, project)
    sla = Sla(
        id=numbers.next_id(ctx.ids, "sla"),
        project_id=row.id,
        name=desk_parts.good_name(ctx, Sla, row.id, name),
        starts=_events(ctx, starts, "starts"),
        pauses=_states(ctx, pauses),
        stops=_events(ctx, stops, "stops"),
        position=desk_parts.next_place(ctx, Sla, row.id),
    )
    ctx.session.add(sla)
    ctx.session.flush()  # its goals refer to it
    _put_goals(ctx, sla, goals)
    return _counted(ctx, sla)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    sla_id: SlaId,
    name: Annotated[Name | None, Field(description="A new name.")] = None,
    goals: Goals | None = None,
    starts: Annotated[Conditions | None, Field(description="What lets its clock start.")] = None,
    stops: Annotated[Conditions | None, Field(description="What lets it stop.")] = None,
    pauses: Annotated[Conditions | None, Field(description="While what it stands still.")] = None,
) -> Sla:
    """Change an SLA; clocks are worked out anew. Whatever is left out stays as it is."""
    sla = desk_parts.changing(ctx, Sla, sla_id)
    if name is not None:
        sla.name = desk_parts.good_name(ctx, Sla, sla.project_id, name, sla.id)
    if starts is not None:
        sla.starts = _events(ctx, starts, "starts")
    if stops is not None:
        sla.stops = _events(ctx, stops, "stops")
    if pauses is not None:
        sla.pauses = _states(ctx, pauses)
    if goals is not None:
        _put_goals(ctx, sla, goals)
    return _counted(ctx, sla)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def delete(ctx: Context, *, sla_id: SlaId) -> None:
    """Delete an SLA with its goals and clocks."""
    sla = desk_parts.changing(ctx, Sla, sla_id)
    ctx.session.execute(sql_delete(SlaGoal).where(SlaGoal.sla_id == sla.id))
    ctx.session.delete(sla)
    _counted(ctx, sla)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def calendars(ctx: Context, *, project: ProjectRef) -> Sequence[SlaCalendar]:
    """List the calendars of a service desk, whose hours clocks count."""
    return desk_parts.of_project(ctx, SlaCalendar, desk_parts.served(ctx, project).id)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def goals_of(ctx: Context, *, sla_id: SlaId) -> Sequence[SlaGoal]:
    """List the goals of an SLA in their order."""
    sla = desk_parts.known(ctx, Sla, sla_id)
    query = select(SlaGoal).where(SlaGoal.sla_id == sla.id)
    return ctx.session.scalars(query.order_by(SlaGoal.position)).all()


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def create_calendar(
    ctx: Context,
    *,
    project: ProjectRef,
    name: Name,
    zone: Annotated[str, Field(description="An IANA name.", max_length=64)],
    hours: Hours,
    holidays: Holidays = (),
) -> SlaCalendar:
    """Add a calendar to a service desk."""
    row = desk_parts.run(ctx, project)
    calendar = SlaCalendar(
        id=numbers.next_id(ctx.ids, "sla calendar"),
        project_id=row.id,
        name=desk_parts.good_name(ctx, SlaCalendar, row.id, name),
        zone=_good_zone(zone),
        hours=_good_hours(hours),
        holidays=_good_holidays(holidays),
        position=desk_parts.next_place(ctx, SlaCalendar, row.id),
    )
    ctx.session.add(calendar)
    desk_parts.changed(ctx, row.id)
    return calendar


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit_calendar(
    ctx: Context,
    *,
    calendar_id: CalendarId,
    name: Annotated[Name | None, Field(description="A new name.")] = None,
    zone: Annotated[str | None, Field(description="An IANA name.", max_length=64)] = None,
    hours: Hours | None = None,
    holidays: Holidays | None = None,
) -> SlaCalendar:
    """Change a calendar; clocks that count its hours are worked out anew."""
    row = desk_parts.changing(ctx, SlaCalendar, calendar_id)
    if name is not None:
        row.name = desk_parts.good_name(ctx, SlaCalendar, row.project_id, name, row.id)
    if zone is not None:
        row.zone = _good_zone(zone)
    if hours is not None:
        row.hours = _good_hours(hours)
    if holidays is not None:
        row.holidays = _good_holidays(holidays)
    sla_tables.refresh(ctx.session, row.project_id)
    desk_parts.changed(ctx, row.project_id)
    return row


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def delete_calendar(ctx: Context, *, calendar_id: CalendarId) -> None:
    """Delete a calendar whose hours no goal counts."""
    row = desk_parts.changing(ctx, SlaCalendar, calendar_id)
    used = ctx.session.scalar(select(SlaGoal.id).where(SlaGoal.calendar_id == row.id).limit(1))
    if used is not None:
        raise Conflict("calendar_in_use", f"Goals count the hours of {row.name}.")
    ctx.session.delete(row)
    desk_parts.changed(ctx, row.project_id)


def _put_goals(ctx: Context, sla: Sla, goals: Sequence[Goal]) -> None:
    if not goals:
        raise desk_parts.wrong(Sla, "An SLA has at least one goal.", "goals")
    known = {row.id for row in desk_parts.of_project(ctx, SlaCalendar, sla.project_id)}
    ctx.session.execute(sql_delete(SlaGoal).where(SlaGoal.sla_id == sla.id))
    for position, goal in enumerate(goals):
        sla_goals.check(goal.jql)
        if goal.calendar_id and goal.calendar_id not in known:
            raise desk_parts.wrong(Sla, f"There is no calendar {goal.calendar_id}.", "goals")
        ctx.session.add(
            SlaGoal(
                id=numbers.next_id(ctx.ids, "sla goal"),
                sla_id=sla.id,
                position=position,
                jql=goal.jql.strip(),
                minutes=goal.minutes,
                calendar_id=goal.calendar_id or None,
            )
        )


def _events(ctx: Context, given: Sequence[str], field: str) -> list[str]:
    found = _good(ctx, given, sla_clocks.EVENTS, field)
    if not found:
        raise desk_parts.wrong(Sla, "Something begins a clock, and something ends it.", field)
    return found


def _states(ctx: Context, given: Sequence[str]) -> list[str]:
    return _good(ctx, given, sla_clocks.STATES, "pauses")


def _good(ctx: Context, given: Sequence[str], known: Sequence[str], field: str) -> list[str]:
    statuses = site.statuses(ctx)
    for each in given:
        status = _STATUS.fullmatch(each)
        if each not in known and (status is None or status[1] not in statuses):
            said = f"'{each}' is none of {', '.join(known)} and status:<id>."
            raise desk_parts.wrong(Sla, said, field)
    return [*dict.fromkeys(given)]


def _good_zone(name: str) -> str:
    try:
        zone_named(name)
    except KeyError:
        raise desk_parts.wrong(SlaCalendar, f"There is no time zone '{name}'.", "zone") from None
    return name


def _good_hours(hours: Sequence[Sequence[Sequence[int]]]) -> list[list[list[int]]]:
    said = "Each part of a day is two minutes of it, in order: 540 and 1020 for 9:00 to 17:00."
    for day in hours:
        last = 0
        for part in day:
            if len(part) != 2 or not last <= part[0] < part[1] <= 24 * 60:
                raise desk_parts.wrong(SlaCalendar, said, "hours")
            last = part[1]
    if not any(hours):
        raise desk_parts.wrong(SlaCalendar, "A calendar has hours on some day.", "hours")
    return [[[*part] for part in day] for day in hours]


def _good_holidays(holidays: Sequence[Holiday]) -> list[dict[str, str]]:
    found = {}
    for each in holidays:
        try:
            date.fromisoformat(each.date)
        except ValueError:
            said = f"'{each.date}' is no day."
            raise desk_parts.wrong(SlaCalendar, said, "holidays") from None
        found[each.date] = {"date": each.date, "name": each.name.strip()}
    return [found[day] for day in sorted(found)]


def _counted(ctx: Context, sla: Sla) -> Sla:
    sla_tables.refresh(ctx.session, sla.project_id)
    desk_parts.changed(ctx, sla.project_id)
    return sla
