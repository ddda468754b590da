"""User groups: people who are mentioned together, by ``@handle``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import Select, delete, func, or_, select

from workworld.apps.chat.models import UserGroup, UserGroupMember
from workworld.apps.chat.service import channels, users
from workworld.apps.chat.types import ChannelId, UserIds
from workworld.context import Context
from workworld.database import insert_row, plain_rows
from workworld.directory import people
from workworld.directory.models import Company, Person
from workworld.directory.sight import is_guest
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require
from workworld.richtext.nodes import AUDIENCES

_SECOND = 1_000_000
_groups, _members = UserGroup.__table__.c, UserGroupMember.__table__.c
_MENTION = re.compile(r"<!subteam\^(S[A-Z0-9]+)(?:\|[^<>]*)?>")
GroupId = Annotated[
    str, Field(description="Id of a user group, such as S0A1B2C3D4.", min_length=1, max_length=64)
]
GroupName = Annotated[str, Field(description="What it is called; at most 80 characters.")]
Handle = Annotated[
    str,
    Field(
        description="By what it is mentioned, without @: lower-case letters, digits, . _ and -.",
        max_length=64,
        pattern=r"^$|^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$",
    ),
]
Description = Annotated[str, Field(description="What the group is for.", max_length=140)]
ChannelIds = Annotated[
    Sequence[ChannelId], Field(description="What its members are concerned with.", max_length=100)
]


@operation(Effect.READ, scope="usergroups:read")
def list(
    ctx: Context,
    *,
    include_disabled: Annotated[bool, Field(description="Disabled ones too.")] = False,
) -> Sequence[UserGroup]:
    """List the workspace's user groups, by handle: rows to be read. Guests know of none."""
    query = select(UserGroup.__table__).order_by(_groups.handle)
    if not include_disabled:
        query = query.where(_groups.disabled == 0)
    return () if is_guest(ctx) else plain_rows(ctx.session, UserGroup, query, {})


@operation(Effect.READ, scope="usergroups:read")
def members(ctx: Context, *, usergroup_id: GroupId) -> Sequence[Person]:
    """List the people in a user group, by name: rows to be read."""
    return people_in(ctx, known(ctx, usergroup_id).id)


@operation(Effect.WRITE, scope="usergroups:write")
def create(
    ctx: Context,
    *,
    name: GroupName,
    handle: Handle = "",
    description: Description = "",
    channel_ids: ChannelIds = (),
) -> UserGroup:
    """Create a user group, which has no members yet; without a handle it goes by its name."""
    _require_may(ctx, "chat.usergroups.create")
    name = _good_name(name)
    now = ctx.clock.now_us() // _SECOND
    group = UserGroup(
        id=ctx.ids.next_id("S"),
        name=name,
        handle=handle or re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-"),
        description=description.strip(),
        channel_ids=[channels.known(ctx, channel_id).id for channel_id in channel_ids],
        created=now,
        updated=now,
        creator_id=ctx.actor.person_id,
        updated_by=ctx.actor.person_id,
    )
    _require_free(ctx, group)
    ctx.session.add(group)
    ctx.emit("chat.usergroup_created", usergroup_id=group.id)
    return group


@operation(Effect.WRITE, scope="usergroups:write")
def update(
    ctx: Context,
    *,
    usergroup_id: GroupId,
    name: GroupName | None = None,
    handle: Handle | None = None,
    description: Description | None = None,
    channel_ids: ChannelIds | None = None,
) -> UserGroup:
    """Change what a user group is called and what it is for; what is left out stays as it is."""
    group = _changed(ctx, usergroup_id, "chat.usergroups.update")
    if name is not None:
        group.name = _good_name(name)
    if handle:
        group.handle = handle
    if description is not None:
        group.description = description.strip()
    if channel_ids is not None:
        group.channel_ids = [channels.known(ctx, each).id for each in channel_ids]
    _require_free(ctx, group)
    return group


@operation(Effect.WRITE, scope="usergroups:write")
def disable(ctx: Context, *, usergroup_id: GroupId) -> UserGroup:
    """Let a user group be mentioned no more; it keeps its members."""
    group = _changed(ctx, usergroup_id, "chat.usergroups.disable")
    group.disabled = group.disabled or group.updated
    return group


@operation(Effect.WRITE, scope="usergroups:write")
def enable(ctx: Context, *, usergroup_id: GroupId) -> UserGroup:
    """Let a disabled user group be mentioned again."""
    group = _changed(ctx, usergroup_id, "chat.usergroups.enable")
    group.disabled = 0
    return group


@operation(Effect.WRITE, scope="usergroups:write")
def set_members(
    ctx: Context,
    *,
    usergroup_id: GroupId,
    user_ids: Annotated[UserIds, Field(description="All who shall be in it, and nobody else.")],
) -> UserGroup:
    """Say who is in a user group: the whole list, at least one."""
    group = _changed(ctx, usergroup_id, "chat.usergroups.set_members")
    if not user_ids:
        raise Invalid("no_users_provided", "Name at least one person.")
    wanted = [_member(ctx, user_id) for user_id in sorted(set(user_ids))]
    ctx.session.execute(delete(UserGroupMember).where(UserGroupMember.group_id == group.id))
    for person_id in wanted:
        insert_row(ctx.session, UserGroupMember(group_id=group.id, person_id=person_id))
    return group


def known(ctx: Context, usergroup_id: str) -> UserGroup:
    """The user group of this id; guests know of none.

    Raises:
        NotFound: ``no_such_subteam``.
    """
    group = None if is_guest(ctx) else ctx.session.get(UserGroup, usergroup_id)
    if group is None:
        raise NotFound("no_such_subteam", "There is no user group with this id.")
    return group


def people_in(ctx: Context, group_id: str) -> Sequence[Person]:
    """The people in a group whose accounts are active, by name: rows to be read."""
    inside = select(_members.person_id).where(_members.group_id == group_id)
    rows = Person.__table__
    query: Select[tuple[Person]] = select(rows).where(
        rows.c.id.in_(inside), rows.c.is_deactivated.is_(False)
    )
    return plain_rows(ctx.session, Person, query.order_by(rows.c.name, rows.c.id), {})


def counts(ctx: Context) -> dict[str, int]:
    """How many people are in each group, by id."""
    query = select(_members.group_id, func.count()).group_by(_members.group_id)
    return dict(ctx.session.execute(query).all())


def by_handle(ctx: Context, handle: str) -> UserGroup | None:
    """The group that a handle mentions now, if the caller knows of it."""
    query = select(UserGroup).where(UserGroup.handle == handle, UserGroup.disabled == 0)
    return None if is_guest(ctx) else ctx.session.scalar(query)


def in_text(text: str) -> tuple[str, ...]:
    """Ids of the groups that a message's mrkdwn mentions."""
    return tuple(dict.fromkeys(_MENTION.findall(text))) if "<!subteam^" in text else ()


def with_mentions(ctx: Context, text: str) -> str:
    """mrkdwn in which groups that there are stand like people, so that they look alike."""
    there = handles(ctx, in_text(text))
    return _MENTION.sub(lambda m: f"<@{m[1]}>" if m[1] in there else m[0], text) if there else text


def handles(ctx: Context, ids: Iterable[str]) -> dict[str, str]:
    """What the groups with these ids are mentioned by, by id."""
    wanted = sorted(each for each in ids if each.startswith("S"))
    if not wanted:
        return {}
    query = select(_groups.id, _groups.handle).where(_groups.id.in_(wanted))
    return dict(ctx.session.execute(query).all())


def concerned(ctx: Context, text: str) -> frozenset[str]:
    """Ids of the people whom a message's mrkdwn mentions with the groups that they are in."""
    found = in_text(text)
    if not found:
        return frozenset()
    live = select(_groups.id).where(_groups.id.in_(found), _groups.disabled == 0)
    query = select(_members.person_id).where(_members.group_id.in_(live))
    return frozenset(ctx.session.scalars(query))


@permits("chat.usergroups.create", Company)
def _may_create(ctx: Context, _company: Company) -> Refused | None:
    return _why_no_admin(ctx)


@permits("chat.usergroups.update", Company)
def _may_update(ctx: Context, _company: Company) -> Refused | None:
    return _why_no_admin(ctx)


@permits("chat.usergroups.disable", Company)
def _may_disable(ctx: Context, _company: Company) -> Refused | None:
    return _why_no_admin(ctx)


@permits("chat.usergroups.enable", Company)
def _may_enable(ctx: Context, _company: Company) -> Refused | None:
    return _why_no_admin(ctx)


@permits("chat.usergroups.set_members", Company)
def _may_set_members(ctx: Context, _company: Company) -> Refused | None:
    return _why_no_admin(ctx)


def _why_no_admin(ctx: Context) -> Refused | None:
    if people.me(ctx).is_admin:
        return None
    return Forbidden("permission_denied", "Only admins of the workspace change user groups.")


def _require_may(ctx: Context, action: str) -> None:
    require(ctx, action, people.company(ctx.session))


def _changed(ctx: Context, usergroup_id: str, action: str) -> UserGroup:
    """The group, which is noted as changed just now by the caller."""
    group = known(ctx, usergroup_id)
    _require_may(ctx, action)
    group.updated, group.updated_by = ctx.clock.now_us() // _SECOND, ctx.actor.person_id
    return group


def _good_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise Invalid("missing_subteam_name", "A user group needs a name.")
    if len(name) > 80 or "\x00" in name:
        raise Invalid("invalid_arguments", "A name has at most 80 characters.")
    return name


def _require_free(ctx: Context, group: UserGroup) -> None:
    """See to it that nobody else goes by the name or handle of a group."""
    with ctx.session.no_autoflush:
        same = or_(_groups.name == group.name, _groups.handle == group.handle)
        query = select(_groups.name).where(same, _groups.id != group.id)
        taken = ctx.session.scalars(query).all()
        person = people.by_handle(ctx.session, group.handle)
    if group.name in taken:
        raise Conflict("name_already_exists", "There is a user group of this name already.")
    if taken or person or group.handle in AUDIENCES or not group.handle:
        raise Conflict("handle_already_exists", f"@{group.handle} means somebody else already.")


def _member(ctx: Context, user_id: str) -> str:
    try:
        person = users.known(ctx, user_id)
    except NotFound:
        raise Invalid("invalid_users", "There is no person with one of these ids.") from None
    if person.is_deactivated or person.is_guest:
        raise Invalid("invalid_users", f"{person.name} cannot be in a user group.")
    return person.id
