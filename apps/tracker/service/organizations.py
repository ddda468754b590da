"""Organizations: customers' companies, whose members may see each other's requests."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import ColumnElement, Select, delete, func, or_, select

from workworld.apps.tracker import numbers
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import (
    Organization,
    OrganizationMember,
    ProjectAccess,
    ProjectOrganization,
    Request,
)
from workworld.apps.tracker.service import access, desk_parts, site
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.types import Name, NumberedId, PageSize, PersonId, ProjectRef, Start
from workworld.context import Context
from workworld.database import plain_rows, rows_of
from workworld.directory.models import Person
from workworld.errors import Invalid, NotFound, Problem
from workworld.operations import Effect, operation
from workworld.permissions import VIEWER, seen, sees, sight_of, visible

OrganizationId = Annotated[NumberedId, Field(description="An organization's id.")]
Members = Annotated[
    Sequence[PersonId], Field(description="Account ids.", min_length=1, max_length=50)
]
_organizations, _members = Organization.__table__.c, OrganizationMember.__table__.c
_served, _requests = ProjectOrganization.__table__.c, Request.__table__.c
_access = ProjectAccess.__table__.c
_LONGEST_NAME = 200


@sees(Organization)
def _sight() -> ColumnElement[bool]:
    """Its members see it, those who browse a desk that serves it, and agents of any desk."""
    mine = select(_members.organization_id).where(_members.person_id == VIEWER)
    served = select(_served.organization_id).where(_served.project_id.in_(desk_parts.browsed()))
    serves = _access.granted.op("&")(names.BIT[names.SERVE]) != 0
    agents = select(_access.project_id).where(_access.person_id == VIEWER, serves).exists()
    return or_(_organizations.id.in_(mine), _organizations.id.in_(served), agents)


def shared_issues() -> Select[Any]:
    """Ids of the issues that are shared with an organization of the viewer's."""
    mine = select(_members.organization_id).where(_members.person_id == VIEWER)
    return select(_requests.issue_id).where(_requests.organization_id.in_(mine))


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    project: Annotated[
        ProjectRef | None, Field(description="Only those that this service desk serves.")
    ] = None,
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Organization]:
    """List customers' companies by name: those that the caller may know of."""
    query = visible(Organization)
    if project is not None:
        row = desk_parts.desk(ctx, project)
        served = select(_served.organization_id).where(_served.project_id == row.id)
        query = query.where(_organizations.id.in_(served))
    counted = query.with_only_columns(func.count().label("total"), maintain_column_froms=True)
    total = rows_of(ctx.session, counted, sight_of(ctx))[0].total
    page = query.order_by(func.lower(_organizations.name)).offset(start).limit(limit)
    return Listed(plain_rows(ctx.session, Organization, page, sight_of(ctx)), total, start)


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def info(ctx: Context, *, organization_id: OrganizationId) -> Organization:
    """Look one organization up."""
    return known(ctx, organization_id)


@operation(Effect.READ, scope="read:jira-work")
def members(
    ctx: Context, *, organization_id: OrganizationId, start: Start = 0, limit: PageSize = 50
) -> Listed[Person]:
    """List who belongs to an organization, by name."""
    row = known(ctx, organization_id)
    query = select(_members.person_id).where(_members.organization_id == row.id)
    people = site.people(ctx, ctx.session.scalars(query))
    ordered = sorted(people.values(), key=lambda each: (each.name.lower(), each.id))
    return Listed(ordered[start : start + limit], len(ordered), start)


@operation(Effect.WRITE, scope="manage:jira-project")
def create(
    ctx: Context,
    *,
    name: Name,
    project: Annotated[
        ProjectRef | None, Field(description="A service desk that is to serve it.")
    ] = None,
) -> Organization:
    """Add a customer's company."""
    _require_agent(ctx)
    name = name.strip()
    taken = select(_organizations.id).where(func.lower(_organizations.name) == name.lower())
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        raise _wrong(f"Its name is one line of at most {_LONGEST_NAME} characters.")
    if ctx.session.scalar(taken) is not None:
        raise _wrong(f"There is an organization called {name} already.")
    row = Organization(
        id=numbers.next_id(ctx.ids, "organization"), name=name, created_us=ctx.clock.now_us()
    )
    ctx.session.add(row)
    if project is not None:
        ctx.session.flush()  # the next row refers to it
        serve(ctx, project=project, organization_id=row.id)
    return row


@operation(Effect.WRITE, scope="manage:jira-project", doors=PROGRAMS)
def delete_organization(ctx: Context, *, organization_id: OrganizationId) -> None:
    """Delete a customer's company; its people and their requests stay, shared with nobody."""
    access.require_admin(ctx)
    row = known(ctx, organization_id)
    ctx.session.execute(delete(Organization).where(Organization.id == row.id))
    ctx.emit("tracker.organization_deleted", organization_id=row.id)


@operation(Effect.WRITE, scope="manage:jira-project")
def add_members(ctx: Context, *, organization_id: OrganizationId, person_ids: Members) -> None:
    """Let people belong to an organization: they see what its members share."""
    _require_agent(ctx)
    row = known(ctx, organization_id)
    people = site.people(ctx, person_ids)
    for person_id in dict.fromkeys(person_ids):
        if person_id not in people:
            raise _wrong(f"The user {person_id!r} does not exist.", "accountIds")
        if ctx.session.get(OrganizationMember, (row.id, person_id)) is None:
            ctx.session.add(OrganizationMember(organization_id=row.id, person_id=person_id))


@operation(Effect.WRITE, scope="manage:jira-project")
def remove_members(ctx: Context, *, organization_id: OrganizationId, person_ids: Members) -> None:
    """Let people belong to an organization no more."""
    _require_agent(ctx)
    row = known(ctx, organization_id)
    gone = (_members.organization_id == row.id) & _members.person_id.in_(person_ids)
    ctx.session.execute(delete(OrganizationMember).where(gone))


@operation(Effect.WRITE, scope="manage:jira-project")
def serve(ctx: Context, *, project: ProjectRef, organization_id: OrganizationId) -> None:
    """Let a service desk serve an organization: its members may ask there."""
    _require_agent(ctx)
    desk, row = desk_parts.served(ctx, project), known(ctx, organization_id)
    if ctx.session.get(ProjectOrganization, (desk.id, row.id)) is None:
        ctx.session.add(ProjectOrganization(project_id=desk.id, organization_id=row.id))
    desk_parts.changed(ctx, desk.id)


@operation(Effect.WRITE, scope="manage:jira-project")
def dismiss(ctx: Context, *, project: ProjectRef, organization_id: OrganizationId) -> None:
    """Let a service desk serve an organization no more; what was asked stays."""
    _require_agent(ctx)
    desk, row = desk_parts.served(ctx, project), known(ctx, organization_id)
    gone = (_served.project_id == desk.id) & (_served.organization_id == row.id)
    ctx.session.execute(delete(ProjectOrganization).where(gone))
    desk_parts.changed(ctx, desk.id)


def known(ctx: Context, organization_id: str) -> Organization:
    """An organization that the caller may know of: a row to be read.

    Raises:
        NotFound: ``organization_not_found``.
    """
    row = seen(ctx, Organization, organization_id)
    if row is None:
        said = f"There is no organization {organization_id}."
        raise NotFound("organization_not_found", said)
    return row


def serving(ctx: Context, project_id: str, organization_id: str) -> Organization:
    """An organization that a service desk serves.

    Raises:
        NotFound: ``organization_not_found``.
    """
    row = known(ctx, organization_id)
    if ctx.session.get(ProjectOrganization, (project_id, row.id)) is None:
        raise NotFound("organization_not_found", f"There is no organization {organization_id}.")
    return row


def names_of(ctx: Context, ids: Sequence[str]) -> dict[str, str]:
    """What organizations are called, by id; those alone that the caller may know of."""
    query = visible(Organization).where(_organizations.id.in_(builtins.list(ids)))
    return {row.id: row.name for row in rows_of(ctx.session, query, sight_of(ctx))}


def _require_agent(ctx: Context) -> None:
    if not access.granted_anywhere(ctx) & names.BIT[names.SERVE]:
        raise access.denied(names.SERVE)


def _wrong(what: str, field: str = "name") -> Invalid:
    return Invalid("invalid_organization", what, problems=[Problem(what, field)])
