"""Groups: people to whom roles and permissions are given together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, func, or_, select
from sqlalchemy import delete as sql_delete

from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import (
    FilterShare,
    Group,
    GroupMember,
    PermissionGrant,
    RecipientChange,
    RoleActor,
    SecurityMember,
)
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service import access
from workworld.apps.tracker.types import GroupRef, PageSize, PersonId, Start
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.directory.models import Person
from workworld.directory.sight import is_guest
from workworld.errors import Conflict, Invalid, NotFound, Problem
from workworld.operations import Effect, operation

_LONGEST_NAME = 255
_groups, _members, _people = Group.__table__.c, GroupMember.__table__.c, Person.__table__.c
_BY_REF = constant(
    select(Group.__table__).where(
        or_(_groups.id == bindparam("ref"), _groups.name == bindparam("ref"))
    )
)
_OF_PERSON = constant(
    select(Group.__table__)
    .join(GroupMember.__table__, _members.group_id == _groups.id)
    .where(_members.person_id == bindparam("person_id"))
    .order_by(_groups.name)
)


def known(ctx: Context, ref: str) -> Group:
    """A group by its id or name: a row to be read. Guests know of none.

    Raises:
        NotFound: ``group_not_found``.
    """
    found = [] if is_guest(ctx) else plain_rows(ctx.session, Group, _BY_REF, {"ref": ref})
    if not found:
        raise NotFound("group_not_found", f"Group '{ref}' does not exist.")
    return found[0]


def of_person(ctx: Context, person_id: str) -> Sequence[Group]:
    """The groups that somebody is in, by name: rows to be read."""
    return plain_rows(ctx.session, Group, _OF_PERSON, {"person_id": person_id})


@operation(Effect.READ, scope="read:jira-user")
def list(
    ctx: Context,
    *,
    text: Annotated[str, Field(description="Occurs in the name.", max_length=255)] = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Group]:
    """List the site's groups by name. Guests know of none."""
    if is_guest(ctx):
        return Listed((), 0, start)
    query = select(Group.__table__)
    if text:
        query = query.where(_groups.name.icontains(text, autoescape=True))
    total = ctx.session.scalar(select(func.count()).select_from(query.subquery()))
    page = query.order_by(_groups.name).offset(start).limit(limit)
    return Listed(plain_rows(ctx.session, Group, page, {}), total or 0, start)


@operation(Effect.READ, scope="read:jira-user")
def info(ctx: Context, *, group: GroupRef) -> Group:
    """Look one group up by its id or name."""
    return known(ctx, group)


@operation(Effect.READ, scope="read:jira-user")
def members(
    ctx: Context,
    *,
    group: GroupRef,
    with_inactive: Annotated[bool, Field(description="Leavers too.")] = False,
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Person]:
    """List the people in a group by name: rows to be read."""
    inside = select(_members.person_id).where(_members.group_id == known(ctx, group).id)
    query = select(Person.__table__).where(_people.id.in_(inside))
    if not with_inactive:
        query = query.where(_people.is_deactivated.is_(False))
    total = ctx.session.scalar(select(func.count()).select_from(query.subquery()))
    page = query.order_by(_people.name, _people.id).offset(start).limit(limit)
    return Listed(plain_rows(ctx.session, Person, page, {}), total or 0, start)


@operation(Effect.WRITE, scope="manage:jira-configuration")
def create(
    ctx: Context, *, name: Annotated[str, Field(description="What it is called.", max_length=1000)]
) -> Group:
    """Create a group that nobody is in yet."""
    access.require_admin(ctx)
    name = name.strip()
    if not name or len(name) > _LONGEST_NAME or re.search(r"[\x00-\x1f<>&]", name):
        said = f"A group's name is one line of at most {_LONGEST_NAME} characters without <, > or &"
        raise Invalid("invalid_group", problems=[Problem(said, "name")])
    taken = select(Group.id).where(func.lower(Group.name) == name.lower())
    if ctx.session.scalar(taken) is not None:
        said = "A group with this name already exists."
        raise Invalid("invalid_group", problems=[Problem(said, "name")])
    group = Group(id=next_id(ctx.ids, "group"), name=name, is_admins=False)
    ctx.session.add(group)
    ctx.emit("tracker.group_created", group_id=group.id)
    return group


@operation(Effect.WRITE, scope="manage:jira-configuration")
def delete(ctx: Context, *, group: GroupRef) -> None:
    """Delete a group, and with it whatever was given to it."""
    access.require_admin(ctx)
    row = known(ctx, group)
    if row.is_admins:
        raise Conflict("group_administers", f"{row.name} administers the site, so it stays.")
    for model, condition in (
        (RoleActor, (RoleActor.actor_id == row.id) & RoleActor.is_group),
        (SecurityMember, (SecurityMember.member_id == row.id) & SecurityMember.is_group),
        (
            PermissionGrant,
            (PermissionGrant.holder == "group") & (PermissionGrant.parameter == row.id),
        ),
        (
            RecipientChange,
            (RecipientChange.recipient == "group") & (RecipientChange.parameter == row.id),
        ),
        (FilterShare, (FilterShare.kind == "group") & (FilterShare.thing_id == row.id)),
        (GroupMember, GroupMember.group_id == row.id),
        (Group, Group.id == row.id),
    ):
        ctx.session.execute(sql_delete(model).where(condition))
    access.refresh(ctx.session)
    ctx.emit("tracker.group_deleted", group_id=row.id)


@operation(Effect.WRITE, scope="manage:jira-configuration")
def add_member(ctx: Context, *, group: GroupRef, person_id: PersonId) -> Group:
    """Add somebody to a group."""
    access.require_admin(ctx)
    row = known(ctx, group)
    if ctx.session.get(Person, person_id) is None:
        raise NotFound("person_not_found", f"There is no account with the id '{person_id}'.")
    if ctx.session.get(GroupMember, (row.id, person_id)) is not None:
        raise Conflict("already_member", f"They are in {row.name} already.")
    ctx.session.add(GroupMember(group_id=row.id, person_id=person_id))
    access.refresh(ctx.session)
    ctx.emit("tracker.group_member_added", group_id=row.id, person_id=person_id)
    return row


@operation(Effect.WRITE, scope="manage:jira-configuration")
def remove_member(ctx: Context, *, group: GroupRef, person_id: PersonId) -> Group:
    """Remove somebody from a group. Somebody always administers the site."""
    access.require_admin(ctx)
    row = known(ctx, group)
    membership = ctx.session.get(GroupMember, (row.id, person_id))
    if membership is None:
        raise NotFound("not_member", f"They are not in {row.name}.")
    if row.is_admins and _administering(ctx) == [person_id]:
        raise Conflict("last_administrator", "Somebody has to administer the site.")
    ctx.session.delete(membership)
    access.refresh(ctx.session)
    ctx.emit("tracker.group_member_removed", group_id=row.id, person_id=person_id)
    return row


def _administering(ctx: Context) -> Sequence[str]:
    """Ids of all who administer the site and can sign in, each once."""
    query = (
        select(GroupMember.person_id)
        .join(Group, Group.id == GroupMember.group_id)
        .join(Person, Person.id == GroupMember.person_id)
        .where(Group.is_admins, ~Person.is_deactivated)
        .distinct()
    )
    return ctx.session.scalars(query).all()
