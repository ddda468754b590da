"""What a new service desk begins with: request types, queues, hours and SLAs."""

from __future__ import annotations

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.service import (
    desk_parts,
    projects,
    queues,
    request_types,
    site,
    sla_settings,
)
from workworld.apps.tracker.service.customer_replies import WAITING
from workworld.apps.tracker.service.request_types import FormField
from workworld.apps.tracker.service.sla_settings import Goal
from workworld.context import Context, Event
from workworld.events import on

_TYPES = (
    ("Ask a question", "Task", "How something works, or where it is.", ()),
    ("Report a problem", "Incident", "Something is broken or slow.", (f.PRIORITY,)),
    ("Ask for a change", "Change", "Something is to be different.", (f.DUE_DATE,)),
)
"""Names, types of issues, descriptions, and what is asked beside summary and description."""
_QUEUES = (
    ("All open", "resolution IS EMPTY ORDER BY created ASC"),
    ("Assigned to me", "assignee = currentUser() AND resolution IS EMPTY ORDER BY created ASC"),
    ("Unassigned", "assignee IS EMPTY AND resolution IS EMPTY ORDER BY created ASC"),
    ("Resolved", "resolution IS NOT EMPTY ORDER BY resolved DESC"),
)
_HOURS = (*([((9 * 60, 17 * 60),)] * 5), (), ())
_FIRST_ANSWER, _RESOLUTION = 4 * 60, 5 * 8 * 60
"""Within how many minutes of working hours: half a day, and a week."""


@on("tracker.project_created")
def _begin(ctx: Context, event: Event) -> None:
    project = projects.known(ctx, event.facts["project_id"])
    if project.kind == desk_parts.DESK:
        begin(ctx, project)


def begin(ctx: Context, project: Project) -> None:
    """Give a new service desk what its portal and its agents need."""
    for name, type_name, said, more in _TYPES:
        fields = [FormField(field=f.SUMMARY, required=True), FormField(field=f.DESCRIPTION)]
        fields += [FormField(field=each) for each in more]
        request_types.create(
            ctx,
            project=project.id,
            name=name,
            issue_type=type_name,
            description=said,
            fields=fields,
        )
    for name, jql in _QUEUES:
        queues.create(ctx, project=project.id, name=name, jql=jql)
    _add_slas(ctx, project)


def _add_slas(ctx: Context, project: Project) -> None:
    lead = site.people(ctx, [project.lead_id])[project.lead_id]
    calendar = sla_settings.create_calendar(
        ctx, project=project.id, name="Working hours", zone=lead.zone, hours=_HOURS
    )
    waiting = [f"status:{each.id}" for each in site.statuses(ctx).values() if each.name == WAITING]
    sla_settings.create(
        ctx,
        project=project.id,
        name="Time to first response",
        starts=["created"],
        stops=["comment:agent", "resolved"],
        goals=[Goal(minutes=_FIRST_ANSWER, calendar_id=calendar.id)],
    )
    sla_settings.create(
        ctx,
        project=project.id,
        name="Time to resolution",
        starts=["created", "reopened"],
        pauses=waiting,
        stops=["resolved"],
        goals=[Goal(minutes=_RESOLUTION, calendar_id=calendar.id)],
    )
