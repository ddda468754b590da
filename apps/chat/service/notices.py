"""Whom chat tells of a message: those it calls, who follows its thread, and who wants all.

Only members of the channel are told, so nobody learns of what they may not see.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import or_, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import (
    Channel,
    ChannelChoice,
    Message,
    PersonChoice,
)
from workworld.apps.chat.service import (
    choices,
    followers,
    mentions,
    priorities,
    titles,
)
from workworld.context import Context, Event
from workworld.directory import people
from workworld.emoji import character_of
from workworld.events import on
from workworld.notifications import inbox
from workworld.notifications.notices import notify, notify_all, withdraw, withdraw_parts

_SAYINGS = {
    mentions.MENTION: "mentioned you in",
    mentions.EVERYBODY: "mentioned everybody in",
    mentions.KEYWORD: "said one of your words in",
}


@dataclass(frozen=True, slots=True)
class Wishes:
    """Of what people want to be told in one channel, or outside of all."""

    channel: Mapping[str, ChannelChoice]
    person: Mapping[str, PersonChoice]

    @classmethod
    def of(cls, ctx: Context, channel_id: str | None, person_ids: Sequence[str]) -> Wishes:
        """What these people chose for it, and in general."""
        here = choices.in_channel(ctx, channel_id, person_ids) if channel_id else {}
        return cls(here, choices.of_people(ctx, person_ids))

    def want(self, person_id: str, kind: str) -> bool:
        """Whether somebody wants to be told of a message for a reason of this kind."""
        here, usual = self.channel.get(person_id), self.person.get(person_id)
        level = (here and here.level) or (usual.level if usual else choices.MENTIONS)
        if level == choices.NOTHING or (here and here.is_muted and kind != mentions.MENTION):
            return False
        if kind == "reply":
            replies = usual.thread_replies if usual else True
            return here.thread_replies if here and here.thread_replies is not None else replies
        return kind != "message" or level == choices.ALL


@on("chat.message_posted")
def tell_of_message(ctx: Context, event: Event) -> None:
    """Tell people of a new message, each by the strongest reason there is, if they want to know.

    Of a change nobody is told: whoever is mentioned later has not been called.
    """
    channel = _channel(ctx, event)
    called = mentions.called(ctx, event)
    inside = _members(ctx, event)
    wishes = Wishes.of(ctx, channel.id, inside)
    for kind in (mentions.MENTION, mentions.EVERYBODY, mentions.KEYWORD):
        whom = [who for who, reason in called.items() if reason == kind]
        _tell(ctx, event, kind, _SAYINGS[kind], [x for x in whom if wishes.want(x, kind)])
    if titles.is_direct(channel):
        wanted = [who for who in inside if wishes.want(who, "direct")]
        return _tell(ctx, event, "direct", "wrote in", wanted)
    if event.facts["thread_ts"] != event.facts["ts"]:
        following = followers.of(ctx, channel.id, event.facts["thread_ts"])
        wanted = [who for who in following if wishes.want(who, "reply")]
        _tell(ctx, event, "reply", "replied in a thread in", wanted)
    if event.facts["thread_ts"] == event.facts["ts"] or event.facts["is_broadcast"]:
        wanted = [who for who in inside if wishes.want(who, "message")]
        _tell(ctx, event, "message", "wrote in", wanted)
    return None


@on("chat.reaction_added")
def tell_of_reaction(ctx: Context, event: Event) -> None:
    """Tell the author of a message what others put below it."""
    channel, author_id = _channel(ctx, event), event.facts["author_id"]
    if author_id not in _members(ctx, event):
        return
    if Wishes.of(ctx, channel.id, [author_id]).want(author_id, "reaction"):
        emoji = character_of(event.facts["emoji"]) or f":{event.facts['emoji']}:"
        said = f"reacted with {emoji} to your message in {_place(channel)}"
        at = _reaction_address(ctx, event)
        notify(ctx, person_id=author_id, app_id="chat", kind="reaction", text=said, url=at)


@on("chat.reaction_removed")
def withdraw_reaction(ctx: Context, event: Event) -> None:
    """What was taken away again is told no more."""
    withdraw(ctx, _reaction_address(ctx, event))


@on("chat.message_deleted")
def withdraw_message(ctx: Context, event: Event) -> None:
    """Nobody is led to a message that is gone."""
    withdraw(ctx, _address(ctx, event))
    withdraw_parts(ctx, _address(ctx, event))


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


def note_read(ctx: Context, channel_id: str, ts: str, root_ts: str = "") -> Sequence[str]:
    """Whoever has read a message where it stands is told of it no more.

    Answers the ids of the notifications that were unread until now.

    Args:
        ctx: of whoever reads.
        channel_id: where they do.
        ts: up to which message.
        root_ts: the thread that they read, if it is not the channel itself.
    """
    begin = people.canonical_url(ctx.session, "chat", f"/archives/{channel_id}/p")
    unread = inbox.unread_below(ctx, begin).items()
    # Below a message's address lie the reactions to it, which are nothing that stands in a log.
    places = ((at.removeprefix(begin), each) for at, each in unread)
    told = {stamps.of(int(place)): each for place, each in places if place.isdigit()}
    if not told:
        return ()
    in_channel = or_(Message.thread_ts.is_(None), Message.is_broadcast)
    read = select(Message.ts).where(
        Message.channel_id == channel_id,
        Message.ts.in_(list(told)),
        Message.ts <= ts,
        Message.thread_ts == root_ts if root_ts else in_channel,
    )
    found = [told[each] for each in ctx.session.scalars(read)]
    inbox.note_openings(ctx, found)
    return found


def _tell(ctx: Context, event: Event, kind: str, text: str, whom: Collection[str]) -> None:
    reached = [person_id for person_id in _members(ctx, event) if person_id in whom]
    if not reached:
        return
    where = _place(_channel(ctx, event))
    if priorities.is_urgent(ctx, event.facts["channel_id"], event.facts["ts"]):
        where += " (urgent)"
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
    return mentions.members(ctx, event.facts["channel_id"])


def _address(ctx: Context, event: Event) -> str:
    path = f"/archives/{event.facts['channel_id']}/p{stamps.digits(event.facts['ts'])}"
    return people.canonical_url(ctx.session, "chat", path)


def _reaction_address(ctx: Context, event: Event) -> str:
    return f"{_address(ctx, event)}#{event.facts['emoji']}-{event.actor_id}"


def _channel_address(ctx: Context, event: Event) -> str:
    return people.canonical_url(ctx.session, "chat", f"/c/{event.facts['channel_id']}")
