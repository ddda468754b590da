"""People who leave: their users are closed, and what they own is given to others.

https://help.salesforce.com/s/articleView?id=platform.users_deactivate.htm
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import ColumnElement, and_, func, select, true

from workworld.apps.crm import APP, record_ids
from workworld.apps.crm.models import (
    Account,
    Asset,
    Campaign,
    Case,
    Contact,
    Contract,
    Lead,
    Opportunity,
    Profile,
    Task,
    User,
)
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.picklists import CONTRACT_EXPIRED, CONTRACT_TERMINATED
from workworld.apps.crm.service import notices, people, records, refusals
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Event, Surface
from workworld.directory.models import Person
from workworld.directory.people import canonical_url
from workworld.events import on
from workworld.operations import Effect, operation

MANAGED = "Account.CSM__c"
"""Stands for the accounts that a user looks after without owning them."""
MOST = 5_000
_ENDED = (CONTRACT_EXPIRED, CONTRACT_TERMINATED)
_MODELS: Mapping[str, tuple[Any, ColumnElement[bool]]] = {
    "Lead": (Lead, ~Lead.is_converted),
    "Account": (Account, true()),
    "Contact": (Contact, true()),
    "Opportunity": (Opportunity, ~Opportunity.is_closed),
    "Contract": (Contract, Contract.status.not_in(_ENDED)),
    "Asset": (Asset, true()),
    "Case": (Case, ~Case.is_closed),
    "Campaign": (Campaign, true()),
    "Task": (Task, ~Task.is_closed),
}
"""What people own that is handed over, and which of it is still open."""
_users, _people = User.__table__.c, Person.__table__.c
UserId = Annotated[RecordId, Field(description="A user's id.")]
# The vendor's API has no such thing: programs update the field OwnerId, and the user's IsActive.
_DOORS = (Surface.UI, Surface.MCP)


@dataclass(frozen=True, slots=True)
class Leaver:
    """A user whose records the caller may give to others."""

    id: str
    name: str
    is_active: bool
    open: int
    """How many records of theirs are still open."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a user owns of an object; ``Account.CSM__c`` are accounts that they look after."""

    sobject: str
    label: str
    open: int
    total: int


@dataclass(frozen=True, slots=True)
class Handover:
    """A user, and all that they own."""

    user_id: str
    name: str
    is_active: bool
    may_switch: bool
    """Whether the caller may close and open the user."""
    holdings: Sequence[Holding]


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context) -> Sequence[Leaver]:
    """List the users whose records the caller may give to others: those who have left first."""
    mine = people.me(ctx).id
    query = select(_users.id, _people.name, _users.is_active)
    query = query.join(Person, _people.id == _users.person_id).where(~_users.is_deleted)
    rows = ctx.session.execute(query.order_by(_users.is_active, _people.name, _users.id)).all()
    counts = _open_by_owner(ctx)
    return [
        Leaver(row.id, row.name, row.is_active, counts.get(row.id, 0))
        for row in rows
        if row.id != mine and _may(ctx, row.id)
    ]


@operation(Effect.READ, scope="api", doors=_DOORS)
def look(ctx: Context, *, user_id: UserId) -> Handover:
    """Count what a user owns, by object: what is still open, and all of it."""
    user = _known(ctx, user_id)
    found = [_holding(ctx, name, user.id) for name in (*_MODELS, MANAGED)]
    return Handover(
        user.id,
        people.names(ctx, [user.id]).get(user.id, ""),
        user.is_active,
        people.profile(ctx).manages_setup,
        [each for each in found if each.total],
    )


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def give(
    ctx: Context,
    *,
    user_id: UserId,
    owners: Annotated[
        Mapping[str, RecordId],
        Field(
            description="The id of the new owner by object, such as Account or Opportunity;"
            " Account.CSM__c names who looks after the user's accounts from now on."
        ),
    ],
    only_open: Annotated[
        bool, Field(description="Whether what is closed stays with its owner.")
    ] = True,
) -> Sequence[Holding]:
    """Give what a user owns to others, by object; nothing changes if one of them cannot have it.

    Answers what the user has left.

    Raises:
        Invalid: ``INVALID_TYPE``: no such object; ``LIMIT_EXCEEDED``: more than 5,000 records.
    """
    user = _known(ctx, user_id)
    wanted = {name: owner_id for name, owner_id in owners.items() if owner_id}
    for name in wanted:
        if name not in _MODELS and name != MANAGED:
            raise refused("INVALID_TYPE", f"Nothing of the kind {name[:40]} is handed over.")
    rows = {name: _rows(ctx, name, user.id, only_open=only_open) for name in wanted}
    if sum(len(each) for each in rows.values()) > MOST:
        said = f"These are more than {MOST:,} records: give them away by object."
        raise refused("LIMIT_EXCEEDED", said)
    options = Options(system=True, notify=False, allow_duplicates=True)
    given: dict[str, int] = {}
    for name, owner_id in wanted.items():
        field = "CSM__c" if name == MANAGED else "OwnerId"
        for row in rows[name]:
            records.change(ctx, row, {field: owner_id}, options)
        given[owner_id] = given.get(owner_id, 0) + len(rows[name])
    _tell(ctx, user.id, given)
    return look(ctx, user_id=user.id).holdings


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def set_active(
    ctx: Context,
    *,
    user_id: UserId,
    is_active: Annotated[bool, Field(description="Whether they may sign in and own records.")],
) -> Handover:
    """Close a user, who may no longer sign in nor be given records, or open one again."""
    user = _known(ctx, user_id)
    if not people.profile(ctx).manages_setup or user.id == people.me(ctx).id:
        raise refusals.insufficient_access()
    person = ctx.session.get_one(Person, user.person_id)
    if is_active and person.is_deactivated:
        raise refused("INVALID_OPERATION", "Their account with the company is closed.")
    _switch(ctx, user, is_active)
    return look(ctx, user_id=user.id)


@on("directory.profile_changed")
def follow(ctx: Context, event: Event) -> None:
    """A user is closed whose person has left; who sets the CRM up learns what they leave behind."""
    user = ctx.session.scalar(select(User).where(_users.person_id == event.facts["person_id"]))
    person = ctx.session.get(Person, event.facts["person_id"])
    if user is None or person is None or not (person.is_deactivated and user.is_active):
        return
    user.is_active = False
    user.modified_us, user.version = ctx.clock.now_us(), user.version + 1
    ctx.session.flush()  # what is counted does not count on them any longer
    left = _open_by_owner(ctx).get(user.id, 0)
    if left:
        url = canonical_url(ctx.session, APP.id, f"/handovers/{user.id}")
        said = f"closed the account of {person.name}, who owns {left} open records"
        notices.tell(ctx, notices.LEFT_BEHIND, url, _keepers(ctx), said)


def _switch(ctx: Context, user: User, is_active: bool) -> None:
    row = ctx.session.get_one(User, user.id)
    if row.is_active == is_active:
        return
    row.is_active = is_active
    row.modified_us, row.modified_by_id = ctx.clock.now_us(), people.me(ctx).id
    row.version += 1
    ctx.session.flush()  # what is answered is read from the row
    ctx.emit("crm.user_switched", user_id=user.id, is_active=is_active)


def _may(ctx: Context, user_id: str) -> bool:
    """Whether the caller may give a user's records away: they lead them, or set the CRM up."""
    profile = people.profile(ctx)
    return profile.manages_setup or profile.modifies_all or user_id in people.below(ctx)


def _known(ctx: Context, user_id: str) -> User:
    people.me(ctx)
    full = record_ids.full(user_id)
    user = ctx.session.get(User, full) if full else None
    if user is None or user.is_deleted or not _may(ctx, user.id):
        raise refusals.not_found()
    return user


def _keepers(ctx: Context) -> builtins.list[str]:
    profiles = Profile.__table__.c
    query = select(_users.id).join(Profile.__table__, profiles.id == _users.profile_id)
    query = query.where(profiles.manages_setup, _users.is_active).order_by(_users.id)
    return builtins.list(ctx.session.scalars(query))


def _of(name: str, user_id: str) -> tuple[Any, ColumnElement[bool], ColumnElement[bool]]:
    """The model of what is handed over, whose it is, and what of it is open."""
    if name == MANAGED:
        return Account, Account.csm_id == user_id, true()
    model, is_open = _MODELS[name]
    return model, model.owner_id == user_id, is_open


def _holding(ctx: Context, name: str, user_id: str) -> Holding:
    model, theirs, is_open = _of(name, user_id)
    counted = (func.count(), func.count().filter(is_open))
    query = select(*counted).select_from(model).where(theirs, ~model.is_deleted)
    total, still = ctx.session.execute(query).one()
    label = "Accounts looked after" if name == MANAGED else objects.of_name(name).plural
    return Holding(name, label, still, total)


def _rows(ctx: Context, name: str, user_id: str, *, only_open: bool) -> Sequence[Any]:
    model, theirs, is_open = _of(name, user_id)
    wanted = and_(theirs, ~model.is_deleted, is_open if only_open else true())
    query = select(model).where(wanted).order_by(model.id).limit(MOST + 1)
    return ctx.session.scalars(query).all()


def _open_by_owner(ctx: Context) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for model, is_open in _MODELS.values():
        query = select(model.owner_id, func.count()).where(~model.is_deleted, is_open)
        for owner_id, count in ctx.session.execute(query.group_by(model.owner_id)):
            found[owner_id] = found.get(owner_id, 0) + count
    return found


def _tell(ctx: Context, user_id: str, given: Mapping[str, int]) -> None:
    """Each new owner hears once how much became theirs."""
    name = people.names(ctx, [user_id]).get(user_id, "somebody")
    url = canonical_url(ctx.session, APP.id, f"/home#from-{user_id}")
    for owner_id, count in given.items():
        if count:
            users = notices.users_of(ctx, owner_id)
            notices.tell(
                ctx, notices.HANDED_OVER, url, users, f"gave you {count} records of {name}"
            )
