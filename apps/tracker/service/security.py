"""Security levels: whose members alone see the issues that have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.tracker.models import (
    Group,
    SecurityLevel,
    SecurityMember,
    SecurityScheme,
)
from workworld.apps.tracker.service import access, groups, projects, site
from workworld.apps.tracker.types import NumberedId, ProjectRef
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.directory.models import Person
from workworld.errors import Conflict, Invalid, NotFound
from workworld.operations import Effect, operation

LevelId = Annotated[NumberedId, Field(description="A security level's id.")]
_schemes, _members = SecurityScheme.__table__.c, SecurityMember.__table__.c


@dataclass(frozen=True, slots=True)
class Level:
    """A security level, and who is in it."""

    row: SecurityLevel
    people: Sequence[Person]
    groups: Sequence[Group]


@dataclass(frozen=True, slots=True)
class Scheme:
    """The levels that projects may have together."""

    row: SecurityScheme
    levels: Sequence[Level]


# Pages show levels together with who is in them, which the operation below tells.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST, Surface.MCP))
def levels(ctx: Context, *, project: ProjectRef) -> Sequence[SecurityLevel]:
    """List the security levels of a project that the caller is a member of, by name."""
    row, mine = projects.known(ctx, project), access.my_levels(ctx)
    return [
        level
        for level in site.security_levels(ctx).values()
        if level.scheme_id == row.security_scheme_id and level.id in mine
    ]


# Pages and tools tell a level together with its project's others.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST,))
def level(
    ctx: Context,
    *,
    level_id: Annotated[str, Field(description="A level's id.", min_length=1, max_length=64)],
) -> SecurityLevel:
    """Look up a security level that the caller is a member of."""
    found = site.security_levels(ctx).get(level_id)
    if found is None or found.id not in access.my_levels(ctx):
        raise NotFound("level_not_found", f"The security level with id '{level_id}' is not there.")
    return found


# The vendor's API tells members of levels to the site's administrators alone.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP, Surface.UI))
def of_project(ctx: Context, *, project: ProjectRef) -> Sequence[Level]:
    """List the security levels of a project with all their members, if the caller is one."""
    known = _levels(ctx)
    return [known[level.id] for level in levels(ctx, project=project)]


@operation(Effect.READ, scope="manage:jira-configuration")
def schemes(ctx: Context) -> Sequence[Scheme]:
    """List the site's security schemes, with their levels and who is in these."""
    access.require_admin(ctx)
    query = select(SecurityScheme.__table__).order_by(_schemes.name)
    rows = plain_rows(ctx.session, SecurityScheme, query, {})
    by_scheme: dict[str, list[Level]] = {}
    for level in _levels(ctx).values():
        by_scheme.setdefault(level.row.scheme_id, []).append(level)
    return [Scheme(row, by_scheme.get(row.id, ())) for row in rows]


def _levels(ctx: Context) -> Mapping[str, Level]:
    """All levels with their members, by id."""
    query = select(SecurityMember.__table__).order_by(_members.level_id, _members.member_id)
    members = plain_rows(ctx.session, SecurityMember, query, {})
    people = site.people(ctx, (each.member_id for each in members if not each.is_group))
    all_groups = {row.id: row for row in groups.list(ctx, limit=_MOST).items}
    found: dict[str, Level] = {}
    for level in site.security_levels(ctx).values():
        ids = [each.member_id for each in members if each.level_id == level.id]
        found[level.id] = Level(
            level,
            [people[each] for each in ids if each in people],
            [all_groups[each] for each in ids if each in all_groups],
        )
    return found


@operation(Effect.WRITE, scope="manage:jira-configuration")
def add_members(
    ctx: Context,
    *,
    level_id: LevelId,
    person_ids: Annotated[Sequence[str], Field(description="Account ids.", max_length=100)] = (),
    group_refs: Annotated[
        Sequence[str], Field(description="Groups' ids or names.", max_length=100)
    ] = (),
) -> SecurityLevel:
    """Let people and groups see the issues of a security level."""
    access.require_admin(ctx)
    level = _known(ctx, level_id)
    known = site.people(ctx, person_ids)
    if len(known) != len(set(person_ids)) or not (person_ids or group_refs):
        raise Invalid("invalid_members", "Name accounts that there are, or groups.")
    wanted = [(each, False) for each in dict.fromkeys(person_ids)]
    wanted += [(groups.known(ctx, each).id, True) for each in dict.fromkeys(group_refs)]
    for member_id, is_group in wanted:
        if ctx.session.get(SecurityMember, (level.id, member_id)) is None:
            row = SecurityMember(level_id=level.id, member_id=member_id, is_group=is_group)
            ctx.session.add(row)
            ctx.session.flush()  # two references may mean the same group
    access.refresh(ctx.session)
    ctx.emit("tracker.security_members_changed", level_id=level.id)
    return level


@operation(Effect.WRITE, scope="manage:jira-configuration")
def remove_member(
    ctx: Context,
    *,
    level_id: LevelId,
    member_id: Annotated[NumberedId, Field(description="The account's or group's id.")],
) -> SecurityLevel:
    """Let somebody see the issues of a security level no more. It always has a member."""
    access.require_admin(ctx)
    level = _known(ctx, level_id)
    row = ctx.session.get(SecurityMember, (level.id, member_id))
    if row is None:
        raise NotFound("member_not_found", f"They are not in {level.name}.")
    others = select(SecurityMember.member_id).where(
        SecurityMember.level_id == level.id, SecurityMember.member_id != member_id
    )
    if ctx.session.scalar(others) is None:
        raise Conflict("last_member", "Nobody would see these issues any more.")
    ctx.session.delete(row)
    access.refresh(ctx.session)
    ctx.emit("tracker.security_members_changed", level_id=level.id)
    return level


_MOST = 1000


def _known(ctx: Context, level_id: str) -> SecurityLevel:
    level = site.security_levels(ctx).get(level_id)
    if level is None:
        raise NotFound("level_not_found", "The security level does not exist.")
    return level
