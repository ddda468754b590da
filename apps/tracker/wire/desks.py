"""Service desks: https://developer.atlassian.com/cloud/jira/service-desk/rest/intro/"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workworld.approvals.records import Record
from workworld.apps.tracker.models import (
    Comment,
    Organization,
    Project,
    Queue,
    Rating,
    RequestType,
)
from workworld.apps.tracker.service import projects, site
from workworld.apps.tracker.service.queues import Counted
from workworld.apps.tracker.service.request_types import AskedField
from workworld.apps.tracker.service.requests import RequestView
from workworld.apps.tracker.service.slas import Clock, IssueSla
from workworld.apps.tracker.wire import activity, people
from workworld.apps.tracker.wire.addresses import address
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory.models import Person
from workworld.zones import zone

Shape = dict[str, Any]
ROOT = "rest/servicedeskapi"
_MINUTE, _HOUR = 60_000, 3_600_000


def at(ctx: Context, *path: str | int) -> str:
    """The address of a resource of this API."""
    return address(ctx, ROOT, *path)


def page(ctx: Context, values: Sequence[Any], *, start: int, limit: int, is_last: bool) -> Shape:
    """A page of a listing."""
    return {
        "_expands": [],
        "size": len(values),
        "start": start,
        "limit": limit,
        "isLastPage": is_last,
        "_links": {"base": address(ctx, "rest").removesuffix("/rest"), "context": ""},
        "values": [*values],
    }


def paged(
    ctx: Context, rows: Sequence[Any], shape: Callable[[Any], Any], start: int, limit: int
) -> Shape:
    """A page of rows that are all known."""
    shown = rows[start : start + limit]
    values = [shape(each) for each in shown]
    return page(ctx, values, start=start, limit=limit, is_last=start + limit >= len(rows))


def moment(ctx: Context, us: int) -> Shape:
    """A moment as this API writes it."""
    at = from_microseconds(us)
    person = site.people(ctx, [ctx.actor.person_id]).get(ctx.actor.person_id)
    local = at.astimezone(zone(person.zone)) if person else at
    return {
        "iso8601": f"{at:%Y-%m-%dT%H:%M:%S}+0000",
        "jira": f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}+0000",
        "friendly": f"{local:%d/%b/%y} {int(f'{local:%I}')}:{local:%M %p}",
        "epochMillis": us // 1000,
    }


def duration(us: int) -> Shape:
    """An amount of time as this API writes it."""
    millis = us // 1000
    hours, rest = divmod(abs(millis), _HOUR)
    sign = "-" if millis < 0 else ""
    words = [f"{hours}h"] if hours else []
    words.append(f"{rest // _MINUTE}m")
    return {"millis": millis, "friendly": sign + " ".join(words)}


def desk(ctx: Context, row: Project) -> Shape:
    """A service desk."""
    return {
        "id": row.id,
        "projectId": row.id,
        "projectName": row.name,
        "projectKey": row.key,
        "_links": {"self": at(ctx, "servicedesk", row.id)},
    }


def user(ctx: Context, person: Person | None) -> Shape | None:
    """A person."""
    if person is None:
        return None
    found = people.shown(ctx, person)
    links = {"self": found.pop("self"), "avatarUrls": found.pop("avatarUrls")}
    return {**found, "_links": {**links, "jiraRest": links["self"]}}


def request_type(ctx: Context, row: RequestType) -> Shape:
    """A request type."""
    return {
        "_expands": ["field"],
        "id": row.id,
        "name": row.name,
        "description": row.description,
        "helpText": row.help_text,
        "issueTypeId": row.issue_type_id,
        "serviceDeskId": row.project_id,
        "portalId": row.project_id,
        "groupIds": [row.group_name],
        "icon": {"id": row.icon, "_links": {"iconUrls": {}}},
        "_links": {"self": at(ctx, "servicedesk", row.project_id, "requesttype", row.id)},
    }


def asked_field(each: AskedField) -> Shape:
    """A field of a form."""
    choices = each.field.allowed or ()
    return {
        "fieldId": each.id,
        "name": each.label,
        "description": each.help,
        "required": each.is_required,
        "visible": True,
        "defaultValues": [],
        "validValues": [
            {"value": choice.id, "label": choice.name, "children": []} for choice in choices
        ],
        "jiraSchema": {"type": each.field.kind, "system": each.id},
        "presetValues": [],
    }


def request(ctx: Context, view: RequestView) -> Shape:
    """A request as its customer sees it."""
    row = view.row
    reporter = site.people(ctx, [row.reporter_id]).get(row.reporter_id or "")
    fields = [
        {"fieldId": "summary", "label": "Summary", "value": row.summary},
        {"fieldId": "description", "label": "Description", "value": row.description_text},
    ]
    return {
        "_expands": ["participant", "status", "sla", "requestType", "serviceDesk"],
        "issueId": row.id,
        "issueKey": row.key,
        "summary": row.summary,
        "requestTypeId": view.type.id if view.type else None,
        "serviceDeskId": row.project_id,
        "createdDate": moment(ctx, row.created_us),
        "reporter": user(ctx, reporter),
        "requestFieldValues": fields,
        "currentStatus": status(ctx, view),
        "requestType": request_type(ctx, view.type) if view.type else None,
        "serviceDesk": desk(ctx, projects.known(ctx, row.project_id)),
        "_links": {
            "self": at(ctx, "request", row.id),
            "jiraRest": address(ctx, "rest/api/2/issue", row.id),
            "web": address(ctx, "portal", row.key),
        },
    }


def status(ctx: Context, view: RequestView) -> Shape:
    """Where a request stands, in its customer's words."""
    category = site.statuses(ctx)[view.row.status_id].category
    return {
        "status": view.status,
        "statusCategory": category.upper(),
        "statusDate": moment(ctx, view.row.status_changed_us),
    }


def comment(ctx: Context, row: Comment) -> Shape:
    """A comment on a request."""
    shown = activity.comments(ctx, [row])[0]
    author = site.people(ctx, [row.author_id]).get(row.author_id)
    return {
        "_expands": ["attachment", "renderedBody"],
        "id": row.id,
        "body": shown["body"],
        "public": not row.is_internal and row.role_id is None,
        "author": user(ctx, author),
        "created": moment(ctx, row.created_us),
        "_links": {"self": at(ctx, "request", row.issue_id, "comment", row.id)},
    }


def sla(ctx: Context, each: IssueSla) -> Shape:
    """The clocks of an SLA."""
    found: Shape = {
        "id": each.sla.id,
        "name": each.sla.name,
        "completedCycles": [_cycle(ctx, clock) for clock in each.completed],
        "_links": {"self": at(ctx, "sla", each.sla.id)},
    }
    if each.ongoing is not None:
        found["ongoingCycle"] = _cycle(ctx, each.ongoing)
    return found


def _cycle(ctx: Context, clock: Clock) -> Shape:
    found = {
        "startTime": moment(ctx, clock.started_us),
        "breached": clock.is_breached,
        "goalDuration": duration(clock.goal_us),
        "elapsedTime": duration(clock.elapsed_us),
        "remainingTime": duration(clock.remaining_us),
    }
    if clock.stopped_us is not None:
        return {**found, "stopTime": moment(ctx, clock.stopped_us)}
    if clock.breach_us is not None:
        found["breachTime"] = moment(ctx, clock.breach_us)
    return {**found, "paused": clock.is_paused, "withinCalendarHours": not clock.is_resting}


def approval(ctx: Context, record: Record) -> Shape:
    """An approval, and who answered what."""
    row, known = record.approval, site.people(ctx, [each.person_id for each in record.approvers])
    found: Shape = {
        "id": row.id,
        "name": row.name,
        "finalDecision": row.state,
        "canAnswerApproval": record.may_answer(ctx.actor.person_id),
        "approvers": [
            {"approver": user(ctx, known.get(each.person_id)), "approverDecision": each.decision}
            for each in record.approvers
        ],
        "createdDate": moment(ctx, row.created_us),
        "_links": {"self": at(ctx, "request", row.thing_id, "approval", row.id)},
    }
    if row.decided_us is not None:
        found["completedDate"] = moment(ctx, row.decided_us)
    return found


def organization(ctx: Context, row: Organization) -> Shape:
    """A customer's company."""
    return {
        "id": row.id,
        "name": row.name,
        "_links": {"self": at(ctx, "organization", row.id)},
    }


def queue(ctx: Context, each: Counted, *, with_count: bool) -> Shape:
    """A queue."""
    row: Queue = each.queue
    found: Shape = {
        "id": row.id,
        "name": row.name,
        "jql": row.jql,
        "fields": ["issuetype", "issuekey", "summary", *row.columns],
        "_links": {"self": at(ctx, "servicedesk", row.project_id, "queue", row.id)},
    }
    return found | ({"issueCount": each.count} if with_count else {})


def rating(row: Rating) -> Shape:
    """What a customer thought of the answer."""
    return {"type": "csat", "rating": row.stars, "comment": {"body": row.comment}}
