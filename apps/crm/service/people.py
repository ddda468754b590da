"""Who somebody is to the CRM: user, profile, place in the tree of roles, queues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo  # noqa: TID251 - a type; zones come from workworld.zones

from sqlalchemy import Select, bindparam, select

from workworld.apps.crm.models import (
    Group,
    GroupMember,
    Organization,
    Profile,
    User,
    UserRole,
)
from workworld.apps.crm.service import refusals
from workworld.clock import from_microseconds
from workworld.context import Actor, Context
from workworld.database import constant, given, plain_rows, rows_of
from workworld.directory.models import Person
from workworld.directory.people import my_zone
from workworld.zones import zone

_users, _roles = User.__table__.c, UserRole.__table__.c
_members, _groups = GroupMember.__table__.c, Group.__table__.c
_people = Person.__table__.c
_profiles = Profile.__table__.c
_ORGANIZATION = constant(select(Organization.__table__))
_OF_PERSON = constant(
    select(User.__table__).where(_users.person_id == bindparam("person"), ~_users.is_deleted)
)
_PROFILE = constant(select(Profile.__table__).where(_profiles.id == bindparam("profile")))
_GROUPS = constant(select(_members.group_id).where(_members.user_id == bindparam("user")))
_QUEUES = constant(
    select(_groups.id).where(_groups.type == "Queue", _groups.id.in_(given("groups")))
)
_NAMES_OF_USERS = constant(
    select(_users.id, _people.name)
    .join(Person.__table__, _people.id == _users.person_id)
    .where(_users.id.in_(given("ids")))
)
_NAMES_OF_GROUPS = constant(select(_groups.id, _groups.name).where(_groups.id.in_(given("ids"))))
_GROUP = "00G"
"""How ids of groups and queues begin."""


def _users_below() -> Select[Any]:
    tree = select(_roles.id).where(_roles.parent_id == bindparam("role"))
    found = tree.cte("below", recursive=True)
    found = found.union(select(_roles.id).join(found, _roles.parent_id == found.c.id))
    return select(_users.id).where(_users.role_id.in_(select(found.c.id)))


_BELOW = constant(_users_below())


def find(ctx: Context, person_id: str) -> User | None:
    """The user that a person is; None if they do not work with the CRM."""
    return ctx.remembered(("crm user", person_id), lambda: _found(ctx, person_id))


def me(ctx: Context) -> User:
    """The user that the caller is.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS``: they do not work with the CRM, or no longer.
    """
    user = find(ctx, ctx.actor.person_id)
    if user is None or not user.is_active:
        raise refusals.no_licence()
    return user


def profile(ctx: Context) -> Profile:
    """What the caller may do in general."""
    profile_id = me(ctx).profile_id
    return ctx.remembered(("crm profile", profile_id), lambda: _profile(ctx, profile_id))


def org(ctx: Context) -> Organization:
    """How the organisation has set its CRM up."""
    return ctx.remembered("crm organization", lambda: _organization(ctx))


def today(ctx: Context) -> date:
    """The day that the caller has."""
    return from_microseconds(ctx.clock.now_us()).astimezone(zone_of(ctx)).date()


def zone_of(ctx: Context) -> ZoneInfo:
    """The zone in which the caller has their days."""
    if find(ctx, ctx.actor.person_id) is not None:
        return my_zone(ctx)
    found = ctx.session.get(Person, ctx.actor.person_id)
    return zone(found.zone if found else org(ctx).zone)


def acting_as(ctx: Context, user: User) -> Context:
    """The same step as somebody else sees the world: what they may not see is not there."""
    return replace(ctx, actor=Actor(user.person_id, ctx.actor.scopes), memory={}, steady=None)


def names(ctx: Context, ids: Iterable[str]) -> Mapping[str, str]:
    """What users and queues are called, by their ids."""
    wanted = sorted(set(ids))
    if not wanted:
        return {}
    queues = [each for each in wanted if each.startswith(_GROUP)]
    users = [each for each in wanted if not each.startswith(_GROUP)]
    rows = rows_of(ctx.session, _NAMES_OF_USERS, {"ids": users}) if users else []
    rows += rows_of(ctx.session, _NAMES_OF_GROUPS, {"ids": queues}) if queues else []
    return {row.id: row.name for row in rows}


def owners(ctx: Context) -> list[str]:
    """Whose records are the caller's as well: their own, their queues' and those of users below.

    Sorted ids of users and queues.
    """
    return ctx.remembered("crm owners", lambda: _owners(ctx))


def groups(ctx: Context) -> list[str]:
    """The groups and queues that the caller is in, sorted."""
    return ctx.remembered("crm groups", lambda: _groups_of(ctx, me(ctx).id))


def below(ctx: Context) -> list[str]:
    """The users whose roles are below the caller's, sorted."""
    return ctx.remembered("crm subordinates", lambda: _below(ctx))


def _organization(ctx: Context) -> Organization:
    return plain_rows(ctx.session, Organization, _ORGANIZATION, {})[0]


def _groups_of(ctx: Context, user_id: str) -> list[str]:
    return sorted(row.group_id for row in rows_of(ctx.session, _GROUPS, {"user": user_id}))


def _found(ctx: Context, person_id: str) -> User | None:
    found = plain_rows(ctx.session, User, _OF_PERSON, {"person": person_id})
    return found[0] if found else None


def _profile(ctx: Context, profile_id: str) -> Profile:
    return plain_rows(ctx.session, Profile, _PROFILE, {"profile": profile_id})[0]


def _owners(ctx: Context) -> list[str]:
    queues = rows_of(ctx.session, _QUEUES, {"groups": groups(ctx)}) if groups(ctx) else ()
    return sorted({me(ctx).id, *below(ctx), *(each.id for each in queues)})


def _below(ctx: Context) -> list[str]:
    mine = me(ctx).role_id
    if mine is None:
        return []
    return sorted(row.id for row in rows_of(ctx.session, _BELOW, {"role": mine}))
