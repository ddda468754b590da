"""Whom chat tells of a message: those it mentions, and those in its thread.

Only members of the channel are told, so nobody learns of what they may not see.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import bindparam, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Membership, Message
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import threads, titles, usergroups
from workworld.context import Context, Event
from workworld.directory import people
from workworld.events import on
from workworld.notifications.notices import notify, notify_all, withdraw
from workworld.richtext.nodes import addressed, mentioned

_memberships = Membership.__table__.c
_MEMBERS = (
    select(_memberships.person_id)
    .where(_memberships.channel_id == bindparam("of"))
    .order_by(_memberships.person_id)
)


@on("chat.message_posted")
def tell_of_message(ctx: Context, event: Event) -> None:
    """Tell people of a new message, each by the strongest reason there is."""
    tell_of_mentions(ctx, event)
    if titles.is_direct(_channel(ctx, event)):
        _tell(ctx, event, "direct", "wrote in", _members(ctx, event))
        return
    if event.facts["thread_ts"] != event.facts["ts"]:
        whom = _taking_part(ctx, event)
        _tell(ctx, event, "reply", "replied in a thread in", whom)


@on("chat.message_edited")
def tell_of_mentions(ctx: Context, event: Event) -> None:
    """Tell those whom a text mentions and who were not told of the message yet."""
    said = from_mrkdwn(event.facts["text"])
    if people_mentioned := {*mentioned(said), *usergroups.concerned(ctx, event.facts["text"])}:
        _tell(ctx, event, "mention", "mentioned you in", people_mentioned)
    if addressed(said):
        everybody = _members(ctx, event)
        _tell(ctx, event, "everybody", "mentioned everybody in", everybody)


@on("chat.message_deleted")
def withdraw_message(ctx: Context, event: Event) -> None:
    """Nobody is led to a message that is gone."""
    withdraw(ctx, _address(ctx, event))


@on("chat.member_joined")
def tell_of_invitation(ctx: Context, event: Event) -> None:
    """Tell somebody that they were added to a channel."""
    channel = _channel(ctx, event)
    notify(
        ctx,
        person_id=event.facts["person_id"],
        app_id="chat",
        kind="invitation",
        text=f"added you to #{channel.name}",
        url=_channel_address(ctx, event),
    )


@on("chat.member_left")
def withdraw_invitation(ctx: Context, event: Event) -> None:
    """Whoever has left is led back no more, and is told if they are added again."""
    withdraw(ctx, _channel_address(ctx, event), event.facts["person_id"])


def _tell(ctx: Context, event: Event, kind: str, text: str, whom: Collection[str]) -> None:
    where = _place(_channel(ctx, event))
    reached = [person_id for person_id in _members(ctx, event) if person_id in whom]
    notify_all(
        ctx,
        person_ids=reached,
        app_id="chat",
        kind=kind,
        text=f"{text} {where}",
        url=_address(ctx, event),
    )


def _channel(ctx: Context, event: Event) -> Channel:
    return ctx.session.get_one(Channel, event.facts["channel_id"])


def _place(channel: Channel) -> str:
    """A conversation in words that are the same for everybody in it."""
    if titles.is_direct(channel):
        return "a group conversation" if channel.kind == "group_dm" else "your direct conversation"
    return f"#{channel.name}"


def _members(ctx: Context, event: Event) -> Sequence[str]:
    return ctx.session.scalars(_MEMBERS, {"of": event.facts["channel_id"]}).all()


def _taking_part(ctx: Context, event: Event) -> set[str]:
    """Who began a thread, and who replied in it."""
    channel_id, root = event.facts["channel_id"], event.facts["thread_ts"]
    parent = ctx.session.get_one(Message, (channel_id, root))
    below = threads.below(ctx, channel_id, [root])
    return {parent.author_id, *(below[root].people if root in below else ())}


def _address(ctx: Context, event: Event) -> str:
    path = f"/archives/{event.facts['channel_id']}/p{stamps.digits(event.facts['ts'])}"
    return people.canonical_url(ctx.session, "chat", path)


def _channel_address(ctx: Context, event: Event) -> str:
    return people.canonical_url(ctx.session, "chat", f"/c/{event.facts['channel_id']}")
