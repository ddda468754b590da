"""What people are in the company's workspace: who administers it, and whose account is active."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import func, select

from workworld.context import Context, Surface
from workworld.directory import people, teams
from workworld.directory.models import GUESTS, SINGLE_GUEST, AccountKind, Company, Person
from workworld.directory.people import PersonId
from workworld.errors import Forbidden, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

# Slack has these in its administration of whole enterprises alone, whose API is another one.
_DOORS = (Surface.UI, Surface.MCP)
_OWNER = "owner"


@operation(Effect.WRITE, scope="admin.users:write", doors=_DOORS)
def change(
    ctx: Context,
    *,
    person_id: PersonId,
    role: Annotated[
        Literal["owner", "admin", "member", "guest"], Field(description="What they are to be.")
    ],
) -> Person:
    """Make somebody an owner, admin, member or guest of the workspace."""
    person = _judged(ctx, person_id, "directory.roles.change")
    if _OWNER in (role, person.role) and people.me(ctx).role != _OWNER:
        raise Forbidden("restricted_action", "Only owners say who else is one.")
    if person.role != role:
        person.role = role
        _tell(ctx, person)
    return person


@operation(Effect.WRITE, scope="admin.users:write", doors=_DOORS)
def deactivate(ctx: Context, *, person_id: PersonId) -> Person:
    """Deactivate an account: it may do nothing any more, and what it did stays."""
    person = _judged(ctx, person_id, "directory.roles.deactivate")
    if person.role == _OWNER and people.me(ctx).role != _OWNER:
        raise Forbidden("restricted_action", "Only owners deactivate owners.")
    return _set(ctx, person, is_deactivated=True)


@operation(Effect.WRITE, scope="admin.users:write", doors=_DOORS)
def reactivate(ctx: Context, *, person_id: PersonId) -> Person:
    """Let a deactivated account act again, as what it was."""
    return _set(ctx, _judged(ctx, person_id, "directory.roles.reactivate"), is_deactivated=False)


@operation(Effect.WRITE, scope="admin.users:write", doors=_DOORS)
def transfer(ctx: Context, *, person_id: PersonId) -> Person:
    """Make somebody the primary owner in the caller's place, who stays an owner."""
    person = _judged(ctx, person_id, "directory.roles.transfer")
    company = ctx.session.get_one(Company, people.company(ctx.session).id)
    company.primary_owner_id = person.id
    if person.role != _OWNER:
        person.role = _OWNER
    _tell(ctx, person)
    ctx.emit("directory.primary_owner_changed", person_id=person.id)
    return person


def is_primary(ctx: Context, person_id: str) -> bool:
    """Whether somebody is the primary owner."""
    return people.company(ctx.session).primary_owner_id == person_id


def _judged(ctx: Context, person_id: str, action: str) -> Person:
    person = people.info(ctx, person_id=person_id)
    require(ctx, action, person)
    return person


def _set(ctx: Context, person: Person, *, is_deactivated: bool) -> Person:
    if person.is_deactivated != is_deactivated:
        person.is_deactivated = is_deactivated
        _tell(ctx, person)
    return person


def _tell(ctx: Context, person: Person) -> None:
    person.updated = ctx.clock.now_us() // 1_000_000
    ctx.emit("directory.profile_changed", person_id=person.id, fields=["role"])
    ctx.touch(people.topic_of(person.id), teams.topic_of(person.team_id))


@permits("directory.roles.change", Person)
def _may_change(ctx: Context, person: Person) -> Refused | None:
    if person.role == SINGLE_GUEST:
        return Forbidden("user_is_ultra_restricted", "Guests of one channel stay what they are.")
    return _why_not_to(ctx, person)


@permits("directory.roles.deactivate", Person)
def _may_deactivate(ctx: Context, person: Person) -> Refused | None:
    return _why_not_to(ctx, person)


@permits("directory.roles.reactivate", Person)
def _may_reactivate(ctx: Context, person: Person) -> Refused | None:
    return _why_not_to(ctx, person)


@permits("directory.roles.transfer", Person)
def _may_transfer(ctx: Context, person: Person) -> Refused | None:
    if not is_primary(ctx, ctx.actor.person_id):
        return Forbidden("restricted_action", "Only the primary owner passes this on.")
    if person.id == ctx.actor.person_id:
        return Forbidden("restricted_action", "You are the primary owner already.")
    if person.kind != AccountKind.PERSON:
        return Forbidden("cannot_be_bot", "Bots own nothing.")
    if person.role in GUESTS or person.is_deactivated:
        said = "Neither guests nor those whose accounts are deactivated own the workspace."
        return Forbidden("restricted_action", said)
    return None


def _why_not_to(ctx: Context, person: Person) -> Refused | None:
    if not people.me(ctx).is_admin:
        return Forbidden("not_an_admin", "Only admins of the workspace change what people are.")
    if person.id == ctx.actor.person_id:
        return Forbidden("restricted_action", "Nobody changes what they are themselves.")
    if person.kind != AccountKind.PERSON:
        return Forbidden("cannot_be_bot", "Bots have no role.")
    if is_primary(ctx, person.id):
        said = f"{person.name} is the primary owner, who passes that on first."
        return Forbidden("restricted_action", said)
    owners = select(func.count()).where(Person.role == _OWNER, ~Person.is_deactivated)
    if person.role == _OWNER and ctx.session.scalar(owners) == 1:
        return Forbidden("restricted_action", "The workspace needs an owner.")
    return None
