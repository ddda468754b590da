"""Who is what in a project: people and groups with the roles that they have there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.models import Group, Project, Role, RoleActor
from workworld.apps.tracker.service import access, groups, projects, site
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.types import GroupRef, NumberedId, PersonId, ProjectRef
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.directory.models import Person
from workworld.errors import Forbidden, Invalid, NotFound, Problem, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

_actors, _groups = RoleActor.__table__.c, Group.__table__.c
_OF_PROJECT = constant(
    select(RoleActor.__table__)
    .where(_actors.project_id == bindparam("project_id"))
    .order_by(_actors.role_id, _actors.is_group, _actors.actor_id)
)
_GROUPS = constant(select(Group.__table__).order_by(_groups.name))
RoleId = Annotated[NumberedId, Field(description="A role's id.")]
People = Annotated[Sequence[PersonId], Field(description="Account ids.", max_length=100)]
Groups = Annotated[Sequence[GroupRef], Field(description="Groups' ids or names.", max_length=100)]


@dataclass(frozen=True, slots=True)
class Actor:
    """A person or a group that has a role."""

    id: str
    name: str
    person: Person | None = None
    """Set unless it is a group."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A role, and who has it in a project."""

    role: Role
    actors: Sequence[Actor]


def known(ctx: Context, role_id: str) -> Role:
    """A role by its id.

    Raises:
        NotFound: ``role_not_found``.
    """
    role = site.roles(ctx).get(role_id)
    if role is None:
        raise NotFound("role_not_found", f"Can not retrieve a role actor for role id: {role_id}.")
    return role


def held(ctx: Context, project_id: str, person_id: str) -> Sequence[str]:
    """Ids of the roles that somebody has in a project, through groups or not, in order."""
    mine = {group.id for group in groups.of_person(ctx, person_id)} | {person_id}
    rows = plain_rows(ctx.session, RoleActor, _OF_PROJECT, {"project_id": project_id})
    return list(dict.fromkeys(row.role_id for row in rows if row.actor_id in mine))


@operation(Effect.READ, scope="read:jira-work")
def cast(ctx: Context, *, project: ProjectRef) -> Sequence[Cast]:
    """List a project's roles, and who has each of them.

    Whoever sees all of a project sees who works in it; a customer does not.
    """
    row = projects.known(ctx, project)
    access.require_has(ctx, permission_names.BROWSE, row.id)
    actors = _actors_of(ctx, row.id)
    return [Cast(role, actors.get(role.id, ())) for role in site.roles(ctx).values()]


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def info(ctx: Context, *, project: ProjectRef, role_id: RoleId) -> Cast:
    """Look up who has one role in a project."""
    row, role = projects.known(ctx, project), known(ctx, role_id)
    access.require_has(ctx, permission_names.BROWSE, row.id)
    return Cast(role, _actors_of(ctx, row.id).get(role.id, ()))


def _actors_of(ctx: Context, project_id: str) -> Mapping[str, Sequence[Actor]]:
    rows = plain_rows(ctx.session, RoleActor, _OF_PROJECT, {"project_id": project_id})
    people = site.people(ctx, (row.actor_id for row in rows if not row.is_group))
    by_id = {group.id: group for group in plain_rows(ctx.session, Group, _GROUPS, {})}
    found: dict[str, list[Actor]] = {}
    for row in rows:
        name = by_id[row.actor_id].name if row.is_group else people[row.actor_id].name
        actor = Actor(row.actor_id, name, people.get(row.actor_id))
        found.setdefault(row.role_id, []).append(actor)
    return {
        role_id: sorted(actors, key=lambda each: each.name) for role_id, actors in found.items()
    }


@operation(Effect.WRITE, scope="manage:jira-project")
def add(
    ctx: Context,
    *,
    project: ProjectRef,
    role_id: RoleId,
    person_ids: People = (),
    groups: Groups = (),
) -> Cast:
    """Give people and groups a role in a project; who has it already keeps it."""
    row, role = _ruled(ctx, project, role_id)
    for actor_id, is_group in _wanted(ctx, person_ids, groups):
        if ctx.session.get(RoleActor, (row.id, role.id, actor_id)) is None:
            ctx.session.add(
                RoleActor(project_id=row.id, role_id=role.id, actor_id=actor_id, is_group=is_group)
            )
    return _changed(ctx, row, role)


@operation(Effect.WRITE, scope="manage:jira-project")
def remove(
    ctx: Context,
    *,
    project: ProjectRef,
    role_id: RoleId,
    person_ids: People = (),
    groups: Groups = (),
) -> Cast:
    """Take a role in a project from people and groups."""
    row, role = _ruled(ctx, project, role_id)
    for actor_id, _is_group in _wanted(ctx, person_ids, groups):
        actor = ctx.session.get(RoleActor, (row.id, role.id, actor_id))
        if actor is None:
            raise NotFound("actor_not_found", f"Not everybody named is {role.name} in {row.key}.")
        ctx.session.delete(actor)
    return _changed(ctx, row, role)


@operation(Effect.WRITE, scope="manage:jira-project", doors=PROGRAMS)
def replace(
    ctx: Context,
    *,
    project: ProjectRef,
    role_id: RoleId,
    person_ids: People = (),
    groups: Groups = (),
) -> Cast:
    """Say who has a role in a project: these people and groups, and nobody else."""
    row, role = _ruled(ctx, project, role_id)
    wanted = dict(_wanted(ctx, person_ids, groups))
    mine = select(RoleActor).where(RoleActor.project_id == row.id, RoleActor.role_id == role.id)
    there = {actor.actor_id: actor for actor in ctx.session.scalars(mine)}
    for actor_id in sorted(there.keys() - wanted.keys()):
        ctx.session.delete(there[actor_id])
    for actor_id, is_group in wanted.items():
        if actor_id not in there:
            ctx.session.add(
                RoleActor(project_id=row.id, role_id=role.id, actor_id=actor_id, is_group=is_group)
            )
    return _changed(ctx, row, role)


def _ruled(ctx: Context, project: str, role_id: str) -> tuple[Project, Role]:
    row = projects.known(ctx, project)
    require(ctx, "tracker.roles.replace", row)
    return row, known(ctx, role_id)


def _wanted(
    ctx: Context, person_ids: Sequence[str], group_refs: Sequence[str]
) -> Sequence[tuple[str, bool]]:
    """Ids of the people and groups that are named, and whether each is a group."""
    people = site.people(ctx, person_ids)
    unknown = [
        Problem("There is no such account.", each) for each in person_ids if each not in people
    ]
    if unknown:
        raise Invalid("invalid_actors", problems=unknown)
    if not person_ids and not group_refs:
        raise Invalid("invalid_actors", "Say who: at least one person or group.")
    named = [(groups.known(ctx, ref).id, True) for ref in group_refs]
    return list(dict.fromkeys([*((each, False) for each in person_ids), *named]))


def _changed(ctx: Context, project: Project, role: Role) -> Cast:
    access.refresh(ctx.session)
    ctx.emit("tracker.role_actors_changed", project_id=project.id, role_id=role.id)
    ctx.touch(f"tracker.project:{project.id}")
    return Cast(role, _actors_of(ctx, project.id).get(role.id, ()))


@permits("tracker.roles.replace", Project)
def _may_rule(ctx: Context, project: Project) -> Refused | None:
    refusal = access.why_not(ctx, permission_names.ADMINISTER_PROJECT, project.id)
    if isinstance(refusal, Forbidden) and access.is_admin(ctx):
        return None  # else nobody could open a project whose administrators have all left
    return refusal
