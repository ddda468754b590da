"""Permission schemes: who may do what in the projects that have them."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import delete as sql_delete
from sqlalchemy import func, select

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.models import (
    PermissionGrant,
    PermissionScheme,
    Project,
)
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service import access, groups, projects, site
from workworld.apps.tracker.types import Name, NumberedId, ProjectRef, ShortText
from workworld.context import Context
from workworld.database import plain_rows
from workworld.errors import Conflict, Invalid, NotFound, Problem
from workworld.operations import Effect, operation

SchemeId = Annotated[NumberedId, Field(description="A permission scheme's id.")]
GrantId = Annotated[NumberedId, Field(description="A grant's id.")]
Permission = Annotated[str, Field(description="Such as EDIT_ISSUES.", max_length=255)]
Holder = Annotated[
    Literal["role", "group", "person", "anyone", "project_lead", "reporter", "assignee"],
    Field(description="To whom it is given."),
]
Parameter = Annotated[
    str,
    Field(
        description="The id of the role, group or person; of reporters and assignees, a role that "
        "they must have besides.",
        max_length=255,
    ),
]
_grants, _schemes = PermissionGrant.__table__.c, PermissionScheme.__table__.c
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Scheme:
    """A permission scheme with what it gives."""

    row: PermissionScheme
    grants: Sequence[PermissionGrant]


def _known(ctx: Context, scheme_id: str) -> PermissionScheme:
    scheme = ctx.session.get(PermissionScheme, scheme_id)
    if scheme is None:
        raise NotFound("scheme_not_found", "Permission scheme could not be found.")
    return scheme


def _with_grants(ctx: Context, rows: Sequence[PermissionScheme]) -> Sequence[Scheme]:
    query = select(PermissionGrant.__table__)
    query = query.where(_grants.scheme_id.in_([row.id for row in rows]))
    found: dict[str, builtins.list[PermissionGrant]] = {row.id: [] for row in rows}
    ordered = query.order_by(func.length(_grants.id), _grants.id)
    for grant in plain_rows(ctx.session, PermissionGrant, ordered, {}):
        found[grant.scheme_id].append(grant)
    return [Scheme(row, found[row.id]) for row in rows]


@operation(Effect.READ, scope="read:jira-work")
def list(ctx: Context) -> Sequence[Scheme]:
    """List the site's permission schemes by name, with what they give."""
    _require_some_administration(ctx)
    query = select(PermissionScheme.__table__).order_by(_schemes.name)
    return _with_grants(ctx, plain_rows(ctx.session, PermissionScheme, query, {}))


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, scheme_id: SchemeId) -> Scheme:
    """Look one permission scheme up."""
    _require_some_administration(ctx)
    return _with_grants(ctx, [_known(ctx, scheme_id)])[0]


def _require_some_administration(ctx: Context) -> None:
    """Schemes are read by whoever administers the site or some project."""
    bit = permission_names.BIT[permission_names.ADMINISTER_PROJECT]
    if not access.granted_anywhere(ctx) & bit:
        access.require_admin(ctx)


@operation(Effect.READ, scope="read:jira-work")
def of_project(ctx: Context, *, project: ProjectRef) -> Scheme:
    """Look up who may do what in a project."""
    row = projects.known(ctx, project)
    if not access.is_admin(ctx):
        access.require_has(ctx, permission_names.ADMINISTER_PROJECT, row.id)
    return _with_grants(ctx, [_known(ctx, row.permission_scheme_id)])[0]


@operation(Effect.WRITE, scope="manage:jira-configuration")
def create(ctx: Context, *, name: Name, description: ShortText = "") -> Scheme:
    """Create a permission scheme that gives nothing yet."""
    access.require_admin(ctx)
    row = PermissionScheme(
        id=next_id(ctx.ids, "permission scheme"),
        name=_good_name(ctx, name),
        description=description.strip(),
    )
    ctx.session.add(row)
    return Scheme(row, ())


@operation(Effect.WRITE, scope="manage:jira-configuration")
def update(
    ctx: Context,
    *,
    scheme_id: SchemeId,
    name: Annotated[Name | None, Field(description="What it is to be called.")] = None,
    description: Annotated[ShortText | None, Field(description="What it is for.")] = None,
) -> Scheme:
    """Change what a permission scheme is called; whatever is left out stays as it is."""
    access.require_admin(ctx)
    row = _known(ctx, scheme_id)
    if name is not None and name.strip() != row.name:
        row.name = _good_name(ctx, name)
    if description is not None:
        row.description = description.strip()
    return _with_grants(ctx, [row])[0]


@operation(Effect.WRITE, scope="manage:jira-configuration")
def delete(ctx: Context, *, scheme_id: SchemeId) -> None:
    """Delete a permission scheme that no project has."""
    access.require_admin(ctx)
    row = _known(ctx, scheme_id)
    if ctx.session.scalar(select(Project.id).where(Project.permission_scheme_id == row.id)):
        raise Conflict("scheme_in_use", f"Projects have {row.name}: give them another one first.")
    mine = PermissionGrant.scheme_id == row.id
    ctx.session.execute(sql_delete(PermissionGrant).where(mine))
    ctx.session.delete(row)


@operation(Effect.WRITE, scope="manage:jira-configuration")
def grant(
    ctx: Context,
    *,
    scheme_id: SchemeId,
    permission: Permission,
    holder: Holder,
    parameter: Parameter = "",
) -> PermissionGrant:
    """Give a permission to a role, group, person, or whoever stands in a field."""
    access.require_admin(ctx)
    scheme = _known(ctx, scheme_id)
    if permission not in permission_names.BIT:
        said = f"There is no permission {permission}."
        raise Invalid("invalid_grant", problems=[Problem(said, "permission")])
    parameter = _good_parameter(ctx, holder, parameter)
    same = select(PermissionGrant.id).where(
        PermissionGrant.scheme_id == scheme.id,
        PermissionGrant.permission == permission,
        PermissionGrant.holder == holder,
        PermissionGrant.parameter == parameter,
    )
    if ctx.session.scalar(same) is not None:
        raise Conflict("already_granted", "They have this permission already.")
    row = PermissionGrant(
        id=next_id(ctx.ids, "grant"),
        scheme_id=scheme.id,
        permission=permission,
        holder=holder,
        parameter=parameter,
    )
    ctx.session.add(row)
    access.refresh(ctx.session)
    ctx.emit("tracker.permission_granted", scheme_id=scheme.id, grant_id=row.id)
    return row


@operation(Effect.WRITE, scope="manage:jira-configuration")
def revoke(ctx: Context, *, scheme_id: SchemeId, grant_id: GrantId) -> None:
    """Take back what a permission scheme gives."""
    access.require_admin(ctx)
    row = ctx.session.get(PermissionGrant, grant_id)
    if row is None or row.scheme_id != _known(ctx, scheme_id).id:
        raise NotFound("grant_not_found", "Permission grant could not be found.")
    ctx.session.delete(row)
    access.refresh(ctx.session)
    ctx.emit("tracker.permission_revoked", scheme_id=scheme_id, grant_id=grant_id)


def _good_parameter(ctx: Context, holder: str, parameter: str) -> str:
    """What a holder is told apart by, if it is there.

    Raises:
        Invalid: ``invalid_grant``.
        NotFound: ``group_not_found``.
    """
    if holder == "group":
        return groups.known(ctx, parameter).id
    names_role = holder == "role" or (holder in ("reporter", "assignee") and parameter)
    if names_role and parameter not in site.roles(ctx):
        problem = "There is no such role."
    elif holder == "person" and not site.people(ctx, [parameter]):
        problem = "There is no such account."
    elif holder in ("anyone", "project_lead") and parameter:
        problem = "This holder takes no parameter."
    else:
        return parameter
    raise Invalid("invalid_grant", problems=[Problem(problem, "parameter")])


def _good_name(ctx: Context, name: str) -> str:
    name = name.strip()
    problem = None
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        problem = f"A name is one line of at most {_LONGEST_NAME} characters."
    elif ctx.session.scalar(select(PermissionScheme.id).where(PermissionScheme.name == name)):
        problem = "A permission scheme with this name already exists."
    if problem:
        raise Invalid("invalid_scheme", problems=[Problem(problem, "name")])
    return name
