"""Chat's rows in the shapes of Slack's Web API.

Source: https://docs.slack.dev/reference/objects and the method pages beside it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.chat import APP, stamps
from workworld.apps.chat.file_shapes import files_below
from workworld.apps.chat.models import (
    Channel,
    ChatApp,
    Message,
    MessageContent,
)
from workworld.apps.chat.service import (
    apps,
    attachments,
    channels,
    contents,
    links,
    log,
    pins,
    reactions,
    threads,
    titles,
)
from workworld.apps.chat.service.reactions import Reactions
from workworld.apps.chat.service.threads import Thread
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import Invalid
from workworld.links.addresses import rendered
from workworld.links.cards import Card

_KINDS = {
    "public_channel": "public",
    "private_channel": "private",
    "im": "dm",
    "mpim": "group_dm",
}
_APP_ITSELF = "USLACKBOT"
"""Stands for the author of a deleted message."""


def type_of(row: Channel) -> str:
    """The vendor's word for a conversation's kind."""
    return next(name for name, kind in _KINDS.items() if kind == row.kind)


def kinds_of(types: Any) -> list[str]:
    """Kinds of channels from the vendor's comma-separated ``types``.

    Raises:
        Invalid: ``invalid_types``: not a text, or a type that the vendor does not know.
    """
    names = [name.strip() for name in types.split(",")] if isinstance(types, str) else [str(types)]
    if unknown := [name for name in names if name not in _KINDS]:
        raise Invalid("invalid_types", f"unknown channel types: {', '.join(unknown)}")
    return [_KINDS[name] for name in names]


def channel(
    row: Channel, *, is_member: bool, members: int, others: Sequence[Person]
) -> dict[str, Any]:
    """A conversation object; ``others`` are in it besides the caller, where it is a direct one.

    https://docs.slack.dev/reference/objects/conversation-object
    """
    if row.kind == "dm":
        return _direct_message(row, others)
    is_group = row.kind == "group_dm"
    is_private = row.kind != "public"
    name = _group_name(others) if is_group else row.name
    return {
        "id": row.id,
        "name": name,
        "name_normalized": name,
        "is_channel": not is_private,
        "is_group": row.kind == "private",
        "is_im": False,
        "is_mpim": is_group,
        "is_private": is_private,
        "is_archived": row.is_archived,
        "is_general": row.is_default,
        "is_read_only": row.posting == "admins",
        "created": row.created,
        "creator": row.creator_id,
        "is_member": is_member,
        "num_members": members,
        "topic": {
            "value": row.topic,
            "creator": row.topic_by or row.creator_id,
            "last_set": row.topic_set or row.created,
        },
        "purpose": {
            "value": row.purpose,
            "creator": row.purpose_by or row.creator_id,
            "last_set": row.purpose_set or row.created,
        },
    }


def _direct_message(row: Channel, others: Sequence[Person]) -> dict[str, Any]:
    other = others[0].id if others else row.creator_id  # one's own is with oneself
    return {
        "id": row.id,
        "created": row.created,
        "is_im": True,
        "is_org_shared": False,
        "is_archived": row.is_archived,
        "user": other,
        "is_user_deleted": bool(others) and others[0].is_deactivated,
        "priority": 0,
    }


def _group_name(others: Sequence[Person]) -> str:
    """The vendor makes it of the handles of those who are in it."""
    return "mpdm-" + "--".join(person.handle for person in others) + "-1"


def channels_of(ctx: Context, rows: Iterable[Channel]) -> list[dict[str, Any]]:
    """Conversation objects as the caller sees them."""
    found = list(rows)
    ids = [row.id for row in found]
    mine = channels.joined(ctx, ids)
    counts = channels.member_counts(ctx, ids)
    others = titles.others_in(ctx, [row.id for row in found if titles.is_direct(row)])
    return [
        channel(
            row,
            is_member=row.id in mine,
            members=counts.get(row.id, 0),
            others=others.get(row.id, ()),
        )
        for row in found
    ]


@dataclass(frozen=True, slots=True)
class _Around:
    """What messages of one channel show of other rows."""

    team: str
    threads: Mapping[str, Thread]
    parents: Mapping[str, Message]
    reactions: Mapping[str, Sequence[Reactions]]
    apps: Mapping[str, ChatApp]
    pinned: Container[str]

    def message(self, row: Message) -> dict[str, Any]:
        """A message object."""
        shape: dict[str, Any] = {
            "type": "message",
            "user": row.author_id,
            "text": row.text,
            "ts": row.ts,
            "team": self.team,
        }
        if app := self.apps.get(row.author_id):
            shape |= {"bot_id": app.bot_id, "app_id": app.id}
        if row.subtype is not None:
            shape |= {"subtype": row.subtype}
        if row.subtype == log.TOMBSTONE:
            shape |= {"user": _APP_ITSELF, "hidden": True}
        if row.edited_ts is not None:
            shape |= {"edited": {"user": row.edited_by, "ts": row.edited_ts}}
        if found := self.reactions.get(row.ts):
            shape |= {"reactions": [_reaction(each) for each in found]}
        if row.ts in self.pinned:
            shape |= {"pinned_to": [row.channel_id]}
        return shape | self._in_thread(row)

    def _in_thread(self, row: Message) -> dict[str, Any]:
        if thread := self.threads.get(row.ts):
            return _as_parent(row, thread)
        if row.thread_ts is None:
            return {}
        shape: dict[str, Any] = {"thread_ts": row.thread_ts}
        parent = self.parents.get(row.thread_ts)
        if parent is not None:
            is_gone = parent.subtype == log.TOMBSTONE
            shape |= {"parent_user_id": _APP_ITSELF if is_gone else parent.author_id}
        return shape | ({"subtype": "thread_broadcast"} if row.is_broadcast else {})


def messages_of(
    ctx: Context, rows: Iterable[Message], *, with_details: bool = False
) -> list[dict[str, Any]]:
    """Message objects, with what they show of their threads and reactions.

    Args:
        ctx: says who reads.
        rows: the messages.
        with_details: whether to tell their metadata too.
    """
    found = list(rows)
    shapes: dict[tuple[str, str], dict[str, Any]] = {}
    for channel_id in sorted({row.channel_id for row in found}):
        mine = [row for row in found if row.channel_id == channel_id]
        shapes |= zip(
            [(channel_id, row.ts) for row in mine],
            _of_one_channel(ctx, mine, with_details=with_details),
            strict=True,
        )
    return [shapes[row.channel_id, row.ts] for row in found]


def _of_one_channel(
    ctx: Context, found: Sequence[Message], *, with_details: bool
) -> list[dict[str, Any]]:
    channel_id, stamps = found[0].channel_id, [row.ts for row in found]
    around = _Around(
        people.company(ctx.session).id,
        threads.below(ctx, channel_id, stamps),
        threads.parents(ctx, found),
        reactions.below(ctx, channel_id, stamps),
        apps.of_accounts(ctx, [row.author_id for row in found]),
        pins.by_ts(ctx, channel_id),
    )
    shapes = [around.message(row) for row in found]
    files = attachments.below(ctx, found)
    cards_below = links.cards_below(ctx, found)
    held = contents.below(ctx, found)
    for row, shape in zip(found, shapes, strict=True):
        if row.ts in files:
            shape["files"] = files_below(ctx, files[row.ts])
        shape["text"] = rendered(ctx, row.text)
        if row.ts in held:
            shape.update(_held(ctx, held[row.ts], with_details=with_details))
        is_bare = row.ts in held and held[row.ts].hides_cards
        if not is_bare and (cards := cards_below[row.channel_id, row.ts]):
            sent = shape.get("attachments", [])
            unfurled = [attachment(card, n) for n, card in enumerate(cards, len(sent) + 1)]
            shape["attachments"] = [*sent, *unfurled]
    return shapes


def _held(ctx: Context, content: MessageContent, *, with_details: bool) -> dict[str, Any]:
    """What a message object has of blocks, attachments and how its bot looks in it."""
    shape: dict[str, Any] = {}
    if content.is_fallback and not content.blocks:
        shape["text"] = ""  # that of blocks is told, as at the vendor's
    if content.blocks:
        shape["blocks"] = contents.as_read(ctx, content.blocks)
    if content.attachments:
        shape["attachments"] = contents.as_read(ctx, content.attachments)
    if content.details and with_details:
        shape["metadata"] = content.details
    if content.username:
        shape |= {"username": content.username, "subtype": "bot_message"}
    if content.icon:
        shape["icons"] = {"emoji" if content.icon.startswith(":") else "image_48": content.icon}
    return shape


def _reaction(found: Reactions) -> dict[str, Any]:
    return {"name": found.emoji, "count": len(found.people), "users": list(found.people)}


def attachment(card: Card, number: int) -> dict[str, Any]:
    """An attachment object: what a link in the message leads to, for the caller.

    https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments
    """
    fields = [{"title": name, "value": value, "short": True} for name, value in card.fields]
    return {
        "id": number,
        "from_url": card.url,
        "original_url": card.url,
        "fallback": f"{card.kind}: {card.title}",
        "title": card.title,
        "title_link": card.url,
        "text": card.subtitle,
        "footer": card.kind,
        "fields": fields,
    }


def permalink(ctx: Context, row: Message) -> str:
    """A message's address, as the caller reaches it."""
    address = f"{people.app_url(ctx, APP.id)}/archives/{row.channel_id}/p{stamps.digits(row.ts)}"
    if row.thread_ts is None:
        return address
    return f"{address}?thread_ts={row.thread_ts}&cid={row.channel_id}"


def matches_of(
    ctx: Context, rows: Sequence[Message], marked: Sequence[str]
) -> list[dict[str, Any]]:
    """Messages as a search shows them, ``marked`` words between Slack's private marks."""
    names = channels.visible_names(ctx, sorted({row.channel_id for row in rows}))
    authors = people.by_ids(ctx.session, {row.author_id for row in rows})
    return [
        {
            "type": "message",
            "iid": f"{row.channel_id}-{row.ts}",
            "channel": {"id": row.channel_id, "name": names[row.channel_id]},
            "user": row.author_id,
            "username": authors[row.author_id].handle,
            "ts": row.ts,
            "text": _highlighted(rendered(ctx, row.text), marked),
            "permalink": permalink(ctx, row),
            "score": 0,
        }
        for row in rows
    ]


def _highlighted(text: str, words: Sequence[str]) -> str:
    if not words:
        return text
    wanted = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.sub(wanted, lambda match: f"\ue000{match[0]}\ue001", text, flags=re.IGNORECASE)


def _as_parent(row: Message, thread: Thread) -> dict[str, Any]:
    return {
        "thread_ts": row.ts,
        "reply_count": thread.reply_count,
        "reply_users": list(thread.people),
        "reply_users_count": len(thread.people),
        "latest_reply": thread.latest_reply,
    }
