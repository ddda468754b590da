"""Service desks: which there are, and who may ask them for something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import delete, select

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import (
    GroupMember,
    OrganizationMember,
    Project,
    ProjectOrganization,
    RoleActor,
)
from workworld.apps.tracker.service import access, desk_parts, projects, site
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.types import PageSize, PersonId, ProjectRef, Start
from workworld.context import Context
from workworld.directory.models import Person
from workworld.errors import Invalid, Problem
from workworld.operations import Effect, operation

People = Annotated[
    Sequence[PersonId], Field(description="Account ids.", min_length=1, max_length=50)
]
CUSTOMER = "Customer"


@operation(Effect.READ, scope="read:jira-work")
def list(ctx: Context, *, start: Start = 0, limit: PageSize = 50) -> Listed[Project]:
    """List the service desks that the caller may ask, or works at."""
    return projects.list(ctx, kinds=["service_desk"], start=start, limit=limit)


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def info(ctx: Context, *, project: ProjectRef) -> Project:
    """Look one service desk up."""
    return desk_parts.desk(ctx, project)


@operation(Effect.READ, scope="read:jira-work")
def customers(
    ctx: Context,
    *,
    project: ProjectRef,
    text: Annotated[str, Field(description="Occurs in name or address.", max_length=255)] = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Person]:
    """List the customers of a service desk by name, for those who work there.

    They are those with the role Customer, and members of the organizations that it serves.
    """
    row = desk_parts.served(ctx, project)
    people = site.people(ctx, customer_ids(ctx, row.id)).values()
    lowered = text.strip().lower()
    found = [
        each for each in people if lowered in each.name.lower() or lowered in each.email.lower()
    ]
    found.sort(key=lambda each: (each.name.lower(), each.id))
    return Listed(found[start : start + limit], len(found), start)


@operation(Effect.WRITE, scope="manage:jira-project")
def add_customers(ctx: Context, *, project: ProjectRef, person_ids: People) -> None:
    """Let people ask a service desk for something."""
    row = desk_parts.desk(ctx, project)
    access.require_has(ctx, names.SERVE, row.id)
    known, role_id = site.people(ctx, person_ids), _role(ctx)
    for person_id in dict.fromkeys(person_ids):
        if person_id not in known:
            said = f"The user {person_id!r} does not exist."
            raise Invalid("invalid_customers", said, problems=[Problem(said, "accountIds")])
        if ctx.session.get(RoleActor, (row.id, role_id, person_id)) is None:
            actor = RoleActor(project_id=row.id, role_id=role_id, actor_id=person_id)
            actor.is_group = False
            ctx.session.add(actor)
    _changed(ctx, row, role_id)


@operation(Effect.WRITE, scope="manage:jira-project")
def remove_customers(ctx: Context, *, project: ProjectRef, person_ids: People) -> None:
    """Let people ask a service desk no more; what they asked stays."""
    row = desk_parts.desk(ctx, project)
    access.require_has(ctx, names.SERVE, row.id)
    role_id, actors = _role(ctx), RoleActor.__table__.c
    gone = (actors.project_id == row.id) & (actors.role_id == role_id)
    ctx.session.execute(delete(RoleActor).where(gone & actors.actor_id.in_(person_ids)))
    _changed(ctx, row, role_id)


def customer_ids(ctx: Context, project_id: str) -> Sequence[str]:
    """Ids of the customers of a service desk, in order."""
    actors, members = RoleActor.__table__.c, OrganizationMember.__table__.c
    mine = select(actors.actor_id, actors.is_group).where(
        actors.project_id == project_id, actors.role_id == _role(ctx)
    )
    rows = ctx.session.execute(mine).all()
    groups = [row.actor_id for row in rows if row.is_group]
    within = select(GroupMember.person_id).where(GroupMember.group_id.in_(groups))
    served = select(ProjectOrganization.organization_id).where(
        ProjectOrganization.project_id == project_id
    )
    belonging = select(members.person_id).where(members.organization_id.in_(served))
    found = {row.actor_id for row in rows if not row.is_group}
    return sorted(found.union(ctx.session.scalars(within), ctx.session.scalars(belonging)))


def _role(ctx: Context) -> str:
    return next(row.id for row in site.roles(ctx).values() if row.name == CUSTOMER)


def _changed(ctx: Context, project: Project, role_id: str) -> None:
    ctx.session.flush()  # who may do what is worked out from rows
    access.refresh(ctx.session)
    ctx.emit("tracker.role_actors_changed", project_id=project.id, role_id=role_id)
    desk_parts.changed(ctx, project.id)
