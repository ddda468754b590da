"""Inviting people by e-mail, as members or as guests of some channels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.chat.models import Channel, InvitationChannel
from workworld.apps.chat.service import channels, entries, oversight, standing, titles
from workworld.apps.chat.types import ChannelId, UnixTime
from workworld.context import Context, Event, Surface
from workworld.database import insert_row
from workworld.directory import invitations, people
from workworld.directory.invitations import Letter
from workworld.directory.models import GUESTS, SINGLE_GUEST, Invitation
from workworld.errors import Forbidden, Invalid, Refused
from workworld.events import on
from workworld.notifications.notices import notify
from workworld.operations import Effect, operation

_MOST_AT_ONCE = 100
_MOST_CHANNELS = 100
_MOST_LISTED = 200
_SECOND = 1_000_000
_rows = InvitationChannel.__table__.c
State = Literal["pending", "accepted", "revoked"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of inviting one address."""

    email: str
    invitation: Invitation | None
    """None if it was refused."""
    refusal: Refused | None


@operation(Effect.WRITE, scope="admin.users:write")
def send(
    ctx: Context,
    *,
    emails: Annotated[
        Sequence[Annotated[str, Field(max_length=500)]],
        Field(description="To which addresses.", min_length=1, max_length=_MOST_AT_ONCE),
    ],
    role: Annotated[
        Literal["member", "guest", "single_guest"],
        Field(description="What they are to be: a guest is in the named channels alone."),
    ] = "member",
    channel_ids: Annotated[
        Sequence[ChannelId],
        Field(description="Which channels they are let into.", max_length=_MOST_CHANNELS),
    ] = (),
    name: Annotated[
        str, Field(description="What they are called, of one address.", max_length=80)
    ] = "",
    message: Annotated[str, Field(description="A few words to them.", max_length=500)] = "",
    expires: Annotated[
        UnixTime | None, Field(description="When a guest's account ends, as Unix time.")
    ] = None,
) -> Sequence[Outcome]:
    """Invite people to the workspace by e-mail, each address with an outcome of its own.

    Raises:
        Refused: what is wrong with all of them, or why not one of them can be invited.
    """
    invitations.require_admin(ctx)
    wanted = _rooms(ctx, role, channel_ids)
    _require_good_end(ctx, role, expires)
    addresses = [*dict.fromkeys(emails)]
    called = " ".join(name.split()) if len(addresses) == 1 else ""
    letter = Letter(role, called, message.strip(), expires)
    outcomes = [_invited(ctx, email, letter, wanted) for email in addresses]
    refusals = [outcome.refusal for outcome in outcomes if outcome.refusal is not None]
    if len(refusals) == len(outcomes):
        raise refusals[0]
    return outcomes


# The vendor's API has it for requests to be invited alone.
@operation(Effect.READ, scope="admin.users:read", doors=(Surface.UI, Surface.MCP))
def list(
    ctx: Context,
    *,
    state: Annotated[State, Field(description="Which of them.")] = "pending",
) -> Sequence[Invitation]:
    """List invitations, the newest first: rows to be read. Admins of the workspace may."""
    invitations.require_admin(ctx)
    return invitations.of_state(ctx, state, _MOST_LISTED)


def rooms(ctx: Context, invitation_id: str) -> dict[str, str]:
    """The channels that an invitation leads to and the caller sees, by id: what they are called."""
    query = select(_rows.channel_id).where(_rows.invitation_id == invitation_id)
    found = ctx.session.scalars(query.order_by(_rows.channel_id)).all()
    return channels.visible_labels(ctx, found)


def _rooms(ctx: Context, role: str, channel_ids: Sequence[str]) -> Sequence[Channel]:
    """The channels of an invitation.

    Raises:
        Refused: ``channel_not_found``, ``is_archived``, ``ura_max_channels``; ``invalid_arguments``
            for guests of nothing.
    """
    found = [channels.known(ctx, channel_id) for channel_id in dict.fromkeys(channel_ids)]
    for channel in found:
        if refusal := standing.why_direct(channel) or standing.why_read_only(channel):
            raise refusal
    if role in GUESTS and not found:
        raise Invalid("invalid_arguments", "Guests are let into a channel: name one.")
    if role == SINGLE_GUEST and len(found) > 1:
        raise Forbidden("ura_max_channels", "This kind of guest is in one channel alone.")
    return found


def _require_good_end(ctx: Context, role: str, expires: int | None) -> None:
    if expires is None:
        return
    if role not in GUESTS:
        raise Invalid("failed_to_validate_expiration", "Only accounts of guests come to an end.")
    if expires * _SECOND <= ctx.clock.now_us():
        raise Invalid("failed_to_validate_expiration", "An account cannot end in the past.")


def _invited(ctx: Context, email: str, letter: Letter, wanted: Sequence[Channel]) -> Outcome:
    try:
        address = invitations.good_address(email)
        invitations.require_invitable(ctx, address, letter.role)
    except Refused as refused:
        return Outcome(email, None, refused)
    row = invitations.write(ctx, address, letter)
    for channel in wanted:
        insert_row(ctx.session, InvitationChannel(invitation_id=row.id, channel_id=channel.id))
    return Outcome(address, row, None)


@on("directory.person_joined")
def _let_in(ctx: Context, event: Event) -> None:
    """Whoever joins is let into what they were invited to, and members into what is for all."""
    row = ctx.session.get_one(Invitation, event.facts["invitation_id"])
    query = select(_rows.channel_id).where(_rows.invitation_id == row.id)
    wanted = ctx.session.scalars(query.order_by(_rows.channel_id)).all()
    usual = [] if row.role in GUESTS else [channel.id for channel in oversight.newcomers(ctx)]
    for channel_id in dict.fromkeys([*usual, *wanted]):
        channel = ctx.session.get_one(Channel, channel_id)
        if not channel.is_archived and not titles.is_direct(channel):
            entries.let_in(ctx, channel, row.person_id)
    notify(
        ctx,
        person_id=row.inviter_id,
        app_id="chat",
        kind="chat.invitation_accepted",
        text="accepted your invitation",
        url=people.canonical_url(ctx.session, "chat", f"/u/{row.person_id}"),
    )
