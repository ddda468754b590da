"""Invitations: how people come into the company's workspace.

An app sends them, since it knows what else they are invited to; it listens for
``directory.person_joined``. No letter leaves a simulated company: whoever has the invitation's
address accepts it there, as the person that they become.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import Field
from sqlalchemy import select

from workworld.context import Context, Surface
from workworld.database import insert_row, plain_rows
from workworld.directory import people, teams, words
from workworld.directory.models import GUESTS, AccountKind, Company, Invitation, Person
from workworld.directory.profiles import good_profile
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require
from workworld.schedule import plan
from workworld.zones import zone as zone_named

PENDING, ACCEPTED, REVOKED = "pending", "accepted", "revoked"
_SECOND = 1_000_000
_LONGEST_ADDRESS = 254
_LONGEST_NAME = 80
_ADDRESS = re.compile(
    r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}"
)
_rows = Invitation.__table__.c
# Slack has these on its own pages alone.
_DOORS = (Surface.UI, Surface.MCP)
InvitationId = Annotated[
    str, Field(description="Id of an invitation: I0A1B2C3D4.", min_length=1, max_length=64)
]


class Letter(NamedTuple):
    """What an invitation says."""

    role: str
    name: str = ""
    message: str = ""
    expires: int | None = None


@operation(Effect.WRITE, scope=None, doors=(Surface.UI,))
def accept(
    ctx: Context,
    *,
    invitation_id: InvitationId,
    name: Annotated[str, Field(description="What they are called.", max_length=200)],
) -> Person:
    """Accept an invitation, as the person whom it invites, who joins the workspace.

    Raises:
        NotFound: ``invitation_not_found``, for one that was revoked too.
        Conflict: ``already_accepted``, ``already_in_team``.
    """
    row = ctx.session.get(Invitation, invitation_id)
    if row is None or row.state == REVOKED or row.person_id != ctx.actor.person_id:
        raise NotFound("invitation_not_found", "This invitation does not count any more.")
    if row.state == ACCEPTED:
        raise Conflict("already_accepted", "This invitation was accepted already.")
    if people.by_email(ctx.session, row.email) is not None:
        raise Conflict("already_in_team", f"{row.email} has an account already.")
    person = _let_in(ctx, row, _good_name(name))
    if row.expires is not None:
        arguments = {"person_id": person.id}
        plan(
            ctx.session,
            due_us=row.expires * _SECOND,
            actor_id=person.id,
            operation="directory.invitations.expire",
            arguments=arguments,
        )
    return person


def enrol(ctx: Context, email: str, letter: Letter) -> Person:
    """Let somebody join at once, without waiting for them to accept: an app has said who may.

    Args:
        ctx: whose step it is; they stand for who invited.
        email: the new account's address, which nobody has yet.
        letter: what they become, and what they are called.

    Raises:
        Invalid: ``invalid_email``, ``invalid_name``.
        Conflict: ``already_in_team``, ``user_disabled``, ``already_in_team_invited_user``.
        Forbidden: ``restricted_action``: nobody from elsewhere becomes a member.
    """
    address = good_address(email)
    require_invitable(ctx, address, letter.role)
    name = _good_name(letter.name or address.partition("@")[0])
    row = write(ctx, address, letter)
    return _let_in(ctx, ctx.session.get_one(Invitation, row.id), name)


@operation(Effect.WRITE, scope=None, doors=())
def expire(ctx: Context, *, person_id: people.PersonId) -> None:
    """Deactivate a guest whose time is over; who has become a member meanwhile stays."""
    person = ctx.session.get_one(Person, person_id)
    if person.is_guest:
        person.is_deactivated = True
        person.updated = ctx.clock.now_us() // _SECOND
        ctx.emit("directory.profile_changed", person_id=person.id, fields=["role"])
        ctx.touch(people.topic_of(person.id), teams.topic_of(person.team_id))


@operation(Effect.WRITE, scope="admin.users:write", doors=_DOORS)
def resend(ctx: Context, *, invitation_id: InvitationId) -> Invitation:
    """Send an invitation that nobody has accepted yet once more."""
    row = _pending(ctx, invitation_id)
    row.sent = ctx.clock.now_us() // _SECOND
    return row


@operation(Effect.WRITE, scope="admin.users:write", doors=_DOORS)
def revoke(ctx: Context, *, invitation_id: InvitationId) -> Invitation:
    """Take an invitation back that nobody has accepted yet: it leads nowhere any more."""
    row = _pending(ctx, invitation_id)
    row.state, row.settled = REVOKED, ctx.clock.now_us() // _SECOND
    return row


def good_address(address: str) -> str:
    """An e-mail address in small letters.

    Raises:
        Invalid: ``invalid_email``.
    """
    found = address.strip().lower()
    if len(found) > _LONGEST_ADDRESS or _ADDRESS.fullmatch(found) is None:
        raise Invalid(
            "invalid_email", f"{address.strip()[:100] or 'Nothing'} is no e-mail address."
        )
    return found


def require_invitable(ctx: Context, email: str, role: str) -> None:
    """See to it that somebody can be invited.

    Raises:
        Conflict: ``already_in_team``, ``user_disabled``, ``already_in_team_invited_user``.
        Forbidden: ``restricted_action``: nobody from elsewhere becomes a member.
    """
    person = people.by_email(ctx.session, email)
    if person is not None and person.is_deactivated:
        said = f"The account of {person.name} is deactivated: reactivate it instead."
        raise Conflict("user_disabled", said)
    if person is not None:
        raise Conflict("already_in_team", f"{email} is {person.name}, who is here already.")
    waiting = select(_rows.id).where(_rows.email == email, _rows.state == PENDING)
    if ctx.session.scalar(waiting) is not None:
        raise Conflict("already_in_team_invited_user", f"{email} is invited already.")
    domain = people.company(ctx.session).domain
    if role not in GUESTS and email.rpartition("@")[2] != domain:
        said = f"{email} is not at {domain}: invite them as a guest."
        raise Forbidden("restricted_action", said)


def write(ctx: Context, email: str, letter: Letter) -> Invitation:
    """Invite somebody, as ``require_invitable`` has allowed."""
    now = ctx.clock.now_us() // _SECOND
    row = Invitation(
        id=ctx.ids.next_id("I"),
        email=email,
        name=letter.name,
        role=letter.role,
        message=letter.message,
        inviter_id=ctx.actor.person_id,
        person_id=ctx.ids.next_id("U"),
        state=PENDING,
        created=now,
        sent=now,
        settled=None,
        expires=letter.expires,
    )
    insert_row(ctx.session, row)
    return row


def of_state(ctx: Context, state: str, most: int) -> Sequence[Invitation]:
    """The invitations of a state, the newest first: rows to be read."""
    query = select(Invitation.__table__).where(_rows.state == state)
    ordered = query.order_by(_rows.created.desc(), _rows.id).limit(most)
    return plain_rows(ctx.session, Invitation, ordered, {})


@permits("directory.invitations.resend", Company)
@permits("directory.invitations.revoke", Company)
def _may_invite(ctx: Context, _company: Company) -> Refused | None:
    if people.me(ctx).is_admin:
        return None
    return Forbidden("not_an_admin", "Only admins of the workspace invite people to it.")


def require_admin(ctx: Context) -> None:
    """See to it that the caller may invite people.

    Raises:
        Forbidden: ``not_an_admin``.
    """
    require(ctx, "directory.invitations.revoke", people.company(ctx.session))


def _pending(ctx: Context, invitation_id: str) -> Invitation:
    require_admin(ctx)
    row = ctx.session.get(Invitation, invitation_id)
    if row is None:
        raise NotFound("invitation_not_found", "There is no such invitation.")
    if row.state != PENDING:
        raise Conflict(f"already_{row.state}", f"This invitation was {row.state} already.")
    return row


def _good_name(name: str) -> str:
    found = " ".join(name.split())
    if not found or len(found) > _LONGEST_NAME or not found.isprintable():
        raise Invalid("invalid_name", f"Say what you are called, in {_LONGEST_NAME} characters.")
    return found


def _let_in(ctx: Context, row: Invitation, name: str) -> Person:
    """Make the account of whom an invitation is for, and tell that they are here."""
    person = _join(ctx, row, name)
    row.state, row.settled = ACCEPTED, ctx.clock.now_us() // _SECOND
    ctx.emit("directory.person_joined", person_id=person.id, invitation_id=row.id)
    ctx.touch(teams.topic_of(person.team_id))
    return person


def _join(ctx: Context, row: Invitation, name: str) -> Person:
    """A new account, at first in the team and the office of whoever invited them."""
    inviter = ctx.session.get_one(Person, row.inviter_id)
    here = zone_named(inviter.zone)
    person = Person(
        id=row.person_id,
        handle=_free_handle(ctx, row.email.partition("@")[0]),
        name=name,
        display_name=good_profile({"display_name": name.split(maxsplit=1)[0]})["display_name"],
        email=row.email,
        title="",
        office="" if row.role in GUESTS else inviter.office,
        zone=inviter.zone,
        role=row.role,
        kind=AccountKind.PERSON,
        updated=ctx.clock.now_us() // _SECOND,
        started=ctx.clock.now().astimezone(here).date().isoformat(),
        team_id=inviter.team_id,
        manager_id=inviter.id,
    )
    ctx.session.add(person)
    ctx.session.flush()  # what an app notes of it refers to it
    words.index(ctx.session, person)
    return person


def _free_handle(ctx: Context, wanted: str) -> str:
    """A handle that nobody has, made of how an address begins."""
    base = re.sub(r"[^a-z0-9._-]+", "", wanted).strip("._-")[:60] or "guest"
    taken = select(Person.handle).where(Person.handle.startswith(base, autoescape=True))
    known = set(ctx.session.scalars(taken))
    number = 1
    while (handle := base if number == 1 else f"{base}{number}") in known:
        number += 1
    return handle
