"""Whom chat tells of a message: those it mentions, and those in its thread.

Only members of the channel are told, so nobody learns of what they may not see.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, select

from workworld.apps.chat import mrkdwn, stamps
from workworld.apps.chat.models import Channel, Membership, Message
from workworld.apps.chat.service import threads
from workworld.context import Context, Event
from workworld.directory import people
from workworld.events import on
from workworld.notifications.notices import notify_all

_memberships = Membership.__table__.c
_MEMBERS = select(_memberships.person_id).where(_memberships.channel_id == bindparam("of"))


@on("chat.message_posted")
def tell(ctx: Context, event: Event) -> None:
    """Tell people of a new message, each by the strongest reason there is."""
    said = mrkdwn.without_code(event.facts["text"])
    mentioned, everybody = mrkdwn.people_in(said), mrkdwn.groups_in(said)
    in_thread = event.facts["thread_ts"] != event.facts["ts"]
    if not (mentioned or everybody or in_thread):
        return
    channel = ctx.session.get_one(Channel, event.facts["channel_id"])
    members = ctx.session.scalars(_MEMBERS.order_by(_memberships.person_id), {"of": channel.id})
    reached = list(members)

    def tell_of(kind: str, text: str, whom: Iterable[str]) -> None:
        notify_all(
            ctx,
            person_ids=[person_id for person_id in reached if person_id in whom],
            app_id="chat",
            kind=kind,
            text=f"{text} #{channel.name}",
            url=_address(ctx, channel.id, event.facts["ts"]),
        )

    tell_of("mention", "mentioned you in", set(mentioned))
    if everybody:
        tell_of("everybody", "mentioned everybody in", reached)
    if in_thread:
        whom = _taking_part(ctx, channel.id, event.facts["thread_ts"])
        tell_of("reply", "replied in a thread in", whom)


def _taking_part(ctx: Context, channel_id: str, root: str) -> set[str]:
    """Who began a thread, and who replied in it."""
    parent = ctx.session.get_one(Message, (channel_id, root))
    below = threads.below(ctx, channel_id, [root])
    return {parent.author_id, *(below[root].people if root in below else ())}


def _address(ctx: Context, channel_id: str, ts: str) -> str:
    path = f"/archives/{channel_id}/p{stamps.digits(ts)}"
    return people.canonical_url(ctx.session, "chat", path)
