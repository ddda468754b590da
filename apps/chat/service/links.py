"""What chat's addresses lead to: a channel, a message in one, a canvas or a list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Document, Message
from workworld.apps.chat.models.documents import CANVAS, LIST
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import channels, log, previews, threads, titles, wording
from workworld.context import Context
from workworld.directory import people
from workworld.links.addresses import canonical
from workworld.links.cards import Card, cards_in, resolves
from workworld.permissions import seen

_LONGEST, _SHORT = 300, 100
ICONS = {CANVAS: "file-text", LIST: "table"}
_CHANNEL = re.compile(r"/c/([A-Z0-9]+)")
_DOCUMENT = re.compile(r"/(canvas|list)/([A-Z0-9]+)(?:/r/[A-Za-z0-9]+)?")
_MESSAGE = re.compile(r"/archives/([A-Z0-9]+)/p(\d{7,16})|/c/([A-Z0-9]+)/[mt]/(\d+\.\d+)")


@resolves("chat")
def card_of(ctx: Context, path: str) -> Card | None:
    """The card of a channel, message, canvas or list that the caller may see."""
    plain_path = re.split("[?#]", path, maxsplit=1)[0]
    if match := _CHANNEL.fullmatch(plain_path):
        channel = seen(ctx, Channel, match[1])
        return _channel_card(ctx, channel) if channel else None
    if match := _DOCUMENT.fullmatch(plain_path):
        document = seen(ctx, Document, match[2])
        return _document_card(ctx, document) if document and document.kind == match[1] else None
    if match := _MESSAGE.fullmatch(plain_path):
        channel = seen(ctx, Channel, match[1] or match[3])
        ts = match[4] or stamps.of(int(match[2]))
        message = ctx.session.get(Message, (channel.id, ts)) if channel else None
        if channel and message and message.subtype != log.TOMBSTONE:
            return _message_card(ctx, channel, message)
    return None


def cards_below(
    ctx: Context, rows: Sequence[Message]
) -> Mapping[tuple[str, str], tuple[Card, ...]]:
    """The cards of what messages' texts lead to, for the caller, by channel and ts.

    Those of which an author wants none are left out.
    """
    found = cards_in(ctx, [from_mrkdwn(row.text) for row in rows])
    hidden = previews.hidden_in(ctx, [row for row, cards in zip(rows, found, strict=True) if cards])
    return {
        (row.channel_id, row.ts): tuple(
            card
            for card in cards
            if not hidden or (row.channel_id, row.ts, canonical(ctx, card.url)) not in hidden
        )
        for row, cards in zip(rows, found, strict=True)
    }


def _channel_card(ctx: Context, channel: Channel) -> Card:
    count = channels.member_counts(ctx, [channel.id]).get(channel.id, 0)
    icon = titles.icon_of(channel)
    members = ("Members", str(count))
    kind = "Conversation" if titles.is_direct(channel) else "Channel"
    return Card(kind, titles.label(ctx, channel), channel.topic, icon, (members,))


def _document_card(ctx: Context, document: Document) -> Card:
    editor = people.by_ids(ctx.session, [document.updated_by])[document.updated_by]
    changed = stamps.moment(stamps.of(document.updated * 1_000_000)).astimezone(people.my_zone(ctx))
    fields = [("Changed", f"{changed:%B} {changed.day}, {changed.year} by {editor.display_name}")]
    channel = seen(ctx, Channel, document.channel_id) if document.channel_id else None
    if channel is not None:
        fields.insert(0, ("Channel", titles.label(ctx, channel)))
    kind, icon = document.kind.capitalize(), ICONS[document.kind]
    return Card(kind, document.title, document.description[:_LONGEST], icon, tuple(fields))


def _message_card(ctx: Context, channel: Channel, message: Message) -> Card:
    author = people.by_ids(ctx.session, [message.author_id])[message.author_id]
    where = ("Channel", titles.label(ctx, channel))
    moment = stamps.moment(message.ts).astimezone(people.my_zone(ctx))
    clock = f"{moment.hour % 12 or 12}:{moment:%M %p}"
    when = ("Posted", f"{moment:%B} {moment.day}, {moment.year} at {clock}")
    facts = (where, when, *_thread_of(ctx, message))
    excerpt = _excerpt(ctx, message, _LONGEST)
    return Card("Message", author.display_name, excerpt, "message-square", facts)


def _thread_of(ctx: Context, message: Message) -> Sequence[tuple[str, str]]:
    """What a message has to say of the thread that it is in or begins."""
    parent = threads.parents(ctx, [message]).get(message.thread_ts or "")
    if parent is not None and parent.subtype != log.TOMBSTONE:
        author = people.by_ids(ctx.session, [parent.author_id])[parent.author_id]
        said = _excerpt(ctx, parent, _SHORT)
        return (("In reply to", f"{author.display_name}: {said}" if said else author.display_name),)
    thread = threads.below(ctx, message.channel_id, [message.ts]).get(message.ts)
    return (("Replies", str(thread.reply_count)),) if thread else ()


def _excerpt(ctx: Context, message: Message, longest: int) -> str:
    text = wording.in_words(ctx, message.text)
    return text if len(text) <= longest else f"{text[:longest]}…"
