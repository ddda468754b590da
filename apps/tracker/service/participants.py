"""Request participants: who follows a customer's request, and may speak in it."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import delete, select

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import (
    Issue,
    Organization,
    ProjectOrganization,
    Request,
    RequestParticipant,
)
from workworld.apps.tracker.service import (
    access,
    desk_parts,
    history,
    organizations,
    projects,
    requests,
    sight,
    site,
)
from workworld.apps.tracker.types import IssueRef, PersonId
from workworld.context import Context, Surface
from workworld.directory.models import Person
from workworld.errors import Forbidden, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

People = Annotated[
    Sequence[PersonId], Field(description="Account ids.", min_length=1, max_length=50)
]
_participants = RequestParticipant.__table__.c


@operation(Effect.READ, scope="read:jira-work")
def list(ctx: Context, *, issue: IssueRef) -> Sequence[Person]:
    """List who follows a request, by name."""
    row = _request(ctx, issue)
    query = select(_participants.person_id).where(_participants.issue_id == row.id)
    people = site.people(ctx, ctx.session.scalars(query))
    return sorted(people.values(), key=lambda each: (each.name.lower(), each.id))


@operation(Effect.WRITE, scope="write:jira-work")
def add(ctx: Context, *, issue: IssueRef, person_ids: People) -> builtins.list[Person]:
    """Let people follow a request and speak in it."""
    row = _request(ctx, issue)
    require(ctx, "tracker.participants.add", row)
    requests.follow(ctx, row, person_ids)
    return _told(ctx, row)


@operation(Effect.WRITE, scope="write:jira-work")
def remove(ctx: Context, *, issue: IssueRef, person_ids: People) -> builtins.list[Person]:
    """Let people follow a request no more."""
    row = _request(ctx, issue)
    require(ctx, "tracker.participants.add", row)
    gone = (_participants.issue_id == row.id) & _participants.person_id.in_(person_ids)
    ctx.session.execute(delete(RequestParticipant).where(gone))
    return _told(ctx, row)


# The vendor's API sets a field of the issue for this.
@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI, Surface.MCP))
def share(
    ctx: Context,
    *,
    issue: IssueRef,
    organization_id: Annotated[
        str, Field(description="An organization of the desk; empty for nobody.", max_length=64)
    ] = "",
) -> Issue:
    """Share a request with the members of an organization, or with nobody."""
    row = _request(ctx, issue)
    require(ctx, "tracker.participants.add", row)
    wanted = None
    if organization_id:
        wanted = organizations.serving(ctx, row.project_id, organization_id).id
    request = ctx.session.get(Request, row.id)
    if request is None:
        request = Request(issue_id=row.id, type_id=None, channel="agent")
        ctx.session.add(request)
    request.organization_id = wanted
    ctx.session.flush()  # who sees it is asked next
    _told(ctx, row)
    return row


def choices(ctx: Context, issue: Issue) -> Sequence[Organization]:
    """The organizations with whose members a request may be shared."""
    served = ProjectOrganization.__table__.c
    there = set(
        ctx.session.scalars(
            select(served.organization_id).where(served.project_id == issue.project_id)
        )
    )
    return [each for each in organizations.list(ctx, limit=1000).items if each.id in there]


@permits("tracker.participants.add", Issue)
def _may_add(ctx: Context, issue: Issue) -> Refused | None:
    if issue.reporter_id == ctx.actor.person_id:
        return access.why_not_with(ctx, names.COMMENT, issue)
    if access.has(ctx, names.SERVE, issue.project_id):
        return None
    said = "Agents and whose request it is say who follows it."
    return access.why_not_with(ctx, names.EDIT, issue) or Forbidden("permission_denied", said)


def _request(ctx: Context, issue: str) -> Issue:
    row = sight.read(ctx, issue)
    if projects.known(ctx, row.project_id).kind != desk_parts.DESK:
        raise NotFound("request_not_found", "The request could not be found.")
    return row


def _told(ctx: Context, issue: Issue) -> builtins.list[Person]:
    history.stamp(ctx, issue)
    ctx.emit("tracker.request_changed", issue_id=issue.id, project_id=issue.project_id)
    return [*list(ctx, issue=issue.id)]
