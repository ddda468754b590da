"""Fills the table of clocks, from SLAs and from what happened to issues.

An issue's clocks are worked out anew whenever something happens to it, all those of a service desk
when its SLAs change, or who belongs to its team.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Comment,
    GroupMember,
    HistoryItem,
    Issue,
    Role,
    RoleActor,
    Sla,
    SlaCalendar,
    SlaCycle,
    SlaGoal,
)
from workworld.apps.tracker.service import sla_facts
from workworld.apps.tracker.service.sla_clocks import Calendar, Happening, Story, cycles_of
from workworld.apps.tracker.service.sla_goals import fits
from workworld.context import Context, Event
from workworld.database import derives, driver
from workworld.events import on
from workworld.working_hours import MINUTE, Always, Hours

CUSTOMER = "Customer"
_FOLLOWED = ("status", "assignee", "resolution")
_ALWAYS = Always()


@dataclass(frozen=True, slots=True)
class _Desk:
    """The SLAs of a service desk."""

    slas: Sequence[Sla]
    goals: Mapping[str, Sequence[SlaGoal]]
    calendars: Mapping[str, Calendar]
    team: frozenset[str]
    """Ids of those who work there."""


@derives(SlaCycle)
def _fill(session: Session) -> None:
    for project_id in session.scalars(select(Sla.project_id).distinct().order_by(Sla.project_id)):
        refresh(session, project_id)


def refresh(session: Session, project_id: str, issue_ids: Sequence[str] | None = None) -> None:
    """Work out the clocks of some issues of a project anew, or of all."""
    session.flush()  # what was added is read by statements
    issues = select(Issue.__table__).where(Issue.project_id == project_id)
    if issue_ids is not None:
        issues = issues.where(Issue.id.in_(issue_ids))
    rows = session.execute(issues.order_by(Issue.id)).all()
    ids = [row.id for row in rows]
    session.execute(delete(SlaCycle).where(SlaCycle.issue_id.in_(ids)))
    desk = _desk(session, project_id)
    if not desk.slas or not rows:
        return
    stories = _stories(session, rows, desk.team)
    facts = sla_facts.of(session, rows)
    found = [
        cycle for row in rows for cycle in _of_issue(desk, row.id, stories[row.id], facts[row.id])
    ]
    if found:
        session.connection().execute(insert(SlaCycle), found)


def calendar_of(row: SlaCalendar) -> Calendar:
    """The calendar of a row."""
    week = tuple(tuple((first, last) for first, last in day) for day in row.hours)
    days = frozenset(date.fromisoformat(each["date"]) for each in row.holidays)
    return Hours(row.zone, week, days)


def _of_issue(
    desk: _Desk, issue_id: str, story: Story, facts: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    for sla in desk.slas:
        goal = next((each for each in desk.goals[sla.id] if fits(each.jql, facts)), None)
        if goal is None:
            continue
        calendar = desk.calendars.get(goal.calendar_id or "", _ALWAYS)
        cycles = cycles_of(story, sla.starts, sla.pauses, sla.stops, calendar)
        for number, cycle in enumerate(cycles, start=1):
            yield {
                "issue_id": issue_id,
                "sla_id": sla.id,
                "number": number,
                "is_latest": number == len(cycles),
                "goal_us": goal.minutes * MINUTE,
                "calendar_id": goal.calendar_id or "",
                "started_us": cycle.started_us,
                "stopped_us": cycle.stopped_us,
                "elapsed_us": cycle.elapsed_us,
                "anchor_us": cycle.anchor_us,
            }


def _desk(session: Session, project_id: str) -> _Desk:
    slas = session.scalars(
        select(Sla).where(Sla.project_id == project_id).order_by(Sla.position, Sla.id)
    ).all()
    goals: dict[str, list[SlaGoal]] = defaultdict(list)
    query = select(SlaGoal).where(SlaGoal.sla_id.in_([sla.id for sla in slas]))
    for goal in session.scalars(query.order_by(SlaGoal.position, SlaGoal.id)):
        goals[goal.sla_id].append(goal)
    calendars = session.scalars(select(SlaCalendar).where(SlaCalendar.project_id == project_id))
    return _Desk(
        slas,
        goals,
        {row.id: calendar_of(row) for row in calendars},
        _team(session, project_id) if slas else frozenset(),
    )


def _team(session: Session, project_id: str) -> frozenset[str]:
    """Whoever has a role in the project besides that of a customer."""
    customers = select(Role.id).where(Role.name == CUSTOMER)
    actors = select(RoleActor.actor_id, RoleActor.is_group).where(
        RoleActor.project_id == project_id, RoleActor.role_id.not_in(customers)
    )
    rows = session.execute(actors).all()
    groups = [row.actor_id for row in rows if row.is_group]
    members = select(GroupMember.person_id).where(GroupMember.group_id.in_(groups))
    found = {row.actor_id for row in rows if not row.is_group}
    return frozenset(found.union(session.scalars(members)))


def _stories(session: Session, rows: Sequence[Any], team: frozenset[str]) -> dict[str, Story]:
    """What happened to issues, by id."""
    ids = [row.id for row in rows]
    stories = {
        row.id: Story(row.created_us, row.status_id, row.assignee_id, row.resolution_id)
        for row in rows
    }
    items = HistoryItem.__table__.c
    changes = select(
        items.issue_id, items.created_us, items.field_id, items.from_id, items.to_id
    ).where(items.issue_id.in_(ids), items.field_id.in_(_FOLLOWED))
    begun: set[tuple[str, str]] = set()
    for row in session.execute(changes.order_by(items.created_us, items.change_id, items.position)):
        story, former = stories[row.issue_id], row.from_id or None
        if (row.issue_id, row.field_id) not in begun:
            begun.add((row.issue_id, row.field_id))
            setattr(story, f"{row.field_id}_id", former)
        story.happenings.append(_change(row, row.to_id or None))
    comments = Comment.__table__.c
    said = select(comments.issue_id, comments.author_id, comments.created_us).where(
        comments.issue_id.in_(ids), comments.is_internal.is_(False), comments.role_id.is_(None)
    )
    for each in session.execute(said.order_by(comments.created_us, comments.id)):
        who = "agent" if each.author_id in team else "customer"
        stories[each.issue_id].happenings.append(Happening(each.created_us, (f"comment:{who}",)))
    return stories


def _change(row: Any, value: str | None) -> Happening:
    names = {
        "status": f"status:{value}",
        "assignee": "assigned" if value else "unassigned",
        "resolution": "resolved" if value else "reopened",
    }
    return Happening(row.created_us, (names[row.field_id],), row.field_id, value)


def _follow(ctx: Context, event: Event) -> None:
    """Keep the clocks of the issue that an event tells of."""
    project_id = event.facts["project_id"]
    if project_id in _with_slas(ctx):
        refresh(ctx.session, project_id, [event.facts["issue_id"]])


def _follow_team(ctx: Context, event: Event) -> None:
    for project_id in sorted(_with_slas(ctx)):
        if event.facts.get("project_id") in (None, project_id):
            refresh(ctx.session, project_id)


def _with_slas(ctx: Context) -> frozenset[str]:
    rows = driver(ctx.session).execute("SELECT DISTINCT project_id FROM tracker_slas")
    return frozenset(str(row[0]) for row in rows)


for _kind in (
    "tracker.issue_created",
    "tracker.issue_updated",
    "tracker.issue_transitioned",
    "tracker.issue_assigned",
    "tracker.issue_moved",
    "tracker.request_changed",
    "tracker.comment_added",
    "tracker.comment_imported",
    "tracker.comment_edited",
    "tracker.comment_deleted",
):
    on(_kind)(_follow)
for _kind in (
    "tracker.role_actors_changed",
    "tracker.group_member_added",
    "tracker.group_member_removed",
    "tracker.group_deleted",
):
    on(_kind)(_follow_team)
